import type { Today } from '@morada/contract/desk/today';
import type { BidRow } from '@morada/contract/lease/bids';
import { addDays, formatDate } from '@morada/domain/base/calendar';
import { answerer } from '@morada/domain/lease/bid';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Bids that wait for an answer or for their contract, those that expire first at the head. */
export const bidTasks = ({ data, total }: NonNullable<Today['bids']>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

const WAITS = { OWNER: 'o proprietário responde', PROSPECT: 'o interessado responde' } as const;

function asTask({ id, state, name, property, amount, expires_on }: BidRow): Task {
  const party = answerer(state);
  return {
    title: `Proposta ${id}`,
    who: [name ?? 'Dados apagados', property].join(', '),
    when: party ? `${WAITS[party]} até ${formatDate(expires_on)}` : 'aceita, espera o contrato',
    late: party !== undefined && expires_on <= addDays(today(), 1),
    amount,
    verb: 'Abrir',
    link: { to: '/contracts/bids', search: { open: id } },
  };
}
