import type { AccountAtBank } from './bank-entry.ts';
import { type Agreement, type BoletoBankCode, boletoBank } from './boleto-banks.ts';

/** Field of the agreement that a bank's files give as the account; other banks write a value of no agreement there. */
const ACCOUNT_FIELD: Partial<Record<BoletoBankCode, 'account' | 'agreement'>> = {
  '001': 'account',
  '104': 'agreement',
  '237': 'account',
  '341': 'account',
};

/** Normalized form for comparison, with or without leading zeros. */
export const withoutZeros = (text: string) => text.replace(/\W/g, '').replace(/^0+/, '');

/** Whether two accounts are equal, with or without the check digit. */
function isSame(one: string | undefined, other: string | null): boolean {
  const [short = '', long = ''] = [withoutZeros(one ?? ''), withoutZeros(other ?? '')].sort(
    (a, b) => a.length - b.length,
  );
  return short === '' || (long.startsWith(short) && long.length - short.length <= 1);
}

/** Whether a file's line can belong to a boleto of this agreement; values that the file omits are not compared. */
export function isOfAccount(agreement: Agreement, { bank, agency, account }: AccountAtBank): boolean {
  if (bank === null) return true;
  const field = ACCOUNT_FIELD[agreement.bank];
  return bank === agreement.bank && isSame(agreement.agency, agency) && (!field || isSame(agreement[field], account));
}

/** How a number may be printed: alone or after its wallet, with its check digit or without, without zeros in front. */
export function printedForms({ nosso_numero, shown }: { nosso_numero: string; shown: string }): Set<string> {
  const whole = shown.toUpperCase().replace(/[^\dA-Z]/g, '');
  const start = whole.indexOf(nosso_numero);
  const [wallet, digit] = start < 0 ? ['', ''] : [whole.slice(0, start), whole.slice(start + nosso_numero.length)];
  return new Set(
    [wallet + nosso_numero + digit, wallet + nosso_numero, nosso_numero + digit, nosso_numero].map(withoutZeros),
  );
}

/** Length of this agreement's nosso número in its form for comparison. */
export function numberLength(agreement: Agreement): number {
  return boletoBank(agreement.bank)?.nossoNumero(agreement, 1, 2000).bare.length ?? 0;
}

/** Our numbers that a printed one may represent, given the lengths of ours. */
export function candidateNumbers(printed: string, lengths: Iterable<number>): string[] {
  const withoutDigit = printed.slice(0, -1);
  const forms = [printed, withoutDigit].filter((form) => /^\d+$/.test(form));
  return [...lengths].flatMap((length) => forms.map((form) => form.slice(-length).padStart(length, '0')));
}
