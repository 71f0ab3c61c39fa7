import '#web/theme/mantine-pages.css';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Logo } from '#web/ui/logo.tsx';
import { UnsavedGuard } from '#web/ui/unsaved.tsx';
import { SignedIn, SignOut, ThemeSwitch } from './account.tsx';
import { Bell } from './bell.tsx';
import { FrozenClock } from './frozen-clock.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';

const PhoneMenu = lazy(() => import('./phone-menu.tsx'));

/** Loaded once the page stands: nothing waits for it. */
function useLive() {
  useEffect(() => {
    let left = false;
    let stop = () => {};
    import('#web/lib/live.ts').then(
      ({ followLive }) => {
        if (!left) stop = followLive();
      },
      () => {
        // Not to be had just now: the counts are still asked for by the minute.
      },
    );
    return () => {
      left = true;
      stop();
    };
  }, []);
}

/** The frame of every page: menu at the left, who is signed in above, the page between them. */
export function Shell() {
  const [menuOpened, setMenuOpened] = useState(false);
  useLive();
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Ir para o conteúdo
      </a>
      <nav aria-label="Menu principal" className={classes.sidebar}>
        <Link to="/" className={classes.home} aria-label="Morada">
          <Logo />
        </Link>
        <Navigation />
      </nav>
      <FrozenClock />
      <header className={classes.header}>
        <ActionIcon className={classes.burger} aria-label="Abrir menu" size={32} onClick={() => setMenuOpened(true)}>
          <IconMenu2 size={20} />
        </ActionIcon>
        <Link to="/" className={classes.phoneHome} aria-label="Morada">
          <Logo />
        </Link>
        <span className={classes.space} />
        <Bell />
        <ThemeSwitch />
        <span className={classes.who}>
          <SignedIn />
          <SignOut />
        </span>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        <div className={classes.width}>
          <Outlet />
        </div>
      </main>
      {menuOpened && (
        <Suspense>
          <PhoneMenu onClose={() => setMenuOpened(false)} />
        </Suspense>
      )}
      <UnsavedGuard />
    </div>
  );
}
