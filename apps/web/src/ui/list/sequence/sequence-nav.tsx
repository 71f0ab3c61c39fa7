import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { openWindows } from '#web/ui/base/use-window.ts';
import { isTyping } from '../list-keys.ts';
import { placeIn, rememberPlace, useHistoryEntry } from '../places.ts';
import {
  keepSequence,
  listUnderWindows,
  ordinal,
  type Position,
  type RecordSequence,
  type Step,
  stepFrom,
  useRecordSequence,
} from './record-sequence.ts';
import classes from './sequence-nav.module.css';

/** The button that led to the present record: it keeps the focus until something else is pressed. */
let pressed: Step | undefined;

const forget = () => {
  pressed = undefined;
};

/** Steps through the list that the record was opened from, "3 de 148"; nothing where there is none. */
export function SequenceNav({ over }: { over: 'page' | 'window' }) {
  const { list, sequence, key } = useSequenceHere(over);
  const index = sequence?.data.findIndex((row) => keyOf(sequence, row, over) === key) ?? -1;
  // A record that left the list keeps its place in it, from which the steps go on.
  const [last, setLast] = useState<number>();
  if (index >= 0 && index !== last) setLast(index);
  const place = index >= 0 ? index : last;
  // A list with a single record has no steps.
  if (!list || !sequence || place === undefined || (sequence.total < 2 && index >= 0)) return null;
  return <Steps {...{ over, list, sequence }} position={{ index: place, gone: index < 0 }} />;
}

function useSequenceHere(over: 'page' | 'window') {
  const { pathname, state, search } = useLocation();
  const { id } = useParams({ strict: false }) as { id?: string };
  const { open } = search as { open?: unknown };
  const list = over === 'page' ? state.list : listUnderWindows(pathname);
  const key = over === 'page' ? id : open;
  return { list, sequence: useRecordSequence(key === undefined ? undefined : list), key: String(key) };
}

const keyOf = (sequence: RecordSequence, row: RecordSequence['data'][number], over: 'page' | 'window') =>
  String(over === 'window' ? (sequence.openKey?.(row) ?? row.id) : row.id);

type StepsProps = { over: 'page' | 'window'; list: string; sequence: RecordSequence; position: Position };

function Steps({ over, list, sequence, position }: StepsProps) {
  const go = useGo({ over, list, sequence, position });
  const [focused] = useState(pressed);
  const focusedButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    focusedButton.current?.focus();
    // A press on a step is remembered by its click handler, which runs after these.
    document.addEventListener('keydown', forget, true);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      document.removeEventListener('keydown', forget, true);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);

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
    const none = stepFrom(sequence, position, step) === undefined;
    return (
      <ActionIcon
        ref={focused === step ? focusedButton : undefined}
        size={28}
        aria-label={label}
        title={`${label} (${keys})`}
        aria-keyshortcuts={step === 'next' ? 'Alt+ArrowDown' : 'Alt+ArrowUp'}
        aria-disabled={none}
        data-disabled={none || undefined}
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
  const words = position.gone ? `de ${sequence.total}` : `${ordinal(sequence, position.index)} de ${sequence.total}`;
  return (
    <nav aria-label="Registros da lista" className={classes.steps} data-over={over}>
      {button('previous', 'Anterior', 'Alt+↑')}
      <span>{words}</span>
      {button('next', 'Próximo', 'Alt+↓')}
    </nav>
  );
}

const STEP_KEYS: Readonly<Record<string, Step>> = { ArrowUp: 'previous', ArrowDown: 'next' };

/** Steps by replacing the history entry, so that Back leads to the list. Unsaved changes are asked about first. */
function useGo({ over, list, sequence, position }: StepsProps) {
  const navigate = useNavigate();
  const entry = useHistoryEntry();
  const row = position.gone ? undefined : sequence.data[position.index];

  // Back in the list, this is the row that was visited last.
  useEffect(() => {
    if (over === 'page' && row) {
      rememberPlace(list, { row: String(row.id), page: sequence.page, from: placeIn(list)?.from ?? entry });
    }
  }, [over, list, row, sequence.page, entry]);

  return async (step: Step) => {
    const to = stepFrom(sequence, position, step);
    if (!to) return;
    const page = 'page' in to ? await sequence.turn?.(to.page).catch(toast.failure) : sequence;
    const next = page?.data['index' in to ? to.index : step === 'next' ? 0 : page.data.length - 1];
    if (!page || !next) return;
    if (over === 'window') {
      const open = keyOf(sequence, next, over);
      const turned = 'page' in to ? { page: page.page } : {};
      const search = ((now: object) => ({ ...now, ...turned, open })) as never;
      navigate({ to: '.', search, replace: true, resetScroll: false });
      return;
    }
    const search = ((now: object) => now) as never;
    await navigate({ ...sequence.link?.(next), search, replace: true, state: { list } });
    if ('page' in to) keepSequence(list, { ...sequence, ...page, total: sequence.total });
  };
}
