import { addDays, type CalendarDate, daysBetween } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import { hasDocument, isNamed, namesIn } from './memo-names.ts';

/** Maximum number of days between a movement of the bank and a ledger entry that may explain it. */
export const DAYS_APART = 3;
/** Explanations offered for one movement. */
export const MOST_CANDIDATES = 10;

/** A movement of a bank's statement that isn't explained; sent amounts are below zero. */
export type Movement = { id: number; account_id: number; day: CalendarDate; amount: Cents; memo: string; key: string };
/** Effect of a ledger entry on the cash; money paid is below zero. */
export type CashLine = {
  id: number;
  day: CalendarDate;
  amount: Cents;
  description: string;
  /** Tenant or payee, with the CPF or CNPJ. */
  person: string | null;
  document: string | null;
};
/** How statements name the agency itself. */
export type Own = { names: readonly string[]; documents: readonly string[] };
/** Entries that a bank moves as one amount: the payments of a bank's file, or the transfers of a payment. */
export type Bundle = {
  kind: 'BANK_FILE' | 'PAYMENT';
  day: CalendarDate;
  entries: readonly number[];
  amount: Cents;
  /** Fee that the bank deducts. */
  fee: Cents;
};

export type Books = {
  lines: readonly CashLine[];
  bundles: readonly Bundle[];
  /** Entry that settled the invoice of a Pix, by its end-to-end id. */
  pix: ReadonlyMap<string, number>;
  own: Own;
};

export type CandidateKind = 'BANK_FILE' | 'PIX' | 'PAYMENT' | 'ENTRY' | 'OWN_TRANSFER';

/** Possible explanation: entries that add up to the movement and its fee, or a movement of the opposite amount. */
export type Candidate = {
  kind: CandidateKind;
  day: CalendarDate;
  entries: readonly number[];
  fee: Cents;
  other_id: number | null;
};

const END_TO_END = /(?<![A-Za-z0-9])E\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/g;

/** Possible explanations of each movement, the nearest day first. */
export function candidatesOf(
  movements: readonly Movement[],
  { lines, bundles, pix, own }: Books,
  all: readonly Movement[] = movements,
): Map<number, Candidate[]> {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const byAmount = placed(lines, ({ amount }) => [amount]);
  const bundlesByAmount = placed(bundles, ({ amount, fee }) => (fee > 0 ? [amount, amount - fee] : [amount]));
  const moved = placed(all, ({ amount }) => [amount]);
  const of = (movement: Movement): Candidate[] => {
    const told = [...`${movement.key} ${movement.memo}`.matchAll(END_TO_END)].flatMap(([id]) => pix.get(id) ?? []);
    const named = told.flatMap((id) => lineOf.get(id) ?? []).find(({ amount }) => amount === movement.amount);
    if (named) return [{ kind: 'PIX', day: named.day, entries: [named.id], fee: 0, other_id: null }];
    const found: Candidate[] = [];
    const add = (kind: CandidateKind, day: CalendarDate, parts: Partial<Candidate>) =>
      found.push({ kind, day, entries: [], fee: 0, other_id: null, ...parts });
    for (const { kind, day, entries, amount } of bundlesByAmount(movement))
      add(kind, day, { entries, fee: amount - movement.amount });
    for (const { id, day } of byAmount(movement)) add('ENTRY', day, { entries: [id] });
    for (const other of moved({ ...movement, amount: 0 - movement.amount }))
      if (isOwnPair(movement, other) && !namesOther(movement, own) && !namesOther(other, own))
        add('OWN_TRANSFER', other.day, { other_id: other.id });
    const apart = ({ day }: Candidate) => Math.abs(daysBetween(movement.day, day));
    return distinct(found.sort((one, other) => apart(one) - apart(other)));
  };
  return new Map(movements.map((movement) => [movement.id, of(movement)]));
}

/**
 * Whether two movements can be one transfer between accounts of the agency: opposite amounts on two accounts, credited
 * on the day of the debit or after it. A charge for the bank's services goes to the bank.
 */
export function isOwnPair(one: Omit<Movement, 'id' | 'key'>, other: Omit<Movement, 'id' | 'key'>): boolean {
  if (one.account_id === other.account_id || one.amount + other.amount !== 0) return false;
  const [debit, credit] = one.amount < 0 ? [one, other] : [other, one];
  return debit.day <= credit.day && !isBankFee(debit);
}

/** Whether a movement names a person other than the agency. */
const namesOther = ({ memo }: Movement, own: Own) =>
  namesIn(memo, own.names).length > 0 && !own.documents.some((document) => hasDocument(memo, document));

/** Indexes values for lookups by amount around a movement's day: the nearest first, limited in number. */
function placed<T extends { day: CalendarDate }>(values: readonly T[], amountsOf: (value: T) => readonly Cents[]) {
  const places = new Map<string, T[]>();
  for (const value of values)
    for (const amount of amountsOf(value)) {
      const place = `${value.day} ${amount}`;
      const there = places.get(place);
      if (there) there.push(value);
      else places.set(place, [value]);
    }
  const around = new Map<CalendarDate, CalendarDate[]>();
  const daysAround = (day: CalendarDate) => {
    const known = around.get(day) ?? NEAREST.map((apart) => addDays(day, apart));
    around.set(day, known);
    return known;
  };
  return ({ day, amount }: { day: CalendarDate; amount: Cents }): T[] => {
    const found: T[] = [];
    for (const near of daysAround(day)) {
      const there = places.get(`${near} ${amount}`) ?? [];
      found.push(...there.slice(0, MOST_CANDIDATES + 1 - found.length));
      if (found.length > MOST_CANDIDATES) break;
    }
    return found;
  };
}

/** `0, -1, 1, -2, 2, …` */
const NEAREST = [0, ...Array.from({ length: DAYS_APART }, (_, far) => [-far - 1, far + 1]).flat()];

/** A payment of one transfer is both a payment and an entry: it is offered once. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const one of candidates) {
    const place = `${one.other_id ?? ''} ${[...one.entries].sort((a, b) => a - b).join()} ${one.fee}`;
    if (!seen.has(place)) seen.set(place, one);
  }
  return [...seen.values()].slice(0, MOST_CANDIDATES);
}

/**
 * Movements that are explained automatically. Their only candidate is shared with no other movement, has no fee to
 * record, and is certain (`isCertain`). Transfers between own accounts are offered alone: two amounts that happen to be
 * opposite would take a rent and a payment out of the books unseen.
 * @param again also movements whose explanation a person has undone.
 */
export function certain(
  movements: readonly (Movement & { undone?: boolean })[],
  books: Books,
  again = false,
): { id: number; candidate: Candidate }[] {
  const candidates = candidatesOf(movements, books);
  const lineOf = new Map(books.lines.map((line) => [line.id, line]));
  const claims = new Map<number, number>();
  for (const offered of candidates.values())
    for (const entry of new Set(offered.flatMap(({ entries }) => entries)))
      claims.set(entry, (claims.get(entry) ?? 0) + 1);
  const asked = again ? movements : movements.filter(({ undone }) => !undone);
  return asked.flatMap((movement) => {
    const [candidate, ...others] = candidates.get(movement.id) ?? [];
    if (!candidate || others.length > 0 || candidate.fee !== 0 || candidate.other_id !== null) return [];
    if (!candidate.entries.every((entry) => claims.get(entry) === 1)) return [];
    return isCertain(movement, candidate, books.own, lineOf) ? [{ id: movement.id, candidate }] : [];
  });
}

/**
 * Whether a candidate is certain: the bank names its Pix or its person, or both are of one day and the bank names no
 * other person. What is paid out by an entry without a person, such as a bill, is certain on its day, named or not.
 */
function isCertain(
  { day, memo, amount }: Movement,
  candidate: Candidate,
  own: Own,
  lineOf: ReadonlyMap<number, CashLine>,
): boolean {
  if (candidate.kind === 'PIX') return true;
  const lines = candidate.entries.map((entry) => lineOf.get(entry));
  const [first] = lines;
  const one = first && lines.every((line) => line?.person === first.person) ? first : undefined;
  const names = namesIn(memo, own.names);
  if (one && isOf(memo, names, one)) return true;
  if (candidate.day !== day) return false;
  return names.length === 0 || (one?.person === null && amount < 0);
}

const isOf = (memo: string, names: readonly string[], { person, document, description }: CashLine) =>
  isNamed(names, person ?? namesIn(description).join(' ')) || (document !== null && hasDocument(memo, document));

const FEE_WORDS = /\b(tar|tarifa|tarifas|cesta|pacote de servi[cç]os|manuten[cç][aã]o de conta|iof|anuidade)\b/i;

/** Whether a movement is a charge for the bank's services. */
export const isBankFee = ({ amount, memo }: Pick<Movement, 'amount' | 'memo'>) => amount < 0 && FEE_WORDS.test(memo);

export type ExplanationKind = CandidateKind | 'CHOSEN' | 'RECORDED' | 'MARKED' | 'OFF_BANK';

export const EXPLANATION_NAMES: Readonly<Record<ExplanationKind, string>> = {
  BANK_FILE: 'Crédito de boletos',
  PIX: 'Pix recebido',
  PAYMENT: 'Pagamento de repasses',
  ENTRY: 'Lançamento',
  OWN_TRANSFER: 'Entre contas próprias',
  CHOSEN: 'Lançamentos escolhidos',
  RECORDED: 'Lançado no caixa',
  MARKED: 'Com motivo',
  OFF_BANK: 'Não passou pela conta',
};
