import type { PaymentGroup, PaymentLine } from '@morada/contract/money/payments';
import { type Cents, sum } from '@morada/domain/base/money';

type Target = NonNullable<PaymentLine['target']>;

/** `341 Itaú Unibanco S.A.`, `Pix` */
const groupName = ({ bank, bank_name }: Target) => (bank === null ? 'Pix' : `${bank} ${bank_name}`);

/** Groups payments by bank, in order of bank number, with Pix last. */
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

/** Sorts after every bank number. */
const PIX = 'pix';
