import { IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { setFold, useFold } from './fold.ts';
import { badgesQuery, type MenuEntry, type MenuGroup, type MenuPage, pageAt, pagesIn, useMenu } from './menu.ts';
import classes from './navigation.module.css';

type GroupProps = { group: MenuGroup; all: readonly MenuPage[]; onGo: (() => void) | undefined };

/** The menu; `onGo` closes whatever it lies in. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const menu = useMenu();
  const all = pagesIn(menu);
  const entries = useRef<HTMLDivElement>(null);
  return (
    <div ref={entries}>
      <KeepInSight entries={entries} />
      {menu.map((group) => {
        const Shown = group.shown === 'folded' ? FoldedGroup : OpenGroup;
        return <Shown key={group.name} group={group} all={all} onGo={onGo} />;
      })}
    </div>
  );
}

function OpenGroup({ group, all, onGo }: GroupProps) {
  const { name, shown, entries } = group;
  const isTitled = shown === 'titled';
  return (
    <div className={classes.part}>
      {isTitled && (
        <span className={classes.group} aria-hidden="true">
          {name}
        </span>
      )}
      <ul aria-label={isTitled ? name : undefined}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <Entry entry={entry} all={all} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A group behind its name, which opens it in place. While it is closed its name stands for the current page in it. */
function FoldedGroup({ group, all, onGo }: GroupProps) {
  const { name, entries } = group;
  const open = useFold();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const holds = useIsCurrent(pagesIn([group]), all);
  function turn() {
    setFold(!open);
    if (!open) afterPaint(() => list.current?.scrollIntoView({ block: 'nearest' }));
  }
  return (
    <div className={classes.part}>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={open}
        aria-controls={id}
        data-current={(holds && !open) || undefined}
        onClick={turn}
      >
        <IconSettings size={17} />
        <span className={classes.label}>{name}</span>
        <IconChevronDown size={15} className={classes.arrow} />
      </button>
      <ul ref={list} id={id} aria-label={name} className={classes.folded} hidden={!open}>
        {open &&
          entries.map((entry) => (
            <li key={entry.label}>
              <Entry entry={entry} all={all} onGo={onGo} />
            </li>
          ))}
      </ul>
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
    const show = () => entries.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
    if (path) afterPaint(show);
  }, [path, entries]);
  return null;
}

/** Whether one of these pages, or a page below it, is open. */
const useIsCurrent = (pages: readonly MenuPage[], all: readonly MenuPage[]) =>
  useLocation({
    select: ({ pathname }) => {
      const path = pageAt(all, pathname)?.path;
      return path !== undefined && pages.some((page) => page.path === path);
    },
  });

/** Leads back to the list with its last filters, without the words it was searched for. */
function Entry({ entry, all, onGo }: { entry: MenuEntry; all: readonly MenuPage[]; onGo: (() => void) | undefined }) {
  const { label, icon: Icon, badge, pages } = entry;
  const { data: counts } = useQuery(badgesQuery);
  const count = badge && counts?.[badge];
  const isCurrent = useIsCurrent(pages, all);
  return (
    <Link
      to={pages[0].path}
      search={pages[0].search as never}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classes.entry}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
      data-current={isCurrent || undefined}
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
