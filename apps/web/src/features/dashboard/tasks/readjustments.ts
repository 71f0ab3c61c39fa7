import type { Today } from '@morada/contract/desk/today';
import type { ProposalRow } from '@morada/contract/lease/proposals';
import { readjustments } from '@morada/contract/lease/readjustments';
import { type CalendarDate, daysBetween, daysText, referenceOf } from '@morada/domain/base/calendar';
import { readjustmentState } from '@morada/domain/lease/contract';
import type * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

type Contract = z.output<typeof ProposalRow> & { next_readjustment: CalendarDate };

/** Contracts whose readjustment has passed, then those in which it is near. */
export const readjustmentTasks = ({ late, soon }: NonNullable<Today['readjustments']>): Found => ({
  tasks: [...inOrder(late.data), ...inOrder(soon.data)].map(asTask),
  count: late.total + soon.total,
});

const inOrder = (rows: readonly z.output<typeof ProposalRow>[]) =>
  rows
    .flatMap(({ next_readjustment, ...row }): Contract[] => (next_readjustment ? [{ ...row, next_readjustment }] : []))
    .toSorted((a, b) => (a.next_readjustment < b.next_readjustment ? -1 : 1));

function asTask(contract: Contract): Task {
  const { id, tenant, next_readjustment, current_price } = contract;
  const late = readjustmentState(contract, today()).tone === 'late';
  const days = daysBetween(today(), next_readjustment);
  return {
    title: `Reajuste do contrato ${id}`,
    who: tenant,
    when: late ? `atrasado há ${daysText(-days)}` : days === 0 ? 'reajuste hoje' : `em ${daysText(days)}`,
    late,
    amount: current_price,
    ...(may(readjustments.apply.access)
      ? {
          verb: 'Reajustar',
          link: { to: '/contracts/readjustments', search: late ? {} : { month: referenceOf(next_readjustment) } },
        }
      : { verb: 'Abrir', link: { to: '/contracts/info/$id', params: { id: String(id) } } }),
  };
}
