import type { SignatureRow } from '@morada/contract/desk/signatures';
import type { EnvelopeState, SignerState } from '@morada/domain/signature/envelope';
import { ENVELOPE_WORDS } from '@morada/domain/signature/kinds';
import { SIGNER_WORDS } from '@morada/domain/signature/words';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconClockX,
  IconPencil,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

type Look = Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>;

const LOOKS: Readonly<Record<EnvelopeState, Look>> = {
  DRAFT: { tone: 'gray', icon: IconPencil },
  OUT: { tone: 'blue', icon: IconCircleDashed },
  SEALING: { tone: 'blue', icon: IconClock },
  SIGNED: { tone: 'green', icon: IconCircleCheckFilled },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  EXPIRED: { tone: 'yellow', icon: IconClockX },
  WITHDRAWN: { tone: 'gray', icon: IconCircleMinus },
};

type EnvelopeStatusProps = {
  envelope: Pick<SignatureRow, 'state' | 'outdated' | 'signed' | 'signers'>;
};

/** State of a paper, with how many have signed, or that its record has changed since. */
export function EnvelopeStatus({ envelope: { state, outdated, signed, signers } }: EnvelopeStatusProps) {
  const out = state === 'OUT' ? `${signed} de ${signers}` : undefined;
  return (
    <Status {...LOOKS[state]} note={out ?? (outdated ? 'com outros termos' : undefined)}>
      {ENVELOPE_WORDS[state]}
    </Status>
  );
}

const SIGNER_LOOKS: Readonly<Record<SignerState, Look>> = {
  WAITING: { tone: 'gray', icon: IconClock },
  ASKED: { tone: 'blue', icon: IconCircleDashed },
  SIGNED: { tone: 'green', icon: IconCircleCheckFilled },
  REFUSED: { tone: 'red', icon: IconCircleX },
  CLOSED: { tone: 'gray', icon: IconCircleMinus },
};

export const SignerStatus = ({ state }: { state: SignerState }) => (
  <Status {...SIGNER_LOOKS[state]}>{SIGNER_WORDS[state]}</Status>
);
