import { type Cents, sum } from '../../base/money.ts';
import { FIRST_LATE_DAY } from './late-charges.ts';

/** Age bands; the last one has no upper limit. */
const AGES = [
  { upTo: FIRST_LATE_DAY - 1, name: `Até ${FIRST_LATE_DAY - 1} dias` },
  { upTo: 30, name: `De ${FIRST_LATE_DAY} a 30 dias` },
  { upTo: 60, name: 'De 31 a 60 dias' },
  { upTo: 90, name: 'De 61 a 90 dias' },
  { upTo: Number.POSITIVE_INFINITY, name: 'Mais de 90 dias' },
];

export type LateAge = { name: string; payments: number; amount: Cents };

/** Late payments by their age, the youngest first; ages without any are left out. */
export function lateAges(payments: { days: number; amount: Cents; payments: number }[]): LateAge[] {
  return AGES.map(({ name, upTo }, place) => {
    const from = AGES[place - 1]?.upTo ?? Number.NEGATIVE_INFINITY;
    const those = payments.filter(({ days }) => days > from && days <= upTo);
    return {
      name,
      payments: sum(those.map(({ payments }) => payments)),
      amount: sum(those.map(({ amount }) => amount)),
    };
  }).filter(({ payments }) => payments > 0);
}
