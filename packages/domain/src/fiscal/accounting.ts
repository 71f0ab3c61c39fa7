import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../ledger/ledger.ts';

/** Account of the accountant's chart for each account of the ledger that the agency has mapped. */
export type AccountMapping = Partial<Record<LedgerAccount, { code: string; name: string }>>;

/** Entry of the ledger: debit is positive, credit negative. */
export type LedgerEntry = {
  id: number;
  day: CalendarDate;
  history: string;
  postings: readonly { account: LedgerAccount; amount: Cents }[];
};

/** One side of a double entry in the accountant's chart: either `debit` or `credit` is above zero. */
export type AccountingLine = { account: LedgerAccount; code: string; name: string; debit: Cents; credit: Cents };

export type AccountingEntry = { id: number; day: CalendarDate; history: string; lines: AccountingLine[] };

export type AccountingExport =
  | { entries: AccountingEntry[]; problem?: never }
  | { problem: string; unmapped: LedgerAccount[] };

/**
 * Entries in the agency's chart of accounts, debits before credits. `problem` names in Portuguese the accounts that are
 * used and not mapped.
 * @throws RangeError when an entry is not balanced.
 */
export function accountingEntries(entries: readonly LedgerEntry[], mapping: AccountMapping): AccountingExport {
  const used = new Set(entries.flatMap(({ postings }) => postings.map(({ account }) => account)));
  const unmapped = [...used].filter((account) => !mapping[account]?.code.trim());
  if (unmapped.length > 0) {
    const names = unmapped.map((account) => `“${LEDGER_ACCOUNTS[account].name}”`).join(', ');
    return { problem: `Falta a conta do plano do contador para ${names}`, unmapped };
  }
  return { entries: entries.map((entry) => entryIn(mapping, entry)).filter(({ lines }) => lines.length > 0) };
}

function entryIn(mapping: AccountMapping, { postings, ...entry }: LedgerEntry): AccountingEntry {
  if (sum(postings.map(({ amount }) => amount)) !== 0) throw new RangeError(`Entry ${entry.id} is not balanced`);
  const lines = postings
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => Number(other.amount > 0) - Number(one.amount > 0))
    .map(({ account, amount }) => ({
      account,
      code: mapping[account]?.code.trim() ?? '',
      name: mapping[account]?.name ?? '',
      debit: Math.max(0, amount),
      credit: Math.max(0, -amount),
    }));
  return { ...entry, lines };
}

/** Sum of an account in a month; `of` tells the agency's own money from what it holds for owners, tenants and payees. */
export type AccountTotal = {
  account: LedgerAccount;
  code: string;
  name: string;
  of: 'AGENCY' | 'THIRD_PARTIES';
  debit: Cents;
  credit: Cents;
};

/** Totals by account, in the order of the ledger's accounts; debits and credits add up to the same. */
export function accountTotals(entries: readonly AccountingEntry[]): AccountTotal[] {
  const totals = new Map<LedgerAccount, AccountTotal>();
  for (const { account, code, name, debit, credit } of entries.flatMap(({ lines }) => lines)) {
    const before = totals.get(account) ?? { account, code, name, of: holderOf(account), debit: 0, credit: 0 };
    totals.set(account, { ...before, debit: before.debit + debit, credit: before.credit + credit });
  }
  const order = Object.keys(LEDGER_ACCOUNTS);
  return [...totals.values()].toSorted((one, other) => order.indexOf(one.account) - order.indexOf(other.account));
}

const holderOf = (account: LedgerAccount): AccountTotal['of'] =>
  LEDGER_ACCOUNTS[account].kind === 'LIABILITY' || account === 'OWNER_ADVANCES' ? 'THIRD_PARTIES' : 'AGENCY';

const LINE_END = '\r\n';
const HISTORY_SIZE = 512;

/**
 * Lines of a file for Domínio Sistemas, "Lançamentos em lote": fields between pipes, a pipe at both ends, CRLF, to be
 * encoded in Latin-1. Record 0000 has the CNPJ; 6000 opens an entry, with its type: X one debit and one credit in a
 * single 6100, D one debit, C one credit (which comes first), V several of each. Record 6100: day, debit account, credit
 * account, amount with a decimal comma, history code, history, user, branch, SCP. No public manual of the vendor was
 * found: the order is the one on which public converters that write files for Domínio agree (a SPED ECD converter, V3.1,
 * and an Odoo export checked against a file made by Domínio).
 */
export function* dominioFile(cnpj: string, entries: Iterable<AccountingEntry>): Generator<string, void, undefined> {
  yield record('0000', cnpj);
  for (const { day, history, lines } of entries) {
    const type = dominioType(lines);
    yield record('6000', type, '', '', '');
    const posting = (debit: string, credit: string, amount: Cents) =>
      record('6100', formatDate(day), debit, credit, decimal(amount), '', plain(history), '', '', '');
    const [debit, credit] = lines;
    if (type === 'X' && debit && credit) {
      yield posting(debit.code, credit.code, debit.debit);
      continue;
    }
    for (const line of type === 'C' ? lines.toReversed() : lines) {
      yield line.debit > 0 ? posting(line.code, '', line.debit) : posting('', line.code, line.credit);
    }
  }
}

function dominioType(lines: readonly AccountingLine[]): 'X' | 'D' | 'C' | 'V' {
  const debits = lines.filter(({ debit }) => debit > 0).length;
  const credits = lines.length - debits;
  if (debits === 1) return credits === 1 ? 'X' : 'D';
  return credits === 1 ? 'C' : 'V';
}

const record = (...fields: string[]) => `|${fields.join('|')}|${LINE_END}`;

/** `1500,00`, without thousands. */
function decimal(amount: Cents): string {
  const text = String(amount).padStart(3, '0');
  return `${text.slice(0, -2)},${text.slice(-2)}`;
}

/** Latin-1 without pipes and line breaks. */
function plain(text: string): string {
  return text
    .replace(/[–—−]/g, '-')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[|\s]+/g, ' ')
    .replace(/[^\x20-\x7e\u00a1-\u00ff]/g, '')
    .trim()
    .slice(0, HISTORY_SIZE);
}

/** Titles of the sheet whose rows `accountingRows` writes. */
export const ACCOUNTING_COLUMNS = [
  'Data',
  'Lançamento',
  'Conta',
  'Nome da conta',
  'Débito',
  'Crédito',
  'Dinheiro de',
  'Histórico',
] as const;

const HOLDERS = { AGENCY: 'Imobiliária', THIRD_PARTIES: 'Terceiros' } as const;

/** One row a posting, for a sheet or a CSV; a side without amount is empty. */
export function* accountingRows(entries: Iterable<AccountingEntry>): Generator<string[], void, undefined> {
  for (const { id, day, history, lines } of entries) {
    for (const { account, code, name, debit, credit } of lines) {
      const [debited, credited] = [debit, credit].map((amount) => (amount > 0 ? decimal(amount) : ''));
      yield [
        formatDate(day),
        String(id),
        code,
        name,
        debited ?? '',
        credited ?? '',
        HOLDERS[holderOf(account)],
        history,
      ];
    }
  }
}
