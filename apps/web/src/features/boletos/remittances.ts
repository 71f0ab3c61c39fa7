import { boletos, type RemittanceRow } from '@morada/contract/boletos';
import type { Answer } from '@morada/contract/endpoint';
import { formatMoney } from '@morada/domain/money';
import { download } from '#web/lib/files.ts';
import { toast } from '#web/lib/toast.ts';

export type Remitted = Answer<typeof boletos.remit>;

export const saveRemittance = ({ id }: Pick<RemittanceRow, 'id'>) =>
  download(boletos.remittanceFile, { params: { id } }).catch(toast.failure);

/** "12 boletos · R$ 18.450,00" */
export const remittanceWords = ({ boletos: count, amount }: RemittanceRow) =>
  `${count === 1 ? '1 boleto' : `${count} boletos`} · ${formatMoney(amount)}`;
