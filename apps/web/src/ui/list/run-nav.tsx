import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { openWindows } from '#web/ui/overlay/use-window.ts';
import { isTyping } from './list-keys.ts';
import { placeIn, rememberPlace, useHistoryEntry } from './places.ts';
import { keepRun, listUnderWindows, ordinal, type Position, type Run, type Step, stepFrom, useRun } from './run.ts';
import classes from './run-nav.module.css';

/** By which of the two one came to the record: the focus stays on it, until something else is pressed. */
let pressed: Step | undefined;

const forget = () => {
  pressed = undefined;
};

/** Through the list that a record was opened from, "3 de 148"; nothing where there is none. */
export function RunNav({ over }: { over: 'page' | 'window' }) {
  const { list, run, key } = useRunHere(over);
  const index = run?.data.findIndex((row) => keyOf(run, row, over) === key) ?? -1;
  // A record that left the list keeps its place in it, from which the steps go on.
  const [last, setLast] = useState<number>();
  if (index >= 0 && index !== last) setLast(index);
  const place = index >= 0 ? index : last;
  // One alone leads nowhere.
  if (!list || !run || place === undefined || (run.total < 2 && index >= 0)) return null;
  return <Steps {...{ over, list, run }} position={{ index: place, gone: index < 0 }} />;
}

function useRunHere(over: 'page' | 'window') {
  const { pathname, state, search } = useLocation();
  const { id } = useParams({ strict: false }) as { id?: string };
  const { open } = search as { open?: unknown };
  const list = over === 'page' ? state.list : listUnderWindows(pathname);
  const key = over === 'page' ? id : open;
  return { list, run: useRun(key === undefined ? undefined : list), key: String(key) };
}

const keyOf = (run: Run, row: Run['data'][number], over: 'page' | 'window') =>
  String(over === 'window' ? (run.openKey?.(row) ?? row.id) : row.id);

type StepsProps = { over: 'page' | 'window'; list: string; run: Run; position: Position };

function Steps({ over, list, run, position }: StepsProps) {
  const go = useGo({ over, list, run, position });
  const [focused] = useState(pressed);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) place.current?.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
    // The press itself is a click, which comes after these.
    document.addEventListener('keydown', forget, true);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      document.removeEventListener('keydown', forget, true);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, [focused]);

  const goLatest = useEffectEvent(go);
  useEffect(() => {
    const level = over === 'window' ? 1 : 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.altKey && !event.ctrlKey && !event.metaKey && STEP_KEYS[event.key];
      if (!step || isTyping(event) || openWindows() !== level) return;
      event.preventDefault();
      goLatest(step);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [over]);

  const button = (step: Step, label: string, keys: string) => {
    const Icon = step === 'next' ? IconChevronDown : IconChevronUp;
    const none = stepFrom(run, position, step) === undefined;
    return (
      <ActionIcon
        size={28}
        aria-label={label}
        title={`${label} (${keys})`}
        aria-keyshortcuts={step === 'next' ? 'Alt+ArrowDown' : 'Alt+ArrowUp'}
        aria-disabled={none}
        data-disabled={none || undefined}
        data-step={step}
        data-autofocus={focused === step || undefined}
        onClick={() => {
          pressed = step;
          go(step);
        }}
      >
        <Icon size={17} />
      </ActionIcon>
    );
  };
  const words = position.gone ? `de ${run.total}` : `${ordinal(run, position.index)} de ${run.total}`;
  return (
    <nav ref={place} aria-label="Registros da lista" className={classes.run} data-over={over}>
      {button('previous', 'Anterior', 'Alt+↑')}
      <span>{words}</span>
      {button('next', 'Próximo', 'Alt+↓')}
    </nav>
  );
}

const STEP_KEYS: Readonly<Record<string, Step>> = { ArrowUp: 'previous', ArrowDown: 'next' };

/** The address follows, in the place of the present one: back leads to the list. What is unsaved is asked for first. */
function useGo({ over, list, run, position }: StepsProps) {
  const navigate = useNavigate();
  const entry = useHistoryEntry();
  const row = position.gone ? undefined : run.data[position.index];

  // Back in the list, this is the row that was visited last.
  useEffect(() => {
    if (over === 'page' && row) {
      rememberPlace(list, { row: String(row.id), page: run.page, from: placeIn(list)?.from ?? entry });
    }
  }, [over, list, row, run.page, entry]);

  return async (step: Step) => {
    const to = stepFrom(run, position, step);
    if (!to) return;
    const page = 'page' in to ? await run.turn?.(to.page).catch(toast.failure) : run;
    const next = page?.data['index' in to ? to.index : step === 'next' ? 0 : page.data.length - 1];
    if (!page || !next) return;
    if (over === 'window') {
      const open = keyOf(run, next, over);
      const turned = 'page' in to ? { page: page.page } : {};
      const search = ((now: object) => ({ ...now, ...turned, open })) as never;
      navigate({ to: '.', search, replace: true, resetScroll: false });
      return;
    }
    const search = ((now: object) => now) as never;
    await navigate({ ...run.link?.(next), search, replace: true, state: { list } });
    if ('page' in to) keepRun(list, { ...run, ...page, total: run.total });
  };
}
