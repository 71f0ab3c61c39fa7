/** An account as a bank or a person names it. */
export type NamedAccount = { agency: string | null; account: string };

/** `0057123457` and `57123-457` are one account; a letter is a check digit. */
export const accountKey = (account: string) =>
  account
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');

const AGENCY_LENGTH = 4;

/** `3344-8`, `03344`: the number without its check digit and leading zeros. */
function agencyNumber(agency: string): string {
  const [number = ''] = agency.split('-');
  return number
    .replace(/\D/g, '')
    .slice(-5)
    .replace(/^0+(?=.)/, '')
    .slice(0, AGENCY_LENGTH);
}

/** Whether two namings may be of one agency: a missing one doesn't contradict. */
const agenciesAgree = (one: string | null, other: string | null) =>
  !one || !other || agencyNumber(one) === agencyNumber(other);

/** Keys that an account may have: as written, and without the agency that some banks put before it. */
function keysOf(account: string, agencies: readonly string[]): string[] {
  const digits = account.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const bare = agencies.flatMap((agency) => {
    const prefix = agencyNumber(agency).padStart(AGENCY_LENGTH, '0');
    return digits.startsWith(prefix) && digits.length >= prefix.length + 3
      ? accountKey(digits.slice(prefix.length))
      : [];
  });
  return [accountKey(account), ...bare];
}

/** The account without the check digit that a dash sets apart; undefined where none is. */
function withoutDigit(account: string): string | undefined {
  const written = account.trim();
  return /-[0-9A-Z]$/i.test(written) && /^\D*\d/.test(written) ? written.slice(0, -2) : undefined;
}

/**
 * Whether two namings are one account of a bank: with or without zeros, agency or check digit. Two digits apart from
 * each other, or two agencies, are two accounts.
 */
export function isSameAccount(one: NamedAccount, other: NamedAccount): boolean {
  if (!agenciesAgree(one.agency, other.agency)) return false;
  const agencies = [one.agency, other.agency].flatMap((agency) => agency || []);
  const keys = (account: string | undefined) => new Set(account === undefined ? [] : keysOf(account, agencies));
  const meet = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((key) => others.has(key));
  const [whole, otherWhole] = [keys(one.account), keys(other.account)];
  const [cut, otherCut] = [keys(withoutDigit(one.account)), keys(withoutDigit(other.account))];
  return meet(whole, otherWhole) || meet(cut, otherWhole) || meet(whole, otherCut);
}
