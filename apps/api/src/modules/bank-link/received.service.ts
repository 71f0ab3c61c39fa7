import { createHash, timingSafeEqual } from 'node:crypto';
import { bankLinkProblems } from '@morada/contract/bank-link';
import { Problem } from '@morada/contract/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { invoiceOfTxid } from '@morada/domain/bank/pix';
import { type PixParts, pixParts } from '@morada/domain/bank/pix-charge';
import { formatDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { dayAt } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import { inParallel } from '../../base/in-parallel.ts';
import { hashOf } from '../../base/secrets.ts';
import { type Context, type Db, type Deps, systemContext } from '../../context.ts';
import { perDatabase } from '../../db/per-database.ts';
import { eachApart } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import { BankFailure } from '../../outside/bank-api.ts';
import type { PixPayment } from '../../outside/pix.ts';
import { leaveToPerson, settleEntries } from '../bank-files/staging.service.ts';
import { refundInvoices } from '../invoices/refunding.service.ts';
import * as links from './bank-link.queries.ts';
import * as charges from './charges.queries.ts';
import { isOutage, type Link, placeOf, withBank } from './connection.service.ts';
import * as queries from './received.queries.ts';
import { recurringOf } from './recurring-payments.service.ts';

type Notice = { deps: Deps; token: string; ids: readonly string[] };

/** Notices of a server that arrive together share one transaction. */
const noticesOf = perDatabase(() =>
  coalesce<Notice, boolean>(noteNotices, { atOnce: 1, most: 100, splits: (error) => !isDatabaseAway(error) }),
);

/**
 * Notes the payments that a notice names, to be read from the bank. The token in the address authenticates the sender;
 * nothing else in the notice is trusted.
 * @throws BANK_LINK_NOT_FOUND for another token.
 */
export async function noteNotice(deps: Deps, token: string, ids: readonly string[]): Promise<void> {
  if (!(await noticesOf(deps.db)({ deps, token, ids }))) throw bankLinkProblems.BANK_LINK_NOT_FOUND();
}

/** Whether each notice has the token of the active link. */
async function noteNotices(notices: readonly Notice[]): Promise<boolean[]> {
  const [first] = notices;
  const link = first && (await links.findLink(first.deps.db));
  const own = link && first.deps.secrets.openText(placeOf('notice_token', link.id), link.notice_token);
  if (!link || own === undefined) return notices.map(() => false);
  const expected = hashOf(own);
  const known = notices.map(({ token }) => timingSafeEqual(expected, hashOf(token)));
  const ids = [...new Set(notices.flatMap((notice, index) => (known[index] ? notice.ids : [])))];
  if (ids.length > 0)
    await first.deps.db.transaction().execute(async (trx) => {
      await queries.readAgain(trx, ids);
      await queries.insertNotices(trx, link.id, ids);
      await links.askForWork(trx, 'pix-payments');
    });
  return known;
}

/** Payments read and settled in one transaction, and concurrent calls. */
const BLOCK = 250;
const AT_ONCE = 16;

/** Reads the payments that notices have named, and settles their invoices. */
export async function readNoticed(deps: Deps, link: Link): Promise<void> {
  for (;;) {
    const ids = await queries.findUnread(deps.db, link.id, BLOCK);
    if (ids.length === 0) return;
    const found: PixPayment[] = [];
    const answered = await withBank(deps, link, (api) =>
      inParallel(ids, AT_ONCE, async (id) => {
        const payment = await api.payment(id).catch(unlessAbsent);
        if (payment) found.push(payment);
      }),
    );
    await record(deps, link, found);
    if (!answered) return;
    const known = new Set(found.map(({ endToEndId }) => endToEndId));
    await queries.countTry(
      deps.db,
      ids.filter((id) => !known.has(id)),
    );
    // Payments that the bank doesn't know yet are requested again in the next round.
    if (known.size === 0) return;
  }
}

function unlessAbsent(error: unknown): undefined {
  if (isOutage(error) || !(error instanceof BankFailure)) throw error;
}

/** Payments may be listed late: each reading begins this long before the end of the last. */
const OVERLAP_MS = 3_600_000;

/** Reads the payments received since the last reading, so that a lost notice is made good. */
export async function pollPayments(deps: Deps, link: Link): Promise<void> {
  const until = new Date();
  const from = new Date(new Date(link.read_until).getTime() - OVERLAP_MS);
  const polled = await withBank(deps, link, async (api) => {
    for await (const page of api.payments(from, until)) {
      // A Pix without txid was not paid by a code of ours: it is left to the bank's statement.
      const named = page.filter(({ txid }) => txid);
      await queries.insertNotices(
        deps.db,
        link.id,
        named.map(({ endToEndId }) => endToEndId),
      );
      for (let at = 0; at < named.length; at += BLOCK) await record(deps, link, named.slice(at, at + BLOCK));
    }
  });
  if (polled) await links.setReadUntil(deps.db, link.id, until);
}

const GIVEN_BACK = 'DEVOLVIDO';

/** Records payments contained in other answers, as in that of a recurring charge. A known payment counts once. */
export async function receivePayments(deps: Deps, link: Link, payments: readonly PixPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await queries.insertNotices(
    deps.db,
    link.id,
    payments.map(({ endToEndId }) => endToEndId),
  );
  for (let at = 0; at < payments.length; at += BLOCK) await record(deps, link, payments.slice(at, at + BLOCK));
}

/**
 * Writes what the bank says of payments, settles new ones, and takes back the settlements of those given back. A payment
 * that fails waits for a person, and holds up no other one.
 * @throws the error of a payment that failed for no rule, once all are written.
 */
async function record(deps: Deps, link: Link, payments: readonly PixPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const ctx = systemContext(deps);
  const faults = await deps.db.transaction().execute(async (trx) => {
    const told = await queries.recordPayments(
      trx,
      link.id,
      payments.map(({ endToEndId, txid = null, valor, horario, devolucoes = [] }) => ({
        ...{ end_to_end_id: endToEndId, txid, amount: valor, paid_at: horario },
        returned: sum(devolucoes.flatMap(({ status, valor: back }) => (status === GIVEN_BACK ? back : []))),
      })),
    );
    const parts = new Map(
      payments.map(({ endToEndId, valor, componentesValor }) => [endToEndId, pixParts(valor, componentesValor)]),
    );
    const failed: unknown[] = [];
    await eachApart(
      trx,
      told.filter(({ is_new, txid }) => is_new && txid !== null),
      (fresh) => settle(trx, ctx, fresh, parts),
      async (payment, error) => {
        failed.push(error);
        await leave(trx, ctx, payment, error);
      },
    );
    await eachApart(
      trx,
      told.filter(({ is_new, returned, returned_before }) => !is_new && returned > returned_before),
      (returned) => takeBack(trx, ctx, returned),
      async ({ end_to_end_id }, error) => {
        failed.push(error);
        await queries.setProblems(trx, [{ end_to_end_id, problem: problemOf(error) }]);
        await notify(trx, 'bank-payments');
      },
    );
    return failed.filter((error) => !(error instanceof Problem));
  });
  if (faults.length > 0) throw faults[0];
}

const NOT_REOPENED = 'a fatura não pôde ser reaberta: estorne a baixa';
const problemOf = (error: unknown) => (error instanceof Problem ? error.message : NOT_REOPENED);

/** Leaves a payment that couldn't be settled to a person. */
async function leave(trx: Db, ctx: Context, payment: Told, error: unknown) {
  const { end_to_end_id, txid } = payment;
  const invoices = await charges.findInvoicesOf(trx, txid === null ? [] : [txid]);
  if (txid !== null) await charges.markPaid(trx, [txid]);
  const told = { ...nameOf(ctx, [payment]), entries: [entryOf(payment, { line: 1, invoices, parts: undefined })] };
  await queries.setFile(trx, [end_to_end_id], await leaveToPerson(trx, ctx, told, error));
  await notify(trx, 'bank-payments');
}

/** What a run of these payments is called. */
const nameOf = (ctx: Context, payments: readonly Told[]) => ({
  kind: 'PIX' as const,
  name: `Pix recebidos em ${formatDate(ctx.today())}`,
  fingerprint: createHash('sha256')
    .update(payments.map(({ end_to_end_id }) => end_to_end_id).join())
    .digest('hex'),
});

type Told = Awaited<ReturnType<typeof queries.recordPayments>>[number];

/** Hands payments to a run like that of a bank's file, which settles them or leaves them for staff to resolve. */
async function settle(trx: Db, ctx: Context, told: readonly Told[], parts: ReadonlyMap<string, PixParts | undefined>) {
  if (told.length === 0) return;
  const txids = told.flatMap(({ txid }) => txid ?? []);
  const recurring = await recurringOf(
    trx,
    told.map(({ txid, amount, paid_at }) => ({ txid, amount, paid_on: dayAt(new Date(paid_at)) })),
  );
  const invoices = new Map([...(await charges.findInvoicesOf(trx, txids)), ...recurring.invoices]);
  await charges.markPaid(trx, txids);
  const ids = told.map(({ end_to_end_id }) => end_to_end_id);
  const fileId = await settleEntries(trx, ctx, {
    ...nameOf(ctx, told),
    entries: told.map((payment, index) =>
      entryOf(payment, { line: index + 1, invoices, parts: parts.get(payment.end_to_end_id) }),
    ),
    carried: told.flatMap((payment, index) =>
      payment.returned === 0 && recurring.carriesLate({ ...payment, paid_on: dayAt(new Date(payment.paid_at)) })
        ? index + 1
        : [],
    ),
  });
  await queries.setFile(trx, ids, fileId);
}

type Source = { line: number; invoices: ReadonlyMap<string, number>; parts: PixParts | undefined };

function entryOf(payment: Told, { line, invoices, parts }: Source): BankEntry {
  const { end_to_end_id, txid, amount, paid_at, returned } = payment;
  const paid_on = dayAt(new Date(paid_at));
  return {
    line,
    label: `Pix ${txid}`,
    occurrence: 'Pix recebido',
    kind: 'SETTLED',
    account: { bank: null, agency: null, account: null },
    numbers: [],
    digitable_line: null,
    pix_invoice: invoices.get(txid ?? '') ?? invoiceOfTxid(txid ?? '') ?? null,
    mark: end_to_end_id,
    amount: null,
    paid_amount: amount,
    due_date: null,
    paid_on,
    credited_on: paid_on,
    fine_and_interest: parts ? parts.fine + parts.interest : 0,
    ...(parts && parts.fine + parts.interest > 0 && { charges: { fine: parts.fine, interest: parts.interest } }),
    discount: parts?.discount ?? 0,
    fee: 0,
    problem: returned > 0 ? 'Este Pix foi devolvido ao pagador' : null,
    row: null,
    assigned: null,
  };
}

const IN_PART = 'só uma parte foi devolvida: combine o resto com o inquilino';

/**
 * Reopens the invoices of payments that were fully given back. An invoice stays settled and becomes a task for staff if
 * it can't be reopened, because its owner was paid, or if its payment was given back only in part.
 */
async function takeBack(trx: Db, ctx: Context, returned: readonly Told[]) {
  if (returned.length === 0) return;
  const isWhole = new Map(returned.map((payment) => [payment.end_to_end_id, payment.returned >= payment.amount]));
  const settled = await queries.findSettled(trx, [...isWhole.keys()]);
  const whole = settled.filter(({ end_to_end_id }) => isWhole.get(end_to_end_id));
  const refusals = await refundInvoices(
    trx,
    ctx,
    whole.map(({ invoice_id: id }) => ({ id })),
  );
  await queries.setProblems(trx, [
    ...settled.flatMap(({ end_to_end_id }) => (isWhole.get(end_to_end_id) ? [] : { end_to_end_id, problem: IN_PART })),
    ...whole.flatMap(({ end_to_end_id }, index) => {
      const problem = refusals[index]?.message;
      return problem === undefined ? [] : { end_to_end_id, problem };
    }),
  ]);
  await notify(trx, 'bank-payments');
}
