import type { ServiceNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import { referenceOf } from '@morada/domain/base/calendar';
import { NOTE_STATES, NOTE_WAITS, type NoteState } from '@morada/domain/fiscal/service-note';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconReplace,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Readonly<Record<NoteState, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  PENDING: { tone: 'blue', icon: IconCircleDashed },
  SENDING: { tone: 'blue', icon: IconClock },
  RECALLING: { tone: 'yellow', icon: IconClock },
  ISSUED: { tone: 'green', icon: IconCircleCheckFilled },
  REPLACING: { tone: 'yellow', icon: IconReplace },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELING: { tone: 'yellow', icon: IconClock },
  CANCELED: { tone: 'gray', icon: IconCircleMinus },
  EXCEPTION: { tone: 'red', icon: IconAlertTriangleFilled },
  WITHDRAWN: { tone: 'gray', icon: IconCircleMinus },
};

/** State of a note, and why it waits. */
export function NoteStatus({ note }: { note: ServiceNoteRow }) {
  const { state, held, problem, month } = note;
  const says = noteWords(note);
  const isAmiss = problem !== null || note.trial_over || note.given_back;
  const gathers = month !== null && month >= referenceOf(today());
  return (
    <Status {...LOOKS[state]} {...(says && { note: says, ...(isAmiss && { noteTone: 'red' as const }) })}>
      {state === 'PENDING' && held ? (gathers ? 'Reúne as taxas do mês' : NOTE_WAITS.RELEASE) : NOTE_STATES[state]}
    </Status>
  );
}

/** What a state does not tell: why a note waits, or what of it does not hold. */
function noteWords({ problem, given_back, environment, state }: ServiceNoteRow): string | undefined {
  if (problem !== null) return 'sem resposta ou certificado';
  if (given_back) return 'o contrato devolveu parte';
  return environment === 'RESTRICTED' && state !== 'PENDING' ? 'em teste, não vale' : undefined;
}
