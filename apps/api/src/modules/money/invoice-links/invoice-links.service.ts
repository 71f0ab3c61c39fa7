import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashOf } from '#api/base/secrets/secrets.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { installationKey } from '#api/modules/access/signed-words/signed-words.service.ts';
import * as queries from './invoice-links.queries.ts';

// Tokens of links are derived from a key of the installation and never stored, since a copy of the database would open every invoice.

type Billed = { invoice_id: number; proposal_id: number };

const nameOf = ({ record, record_id }: queries.Linked) => `${record} ${record_id}`;

/** Address of the tenant's page for each invoice: `https://serra.example/f/fa-0vQx7ZkYb3nL9mRtW2cHfP`. */
export async function linksOf(ctx: Pick<Context, 'publicUrl' | 'files'>, db: Db, billed: readonly Billed[]) {
  const words = billed.length > 0 ? await wordsOf(ctx, db, billed.flatMap(recordsOf)) : undefined;
  return (invoice: Billed) => addressOf(ctx, invoice, words?.shortWord(recordsOf(invoice)) ?? '');
}

/** What the link of an invoice is derived from: file of the key, and how often each record's links were revoked. */
type Derivation = { link_key: string | null; contract_revoked: number; own_revoked: number };

/** Like `linksOf`, for invoices that were read together with what their links are derived from. */
export async function linksOfRead(
  ctx: Pick<Context, 'publicUrl' | 'files'>,
  db: Db,
  [first]: readonly Derivation[],
): Promise<(invoice: Billed & Derivation) => string> {
  const key = first && (await installationKey(ctx.files, db, first.link_key ?? undefined));
  return (invoice) => {
    const { contract_revoked, own_revoked } = invoice;
    return addressOf(ctx, invoice, key ? shortWordOf(key, recordsOf(invoice), [contract_revoked, own_revoked]) : '');
  };
}

const addressOf = (ctx: Pick<Context, 'publicUrl'>, { invoice_id }: Billed, word: string) =>
  `${originOf(ctx)}/f/${invoice_id.toString(36)}-${word}`;

type Pair = [contract: queries.Linked, own: queries.Linked];

const recordsOf = ({ invoice_id, proposal_id }: Billed): Pair => [
  { record: 'proposal', record_id: proposal_id },
  { record: 'invoice', record_id: invoice_id },
];

const originOf = ({ publicUrl }: Pick<Context, 'publicUrl'>) => (publicUrl ? new URL(publicUrl).origin : '');

type Revocations = readonly [contract: number, own: number];

const shortWordOf = (key: Buffer, [contract, own]: Pair, [first, second]: Revocations) =>
  createHmac('sha256', key)
    .update(`short ${nameOf(contract)} ${first} ${nameOf(own)} ${second}`)
    .digest('base64url')
    .slice(0, SHORT_LENGTH);

/** Token of each record as of its last revocation, or as of an earlier one. */
async function wordsOf({ files }: Pick<Deps, 'files'>, db: Db, records: queries.Linked[]) {
  const { key: keyFile, revoked } = await queries.findDerivation(db, records);
  const key = await installationKey(files, db, keyFile ?? undefined);
  const times = new Map(revoked.map((row) => [nameOf(row), row.times]));
  const revocations = (record: queries.Linked) => times.get(nameOf(record)) ?? 0;
  const wordAt = (record: queries.Linked, revocation: number) =>
    createHmac('sha256', key)
      .update(`${nameOf(record)} ${revocation}`)
      .digest('base64url');
  const shortAt = (pair: Pair, times: Revocations) => shortWordOf(key, pair, times);
  const current = ([contract, own]: Pair) => [revocations(contract), revocations(own)] as const;
  return {
    word: (record: queries.Linked) => wordAt(record, revocations(record)),
    revokedWords: (record: queries.Linked) =>
      Array.from({ length: revocations(record) }, (_, revocation) => wordAt(record, revocation)),
    shortWord: (pair: Pair) => shortAt(pair, current(pair)),
    revokedShortWords(pair: Pair) {
      const [firsts, seconds] = current(pair);
      const all = Array.from({ length: (firsts + 1) * (seconds + 1) }, (_, at) =>
        shortAt(pair, [Math.floor(at / (seconds + 1)), at % (seconds + 1)]),
      );
      return all.slice(0, -1);
    },
  };
}

/** Characters of the code: 132 bits, more than the 128 that can't be guessed (ASVS 11.5.1). */
const SHORT_LENGTH = 22;

type LongLink = { contractToken: string; id: number; invoiceToken: string };
type ShortLink = { id: number; code: string };
/** A link of an invoice: short, as it is sent, or in the specified form of three parts. */
export type PublicLink = LongLink | ShortLink;

/** Reads `fa-0vQx7ZkYb3nL9mRtW2cHfP`, the last part of a short link. Undefined when it has another form. */
export function readShortLink(name: string): ShortLink | undefined {
  const [, id = '', code = ''] = /^([0-9a-z]{1,10})-([\w-]{22})$/.exec(name) ?? [];
  const read = Number.parseInt(id, 36);
  return Number.isSafeInteger(read) ? { id: read, code } : undefined;
}

export type LinkedInvoice = { id: number; state: 'OPENS' | 'REVOKED' | 'CANCELLED' };

/**
 * The invoice that a link names, and whether the link opens it. Undefined when the link is wrong: only the holder of a
 * link that was once sent learns that it was revoked, or that its invoice was deleted.
 */
export async function findLinkedInvoice(
  deps: Pick<Deps, 'db' | 'files'>,
  link: PublicLink,
): Promise<LinkedInvoice | undefined> {
  const billed = await queries.findBilled(deps.db, link.id);
  if (!billed) return undefined;
  const records = recordsOf(billed);
  const words = await wordsOf(deps, deps.db, records);
  const found = 'code' in link ? shortValidity(words, records, link) : longValidity(words, records, link);
  if (found === 'WRONG') return undefined;
  const valid = billed.deleted_at === null ? 'OPENS' : 'CANCELLED';
  return { id: billed.invoice_id, state: found === 'REVOKED' ? 'REVOKED' : valid };
}

type Words = Awaited<ReturnType<typeof wordsOf>>;
type Validity = 'VALID' | 'REVOKED' | 'WRONG';

function shortValidity(words: Words, records: Pair, { code }: ShortLink): Validity {
  if (isSame(words.shortWord(records), code)) return 'VALID';
  return words.revokedShortWords(records).some((revoked) => isSame(revoked, code)) ? 'REVOKED' : 'WRONG';
}

function longValidity({ word, revokedWords }: Words, [contract, own]: Pair, link: LongLink): Validity {
  const validity = (record: queries.Linked, token: string): Validity => {
    if (isSame(word(record), token)) return 'VALID';
    return revokedWords(record).some((revoked) => isSame(revoked, token)) ? 'REVOKED' : 'WRONG';
  };
  const found = [validity(contract, link.contractToken), validity(own, link.invoiceToken)];
  if (found.includes('WRONG')) return 'WRONG';
  return found.includes('REVOKED') ? 'REVOKED' : 'VALID';
}

/** Revokes the links of an invoice that were sent: from now on it has a new one. */
export async function revokeLinks(trx: Db, ctx: Context, invoiceId: number): Promise<void> {
  await queries.revoke(trx, { record: 'invoice', record_id: invoiceId });
  await leaveTrail(trx, ctx, 'invoice', invoiceId, 'revoke-link');
}

const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other));
