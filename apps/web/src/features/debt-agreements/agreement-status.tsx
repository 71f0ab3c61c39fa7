import type { DebtAgreementRow } from '@morada/contract/collection/debt-agreements';
import { formatDate } from '@morada/domain/base/calendar';
import { DEBT_AGREEMENT_STATES, type DebtAgreementState } from '@morada/domain/debt-agreement/debt-agreement';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Status } from '#web/ui/display/status.tsx';

const LOOKS: Readonly<Record<DebtAgreementState, Pick<ComponentProps<typeof Status>, 'tone' | 'icon'>>> = {
  OFFERED: { tone: 'yellow', icon: IconCircleDashed },
  ACCEPTED: { tone: 'blue', icon: IconCircleDashed },
  KEPT: { tone: 'green', icon: IconCircleCheckFilled },
  BROKEN: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELLED: { tone: 'gray', icon: IconCircleMinus },
  EXPIRED: { tone: 'gray', icon: IconCircleMinus },
};

type AgreementStatusProps = { agreement: Pick<DebtAgreementRow, 'state' | 'valid_until' | 'breaks_on' | 'ended_on'> };

/** State of an agreement, with the day that matters next. */
export function AgreementStatus({ agreement: { state, valid_until, breaks_on, ended_on } }: AgreementStatusProps) {
  const isLate = state === 'ACCEPTED' && breaks_on !== null;
  return (
    <Status
      {...(isLate ? { tone: 'red', icon: IconAlertTriangleFilled } : LOOKS[state])}
      note={noteOf({ state, valid_until, breaks_on, ended_on })}
    >
      {isLate ? 'Parcela em atraso' : DEBT_AGREEMENT_STATES[state]}
    </Status>
  );
}

function noteOf({ state, valid_until, breaks_on, ended_on }: AgreementStatusProps['agreement']): string | undefined {
  if (state === 'OFFERED') return `até ${formatDate(valid_until)}`;
  if (breaks_on !== null) return `rompe em ${formatDate(breaks_on)}`;
  return ended_on ? `em ${formatDate(ended_on)}` : undefined;
}
