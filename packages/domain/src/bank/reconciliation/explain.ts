import { addDays, type CalendarDate, daysBetween } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';

/** Maximum number of days between a movement of the bank and a ledger entry that may explain it. */
export const DAYS_APART = 3;
/** Explanations offered for one movement. */
export const MOST_CANDIDATES = 10;

/** A movement of a bank's statement that isn't explained; sent amounts are below zero. */
export type Movement = { id: number; account_id: number; day: CalendarDate; amount: Cents; memo: string; key: string };
/** Effect of a ledger entry on the cash; money paid is below zero. */
export type CashLine = { id: number; day: CalendarDate; amount: Cents };
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
};

export type CandidateKind = 'BANK_FILE' | 'PIX' | 'PAYMENT' | 'ENTRY' | 'OWN_TRANSFER';

/** Possible explanation: entries that add up to the movement and its fee, or a movement of the opposite amount. */
export type Candidate = { kind: CandidateKind; entries: readonly number[]; fee: Cents; other_id: number | null };

const END_TO_END = /(?<![A-Za-z0-9])E\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/g;

/** Possible explanations of each movement, the nearest day first. */
export function candidatesOf(
  movements: readonly Movement[],
  { lines, bundles, pix }: Books,
  all: readonly Movement[] = movements,
): Map<number, Candidate[]> {
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const byAmount = placed(lines, ({ amount }) => [amount]);
  const bundlesByAmount = placed(bundles, ({ amount, fee }) => (fee > 0 ? [amount, amount - fee] : [amount]));
  const moved = placed(all, ({ amount }) => [amount]);
  const of = (movement: Movement): Candidate[] => {
    const told = [...`${movement.key} ${movement.memo}`.matchAll(END_TO_END)].flatMap(([id]) => pix.get(id) ?? []);
    const named = told.find((id) => lineOf.get(id)?.amount === movement.amount);
    if (named !== undefined) return [{ kind: 'PIX', entries: [named], fee: 0, other_id: null }];
    const found: { candidate: Candidate; day: CalendarDate }[] = [];
    const add = (kind: CandidateKind, day: CalendarDate, parts: Partial<Candidate>) =>
      found.push({ day, candidate: { kind, entries: [], fee: 0, other_id: null, ...parts } });
    for (const { kind, day, entries, amount } of bundlesByAmount(movement))
      add(kind, day, { entries, fee: amount - movement.amount });
    for (const { id, day } of byAmount(movement)) add('ENTRY', day, { entries: [id] });
    for (const { id, account_id, day } of moved({ ...movement, amount: 0 - movement.amount }))
      if (account_id !== movement.account_id) add('OWN_TRANSFER', day, { other_id: id });
    const apart = (day: CalendarDate) => Math.abs(daysBetween(movement.day, day));
    return distinct(found.sort((one, other) => apart(one.day) - apart(other.day)).map(({ candidate }) => candidate));
  };
  return new Map(movements.map((movement) => [movement.id, of(movement)]));
}

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
 * Movements that are explained automatically: those with a single candidate, which no other movement shares and which
 * has no fee to record. Of two movements that explain each other, only the first is returned.
 */
export function certain(candidates: ReadonlyMap<number, readonly Candidate[]>): { id: number; candidate: Candidate }[] {
  const claims = new Map<string, number>();
  const claimsOf = (id: number, { entries, other_id }: Candidate) =>
    other_id === null ? entries.map((entry) => `entry ${entry}`) : [`movement ${id}`, `movement ${other_id}`];
  for (const [id, offered] of candidates)
    for (const claim of new Set(offered.flatMap((one) => claimsOf(id, one))))
      claims.set(claim, (claims.get(claim) ?? 0) + 1);
  return [...candidates].flatMap(([id, offered]) => {
    const [candidate] = offered;
    if (!candidate || offered.length > 1 || candidate.fee !== 0) return [];
    // The two sides of a transfer between accounts claim each other.
    const [limit, isFirst] = candidate.other_id === null ? [1, true] : [2, id < candidate.other_id];
    const other = candidate.other_id === null ? undefined : candidates.get(candidate.other_id);
    if (other && other.length !== 1) return [];
    return isFirst && claimsOf(id, candidate).every((claim) => claims.get(claim) === limit) ? [{ id, candidate }] : [];
  });
}

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
  OFF_BANK: 'Fora do banco',
};
