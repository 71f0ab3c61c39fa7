import { boletoLink } from '@morada/contract/bank/boleto-link';
import type { Answer } from '@morada/contract/base/endpoint';
import { count } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { allOf, type Task } from '../today-queue.tsx';
import { aboutInvoice, failingBank, refusedByBank } from './bank-tasks.ts';

/** What boletos registered by calls ask of a person. */
export const boletoTasks = (found: Answer<typeof boletoLink.tasks>) =>
  allOf(boletoLinkTasks(found, { setsUp: may(boletoLink.show.access) }));

/** `setsUp`: the page of the connection is open to this person; others see the boletos themselves. */
export function boletoLinkTasks(
  { failing_since, problem, refused, taken_back }: Answer<typeof boletoLink.tasks>,
  { setsUp }: { setsUp: boolean },
): Task[] {
  const to = { to: '/settings/boleto-link' } as const;
  const list = { to: '/financial/boletos', search: { registration: 'REFUSED' } } as const;
  const failing = setsUp ? failingBank('Boletos no banco', { failing_since, problem }, to) : [];
  const refusals = refusedByBank(
    'Boletos',
    refused,
    refused === 1 ? '1 recusado pelo banco' : `${count(refused)} recusados pelo banco`,
    'com o motivo de cada um',
    setsUp ? to : list,
  );
  const withdrawn = taken_back.map((row) => aboutInvoice('Pagamento cancelado pelo banco', row, row.problem));
  return [...failing, ...withdrawn, ...refusals];
}
