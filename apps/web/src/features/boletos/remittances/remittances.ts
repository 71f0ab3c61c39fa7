import { boletos, type RemittanceRow } from '@morada/contract/bank/boletos';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatMoney } from '@morada/domain/base/money';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';

export type Remitted = Answer<typeof boletos.remit>;

export const saveRemittance = ({ id }: Pick<RemittanceRow, 'id'>) =>
  download(boletos.remittanceFile, { params: { id } }).catch(toast.failure);

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** "12 registros · R$ 18.450,00 · 2 cancelamentos": a cancellation has no amount. */
export const remittanceWords = ({ registrations, cancellations, amount }: RemittanceRow) =>
  [
    registrations > 0 && `${counted(registrations, 'registro', 'registros')} · ${formatMoney(amount)}`,
    cancellations > 0 && counted(cancellations, 'cancelamento', 'cancelamentos'),
  ]
    .filter(Boolean)
    .join(' · ');
