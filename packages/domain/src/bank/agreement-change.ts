import type { BoletoBankCode } from './boleto-banks.ts';

type Fields = Readonly<Record<string, string>>;

/** A current or former agreement of the agency. */
export type KeptAgreement = {
  id: number;
  bank: BoletoBankCode;
  fields: Fields;
  active: boolean;
  /** Boletos or payments were made under it, or its boletos went to the bank by calls, so its fields must not change. */
  used: boolean;
  /** Running number that the next boleto follows. */
  last_number: number;
  /** Highest number of a boleto; 0 without any. */
  highest: number;
};

/**
 * Resolves which kept agreement the wanted one continues (none: a new one), and the number its next boleto follows.
 * Banks refuse a number they have seen, under any agreement.
 */
export function changeAgreement(
  kept: readonly KeptAgreement[],
  wanted: { bank: BoletoBankCode; fields: Fields; last_number: number | undefined },
): { id: number | undefined; last_number: number; isTaken: boolean } {
  const ofBank = kept.filter(({ bank }) => bank === wanted.bank);
  const same = ofBank.find(({ fields }) => isSame(fields, wanted.fields));
  const unused = kept.find(({ active, used }) => active && !used);
  const last_number = wanted.last_number ?? Math.max(0, ...ofBank.map((agreement) => agreement.last_number));
  const highest = Math.max(0, ...ofBank.map((agreement) => agreement.highest));
  return { id: (same ?? unused)?.id, last_number, isTaken: last_number < highest };
}

const isSame = (one: Fields, other: Fields) =>
  [...Object.keys(one), ...Object.keys(other)].every((key) => one[key] === other[key]);
