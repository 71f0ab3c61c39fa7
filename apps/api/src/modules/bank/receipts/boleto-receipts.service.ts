import { createHash } from 'node:crypto';
import { boletoLinkProblems } from '@morada/contract/bank/boleto-link';
import { Problem } from '@morada/contract/base/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { namesOf } from '@morada/domain/bank/matching/identity';
import { addDays, earlier, formatDate } from '@morada/domain/base/calendar';
import { dayAt } from '#api/base/clock.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import type { BoletoAtBank, BoletoMovement, BoletoPayment, BoletoRegistrar } from '#api/outside/boletos/registrar.ts';
import { requireRefusal, withBank } from '../connections/clients.service.ts';
import { enqueue, noteWork } from '../connections/connections.service.ts';
import { noticeDesk, readEach, readNamed } from '../connections/notices.service.ts';
import { BOLETOS, type BoletoLinkOf, handlesOfNotice, workingLinks } from '../slips/boleto-links.service.ts';
import { setCallState, wakePending } from '../slips/calls.service.ts';
import { applyRegistrations, takeNumbersOfBank } from '../slips/registrations.service.ts';
import * as queries from './boleto-receipts.queries.ts';
import { takePaymentBack } from './given-back.service.ts';
import { type Received, receiveEach } from './receipts.service.ts';

/** Most boletos of a link that one batch of notices may name. */
const MOST_NAMED = 10_000;

const noteBoletos = noticeDesk<BoletoLinkOf, unknown>({
  findLinks: ({ db }) => workingLinks(db),
  namesIn: handlesOfNotice,
  most: MOST_NAMED,
  record: async ({ db }, named) => {
    if (named.size > 0)
      await db.transaction().execute(async (trx) => {
        for (const [linkId, handles] of named) await queries.insertNotices(trx, linkId, handles);
        await enqueue(trx, 'boleto-notices');
      });
    return new Set();
  },
});

/**
 * Notes the boletos that a notice names, to be read from the bank. The token in the address authenticates the sender;
 * nothing else in the notice is trusted.
 * @throws BOLETO_LINK_NOT_FOUND for another token.
 */
export async function noteNotice(deps: Deps, token: string, body: unknown): Promise<void> {
  if ((await noteBoletos(deps, token, body)) === 'UNKNOWN') throw boletoLinkProblems.BOLETO_LINK_NOT_FOUND();
}

/** Boletos read and settled in one transaction, and concurrent calls. */
const BLOCK = 250;
const AT_ONCE = 8;

/** Reads the boletos that notices have named, and settles those whose payment the bank reports. */
export const readNoticed = (deps: Deps, link: BoletoLinkOf): Promise<void> =>
  readNamed(deps, link, BOLETOS, {
    find: () => queries.findUnread(deps.db, link.id, BLOCK),
    read: readBoleto,
    record: (found) => recordRead(deps, link, found),
    countTry: (handles) => queries.countTry(deps.db, link.id, handles),
    atOnce: AT_ONCE,
  });

const readBoleto = async (api: BoletoRegistrar, handle: string) => ({ ...(await api.boleto(handle)), handle });

/** Applies what was read. Returns the handles whose notice is done, or waits for the movements. */
async function recordRead(deps: Deps, link: BoletoLinkOf, found: readonly BoletoAtBank[]): Promise<Set<string>> {
  const paid = found.filter(({ state }) => state === 'PAID');
  const told = paid.flatMap(({ payment, handle }) => (payment ? { ...payment, handle } : []));
  await record(deps, link, told);
  const waiting = paid.filter(({ payment }) => !payment);
  await queries.markPaid(deps.db, link.id, handlesOf(waiting));
  const decided = found.filter(({ state }) => state !== 'PENDING' && state !== 'PAID');
  const woken = await wakeWaiting(deps, link, handlesOf(decided));
  const known = decided.filter(({ handle }) => !woken.includes(handle));
  const gone = known.filter(({ state }) => state === 'CANCELED');
  // The round of calls writes why a boleto was declined.
  const declined = known.filter(({ state }) => state === 'REFUSED');
  await dropAtBank(deps, link, handlesOf(gone));
  const back: string[] = [];
  for (const { handle } of known.filter(({ state }) => state === 'REGISTERED'))
    if (await takeBack(deps, link, handle)) back.push(handle);
  const ended = [...told.map(({ handle }) => handle), ...handlesOf(gone), ...handlesOf(declined), ...woken, ...back];
  await queries.dropNotices(deps.db, link.id, ended);
  return new Set([...ended, ...handlesOf(waiting)]);
}

/** Enqueues the calls that read pending boletos once the bank has decided on them. Returns their handles. */
async function wakeWaiting(deps: Deps, link: BoletoLinkOf, handles: readonly string[]) {
  if (handles.length === 0) return [];
  const woken = await wakePending(deps.db, link.id, handles);
  if (woken.length > 0) await enqueue(deps.db, 'boleto-calls');
  return woken;
}

/** Time between two readings of the movements while no notice asks for one. */
const READ_EVERY_MS = 300_000;
const FORMER_EVERY_MS = 3_600_000;

/** Reads the movements since the last reading, so that a lost notice is made good. */
export async function pollMovements(deps: Deps, link: BoletoLinkOf): Promise<void> {
  const until = new Date();
  const readUntil = new Date(link.read_until);
  const isDue = until.getTime() - readUntil.getTime() >= (link.active ? READ_EVERY_MS : FORMER_EVERY_MS);
  if (!isDue && !(await queries.awaitsMovements(deps.db, link.id))) return;
  // Movements of a day may be written in the next: each reading begins a day before the end of the last.
  const today = deps.today();
  const from = addDays(earlier(dayAt(readUntil), today), -1);
  const polled = await withBank(deps, link, BOLETOS, async (api) => {
    for await (const block of api.movements(from, today))
      for (let at = 0; at < block.length; at += BLOCK) await recordBlock(deps, link, api, block.slice(at, at + BLOCK));
  });
  if (!polled) return;
  await queries.sweepNotices(deps.db, link.id);
  await noteWork(deps.db, link.id, { read_until: until.toISOString() });
}

/** Paid boletos looked at in one round. */
const LOOKED_AT = 100;

/** Looks at boletos paid in the last days, once a day: the notice that a payment was withdrawn may be lost. */
export async function lookAtPaid(deps: Deps, link: BoletoLinkOf): Promise<void> {
  const handles = await queries.takePaid(deps.db, link.id, LOOKED_AT);
  if (handles.length === 0) return;
  const { found } = await readEach(deps, link, BOLETOS, handles, readBoleto, AT_ONCE);
  for (const { handle, state } of found) if (state === 'REGISTERED') await takeBack(deps, link, handle);
}

async function recordBlock(deps: Deps, link: BoletoLinkOf, api: BoletoRegistrar, movements: readonly BoletoMovement[]) {
  const told = movements.flatMap((movement) => (movement.kind === 'PAID' ? movement.payment : []));
  // A list may go on telling of a payment that the bank has withdrawn: it counts again once the boleto is paid again.
  const doubtful = await queries.findWithdrawn(deps.db, link.id, told.map(reported));
  const stillOpen = new Set<string>();
  for (const handle of doubtful) {
    const boleto = await api.boleto(handle).catch((error) => void requireRefusal(error));
    if (boleto?.state !== 'PAID') stillOpen.add(handle);
  }
  await record(
    deps,
    link,
    told.filter(({ handle }) => !stillOpen.has(handle)),
  );
  await dropAtBank(
    deps,
    link,
    movements.flatMap((movement) => (movement.kind === 'CANCELED' ? movement.handle : [])),
  );
  const settled = movements.flatMap((movement) => (movement.kind === 'SETTLED' ? movement.handle : []));
  await queries.noteSettled(deps.db, link.id, settled);
  for (const movement of movements) if (movement.kind === 'TAKEN_BACK') await takeBack(deps, link, movement.handle);
}

/**
 * Writes payments and hands those that are new to the run of bank files, which settles or leaves them to a person. A
 * payment that fails waits for a person, and holds up no other one.
 * @throws the error of a payment that failed for no rule, once all are written.
 */
async function record(deps: Deps, link: BoletoLinkOf, payments: readonly BoletoPayment[]) {
  if (payments.length === 0) return;
  const ctx = systemContext(deps);
  const numbers = new Map(payments.map(({ handle, nosso_numero }) => [handle, nosso_numero]));
  const faults = await deps.db.transaction().execute(async (trx) => {
    const fresh = await queries.recordPayments(trx, link.id, payments.map(reported));
    const failed = await receiveEach(trx, ctx, fresh, {
      linesOf: (_, some, isPlain) => linesOf(trx, ctx, { link, numbers }, some, isPlain),
      record: async (_, some, id) => {
        const boletos = await boletosOf(trx, { link, numbers }, handlesOf(some));
        const received = some.map((payment) => ({
          id: payment.id,
          boleto_id: boletos.get(payment.handle)?.id ?? null,
        }));
        await queries.setFile(trx, received, id);
      },
    });
    return failed.filter((error) => !(error instanceof Problem));
  });
  if (faults.length > 0) throw faults[0];
}

const reported = ({ byPix: by_pix, nosso_numero: _, ...payment }: BoletoPayment): queries.ReportedPayment => ({
  ...payment,
  by_pix,
});

type Payment = Awaited<ReturnType<typeof queries.recordPayments>>[number];
type Told = Pick<Source, 'link' | 'numbers'>;

const handlesOf = (named: readonly { handle: string }[]) => named.map(({ handle }) => handle);

const boletosOf = (trx: Db, { link, numbers }: Told, handles: readonly string[]) =>
  queries.findBoletos(
    trx,
    link,
    handles.map((handle) => ({ handle, nosso_numero: numbers.get(handle) ?? null })),
  );

/** Payments of boletos as lines. */
async function linesOf(
  trx: Db,
  ctx: Context,
  { link, numbers }: Told,
  paid: readonly Payment[],
  isPlain: boolean,
): Promise<Received> {
  const boletos = await boletosOf(trx, { link, numbers }, handlesOf(paid));
  // Boletos that were paid before the bank's number was read.
  const unnumbered = isPlain ? [] : [...boletos.values()].filter(({ nosso_numero }) => nosso_numero === null);
  const none = { barcode: null, digitable_line: null, pix: null, hybrid_until: null };
  await takeNumbersOfBank(
    trx,
    unnumbered.map(({ id, handle }) => ({ ...none, id, nosso_numero: numbers.get(handle) ?? null })),
  );
  await setCallState(trx, link.id, handlesOf(paid), 'PAID');
  return {
    kind: 'BOLETO',
    name: `Boletos recebidos em ${formatDate(ctx.today())}`,
    fingerprint: createHash('sha256')
      .update(`boletos ${link.id} ${paid.map(({ id }) => id).join()}`)
      .digest('hex'),
    entries: paid.map((payment, index) =>
      entryOf(payment, { line: index + 1, link, boleto: boletos.get(payment.handle), numbers }),
    ),
  };
}

type Source = {
  line: number;
  link: BoletoLinkOf;
  boleto: Omit<queries.NamedBoleto, 'handle'> | undefined;
  numbers: ReadonlyMap<string, string | null>;
};

function entryOf(
  payment: queries.ReportedPayment & { again: number },
  { line, link, boleto, numbers }: Source,
): BankEntry {
  const { handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix } = payment;
  const { bank, agency = null } = link.agreement;
  const number = boleto?.nosso_numero ?? numbers.get(handle) ?? handle;
  return {
    line,
    label: `Boleto ${number}`,
    occurrence: by_pix ? 'Boleto pago por Pix' : 'Boleto pago',
    kind: 'SETTLED',
    account: { bank, agency, account: null },
    numbers: [number],
    digitable_line: boleto?.digitable_line ?? null,
    pix_invoice: null,
    mark: null,
    amount: boleto?.amount ?? null,
    paid_amount: paid,
    due_date: null,
    paid_on,
    credited_on,
    fine_and_interest: (fine ?? 0) + (interest ?? 0),
    ...(fine !== null && interest !== null && { charges: { fine, interest } }),
    discount: discount ?? 0,
    fee: tariff ?? 0,
    problem: null,
    row: null,
    assigned: null,
    ...(payment.again > 0 && { again: payment.again }),
  };
}

/** Closes boletos that the bank dropped, unless they were paid. */
async function dropAtBank(deps: Deps, link: BoletoLinkOf, handles: readonly string[]) {
  if (handles.length === 0) return;
  await deps.db.transaction().execute(async (trx) => {
    const boletos = [...(await boletosOf(trx, { link, numbers: new Map() }, handles)).values()];
    await setCallState(trx, link.id, handles, 'REMOVED');
    const notices = boletos.map(({ id }) => ({ boleto_id: id, told: 'TAKEN_BACK' as const, note: null }));
    await applyRegistrations(trx, systemContext(deps), notices);
  });
}

/**
 * Takes back the payments of a boleto whose notice the bank withdrew.
 * @returns false while there is nothing to take back, or its run has not ended.
 */
async function takeBack(deps: Deps, link: BoletoLinkOf, handle: string): Promise<boolean> {
  const ctx = systemContext(deps);
  const faults = await deps.db.transaction().execute(async (trx) => {
    const standing = await queries.lockStanding(trx, link.id, handle);
    if (standing.length === 0 || standing.some(({ ended }) => !ended)) return undefined;
    await setCallState(trx, link.id, [handle], 'ACTIVE');
    const faults: unknown[] = [];
    for (const payment of standing) {
      const { boleto } = payment;
      const entry = entryOf(payment, { line: 1, link, boleto: boleto ?? undefined, numbers: new Map() });
      const names = namesOf(entry, boleto, entry, new Map());
      const given = { names, entry, file_id: payment.file_id, invoice_id: boleto?.invoice_id ?? null };
      await queries.markTakenBack(trx, payment.id);
      faults.push(await takePaymentBack(trx, ctx, { ...given, by: 'BOLETO' }));
    }
    return faults.filter((fault) => fault !== undefined);
  });
  if (faults && faults.length > 0) throw faults[0];
  return faults !== undefined;
}
