import { type CalendarDate, formatDate } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../ledger/ledger.ts';

/** Code in the accountant's chart of each account of the ledger; null or absent: not mapped. */
export type AccountMapping = Partial<Record<LedgerAccount, string | null>>;

/** Accounts of the ledger, in the order of forms and totals. */
export const ACCOUNTS = Object.keys(LEDGER_ACCOUNTS) as [LedgerAccount, ...LedgerAccount[]];

/** The agency's own money, or money that it holds for owners, tenants, the tax office and others. */
export type MoneyHolder = 'AGENCY' | 'THIRD_PARTIES';

export const MONEY_HOLDERS = { AGENCY: 'Imobiliária', THIRD_PARTIES: 'Terceiros' } as const satisfies Record<
  MoneyHolder,
  string
>;

/** Advances are to be repaid by the owners, so they belong to third parties, like amounts owed to owners. */
export const holderOf = (account: LedgerAccount): MoneyHolder =>
  LEDGER_ACCOUNTS[account].kind === 'LIABILITY' || account === 'OWNER_ADVANCES' ? 'THIRD_PARTIES' : 'AGENCY';

/** Entry of the ledger: debit is positive, credit negative. */
export type LedgerEntry = {
  id: number;
  day: CalendarDate;
  history: string;
  postings: readonly { account: LedgerAccount; amount: Cents; person?: string | null }[];
};

/** One side of a double entry in the accountant's chart: either `debit` or `credit` is above zero. */
export type AccountingLine = {
  account: LedgerAccount;
  /** Null: not mapped. */
  code: string | null;
  /** Name in the ledger. */
  name: string;
  debit: Cents;
  credit: Cents;
  /** Person whose part of the account it is. */
  person: string | null;
};

export type AccountingEntry = Omit<LedgerEntry, 'postings'> & { lines: AccountingLine[] };

/** Accounts in use that have no code, in the order of the ledger's accounts. */
export function unmappedAccounts(used: Iterable<LedgerAccount>, mapping: AccountMapping): LedgerAccount[] {
  const all = new Set(used);
  return ACCOUNTS.filter((account) => all.has(account) && !mapping[account]);
}

const ALL = new Intl.ListFormat('pt-BR');

/** `Faltam as contas de “Caixa” e “Vendas” no plano de contas`; undefined where none is missing. */
export function unmappedInWords(accounts: readonly LedgerAccount[]): string | undefined {
  if (accounts.length === 0) return undefined;
  const names = ALL.format(accounts.map((account) => `“${LEDGER_ACCOUNTS[account].name}”`));
  return `${accounts.length === 1 ? 'Falta a conta' : 'Faltam as contas'} de ${names} no plano de contas`;
}

/**
 * Accounts of third parties whose code is also used for the agency's own money, with the reason in Portuguese: fees
 * could not be distinguished from amounts owed to others.
 */
export function chartProblems(mapping: AccountMapping): { account: LedgerAccount; message: string }[] {
  const own = new Map(
    ACCOUNTS.filter((account) => holderOf(account) === 'AGENCY').flatMap((account) => {
      const code = mapping[account];
      return code ? [[code, account] as const] : [];
    }),
  );
  return ACCOUNTS.filter((account) => holderOf(account) === 'THIRD_PARTIES').flatMap((account) => {
    const code = mapping[account];
    const shared = code ? own.get(code) : undefined;
    if (!shared) return [];
    const message = `A conta ${code} é de “${LEDGER_ACCOUNTS[shared].name}”, dinheiro da imobiliária: use outra para dinheiro de terceiros`;
    return [{ account, message }];
  });
}

const accountIn = (mapping: AccountMapping, account: LedgerAccount) => ({
  account,
  code: mapping[account] ?? null,
  name: LEDGER_ACCOUNTS[account].name,
});

/**
 * An entry in the agency's chart of accounts, debits before credits.
 * @throws RangeError when the entry is not balanced.
 */
export function accountingEntry({ postings, ...entry }: LedgerEntry, mapping: AccountMapping): AccountingEntry {
  if (sum(postings.map(({ amount }) => amount)) !== 0) throw new RangeError(`Entry ${entry.id} is not balanced`);
  const lines = postings
    .filter(({ amount }) => amount !== 0)
    .toSorted((one, other) => Number(other.amount > 0) - Number(one.amount > 0))
    .map(({ account, amount, person = null }) => ({
      ...accountIn(mapping, account),
      debit: Math.max(0, amount),
      credit: Math.max(0, -amount),
      person,
    }));
  return { ...entry, lines };
}

/** Sum of an account in a month. */
export type AccountTotal = Omit<AccountingLine, 'person'> & { of: MoneyHolder };

/** Totals by account, in the order of the ledger's accounts. */
export const accountTotals = (
  sums: readonly { account: LedgerAccount; debit: Cents; credit: Cents }[],
  mapping: AccountMapping,
): AccountTotal[] =>
  sums
    .map(({ account, debit, credit }) => ({ ...accountIn(mapping, account), of: holderOf(account), debit, credit }))
    .toSorted((one, other) => ACCOUNTS.indexOf(one.account) - ACCOUNTS.indexOf(other.account));

/**
 * Result of a month: revenue less its reversals, expenses, and amounts received for third parties less those passed on
 * to them. Cash grows by revenue − expenses + third_parties.
 */
export function accountingResult(totals: readonly Pick<AccountTotal, 'account' | 'debit' | 'credit'>[]) {
  const of = (isOf: (account: LedgerAccount) => boolean) =>
    sum(totals.filter(({ account }) => isOf(account)).map(({ debit, credit }) => credit - debit));
  return {
    revenue: of((account) => LEDGER_ACCOUNTS[account].kind === 'REVENUE'),
    expenses: 0 - of((account) => LEDGER_ACCOUNTS[account].kind === 'EXPENSE'),
    third_parties: of((account) => holderOf(account) === 'THIRD_PARTIES'),
  };
}

const LINE_END = '\r\n';
const HISTORY_SIZE = 255;

export type DominioHead = {
  cnpj: string;
  /** Codes in the accountant's program, of each 6100; empty: none. */
  branch: string;
  history: string;
};

/**
 * Writes a file for Domínio Sistemas, "Lançamentos em lote": fields between pipes, a pipe at both ends, CRLF, to be
 * encoded in Latin-1. Record 0000 has the CNPJ; 6000 opens an entry, with its type: X one debit and one credit in a
 * single 6100, which needs two codes, D one debit, C one credit (which comes first), V several of each. Record 6100: day, debit account, credit
 * account, amount with a decimal comma, history code, history, user, branch, SCP. No public manual of the vendor was
 * found: the order is the one on which public converters that write files for Domínio agree (a SPED ECD converter, V3.1,
 * and an Odoo export checked against a file made by Domínio).
 * @throws RangeError for an account without a code.
 */
export function dominioWriter({ cnpj, branch, history: historyCode }: DominioHead) {
  const posting = ({ day, history }: AccountingEntry, debit: string, credit: string, amount: Cents) =>
    record('6100', formatDate(day), debit, credit, decimal(amount), historyCode, plain(history), '', branch, '');
  return {
    opening: () => record('0000', cnpj),
    *entry(entry: AccountingEntry): Generator<string, void, undefined> {
      const { lines } = entry;
      const type = dominioType(lines);
      yield record('6000', type, '', '', '');
      const [debit, credit] = lines;
      if (type === 'X' && debit && credit) {
        yield posting(entry, codeOf(debit), codeOf(credit), debit.debit);
        return;
      }
      for (const line of type === 'C' ? lines.toReversed() : lines) {
        yield line.debit > 0
          ? posting(entry, codeOf(line), '', line.debit)
          : posting(entry, '', codeOf(line), line.credit);
      }
    },
  };
}

function codeOf({ account, code }: AccountingLine): string {
  if (!code) throw new RangeError(`Account ${account} has no code`);
  return code;
}

function dominioType(lines: readonly AccountingLine[]): 'X' | 'D' | 'C' | 'V' {
  const debits = lines.filter(({ debit }) => debit > 0).length;
  const credits = lines.length - debits;
  if (debits === 1 && credits === 1) return lines[0]?.code === lines[1]?.code ? 'V' : 'X';
  if (debits === 1) return 'D';
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
    .normalize('NFC')
    .replace(/[–—−]/g, '-')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[^\s\x20-\x7e\u00a1-\u00ff]/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim()
    .slice(0, HISTORY_SIZE);
}
