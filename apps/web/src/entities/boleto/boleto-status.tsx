import type { BoletoRow } from '@morada/contract/bank/boletos';
import { daysBetween, daysText } from '@morada/domain/base/calendar';
import {
  IconAlertTriangleFilled,
  IconBuildingBank,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDotted,
  IconCircleMinus,
  IconSend,
} from '@tabler/icons-react';
import { today } from '#web/lib/today.ts';
import { Status } from '#web/ui/display/status.tsx';

export const BOLETO_STATES = {
  OPEN: { word: 'Em aberto', tone: 'yellow', icon: IconCircleDashed },
  LATE: { word: 'Vencido', tone: 'red', icon: IconAlertTriangleFilled },
  PAID: { word: 'Pago', tone: 'green', icon: IconCircleCheckFilled },
  CANCELED: { word: 'Cancelado', tone: 'gray', icon: IconCircleMinus },
} as const;

export const REGISTRATIONS = {
  NONE: { word: 'Sem registro', tone: 'gray', icon: IconCircleDotted },
  SENT: { word: 'Enviado ao banco', tone: 'blue', icon: IconSend },
  REGISTERED: { word: 'Registrado', tone: 'green', icon: IconBuildingBank },
  REFUSED: { word: 'Recusado', tone: 'red', icon: IconAlertTriangleFilled },
} as const;

/** «Nosso número», or a placeholder until the bank has assigned one. */
export const numberShown = ({ nosso_numero }: Pick<BoletoRow, 'nosso_numero'>) => nosso_numero ?? 'Sem número ainda';

/** `boleto 12/345-6`, in a sentence. */
export const boletoNamed = ({ nosso_numero }: Pick<BoletoRow, 'nosso_numero'>) =>
  nosso_numero === null ? 'boleto sem número ainda' : `boleto ${nosso_numero}`;

export function BoletoStatus({ boleto: { state, due_date } }: { boleto: Pick<BoletoRow, 'state' | 'due_date'> }) {
  const { word, tone, icon } = BOLETO_STATES[state];
  const since = state === 'LATE' ? `há ${daysText(daysBetween(due_date, today()))}` : undefined;
  return (
    <Status tone={tone} icon={icon} note={since}>
      {word}
    </Status>
  );
}

type Registered = Pick<BoletoRow, 'registration' | 'registration_note'>;

/** Registration status at the bank, with the reason for a refusal. */
export function Registration({ boleto: { registration, registration_note } }: { boleto: Registered }) {
  const { word, tone, icon } = REGISTRATIONS[registration];
  const reason = registration === 'REFUSED' ? registration_note : null;
  return (
    <Status tone={tone} icon={icon}>
      {reason ? `${word}: ${reason}` : word}
    </Status>
  );
}
