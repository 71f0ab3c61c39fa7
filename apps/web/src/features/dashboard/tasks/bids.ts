import type { Today } from '@morada/contract/desk/today';
import type { BidRow } from '@morada/contract/lease/bid-row';
import { addDays, formatDate } from '@morada/domain/base/calendar';
import type { BidState } from '@morada/domain/lease/bid';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Bids that wait for an answer or for their contract, those that expire first at the head. */
export const bidTasks = ({ data, total }: NonNullable<Today['bids']>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

/** Whose answer is awaited. */
const WAITS: Partial<Record<BidState, string>> = {
  SENT: 'o proprietário responde',
  COUNTERED: 'o interessado responde',
};

function asTask({ id, state, name, property, amount, expires_on }: BidRow): Task {
  const waits = WAITS[state];
  return {
    title: `Proposta ${id}`,
    who: [name ?? 'Dados apagados', property].join(', '),
    when: waits ? `${waits} até ${formatDate(expires_on)}` : 'aceita, espera o contrato',
    late: waits !== undefined && expires_on <= addDays(today(), 1),
    amount,
    verb: 'Abrir',
    link: { to: '/contracts/bids', search: { open: id } },
  };
}
