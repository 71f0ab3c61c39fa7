import { isIP } from 'node:net';
import { mobileNumber } from '@morada/domain/messages/channel-choice';
import type { EnvelopeState } from '@morada/domain/signature/envelope';
import { qualificationOf } from '@morada/domain/signature/qualification';
import { present } from '#api/base/present.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { claimed, makeCallsThrough } from '#api/modules/bank/connections/calls.service.ts';
import { SendFailure } from '#api/outside/sender.ts';
import type {
  PaperEvent,
  PaperKeys,
  PaperState,
  PaperToSign,
  SignatureProvider,
  ToldSigner,
} from '#api/outside/signatures/provider.ts';
import { keepSigned } from './keeping.service.ts';
import { ask, expire, hear, lock, lockSigner, move, refused, signed } from './life.service.ts';
import { bytesOf } from './paper.service.ts';
import * as queries from './provider.queries.ts';
import { clientOf, FOREIGN_KEY } from './provider.service.ts';
import { workOnNotices } from './provider-notices.service.ts';

/** Papers claimed at a time, all of them at once: a claim lasts two minutes, and a paper that is sent up to that. */
const AT_ONCE = 4;

/**
 * One round: takes the notices, then looks at each paper that is due. A paper that can't be sent, or whose answer does not come,
 * waits by itself; a provider that denies access or asks to wait ends the round. Several servers may run it concurrently.
 */
export async function workOnProvider(deps: Deps): Promise<void> {
  await workOnNotices(deps);
  const row = await queries.findProvider(deps.db);
  if (!row) return;
  await queries.planErrands(deps.db);
  if (row.wait_until !== null && new Date(row.wait_until) > new Date()) return;
  const client = clientOf(deps, row);
  if (!client) return void (await queries.noteFailure(deps.db, { problem: FOREIGN_KEY, until: undefined }));
  const ctx = { ...systemContext(deps), actor: { id: null, name: 'Clicksign', permissions: [] } };
  await makeCallsThrough<SignatureProvider, queries.Due, queries.Due>(through(deps, client), {
    ...{ batch: AT_ONCE, atOnce: AT_ONCE },
    ...claimed(deps.db, 'signature_errand', queries.ANY, queries.findDue),
    call: async (_, due, tell) => {
      await carryOut(ctx, client, due);
      tell(due);
    },
    // Each errand has been written by itself.
    write: async () => {},
  });
}

/** Ends the round of a provider that denies access or asks to wait. */
const through =
  ({ db }: Deps, client: SignatureProvider) =>
  async (calls: (client: SignatureProvider) => Promise<unknown>): Promise<object | undefined> => {
    try {
      await calls(client);
      return {};
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      await queries.noteFailure(db, { problem: error.message, until: error.until });
      return undefined;
    }
  };

const endsRound = ({ kind }: SendFailure) => kind === 'DENIED' || kind === 'SLOW';

/** What is to be done about a paper at the provider. */
function taskOf({
  state,
  sent,
  asked,
  tries,
}: queries.Due): 'SEND' | 'ASK' | 'FOLLOW' | 'FETCH' | 'CANCEL' | 'NOTHING' {
  switch (state) {
    case 'OUT':
      if (!sent) return 'SEND';
      return asked ? 'FOLLOW' : 'ASK';
    case 'SEALING':
      return 'FETCH';
    case 'DRAFT':
    case 'SIGNED':
      return 'NOTHING';
    default:
      // Never tried to be sent: nothing is there. This claim has counted as a try.
      return sent || tries > 1 ? 'CANCEL' : 'NOTHING';
  }
}

/**
 * Carries out what is to be done about one paper, and what follows from it at once. A failure waits with this paper alone.
 * @throws SendFailure DENIED or SLOW, which concern all
 */
async function carryOut(ctx: Context, client: SignatureProvider, due: queries.Due): Promise<void> {
  const { db } = ctx;
  try {
    switch (taskOf(due)) {
      case 'SEND':
        return await send(ctx, client, due);
      case 'ASK':
        return await askToSign(ctx, client, due, present(due.provider_key, 'the key'));
      case 'FOLLOW':
        return await follow(ctx, client, due);
      case 'FETCH':
        return await fetchSigned(ctx, client, due);
      case 'CANCEL':
        return await cancel(ctx, client, due);
      case 'NOTHING':
        return await isOver(db, due, null);
    }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    await wait(ctx, due, error);
    if (endsRound(error)) throw error;
  }
}

async function wait({ db }: Context, { envelope_id }: queries.Due, failure: SendFailure): Promise<void> {
  if (failure.kind === 'REFUSED')
    await queries.moveErrand(db, envelope_id, { refused: true, problem: failure.message, next_try_at: null });
  else await queries.postpone(db, envelope_id, failure.message);
  if (failure.kind !== 'REFUSED') await queries.noteFailure(db, { problem: failure.message, until: failure.until });
  await notify(db, 'signatures');
}

/** The provider has answered: nothing is the matter with it, nor with this paper. */
async function answered(db: Db, { envelope_id }: queries.Due, minutes: number): Promise<void> {
  await queries.waitMinutes(db, envelope_id, minutes);
  await queries.noteAnswer(db);
}

async function isOver(db: Db, { envelope_id }: queries.Due, problem: string | null): Promise<void> {
  await queries.endErrand(db, envelope_id, problem);
}

/** Minutes between looks at a paper of which no notice comes. */
const POLL_MINUTES = 60;
/** Minutes until a file is asked for that is not ready yet. */
const FILE_MINUTES = 1;

// To the provider ----------------------------------------------------------------------------------------------------------------

async function send(ctx: Context, client: SignatureProvider, due: queries.Due): Promise<void> {
  const paper = await paperOf(ctx, due);
  // Counted at its claim: from the second try on an earlier one may have arrived.
  const { envelope, document, signers } = await client.send(paper, { maybeSent: due.tries > 1 });
  const state = await ctx.db.transaction().execute(async (trx) => {
    await queries.keepKeys(trx, due.envelope_id, { key: envelope, document, signers });
    await notify(trx, 'signatures');
    return (await lock(trx, due.envelope_id)).state;
  });
  // It ended here while it was on its way.
  if (state !== 'OUT') return cancel(ctx, client, { ...due, provider_key: envelope, document_key: document });
  await askToSign(ctx, client, due, envelope);
}

async function askToSign({ db }: Context, client: SignatureProvider, due: queries.Due, key: string): Promise<void> {
  await client.ask(key);
  await queries.noteAsked(db, due.envelope_id);
  await answered(db, due, POLL_MINUTES);
  await notify(db, 'signatures');
}

async function paperOf(ctx: Context, due: queries.Due): Promise<PaperToSign> {
  const { db } = ctx;
  const bytes = await bytesOf(ctx, due.file_id);
  if (!bytes) throw new SendFailure('REFUSED', 'O arquivo do documento não está mais guardado.');
  const signers = await queries.findSigners(db, due.envelope_id);
  return {
    ...{ reference: due.reference, title: due.title, filename: pdfName(due.file_name), deadline: due.deadline },
    ...{ remind_days: due.remind_days || null, in_order: due.in_order },
    bytes,
    signers: signers.map(({ id, role, name, cpf, email, phone, channel, turn }) => ({
      ...{ id, name, cpf, email, phone: mobileNumber(phone) ?? null, channel, turn },
      as: qualificationOf(due.kind, role),
    })),
  };
}

const pdfName = (name: string) => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);

async function cancel({ db }: Context, client: SignatureProvider, due: queries.Due): Promise<void> {
  const found = await client.cancel(due, keysOf(due));
  const problem =
    found === 'CLOSED' ? 'Na Clicksign todos já tinham assinado quando o documento foi encerrado aqui.' : null;
  await isOver(db, due, problem);
  await queries.noteAnswer(db);
  await notify(db, 'signatures');
}

const keysOf = ({ provider_key: envelope, document_key: document }: queries.Due): PaperKeys | undefined =>
  envelope === null || document === null ? undefined : { envelope, document };

// From the provider --------------------------------------------------------------------------------------------------------------

async function follow(ctx: Context, client: SignatureProvider, due: queries.Due): Promise<void> {
  const state = await client.read(present(keysOf(due), 'the keys'));
  const after = await change(ctx, (trx) => takeEvents(trx, { ...ctx, db: trx }, due, state));
  await answered(ctx.db, due, POLL_MINUTES);
  if (after === 'SEALING') return fetchSigned(ctx, client, due);
  if (after !== 'OUT') return cancel(ctx, client, due);
}

/**
 * What happened at the provider happens here, by the same doors as in our own room. What is known already is passed over, so that
 * it may be read any number of times.
 */
async function takeEvents(
  trx: Db,
  ctx: Context,
  due: queries.Due,
  found: PaperState | undefined,
): Promise<EnvelopeState> {
  let { state } = await lock(trx, due.envelope_id);
  const signers = await queries.findSigners(trx, due.envelope_id);
  for (const event of found?.events ?? []) if (state === 'OUT') state = await takeEvent(trx, ctx, due, signers, event);
  if (state !== 'OUT') return state;
  const envelope = await lock(trx, due.envelope_id);
  if (found?.status === 'RUNNING' || found?.status === 'DRAFT')
    return (await expire(trx, ctx, envelope)) ? 'EXPIRED' : state;
  const reason = found === undefined ? GONE : found.status === 'CLOSED' ? CLOSED_EARLY : CANCELED_THERE;
  return hear(trx, ctx, envelope, 'withdraw', { by: 'PROVIDER', reason });
}

const GONE = 'O envelope não existe mais na Clicksign.';
const CLOSED_EARLY = 'O envelope foi finalizado na Clicksign antes de todos assinarem.';
const CANCELED_THERE = 'O envelope foi cancelado na Clicksign.';

async function takeEvent(
  trx: Db,
  ctx: Context,
  { envelope_id }: queries.Due,
  signers: readonly queries.DueSigner[],
  event: PaperEvent,
): Promise<EnvelopeState> {
  const envelope = await lock(trx, envelope_id);
  switch (event.kind) {
    case 'DEADLINE':
      return move(trx, ctx, envelope, 'expire', { action: 'expire', evidence: 'EXPIRED' });
    case 'CANCELED':
      return hear(trx, ctx, envelope, 'withdraw', { by: 'PROVIDER', reason: CANCELED_THERE });
    case 'SIGNED':
    case 'REFUSED': {
      const signer = signers.find((one) => isSigner(one, event.signer));
      const now = signer && (await queries.findSignerState(trx, signer.id));
      if (!signer || (now !== 'ASKED' && now !== 'WAITING')) return envelope.state;
      // What is told within one moment may come in any order: whoever signed had been asked.
      if (now === 'WAITING') await ask(trx, ctx, envelope, await askedSigner(trx, signer.id));
      const trace = { channel: signer.channel };
      if (event.kind === 'REFUSED') return refused(trx, ctx, signer.id, event.reason, trace, event.at);
      return signed(trx, ctx, signer.id, { at: event.at }, { ...trace, address: addressOf(event.address) });
    }
  }
}

const askedSigner = async (trx: Db, id: number) => (await lockSigner(trx, id)).signer;

const addressOf = (address: string | null) => (address !== null && isIP(address) ? address : null);

/** Whether the provider means this signer: by its key, or else by the CPF, or where they are reached. */
const isSigner = ({ provider_key, cpf, email }: queries.DueSigner, { key, ...told }: ToldSigner): boolean =>
  provider_key === key ||
  (told.cpf !== null && told.cpf === cpf) ||
  (told.cpf === null && told.email !== null && told.email === email);

/** The file that all have signed becomes the record's document; the links to it last minutes. */
async function fetchSigned(ctx: Context, client: SignatureProvider, due: queries.Due): Promise<void> {
  const bytes = await client.signedFile(present(keysOf(due), 'the keys'));
  if (!bytes) return answered(ctx.db, due, FILE_MINUTES);
  if (!bytes.subarray(0, 1_024).includes('%PDF-'))
    throw new SendFailure('LOST', 'O arquivo assinado que a Clicksign entregou não é um PDF.');
  await keepSigned(ctx, due.envelope_id, { bytes, sealed: false });
  await isOver(ctx.db, due, null);
  await queries.noteAnswer(ctx.db);
}
