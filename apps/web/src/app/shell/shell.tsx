import '#web/theme/mantine-pages.css';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { Logo } from '#web/ui/display/logo.tsx';
import { NoticeStack } from '#web/ui/feedback/notices.tsx';
import { LIST_KEYS } from '#web/ui/list/list-keys.ts';
import { SequenceNav } from '#web/ui/list/sequence/sequence-nav.tsx';
import { ConfirmWindow } from '#web/ui/overlay/confirm.tsx';
import { UnsavedGuard } from '#web/ui/overlay/unsaved-guard.tsx';
import { WindowTop } from '#web/ui/overlay/windows.tsx';
import { SignedIn, SignOut, ThemeSwitch } from './account.tsx';
import { Bell } from './bell/bell.tsx';
import { Connection } from './connection.tsx';
import { FrozenClock } from './frozen-clock.tsx';
import { Navigation } from './navigation.tsx';
import { PageTabs } from './page-tabs.tsx';
import { hearLetters, type Letters } from './palette/letters.ts';
import { SearchButton } from './search-button.tsx';
import classes from './shell.module.css';
import { useKeyboard } from './use-keyboard.ts';

const loadLive = () => import('#web/lib/live.ts');
const PhoneMenu = lazyWindow(
  () => import('./phone-menu.tsx'),
  (window) => window.default,
);
const Palette = lazyWindow(
  () => import('./palette/palette.tsx'),
  (window) => window.default,
);
const KeysWindow = lazyWindow(
  () => import('./keys/keys-window.tsx'),
  (window) => window.default,
);

/** Fetched once the page stands, so that nothing typed after Ctrl+K is lost. */
function usePaletteSoon() {
  useEffect(() => {
    const soon = setTimeout(Palette.preload, 1_000);
    return () => clearTimeout(soon);
  }, []);
}

/** Loaded once the page stands: nothing waits for it. */
function useLive() {
  useEffect(() => {
    let left = false;
    let stop = () => {};
    loadLive().then(
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

/** The frame of every page: menu at the left, who is signed in and what goes on above, the page between them. */
export function Shell({ work, banner }: { work?: ReactNode; banner?: ReactNode }) {
  const [menuOpened, setMenuOpened] = useState(false);
  const [over, setOver] = useState<'palette' | 'keys'>();
  // Typed before the palette's field has the focus.
  const [letters, setLetters] = useState<Letters>();
  const close = () => {
    letters?.take();
    setOver(undefined);
  };
  const openPalette = () => {
    if (over === 'palette') return; // Its field has the focus and receives the keys.
    setLetters(hearLetters(document));
    setOver('palette');
  };
  // A palette that failed to load takes the page with it, and the keys must reach what is shown in its place.
  useEffect(() => () => void letters?.take(), [letters]);
  useLive();
  usePaletteSoon();
  useKeyboard({ palette: openPalette, keys: () => setOver('keys') });
  usePreloadWhenIdle(NoticeStack, ConfirmWindow);
  return (
    <WindowTop
      value={
        <>
          <SequenceNav over="window" />
          <Connection />
        </>
      }
    >
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
            <span className={classes.burgerWord}>Menu</span>
          </ActionIcon>
          <Link to="/" className={classes.phoneHome} aria-label="Morada">
            <Logo />
          </Link>
          <SearchButton onOpen={openPalette} />
          <span className={classes.space} />
          {work}
          <Bell />
          <ThemeSwitch />
          <span className={classes.who}>
            <SignedIn />
            <SignOut />
          </span>
        </header>
        <div className={classes.connection}>
          <Connection />
        </div>
        <PageTabs />
        <main id="content" tabIndex={-1} className={classes.content}>
          <div className={classes.width}>
            {banner}
            <Outlet />
          </div>
        </main>
        {menuOpened && <PhoneMenu onClose={() => setMenuOpened(false)} />}
        {over === 'palette' && (
          <Palette letters={letters} onClose={close} onKeys={() => setTimeout(() => setOver('keys'))} />
        )}
        {over === 'keys' && <KeysWindow extra={{ lists: LIST_KEYS }} onClose={close} />}
        <UnsavedGuard />
      </div>
    </WindowTop>
  );
}
