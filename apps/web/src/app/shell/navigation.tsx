import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { badgesQuery, type MenuPage, useMenu } from './menu.ts';
import classes from './navigation.module.css';

/** The menu; `onGo` closes whatever it lies in. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const menu = useMenu();
  const entries = useRef<HTMLDivElement>(null);
  return (
    <div ref={entries}>
      <KeepInSight entries={entries} />
      {menu.map(({ group, pages }) => (
        <div key={group}>
          {group && (
            <span className={classes.group} aria-hidden="true">
              <span>{group}</span>
            </span>
          )}
          <ul aria-label={group ?? undefined}>
            {pages.map((page) => (
              <li key={page.path}>
                <Entry page={page} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/**
 * Scrolls the current entry into view, since the menu can be taller than the screen. A component of its own, so that a
 * change of page does not render the menu again.
 */
function KeepInSight({ entries }: { entries: RefObject<HTMLElement | null> }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const show = () => entries.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
    if (path) afterPaint(show);
  }, [path, entries]);
  return null;
}

/** Leads back to the list with its last filters, without the words it was searched for. */
function Entry({ page, onGo }: { page: MenuPage; onGo?: () => void }) {
  const { path, label, icon: Icon, badge, exact, search } = page;
  const { data: counts } = useQuery(badgesQuery);
  const count = badge && counts?.[badge];
  return (
    <Link
      to={path}
      search={search as never}
      activeOptions={{ exact, includeSearch: false }}
      className={classes.entry}
      title={label}
      onClick={onGo}
    >
      <Icon size={17} />
      <span className={classes.label}>{label}</span>
      {count ? (
        // Only what waits for an answer of ours is filled.
        <span className={classes.count} data-ours={badge === 'chats' || undefined}>
          {count}
        </span>
      ) : null}
    </Link>
  );
}
