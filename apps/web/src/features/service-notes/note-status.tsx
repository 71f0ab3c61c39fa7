import type { ServiceNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import { NOTE_STATES, NOTE_WAITS, type NoteState } from '@morada/domain/fiscal/service-note';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Readonly<Record<NoteState, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  PENDING: { tone: 'blue', icon: IconCircleDashed },
  SENDING: { tone: 'blue', icon: IconClock },
  RECALLING: { tone: 'yellow', icon: IconClock },
  ISSUED: { tone: 'green', icon: IconCircleCheckFilled },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELING: { tone: 'yellow', icon: IconClock },
  CANCELED: { tone: 'gray', icon: IconCircleMinus },
  EXCEPTION: { tone: 'red', icon: IconAlertTriangleFilled },
  WITHDRAWN: { tone: 'gray', icon: IconCircleMinus },
};

/** State of a note, and why it waits. */
export function NoteStatus({ note: { state, held, problem } }: { note: ServiceNoteRow }) {
  return (
    <Status
      {...LOOKS[state]}
      {...(problem !== null && { note: 'sem resposta ou certificado', noteTone: 'red' as const })}
    >
      {state === 'PENDING' && held ? NOTE_WAITS.RELEASE : NOTE_STATES[state]}
    </Status>
  );
}
