import type { reconciliationTasks } from '@morada/contract/bank/reconciliation-tasks';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import { count } from '#web/lib/count.ts';
import { dayAt } from '#web/lib/today.ts';
import { allOf, type Task } from '../today-queue.tsx';

type Tasks = Answer<typeof reconciliationTasks.list>;

/** Movements that have waited for an explanation for more than seven days, by account, and banks that give no statement. */
export const statementTasks = ({ open, failing }: Tasks) => allOf([...failing.map(asFailure), ...open.map(asTask)]);

function asFailure({ bank_name, account, account_id, failing_since, problem }: Tasks['failing'][number]): Task {
  return {
    title: 'Extrato do banco',
    who: `${bank_name}, conta ${account}: ${problem ?? 'o banco não responde.'}`,
    when: failing_since === null ? '' : `falhando desde ${formatDate(dayAt(failing_since))}`,
    late: true,
    verb: 'Abrir',
    link: { to: '/financial/reconciliation', search: account_id === null ? {} : { account: account_id } },
  };
}

function asTask({ account, count: open, oldest }: Tasks['open'][number]): Task {
  return {
    title: open === 1 ? '1 movimento sem identificação' : `${count(open)} movimentos sem identificação`,
    who: `${account.bank_name}, conta ${account.account}`,
    when: `desde ${formatDate(oldest)}`,
    late: true,
    verb: 'Conciliar',
    link: { to: '/financial/reconciliation', search: { account: account.id, state: 'OPEN' } },
  };
}
