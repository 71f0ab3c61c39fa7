import type { bankFiles, OpenBankLine } from '@morada/contract/bank/bank-files';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import type { Found, Task } from '../today-queue.tsx';

/** Payments in the bank's files that no invoice was settled with. */
export const openPaymentTasks = ({ data, total }: Answer<typeof bankFiles.open>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

function asTask({ label, found, paid_on, paid_amount }: OpenBankLine): Task {
  return {
    title: 'Pagamento sem fatura',
    who: found?.user.name ?? label,
    when: paid_on ? `pago em ${formatDate(paid_on)}` : 'dia ilegível',
    late: false,
    ...(paid_amount !== null && { amount: paid_amount }),
    verb: 'Resolver',
    link: { to: '/financial/boletos', search: { down: 'open' } },
  };
}
