import type { Answer } from '@morada/contract/base/endpoint';
import type { signatureTasks as calls } from '@morada/contract/desk/signature-tasks';
import { daysBetween, daysText, formatDate } from '@morada/domain/base/calendar';
import { ENVELOPE_WORDS } from '@morada/domain/signature/kinds';
import { today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

type Tasks = Answer<typeof calls.list>;
type Row = Tasks['out'][number];

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** Files that could not be closed, papers that were refused or expired, and those who have yet to sign. */
export const signatureTasks = ({ total, stuck, ended, out }: Tasks): Found => ({
  count: total,
  tasks: [
    ...stuck.map((row) => task(row, { who: row.problem, when: 'espera por alguém', late: true })),
    ...ended.map((row) =>
      task(row, { who: row.subject.label, when: ENVELOPE_WORDS[row.state].toLowerCase(), late: true }),
    ),
    ...out.map(asMissing),
  ],
});

function asMissing(row: Row): Task {
  const days = daysBetween(today(), row.deadline);
  const who = row.waiting.length > 0 ? `Falta ${listed.format(row.waiting)}` : row.subject.label;
  const when =
    days <= 0 ? 'prazo até hoje' : days <= 7 ? `prazo em ${daysText(days)}` : `até ${formatDate(row.deadline)}`;
  return task(row, { who, when, late: days <= 1 });
}

const task = ({ id, title }: Row, rest: Pick<Task, 'who' | 'when' | 'late'>): Task => ({
  ...{ title, verb: 'Abrir', ...rest },
  link: { to: '/contracts/signatures', search: { open: id } },
});
