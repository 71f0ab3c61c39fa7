import type { CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { PaymentMethod } from '../../rent/payment-method.ts';
import type { BankEntry } from '../bank-entry.ts';
import type { Agreement } from '../boleto-banks.ts';
import { isOfAccount, printedForms, withoutZeros } from '../nosso-numero.ts';
import type { BankCharges } from '../slip.ts';

export type KnownBoleto = {
  id: number;
  invoice_id: number;
  agreement: Agreement;
  /** Normalized form, for comparison with files; null until the bank has numbered the boleto, as the next two. */
  nosso_numero: string | null;
  /** As printed on the boleto. */
  shown: string | null;
  digitable_line: string | null;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: Cents;
  /** Charges that the bank adds to a late boleto. */
  bank_charges: BankCharges | null;
  status: 'OPEN' | 'PAID' | 'CANCELED';
};

export type KnownInvoice = {
  id: number;
  amount: Cents;
  /** Made of fine and interest alone. */
  old_charges: number;
  due_date: CalendarDate;
  status: 'PENDING' | 'PAID' | 'REPLACED';
  pay_day: CalendarDate | null;
  issued_on: CalendarDate;
  contract_start: CalendarDate;
  deleted: boolean;
};

/** A line of a file whose settlement of an invoice is in force. */
export type KnownSettlement = {
  file_id: number;
  line: number;
  fingerprint: string;
  invoice_id: number;
  boleto_id: number | null;
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
  paid_amount: Cents;
  settled_on: CalendarDate;
  /** How its invoice was paid. */
  method: PaymentMethod | null;
  /** Names of the payment besides its fingerprint, by other channels that told of it. */
  names: readonly string[];
};

/** A payment of an invoice that waits for a person, or that the bank gave back. */
export type KnownWaiting = Omit<KnownSettlement, 'file_id' | 'line' | 'boleto_id' | 'settled_on' | 'method'> & {
  given_back: boolean;
  /** The payment as the bank told of it. */
  entry: Pick<BankEntry, 'mark' | 'label' | 'qr_boleto' | 'pix_invoice'>;
};

/** Records of the database that a file's lines are matched against. */
export type Known = {
  boletos: readonly KnownBoleto[];
  invoices: readonly KnownInvoice[];
  settlements: readonly KnownSettlement[];
  waiting?: readonly KnownWaiting[];
};

/** Key by which a line's invoice was found. */
export type FoundBy =
  | 'nosso número'
  | 'linha digitável'
  | 'Pix'
  | 'valor e vencimento'
  | 'valor'
  | 'escolha'
  | 'outro arquivo';

export type Found = {
  invoice: KnownInvoice;
  /** Null when the invoice was identified directly, not by one of its boletos. */
  boleto: KnownBoleto | null;
  by: FoundBy;
  /** Reason why a user has to confirm it. */
  doubt: string | null;
};

export type Index = {
  invoices: ReadonlyMap<number, KnownInvoice>;
  byNumber: ReadonlyMap<string, KnownBoleto[]>;
  byPrint: ReadonlyMap<string, KnownBoleto[]>;
  byLine: ReadonlyMap<string, KnownBoleto[]>;
  byId: ReadonlyMap<number, KnownBoleto>;
  openByAmount: ReadonlyMap<Cents, KnownBoleto[]>;
  /** By each of its names. */
  settlements: ReadonlyMap<string, KnownSettlement>;
  settlementOf: ReadonlyMap<number, KnownSettlement>;
  waitingOf: ReadonlyMap<number, KnownWaiting[]>;
};

export function indexOf({ boletos, invoices, settlements, waiting = [] }: Known): Index {
  const open = boletos.filter(({ status }) => status === 'OPEN');
  return {
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    byNumber: grouped(boletos, ({ nosso_numero }) => compact(nosso_numero)),
    byPrint: grouped(boletos, ({ nosso_numero, shown }) =>
      nosso_numero === null || shown === null ? [] : printedForms({ nosso_numero, shown }),
    ),
    byLine: grouped(boletos, ({ digitable_line }) => compact(digitable_line)),
    byId: new Map(boletos.map((boleto) => [boleto.id, boleto])),
    openByAmount: grouped(open, ({ amount }) => [amount]),
    settlements: new Map(
      settlements.flatMap((settlement) =>
        [...settlement.names, settlement.fingerprint].map((name) => [name, settlement] as const),
      ),
    ),
    settlementOf: new Map(settlements.map((settlement) => [settlement.invoice_id, settlement])),
    waitingOf: grouped(waiting, ({ invoice_id }) => [invoice_id]),
  };
}

const compact = (value: string | null) => (value === null ? [] : [value]);

function grouped<Value, Key>(values: readonly Value[], keysOf: (value: Value) => Iterable<Key>) {
  const groups = new Map<Key, Value[]>();
  for (const value of values)
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group) group.push(value);
      else groups.set(key, [value]);
    }
  return groups;
}

type Search = (
  entry: BankEntry,
  index: Index,
  plain: string | undefined,
) => (Omit<Found, 'invoice'> & { invoice_id: number }) | undefined;

/** In order of precedence. */
const SEARCHES: readonly Search[] = [
  ({ assigned }) => (assigned === null ? undefined : ofInvoice(assigned, 'escolha')),
  (entry, index) => (entry.row ? ofBoleto(only(agreeing(entry, index)), 'nosso número') : byNumber(entry, index)),
  ({ digitable_line }, { byLine }) => ofBoleto(only(byLine.get(digitable_line ?? '')), 'linha digitável'),
  ({ qr_boleto }, { byId }) => ofBoleto(qr_boleto === undefined ? undefined : byId.get(qr_boleto), 'Pix'),
  ({ pix_invoice }) => (pix_invoice === null ? undefined : ofInvoice(pix_invoice, 'Pix')),
  (_, index, plain) => settledBefore(index, plain),
  (entry, index) => ofBoleto(only(printed(entry, index)), 'nosso número', ONLY_NUMBER),
  (entry, index) => ofBoleto(only(alike(entry, index)), ...likeness(entry)),
];

const ONLY_NUMBER = 'Só o número confere: nem o valor nem o vencimento deste boleto estão na linha';

/**
 * Invoice that a line belongs to, or the reason why none can be determined.
 * @param plain identity of the payment while its boleto is unknown.
 */
export function find(entry: BankEntry, index: Index, plain?: string): Found | { reason: string } {
  for (const search of SEARCHES) {
    const hit = search(entry, index, plain);
    const invoice = hit && index.invoices.get(hit.invoice_id);
    if (hit && invoice) return { invoice, boleto: hit.boleto, by: hit.by, doubt: hit.doubt };
  }
  return { reason: whyNot(entry, index) };
}

const ofInvoice = (invoice_id: number, by: FoundBy) => ({ invoice_id, boleto: null, by, doubt: null });

const ofBoleto = (boleto: KnownBoleto | undefined, by: FoundBy, doubt: string | null = null) =>
  boleto && { invoice_id: boleto.invoice_id, boleto, by, doubt };

/** An ambiguous match of two boletos is no match. */
const only = (boletos: readonly KnownBoleto[] | undefined) => (boletos?.length === 1 ? boletos[0] : undefined);

const sharing = ({ numbers }: BankEntry, { byNumber: known }: Index) =>
  numbers.flatMap((number) => known.get(number) ?? []);

const byNumber = (entry: BankEntry, index: Index) =>
  ofBoleto(
    only(sharing(entry, index).filter(({ agreement }) => isOfAccount(agreement, entry.account))),
    'nosso número',
  );

/** In a report any number may stand beside a payment. */
const printed = ({ row, numbers }: BankEntry, { byPrint }: Index) =>
  row ? [...new Set(numbers.flatMap((number) => byPrint.get(withoutZeros(number)) ?? []))] : [];

/** Also requires the same amount or due date. */
const agreeing = (entry: BankEntry, index: Index) =>
  printed(entry, index).filter(
    ({ amount, due_date }) => entry.row?.amounts.includes(amount) || entry.row?.days.includes(due_date),
  );

function settledBefore({ settlements }: Index, plain: string | undefined) {
  const settlement = settlements.get(plain ?? '');
  return settlement && ofInvoice(settlement.invoice_id, 'outro arquivo');
}

/** Open boletos of the line's amount and due date; a credit in a statement has no due date. */
export function alike({ mark, row, account, amount, due_date, paid_amount }: BankEntry, { openByAmount }: Index) {
  const amounts = mark !== null ? [paid_amount] : amount === null && row ? row.amounts : [amount];
  const days = due_date === null && row ? row.days : [due_date];
  return [...new Set(amounts)]
    .flatMap((value) => (value === null ? [] : (openByAmount.get(value) ?? [])))
    .filter((boleto) => mark !== null || (days.includes(boleto.due_date) && isOfAccount(boleto.agreement, account)));
}

const likeness = ({ mark }: BankEntry): [FoundBy, string] =>
  mark === null
    ? ['valor e vencimento', 'Encontrado só pelo valor e pelo vencimento: confira se é dele']
    : ['valor', 'Encontrado só pelo valor: confira se é dele'];

function whyNot(entry: BankEntry, index: Index): string {
  const like = alike(entry, index).length;
  if (entry.problem) return entry.problem;
  if (like > 1) return `Há ${like} boletos em aberto com este valor${entry.mark === null ? ' e este vencimento' : ''}`;
  if (entry.mark !== null) return 'Nenhum boleto em aberto tem este valor';
  if (!entry.row && sharing(entry, index).length > 0) return 'O nosso número é o de um boleto de outra conta';
  return 'Nenhum boleto daqui tem este nosso número';
}
