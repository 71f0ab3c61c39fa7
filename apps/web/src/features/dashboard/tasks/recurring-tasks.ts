import type { recurrences } from '@morada/contract/bank/recurrences';
import type { Answer } from '@morada/contract/base/endpoint';
import { enderWords } from '@morada/domain/bank/pix/recurrence';
import { formatDate } from '@morada/domain/base/calendar';
import { allOf, type Task } from '../today-queue.tsx';
import { aboutInvoice } from './bank-tasks.ts';

/** What Pix Automático asks of a person. */
export const debitTasks = (found: Answer<typeof recurrences.tasks>) => allOf(recurringTasks(found));

export function recurringTasks({ failed, ended }: Answer<typeof recurrences.tasks>): Task[] {
  const missed = failed.map((row) => {
    const who = row.problem ? `${row.tenant}: ${row.problem}` : row.tenant;
    return aboutInvoice('Pix Automático não debitado', row, who, `vence em ${formatDate(row.due_date)}`);
  });
  const over = ended.map(
    ({ proposal_id, tenant, ended_by }): Task => ({
      title: `Pix Automático encerrado, contrato ${proposal_id}`,
      who: tenant,
      when: enderWords(ended_by) ?? 'no banco',
      late: false,
      verb: 'Abrir',
      link: { to: '/contracts/info/$id', params: { id: String(proposal_id) }, search: { tab: 'automatico' } },
    }),
  );
  return [...missed, ...over];
}
