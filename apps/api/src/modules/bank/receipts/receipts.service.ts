import { Problem } from '@morada/contract/base/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { unmatchedLines } from '@morada/domain/bank/matching/open-lines';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { eachApart } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { lockDebts } from '#api/modules/money/invoices/agreed.service.ts';
import { refusalOfRest } from '#api/modules/money/invoices/settling.service.ts';
import * as queries from './bank-files.queries.ts';
import { paymentOf } from './matching/matching.map.ts';
import { matchTogether } from './matching/matching.service.ts';
import { keepOpen } from './open-lines.queries.ts';
import { lockPayments } from './payments.queries.ts';
import { queueLines, settlePayments } from './runs.service.ts';

/** Payments that a bank reports through its API, as lines under one name. */
export type Received = {
  kind: 'PIX' | 'BOLETO';
  name: string;
  entries: readonly BankEntry[];
  fingerprint: string;
  /** Lines paid short whose difference goes on the next invoice. */
  carried?: readonly number[];
};

const insertReceived = (trx: Db, ctx: Context, { kind, name, entries, fingerprint }: Received) =>
  queries.insertReceived(trx, {
    ...{ kind, name, fingerprint, bank: null, account: null, entries: JSON.stringify(entries) },
    ...{ chosen: entries.map(({ line }) => line), admin_user_id: ctx.actor.id },
  });

const CARRIED = { fate: 'NEXT_INVOICE' } as const;

/**
 * Settles payments that a bank reports, inside the caller's transaction. Those that differ from what is owed wait for a
 * person, and so do those in `carried` that can't be carried over. Returns the id that their settlements and lines name.
 */
async function receive(trx: Db, ctx: Context, received: Received): Promise<number> {
  const { entries, fingerprint, carried = [] } = received;
  const id = await insertReceived(trx, ctx, received);
  const { lines, names } = await matchTogether(trx, ctx, id, entries);
  const rests = lines.flatMap(({ entry: { line }, found, rest }) => {
    const continues = names.get(found?.invoice.id ?? 0)?.continues ?? false;
    const isFit = found && carried.includes(line) && refusalOfRest(ctx, CARRIED, { rest, continues }) === undefined;
    return isFit ? [{ line, ...CARRIED }] : [];
  });
  const accepted = rests.map(({ line }) => line);
  const chosen = lines.filter(
    ({ payable, pile, entry }) => payable && (pile === 'MATCHED' || accepted.includes(entry.line)),
  );
  if (chosen.length < lines.length) {
    // The locks of a settlement, in its order, of the lines too that will wait beside it.
    await lockPayments(
      trx,
      lines.flatMap(({ names, plain }) => [...names, ...(plain === null ? [] : [plain])]),
    );
    await lockDebts(
      trx,
      lines.flatMap(({ found }) => found?.invoice.id ?? []),
    );
  }
  const payments = chosen.map((line) => paymentOf(line, accepted.includes(line.entry.line) ? CARRIED : undefined));
  const refusals = await settlePayments(trx, ctx, id, payments);
  const failures = payments.flatMap(({ line }, index) => {
    const reason = refusals[index]?.message;
    return reason === undefined ? [] : { line, reason };
  });
  const isEach = failures.length === 0 && chosen.length === lines.length;
  if (!isEach) await queueLines(trx, ctx, { id, fingerprint, failures, entries: JSON.stringify(entries) });
  const trail = { lines: chosen.length, accepted, ...(rests.length > 0 && { rests }) };
  await leaveTrail(trx, ctx, 'bank_file', id, 'settle', trail);
  await notify(trx, 'bank-payments');
  return id;
}

const FAILED = 'A baixa automática deste pagamento falhou: escolha a fatura e dê baixa por aqui';

/** Leaves payments that a bank reports to a person, with the reason why they couldn't be settled. */
async function leaveToPerson(trx: Db, ctx: Context, received: Received, error: unknown): Promise<number> {
  const id = await insertReceived(trx, ctx, received);
  const reason = error instanceof Problem ? error.message : FAILED;
  const rows = unmatchedLines(received.entries, reason).map(({ fingerprint, ...line }) => ({
    ...line,
    fingerprint: fingerprint ?? `line ${id} ${line.line}`,
  }));
  await keepOpen(trx, id, JSON.stringify(rows));
  await notify(trx, 'bank-payments');
  return id;
}

/** How payments of one source become lines. */
export type Source<Payment> = {
  /** `isPlain`: without the steps that may have failed. */
  linesOf: (trx: Db, payments: readonly Payment[], isPlain: boolean) => Promise<Received>;
  /** Records under which id the payments were received. */
  record: (trx: Db, payments: readonly Payment[], id: number) => Promise<unknown>;
};

/**
 * Receives payments in one transaction, each apart if they fail together: one that fails waits for a person, and holds up
 * no other one. Returns the errors.
 */
export async function receiveEach<Payment>(
  trx: Db,
  ctx: Context,
  payments: readonly Payment[],
  source: Source<Payment>,
): Promise<unknown[]> {
  const failed: unknown[] = [];
  await eachApart(
    trx,
    payments,
    async (some) => source.record(trx, some, await receive(trx, ctx, await source.linesOf(trx, some, false))),
    async (payment, error) => {
      failed.push(error);
      await leave(trx, ctx, payment, source, error);
    },
  );
  return failed;
}

/** Leaves a payment to a person. Returns the id under which it waits. */
export async function leave<Payment>(
  trx: Db,
  ctx: Context,
  payment: Payment,
  { linesOf, record }: Source<Payment>,
  error: unknown,
): Promise<number> {
  const id = await leaveToPerson(trx, ctx, await linesOf(trx, [payment], true), error);
  await record(trx, [payment], id);
  return id;
}
