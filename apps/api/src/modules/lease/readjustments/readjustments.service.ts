import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { proposalProblems } from '@morada/contract/lease/proposals';
import {
  type BatchDetail,
  type DueRow,
  readjustmentProblems,
  type readjustments,
} from '@morada/contract/lease/readjustments';
import { addToReference, type CalendarDate, firstDay, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { readjustsOn } from '@morada/domain/lease/lease-term';
import {
  type AccumulatedIndex,
  accumulatedIndex,
  daysDueIn,
  isDueIn,
  type MonthlyRates,
  nextReadjustmentAfter,
  PRICE_INDICES,
  type PriceIndex,
  proposeReadjustment,
  readjustmentDay,
} from '@morada/domain/lease/readjustment';
import { EMBEDDED_INDICES } from '@morada/domain/lease/readjustment-indices';
import type { Context, Db, Deps } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail, type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { setRents } from '../contracts/contract-changes.service.ts';
import { keepReadjustments, type Made } from '../contracts/readjusting.service.ts';
import * as queries from './readjustments.queries.ts';

const INDICES = Object.keys(PRICE_INDICES) as PriceIndex[];

/** The release's built-in table, overlaid with rates published since. */
export async function publishedRates(db: Db): Promise<Record<PriceIndex, MonthlyRates>> {
  const newer = Map.groupBy(await queries.findRates(db), ({ name }) => name);
  const withNewer = (name: PriceIndex): MonthlyRates =>
    new Map([
      ...EMBEDDED_INDICES[name],
      ...(newer.get(name) ?? []).map(({ reference, rate }): [Reference, number] => [reference, rate]),
    ]);
  return { IGPM: withNewer('IGPM'), IPCA: withNewer('IPCA'), INPC: withNewer('INPC') };
}

/** Months back that are fetched again, since indices are corrected after publication. */
const REFETCHED_MONTHS = 6;

/** Fetches newly published rates. An index that fails is skipped and retried at the next run. */
export async function fetchIndices({ db, outside, today }: Deps) {
  if (!outside.indices) return;
  const since = firstDay(addToReference(referenceOf(today()), -REFETCHED_MONTHS));
  const asked = await Promise.allSettled(INDICES.map((name) => outside.indices?.(name, since)));
  const months = asked.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
  if (months.length > 0) await queries.putRates(db, months);
}

const terms = ({ readjusts_down, ...contract }: queries.Terms) => ({ ...contract, allows_decrease: readjusts_down });

/** Rent that an index would give. */
function simulated(contract: queries.Terms, index: PriceIndex, rates: MonthlyRates) {
  const { from, to, rate, missing }: AccumulatedIndex = accumulatedIndex(rates, contract.next_readjustment);
  const new_price = rate === null ? null : proposeReadjustment(terms(contract), index, rate).after;
  return { index, from, to, percent: rate, missing, new_price };
}

export async function previewReadjustment(ctx: Context, id: number) {
  const [found, rates] = await Promise.all([queries.findContract(ctx.db, id), publishedRates(ctx.db)]);
  if (!found) throw proposalProblems.PROPOSAL_NOT_FOUND();
  if (!found.is_rent) throw readjustmentProblems.SALE_NOT_READJUSTED();
  const contract = { ...found, next_readjustment: readjustmentDay(found.next_readjustment, ctx.today()) };
  return {
    proposal_id: id,
    current_price: contract.current_price,
    indices: INDICES.map((index) => simulated(contract, index, rates[index])),
    next_readjustment: nextReadjustmentAfter(contract),
  };
}

/** Contracts of the month, each by its own index. The current month also lists overdue ones of earlier months. */
export async function listDue(ctx: Context, { month, page }: { month: Reference; page: number }) {
  const [found, rates] = await Promise.all([
    queries.findDue(ctx.db, daysDueIn(month, ctx.today()), page),
    publishedRates(ctx.db),
  ]);
  return { ...found, data: found.data.map((contract) => dueRow(contract, rates)) };
}

export const listDueIds = (ctx: Context, month: Reference) => queries.findDueIds(ctx.db, daysDueIn(month, ctx.today()));

/** Rows of the given contracts. */
export async function dueRowsAt(ctx: Context, month: Reference, ids: number[]): Promise<DueRow[]> {
  const days = daysDueIn(month, ctx.today());
  const [contracts, rates] = await Promise.all([queries.findDueAt(ctx.db, days, ids), publishedRates(ctx.db)]);
  return contracts.map((contract) => dueRow(contract, rates));
}

function dueRow(contract: queries.Due, rates: Record<PriceIndex, MonthlyRates>): DueRow {
  const {
    status: _,
    start_date: _start,
    end_date: _end,
    ends_at_term: _ends,
    discount: _discount,
    readjustment_index,
    readjusts_down: _down,
    ...row
  } = contract;
  return {
    ...row,
    new_next_readjustment: nextReadjustmentAfter(contract),
    ...simulated(contract, readjustment_index, rates[readjustment_index]),
  };
}

type Wanted = Received<typeof readjustments.apply>['body']['contracts'][number];

const REFUSALS = {
  missing: 'O contrato não existe mais.',
  closed: 'O contrato está encerrado.',
  sale: readjustmentProblems.SALE_NOT_READJUSTED().message,
  ends: 'O contrato encerra no fim, antes do reajuste.',
  elsewhere: 'O reajuste deste contrato já não é neste mês.',
  changed: 'O aluguel mudou desde a simulação.',
  unknown: 'O índice acumulado não é este.',
  nothing: 'O novo aluguel seria zero.',
  discount: 'O desconto do contrato passa do novo aluguel.',
} as const;

type Asked = { month: Reference; today: CalendarDate; known: number | null };

function refusal(contract: queries.Contract | undefined, wanted: Wanted, { month, today, known }: Asked) {
  if (!contract) return REFUSALS.missing;
  if (contract.status !== 'APPROVED') return REFUSALS.closed;
  if (!contract.is_rent) return REFUSALS.sale;
  if (readjustsOn(contract) === null) return REFUSALS.ends;
  if (!isDueIn(contract, month, today)) return REFUSALS.elsewhere;
  if (contract.current_price !== wanted.current_price) return REFUSALS.changed;
  if (wanted.index && known !== wanted.percent) return REFUSALS.unknown;
  const { after } = proposed(contract, wanted);
  if (after === 0) return REFUSALS.nothing;
  if (after < contract.current_price && after < contract.discount) return REFUSALS.discount;
  return undefined;
}

const proposed = (contract: queries.Contract, { index, percent }: Wanted) =>
  proposeReadjustment(terms(contract), index ?? 'MANUAL', percent);

/**
 * Readjusts the chosen contracts in one batch. Ones that can't be readjusted are reported and don't block the others.
 */
export function applyReadjustments(ctx: Context, { month, contracts }: Received<typeof readjustments.apply>['body']) {
  return change(ctx, async (trx) => {
    const rates = await publishedRates(trx);
    const { id: batch_id } = await queries.insertBatch(trx, { month, admin_user_id: ctx.actor.id });
    const wanted = [...new Map(contracts.map((one) => [one.proposal_id, one])).values()];
    const locked = await queries.lockContracts(
      trx,
      wanted.map(({ proposal_id }) => proposal_id),
    );
    const refused: { proposal_id: number; reason: string }[] = [];
    const made: Made[] = [];
    for (const one of wanted) {
      const contract = locked.get(one.proposal_id);
      const known = contract && one.index ? accumulatedIndex(rates[one.index], contract.next_readjustment).rate : null;
      const reason = refusal(contract, one, { month, today: ctx.today(), known });
      if (reason || !contract) refused.push({ proposal_id: one.proposal_id, reason: reason ?? REFUSALS.missing });
      else made.push(readjusted(contract, one, batch_id));
    }
    await keepReadjustments(trx, ctx, made);
    await setRents(
      trx,
      made.map(({ contract: { id }, new_price, new_next }) => ({ id, price: new_price, next: new_next })),
    );
    await writeTrail(trx, made.map(trailOf(ctx, 'readjust')));
    const batch = await queries.findBatch(trx, batch_id);
    if (batch.contracts === 0)
      throw readjustmentProblems.NOTHING_APPLIED({ message: refused[0]?.reason, extra: { refused } });
    await leaveTrail(trx, ctx, 'readjustment_batch', batch_id, 'create', { month, contracts: batch.contracts });
    return { ...batch, refused };
  });
}

function readjusted(contract: queries.Contract, wanted: Wanted, batch_id: number): Made {
  const { after, rate, next_readjustment } = proposed(contract, wanted);
  return { contract, index: wanted.index, percent: rate, new_price: after, new_next: next_readjustment, batch_id };
}

const trailOf =
  ({ actor }: Context, action: 'readjust' | 'undo-readjustment') =>
  ({ contract, new_price, new_next }: Pick<Made, 'contract' | 'new_price' | 'new_next'>): TrailEntry => ({
    ...{ actor, record: 'proposal', record_id: contract.id, action },
    changes: {
      current_price: [contract.current_price, new_price],
      next_readjustment: [contract.next_readjustment, new_next],
    },
  });

/** Undoes a whole batch, restoring the former rents, unless a month was billed at one of the new ones. */
export function undoBatch(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const batch = await queries.lockBatch(trx, id);
    if (!batch) throw readjustmentProblems.BATCH_NOT_FOUND();
    if (batch.undone_at) throw readjustmentProblems.BATCH_UNDONE();
    const made = await queries.findOfBatch(trx, id);
    const locked = await queries.lockContracts(
      trx,
      made.map(({ proposal_id }) => proposal_id),
    );
    const undone = made.map(({ proposal_id, old_price, new_price, old_next, new_next }) => {
      const contract = locked.get(proposal_id);
      if (contract?.current_price !== new_price || contract.next_readjustment !== new_next)
        throw readjustmentProblems.BATCH_CHANGED();
      if (contract.discount > old_price) throw readjustmentProblems.BATCH_BELOW_DISCOUNT(belowDiscount(contract));
      return { contract, new_price: old_price, new_next: old_next };
    });
    await setRents(
      trx,
      undone.map(({ contract, new_price, new_next }) => ({ id: contract.id, price: new_price, next: new_next })),
    );
    await writeTrail(trx, undone.map(trailOf(ctx, 'undo-readjustment')));
    // Checked with every contract locked, so a concurrently issued invoice is visible.
    if (await queries.wasBilledSince(trx, id)) throw readjustmentProblems.BATCH_USED();
    await queries.markUndone(trx, id);
    await emit(trx, ctx, 'rents.restored', made);
    await leaveTrail(trx, ctx, 'readjustment_batch', id, 'undo');
  });
}

/** The contracts of a batch, a page of them, with the rents before and after. */
export async function showBatch(ctx: Context, id: number, page: number): Promise<BatchDetail> {
  const batch = await queries.findBatchAt(ctx.db, id);
  if (!batch) throw readjustmentProblems.BATCH_NOT_FOUND();
  return { ...batch, rows: await queries.findBatchRows(ctx.db, id, page), page, lastPage: lastPage(batch.contracts) };
}

const belowDiscount = ({ id, discount }: queries.Contract) => ({
  message: `O desconto do contrato ${id}, de ${formatMoney(discount)}, passa do aluguel de antes do lote. Diminua o desconto e desfaça de novo.`,
});
