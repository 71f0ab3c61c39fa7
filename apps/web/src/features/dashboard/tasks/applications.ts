import type { Today } from '@morada/contract/desk/today';
import type { ApplicationRow } from '@morada/contract/lease/application-row';
import { daysBetween, daysText } from '@morada/domain/base/calendar';
import { dayAt, today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Applications that wait for their analysis or for the decision, the oldest first. */
export const applicationTasks = ({ data, total }: NonNullable<Today['applications']>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

const STEPS: Partial<Record<ApplicationRow['state'], { words: string; verb: string }>> = {
  COMPLETE: { words: 'completa', verb: 'Analisar' },
  IN_ANALYSIS: { words: 'em análise', verb: 'Responder' },
  RECOMMENDED: { words: 'espera a segunda aprovação', verb: 'Responder' },
};

function asTask({ id, state, tenant, property, rent, updated_at }: ApplicationRow): Task {
  const days = daysBetween(dayAt(updated_at), today());
  const { words = '', verb = 'Abrir' } = STEPS[state] ?? {};
  return {
    title: `Ficha ${id}`,
    who: [tenant ?? 'Sem locatário', property.label].join(', '),
    when: days > 0 ? `${words} há ${daysText(days)}` : words,
    late: days >= 2,
    amount: rent,
    verb,
    link: { to: '/contracts/applications', search: { open: id } },
  };
}
