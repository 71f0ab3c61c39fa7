import { bankLink } from '@morada/contract/bank/bank-link';
import type { Answer } from '@morada/contract/base/endpoint';
import { count } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { allOf, type Task } from '../today-queue.tsx';
import { aboutInvoice, failingBank, refusedByBank } from './bank-tasks.ts';

/** What the connection to the bank asks of a person. */
export const bankTasks = (found: Answer<typeof bankLink.tasks>) =>
  allOf(bankLinkTasks(found, { setsUp: may(bankLink.show.access) }));

/** `setsUp`: the page of the connection is open to this person; others only look into what they have to settle. */
export function bankLinkTasks(
  { failing_since, problem, refused, given_back, unread }: Answer<typeof bankLink.tasks>,
  { setsUp }: { setsUp: boolean },
): Task[] {
  const to = { to: '/settings/bank-link' } as const;
  const failing = setsUp ? failingBank('Banco por Pix', { failing_since, problem }, to) : [];
  const refusals = refusedByBank(
    'Cobranças Pix',
    setsUp ? refused : 0,
    refused === 1 ? '1 recusada pelo banco' : `${count(refused)} recusadas pelo banco`,
    'com o motivo de cada uma',
    to,
  );
  const returned = given_back.map((row) => aboutInvoice('Pix devolvido', row, row.problem));
  const vain: Task[] =
    unread.count > 0
      ? [
          {
            title: 'Pix avisados que o banco não mostra',
            who: `${count(unread.count)}, o mais antigo ${unread.oldest}`,
            when: 'confira no extrato do banco',
            late: true,
            verb: 'Abrir',
            link: setsUp ? to : { to: '/financial/reconciliation' },
          },
        ]
      : [];
  const full: Task[] = unread.full
    ? [
        {
          title: 'Avisos de Pix demais',
          who: 'Hoje os avisos nomearam Pix demais que o banco não conhece: os próximos são recusados.',
          when: 'os Pix recebidos seguem lidos a cada minuto',
          late: true,
          verb: 'Abrir',
          link: setsUp ? to : { to: '/financial/reconciliation' },
        },
      ]
    : [];
  return [...failing, ...returned, ...vain, ...full, ...refusals];
}
