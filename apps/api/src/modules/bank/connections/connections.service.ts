import { createPrivateKey, X509Certificate } from 'node:crypto';
import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { boletoLinkProblems } from '@morada/contract/bank/boleto-link';
import { payoutProblems } from '@morada/contract/bank/payouts';
import { statementLinkProblems } from '@morada/contract/bank/statement-link';
import type { Problem } from '@morada/contract/base/problem';
import { type CalendarDate, calendarDate } from '@morada/domain/base/calendar';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { tellAdministrators } from '#api/modules/access/users/watch.service.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import { openSecret, placeOf, type Sealed } from './clients.service.ts';
import * as queries from './connections.queries.ts';
import { hasToken } from './notices.service.ts';

export const { enqueue, enqueueLater, findActive, findActiveOr, lockActive, noteOutcome, noteWork } = queries;

/** What differs between the kinds: the name in the trail, the job that works with them, and whether the bank sends notices. */
const KINDS = {
  PIX: { record: 'bank_link', task: 'bank-link', hasNotices: true, missing: bankLinkProblems.BANK_LINK_NOT_FOUND },
  BOLETO: {
    record: 'bank_link',
    task: 'boleto-calls',
    hasNotices: true,
    missing: boletoLinkProblems.BOLETO_LINK_NOT_FOUND,
  },
  PAYOUT: {
    record: 'payout_link',
    task: 'payouts',
    hasNotices: false,
    missing: payoutProblems.PAYOUT_LINK_NOT_FOUND,
  },
  STATEMENT: {
    record: 'statement_link',
    task: null,
    hasNotices: false,
    missing: statementLinkProblems.STATEMENT_LINK_NOT_FOUND,
  },
} as const satisfies Record<queries.Kind, object>;

type Address = { base_url: string; token_url: string };
/** Columns that are stored and shown as they were entered. */
type Entered = Omit<queries.NewLink, Exclude<Sealed, `fields.${string}`> | 'id' | 'kind' | 'fields' | 'sealed_as'>;

export type Draft = {
  kind: queries.Kind;
  entered: Entered;
  fields?: Readonly<Record<string, string>>;
  /** Secrets that the bank asks for, as entered: an absent one stays as it is. */
  secrets: Readonly<Partial<Record<Sealed, string | undefined>>>;
  /** Refusal where a secret field is missing. */
  missingField?: () => Problem;
  /** The active link that is changed, or that a new one replaces. */
  before: queries.Link | undefined;
  /** The bank knows the client as the one before: the link is changed in its place. */
  isSame: boolean;
  trail: Readonly<Record<string, unknown>>;
};

/**
 * Saves a link. One with another address, client or account is a new link: what the former one has at its bank is followed
 * with its own credentials.
 * @param draft runs in the transaction of the change.
 */
export async function saveLink(ctx: Context, address: Address, draft: (trx: Db) => Promise<Draft>): Promise<number> {
  if (!ctx.secrets.prefix) throw bankLinkProblems.BANK_LINK_NO_SEAL();
  if (await leadsInside(address.base_url)) throw bankLinkProblems.BANK_LINK_INTERNAL();
  if (await leadsInside(address.token_url)) throw bankLinkProblems.BANK_LINK_INTERNAL({ field: 'token_url' });
  return change(ctx, async (trx) => {
    const drafted = await draft(trx);
    const { kind, entered, before, isSame, trail } = drafted;
    const { record, task, hasNotices } = KINDS[kind];
    const plain = plainSecrets(ctx, drafted);
    checkCertificates(plain.get('certificate'), plain.get('private_key'), entered.authority ?? null);
    const id = isSame && before ? before.id : await queries.nextId(trx);
    const seal = (column: Sealed, secret: string) =>
      ctx.secrets.sealText(placeOf({ id, sealed_as: null }, column), secret);
    const sealed = new Map([...plain].map(([column, secret]) => [column, seal(column, secret)]));
    const secretFields = [...sealed].flatMap(([column, secret]) =>
      column.startsWith('fields.') ? [[column.slice('fields.'.length), secret]] : [],
    );
    const row = {
      ...entered,
      fields: JSON.stringify({ ...drafted.fields, ...Object.fromEntries(secretFields) }),
      client_secret: sealed.get('client_secret') ?? null,
      certificate: sealed.get('certificate') ?? null,
      private_key: sealed.get('private_key') ?? null,
      sealed_as: null,
    };
    if (isSame && before) {
      // Without an origin the address of the notices is registered again.
      const isLost = hasNotices && !hasToken(ctx, before);
      const renewed = isLost ? { notice_token: seal('notice_token', newToken()), notice_origin: null } : {};
      await queries.updateLink(trx, id, { ...row, ...renewed, failing_since: null, problem: null });
    } else {
      if (before) await queries.noteWork(trx, before.id, { active: false });
      await queries.insertLink(trx, {
        id,
        kind,
        ...row,
        ...(hasNotices && { notice_token: seal('notice_token', newToken()) }),
      });
    }
    await leaveTrail(trx, ctx, record, id, isSame && before ? 'update' : 'create', trail);
    if (record === 'bank_link')
      await tellAdministrators(trx, ctx, 'mudou a ligação com o banco em que os inquilinos pagam');
    if (task) await queries.enqueue(trx, task);
    return id;
  });
}

const MISSING: Partial<Record<Sealed, { problem: (given?: { message?: string }) => Problem; again: string }>> = {
  client_secret: { problem: bankLinkProblems.BANK_LINK_SECRET_MISSING, again: 'informe o client secret' },
  certificate: { problem: bankLinkProblems.BANK_LINK_CERTIFICATE_MISSING, again: 'cole o certificado' },
  private_key: { problem: bankLinkProblems.BANK_LINK_KEY_MISSING, again: 'cole a chave do certificado' },
};

/**
 * Secrets as entered, or as they are stored: those are used again only at the address that they were entered for, since a
 * change of address alone would show them to another server.
 */
function plainSecrets({ secrets }: Context, { before, entered, secrets: given, missingField }: Draft) {
  const hasMoved =
    before !== undefined && (before.base_url !== entered.base_url || before.token_url !== entered.token_url);
  return new Map(
    (Object.entries(given) as [Sealed, string | undefined][]).map(([column, value]) => {
      const secret = value || (before && !hasMoved ? openSecret(secrets, before, column) : undefined);
      if (secret !== undefined) return [column, secret];
      const missing = MISSING[column];
      if (!missing) throw missingField?.() ?? new Error(`secret ${column} is missing`);
      throw missing.problem(hasMoved ? { message: `O endereço do banco mudou: ${missing.again} de novo` } : {});
    }),
  );
}

function checkCertificates(certificate: string | undefined, key: string | undefined, authority: string | null) {
  if (certificate === undefined || key === undefined) return;
  if (!isKeyOf(readable(certificate, bankLinkProblems.BANK_LINK_UNREADABLE), key))
    throw bankLinkProblems.BANK_LINK_CERTIFICATE();
  if (authority !== null) readable(authority, bankLinkProblems.BANK_LINK_AUTHORITY);
}

function readable(certificate: string, refusal: () => Problem): X509Certificate {
  try {
    return new X509Certificate(certificate);
  } catch {
    throw refusal();
  }
}

function isKeyOf(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** Disconnects: what the bank has is followed to its end, and nothing new is sent there. */
export function removeLink<K extends queries.Kind>(
  ctx: Context,
  kind: K,
  isMeant: (trx: Db) => Promise<(link: queries.LinkOf<K>) => boolean> = async () => () => true,
  whenRemoved?: (trx: Db) => Promise<unknown>,
) {
  return change(ctx, async (trx) => {
    const link = (await queries.lockActive(trx, kind)).find(await isMeant(trx));
    const { record, task, missing } = KINDS[kind];
    if (!link) throw missing();
    await queries.noteWork(trx, link.id, { active: false });
    await whenRemoved?.(trx);
    await leaveTrail(trx, ctx, record, link.id, 'delete');
    if (record === 'bank_link')
      await tellAdministrators(trx, ctx, 'tirou a ligação com o banco em que os inquilinos pagam');
    if (task) await queries.enqueue(trx, task);
  });
}

/** Sends the bank a request that changes nothing, and records whether it answered. */
export async function checkLink<L extends queries.Link>(
  { db }: Pick<Context, 'db'>,
  kind: queries.Kind,
  link: L | undefined,
  check: (link: L) => Promise<unknown>,
): Promise<void> {
  if (!link) throw KINDS[kind].missing();
  try {
    await check(link);
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    await queries.noteOutcome(db, link.id, error.message);
  }
}

/** What pages show of every link. */
export function shownLink({ secrets }: Pick<Context, 'secrets'>, link: queries.Link) {
  const { id, base_url, token_url, client_id, authority, answered_at, failing_since, problem } = link;
  return {
    ...{ id, base_url, token_url, client_id, authority, answered_at, failing_since, problem },
    certificate_until: endOfCertificate(openSecret(secrets, link, 'certificate')),
  };
}

function endOfCertificate(certificate: string | undefined): CalendarDate | null {
  if (certificate === undefined) return null;
  try {
    return calendarDate(new X509Certificate(certificate).validToDate.toISOString().slice(0, 10));
  } catch {
    return null;
  }
}
