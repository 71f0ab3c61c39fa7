import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { TabCount } from '#web/ui/display/tabs/tab-count.tsx';
import { type MenuPage, useMenu } from './menu.ts';
import classes from './page-tabs.module.css';

/** The pages that share an entry of the menu with the page in sight: links, each with an address of its own. */
export function PageTabs() {
  const menu = useMenu();
  // Of the page still rendered: during navigation the location is already the next one's.
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/(?<=.)\/$/, '') });
  const entry = menu
    .flatMap(({ entries }) => entries)
    .find(({ pages }) => pages.length > 1 && pages.some((page) => page.path === path));
  const place = useRef<HTMLElement>(null);

  // Scrolls the current tab to the middle of tabs that are wider than the screen.
  useEffect(() => {
    const box = place.current;
    const tab = path && box?.querySelector<HTMLElement>('[aria-current]');
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [path]);

  if (!entry) return null;
  return (
    <nav ref={place} aria-label={`Abas de ${entry.label}`} className={classes.scroll}>
      <ul className={classes.tabs}>
        {entry.pages
          .filter((page) => !page.offered || page.path === path)
          .map((page) => (
            <li key={page.path}>
              <PageTab page={page} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

function PageTab({ page: { path, label, search, useCount } }: { page: MenuPage }) {
  return (
    <Link
      to={path}
      search={search as never}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classes.tab}
    >
      {label}
      {useCount && <Count useCount={useCount} />}
    </Link>
  );
}

function Count({ useCount }: { useCount: () => number | undefined }) {
  const count = useCount();
  return count ? <TabCount count={count} /> : null;
}
