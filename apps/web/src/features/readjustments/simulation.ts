import { formatReference } from '@morada/domain/base/calendar';
import { type BasisPoints, type Cents, sum } from '@morada/domain/base/money';
import {
  indexWords,
  PRICE_INDICES,
  type PriceIndex,
  type ReadjustmentBase,
  readjustedRent,
} from '@morada/domain/lease/readjustment';
import type { DueContract } from './readjustment-queries.ts';

/** Edits of a row: base, typed percentage, and whether it is chosen. */
export type Choice = { base?: ReadjustmentBase; percent?: BasisPoints | null; chosen?: boolean };

/** An index over its twelve months, as the server reckons it for one contract. */
export type IndexOutcome = Pick<DueContract, 'index' | 'from' | 'to' | 'percent' | 'missing' | 'new_price'>;

/** A row as it would be applied. */
export type Simulation = {
  contract: DueContract;
  base: ReadjustmentBase;
  percent: BasisPoints | null;
  /** Null while it can't be reckoned. */
  after: Cents | null;
  chosen: boolean;
  /** `10/2025 a 09/2026` */
  period?: string;
  /** Warnings about this contract before applying. */
  notes: string[];
  /** Warnings about the index, shown once above the list. */
  indexNotes: string[];
  waiting: boolean;
};

/** Reckons one row; `outcomes` are the other indices, as far as they are known. `others`: rows not looked at are chosen too. */
export function simulate(
  contract: DueContract,
  choice: Choice = {},
  outcomes?: readonly IndexOutcome[],
  others = false,
): Simulation {
  const base = choice.base ?? contract.index;
  const reckoned = base === 'MANUAL' ? byHand(contract, choice.percent ?? null) : byIndex(contract, base, outcomes);
  return { contract, base, ...reckoned, chosen: reckoned.after !== null && isChosen(choice, others) };
}

/** Nothing is chosen by itself: who ticks a row, or changes its base or percentage, has looked at it. */
const isChosen = ({ chosen, base, percent }: Choice, others: boolean) =>
  chosen ?? (others || base !== undefined || percent !== undefined);

type Reckoned = Omit<Simulation, 'contract' | 'base' | 'chosen'>;

/** Limits of a manual percentage, −99% and 1.000%: anything beyond is a typing error. */
const MIN_PERCENT: BasisPoints = -9_900;
const MAX_PERCENT: BasisPoints = 100_000;

function byHand({ current_price }: DueContract, percent: BasisPoints | null): Reckoned {
  const manual = { percent, indexNotes: [], waiting: false };
  if (percent === null) return { ...manual, after: null, notes: ['Informe o percentual.'] };
  if (percent < MIN_PERCENT || percent > MAX_PERCENT) {
    return { ...manual, after: null, notes: ['Use um percentual entre −99% e 1.000%.'] };
  }
  const notes = percent < 0 ? ['O aluguel diminui, como foi acertado.'] : [];
  return { ...manual, after: readjustedRent(current_price, percent), notes };
}

function byIndex(contract: DueContract, index: PriceIndex, outcomes?: readonly IndexOutcome[]): Reckoned {
  const outcome = index === contract.index ? contract : outcomes?.find((one) => one.index === index);
  if (!outcome) return { percent: null, after: null, notes: [], indexNotes: [], waiting: true };
  const { from, to, percent, missing, new_price: after } = outcome;
  return {
    percent,
    after,
    period: `${formatReference(from)} a ${formatReference(to)}`,
    notes: [],
    indexNotes: [...missingNotes(outcome, missing), ...fallNotes(contract.current_price, outcome)],
    waiting: false,
  };
}

/** The domain's notes on missing months, without the figure that the row already shows. */
function missingNotes({ index, from, to, percent }: IndexOutcome, missing: IndexOutcome['missing']): string[] {
  if (missing.length === 0) return [];
  return indexWords(index, { from, to, rate: percent, missing }).slice(percent === null ? 0 : 1);
}

function fallNotes(before: Cents, { index, percent, new_price: after }: IndexOutcome): string[] {
  if (percent === null || percent >= 0) return [];
  const name = PRICE_INDICES[index];
  return [
    after === before
      ? `O ${name} acumulado é negativo: o aluguel fica como está.`
      : `O ${name} acumulado é negativo, e o contrato acompanha a queda.`,
  ];
}

export type IndexNotice = { text: string; contracts: number[] };

/** Warnings about the indices, each text once with the contracts it concerns. */
export function indexNotices(simulations: readonly Simulation[]): IndexNotice[] {
  const said = simulations.flatMap(({ contract, indexNotes }) => indexNotes.map((text) => ({ text, id: contract.id })));
  return [...Map.groupBy(said, ({ text }) => text)].map(([text, about]) => ({
    text,
    contracts: about.map(({ id }) => id),
  }));
}

/** Totals of the chosen rows. */
export function totalsOf(simulations: readonly Simulation[]) {
  const chosen = simulations.filter((simulation) => simulation.chosen);
  const before = sum(chosen.map(({ contract }) => contract.current_price));
  const after = sum(chosen.map((simulation) => simulation.after ?? 0));
  return { chosen, before, after, difference: after - before };
}

/** The body of the call for one of them. */
export const wantedOf = ({ contract, base, percent }: Simulation) => ({
  proposal_id: contract.id,
  index: base === 'MANUAL' ? null : base,
  percent: percent ?? 0,
  current_price: contract.current_price,
});

export type Totals = ReturnType<typeof totalsOf>;
