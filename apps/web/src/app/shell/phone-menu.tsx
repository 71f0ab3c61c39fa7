import { Drawer, FocusTrap } from '@mantine/core';
import { useWindow } from '#web/ui/base/use-window.ts';
import { Logo } from '#web/ui/display/logo.tsx';
import { SignedIn, SignOut } from './account.tsx';
import { Navigation } from './navigation.tsx';
import classes from './phone-menu.module.css';

/** The menu where the screen has no room for it beside the page, behind the burger. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  useWindow();
  return (
    <Drawer opened position="left" size={300} title={<Logo />} returnFocus={false} onClose={onClose}>
      <FocusTrap.InitialFocus />
      <div className={classes.menu}>
        <nav aria-label="Menu principal">
          <Navigation onGo={onClose} />
        </nav>
        <div className={classes.foot}>
          <SignedIn onGo={onClose} />
          <SignOut />
        </div>
      </div>
    </Drawer>
  );
}
