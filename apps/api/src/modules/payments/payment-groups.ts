import type { PaymentGroup, PaymentLine } from '@morada/contract/payments';
import { type Cents, sum } from '@morada/domain/base/money';

type Target = NonNullable<PaymentLine['target']>;

/** `341 Itaú Unibanco S.A.`, `Pix` */
const groupName = ({ bank, bank_name }: Target) => (bank === null ? 'Pix' : `${bank} ${bank_name}`);

/** Those of one bank together, in the banks' order; what goes by Pix at the end. */
export function grouped<Paid extends { amount: Cents; payment: string | null }>(
  payments: readonly Paid[],
  targetOf: (paid: Paid) => Target,
): (PaymentGroup & { of: Paid[] })[] {
  const groups = [...Map.groupBy(payments, (paid) => targetOf(paid).bank ?? PIX)].map(([key, of]) => ({
    bank: key === PIX ? null : key,
    name: of[0] ? groupName(targetOf(of[0])) : '',
    payments: new Set(of.map(({ payment }, place) => payment ?? place)).size,
    amount: sum(of.map(({ amount }) => amount)),
    of: of.toSorted((one, other) => targetOf(one).holder.localeCompare(targetOf(other).holder, 'pt-BR')),
  }));
  return groups.sort((one, other) => ((one.bank ?? PIX) < (other.bank ?? PIX) ? -1 : 1));
}

/** After every bank's number. */
const PIX = 'pix';
