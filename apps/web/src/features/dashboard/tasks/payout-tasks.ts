import type { PayoutRow, payoutTasks } from '@morada/contract/bank/payout-tasks';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import { dayAt } from '#web/lib/today.ts';
import { allOf, type Task } from '../today-queue.tsx';
import { failingBank } from './bank-tasks.ts';

/** What payments of transfers ask of a person. */
export const payingTasks = (found: Answer<typeof payoutTasks.list>) => allOf(tasksOf(found));

const open = ({ batch_id }: PayoutRow) =>
  ({ verb: 'Abrir', link: { to: '/financial/payments', search: { open: batch_id } } }) as const;

function tasksOf({
  waiting,
  held,
  changes,
  unanswered,
  failed,
  returns,
  failing_since,
  problem,
}: Answer<typeof payoutTasks.list>): Task[] {
  const approvals: Task[] =
    waiting > 0
      ? [
          {
            title: 'Aprovar pagamentos',
            who: waiting === 1 ? '1 espera outra pessoa' : `${waiting.toLocaleString('pt-BR')} esperam outra pessoa`,
            when: 'com o motivo de cada um',
            late: false,
            verb: 'Abrir',
            link: { to: '/financial/payments' },
          },
        ]
      : [];
  return [
    ...failingBank('Banco que paga', { failing_since, problem }, { to: '/financial/payments' }),
    ...unanswered.map(
      (row): Task => ({
        title: `Pix sem resposta, ${row.owner}`,
        who: row.problem ?? 'O banco não disse se pagou.',
        when: 'confira no extrato do banco',
        late: true,
        amount: row.amount,
        ...open(row),
      }),
    ),
    ...failed.map(
      (row): Task => ({
        title: row.state === 'RETURNED' ? `Pix devolvido, ${row.owner}` : `Pix recusado, ${row.owner}`,
        who: row.problem ?? 'O banco não disse o motivo.',
        when: 'o repasse continua pendente',
        late: true,
        amount: row.amount,
        ...open(row),
      }),
    ),
    ...returns.map(
      (row): Task => ({
        title: `Devolução a confirmar, ${row.owner}`,
        who: row.return_asked?.by ? `marcada por ${row.return_asked.by}` : 'marcada por uma pessoa',
        when: 'confira no extrato do banco',
        late: false,
        amount: row.amount,
        ...open(row),
      }),
    ),
    ...approvals,
    ...held.map(
      ({ what, by, not_before, refusal }): Task => ({
        title: refusal === null ? `Confirmar: ${what}` : `Espera confirmação: ${what}`,
        who: `pedido por ${by}`,
        when:
          not_before === null
            ? 'vale quando outro administrador confirmar'
            : `vale em ${formatDate(dayAt(not_before))}, se ninguém recusar`,
        late: false,
        verb: 'Abrir',
        link: { to: '/settings/payouts' },
      }),
    ),
    ...changes.map(
      ({ what, by, of, at }): Task => ({
        title: CHANGED[what] ?? `Acesso mudado, ${of ?? 'uma pessoa'}`,
        who: `por ${by}, em ${formatDate(dayAt(at))}`,
        when: 'se você não sabia, fale com quem mudou',
        late: false,
        verb: 'Abrir',
        link: { to: what === 'RECEIVING' ? '/settings/agency' : '/settings/payouts' },
      }),
    ),
  ];
}

const CHANGED: Readonly<Record<string, string>> = {
  SAFEGUARDS: 'Proteções dos pagamentos mudadas',
  RECEIVING: 'Onde a imobiliária recebe foi mudado',
};
