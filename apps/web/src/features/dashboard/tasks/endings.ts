import type { Today } from '@morada/contract/desk/today';
import { type ProposalRow, proposals } from '@morada/contract/lease/proposals';
import { daysBetween, daysText } from '@morada/domain/base/calendar';
import type * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Contracts to extend or to close: those past their end until that is decided, then those that end within the days of notice. */
export const endingTasks = ({ data, total }: NonNullable<Today['endings']>): Found => ({
  tasks: data.toSorted((a, b) => (a.end_date < b.end_date ? -1 : 1)).map(asTask),
  count: total,
});

function asTask({ id, tenant, current_price, ...row }: z.output<typeof ProposalRow>): Task {
  return {
    who: tenant,
    ...ending(id, row),
    amount: current_price,
    verb: may(proposals.update.access) ? 'Decidir' : 'Abrir',
    link: { to: '/contracts/info/$id', params: { id: String(id) } },
  };
}

/** An open-ended lease past its end date is not overdue; one that is set to end at its term is. */
function ending(id: number, row: Pick<z.output<typeof ProposalRow>, 'status' | 'end_date' | 'ends_at_term'>) {
  const days = daysBetween(today(), row.end_date);
  if (days < 0) {
    const title = `Prorrogar ou encerrar o contrato ${id}`;
    return { title, when: `terminou há ${daysText(-days)}`, late: row.ends_at_term };
  }
  const when = days === 0 ? 'termina hoje' : `em ${daysText(days)}`;
  const title = `Término do contrato ${id}`;
  return { title, when: row.ends_at_term ? `encerra no fim, ${when}` : when, late: false };
}
