import { portalProblems } from '@morada/contract/doors/portals';
import { olxKey, type PortalLead, readOlxLead } from '@morada/domain/attendance/portal-lead';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, inSavepoint } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { receiveLead } from '#api/modules/registry/leads/receive.service.ts';
import { hasOlxSecret, isOlxSecret, setOlxSecret } from '#api/modules/registry/leads/rules.service.ts';
import * as queries from './inbox.queries.ts';
import { readPortalMail } from './portal-mail.map.ts';

/** Path that the OLX group calls. */
const OLX_PATH = '/api/portal/olx';

export const showLink = async (ctx: Context) => ({
  address: ctx.publicUrl ? new URL(OLX_PATH, ctx.publicUrl).href : null,
  active: await hasOlxSecret(ctx),
});

export async function saveLink(ctx: Context, secret: string) {
  await setOlxSecret(ctx, secret);
  return showLink(ctx);
}

export const removeLink = (ctx: Context) => setOlxSecret(ctx, null);

/** The password of `Authorization: Basic`; the group's user name is its own. */
function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = authorization?.match(/^Basic +([A-Za-z0-9+/=]{1,500})$/i) ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}

/**
 * Keeps a lead of the OLX group as it came, and answers: it is worked on afterwards. Sent again, as after an answer that got
 * lost, it is the same one.
 * @throws PORTAL_SECRET, PORTAL_BODY
 */
export async function takeOlx(deps: Deps, authorization: string | undefined, body: unknown): Promise<void> {
  const secret = passwordOf(authorization);
  if (secret === undefined || !(await isOlxSecret(deps.db, secret))) throw portalProblems.PORTAL_SECRET();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw portalProblems.PORTAL_BODY();
  // PostgreSQL holds no NUL.
  const raw = JSON.stringify(body).replaceAll('\\u0000', '');
  await deps.db.transaction().execute(async (trx) => {
    const key = olxKey(body) ?? hashOf(raw).toString('hex');
    if ((await queries.keep(trx, { portal: 'OLX', key, raw })) !== undefined) await queries.askForWork(trx);
  });
}

type Kept = { id: number; portal: 'OLX' | 'MAIL'; raw: string };

const read = async ({ portal, raw }: Kept): Promise<PortalLead | undefined> =>
  portal === 'OLX' ? readOlxLead(JSON.parse(raw)) : readPortalMail(raw);

/** Makes a lead of what is kept, or says why a person has to look at it. @returns the lead */
async function work(trx: Db, ctx: Context, kept: Kept): Promise<number | null> {
  try {
    return await inSavepoint(trx, async () => {
      const told = await read(kept);
      if (!told) {
        await stick(trx, kept.id, 'Não há telefone nem e-mail que se possa ler.');
        return null;
      }
      const listing = told.listing === null ? undefined : await queries.findListing(trx, told.listing);
      const kind = told.kind ?? (listing && listing.type !== 'RENT' ? 'SALE' : 'RENT');
      const { id } = await receiveLead(trx, ctx, {
        ...{ source: kept.portal === 'OLX' ? 'OLX' : 'PORTAL_MAIL', kind, property_id: listing?.id ?? null },
        ...{ name: told.name, phone: told.phone, email: told.email, note: told.note },
        ...{ record: 'portal_lead', record_id: kept.id },
      });
      await queries.markDone(trx, kept.id, id);
      return id;
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    await stick(trx, kept.id, 'O texto não se lê como uma mensagem deste portal.');
    return null;
  }
}

async function stick(trx: Db, id: number, problem: string) {
  await queries.markStuck(trx, id, problem);
  await notify(trx, 'leads');
}

/** Days that a portal's message is kept as it came. */
const KEPT_DAYS = 180;

/**
 * Works on what portals sent, each message in a transaction of its own. Several servers may run it concurrently, and one that
 * dies leaves its message waiting.
 * @param onFailure told of a message that failed for another reason than what it says; it waits for a person
 */
export async function workOnPortals(deps: Deps, onFailure: (error: unknown) => void): Promise<number> {
  const ctx = { ...systemContext(deps), actor: { id: null, name: 'Portal', permissions: [] } };
  for (let done = 0; ; done += 1) {
    const kept = await deps.db.transaction().execute(async (trx) => {
      const next = await queries.lockNext(trx);
      if (!next) return undefined;
      try {
        await inSavepoint(trx, () => work(trx, { ...ctx, db: trx }, next));
      } catch (error) {
        onFailure(error);
        await stick(trx, next.id, 'A leitura falhou. Tente de novo.');
      }
      return next;
    });
    if (!kept) return done;
  }
}

export const forgetPortals = ({ db }: Pick<Deps, 'db'>) => queries.dropOld(db, KEPT_DAYS);

/** Takes a portal's e-mail that was pasted, and makes a lead of it at once. */
export const takeMail = (ctx: Context, text: string) =>
  change(ctx, async (trx) => {
    const key = hashOf(text.trim()).toString('hex');
    const id = await queries.keep(trx, { portal: 'MAIL', key, raw: text });
    if (id === undefined) throw portalProblems.PORTAL_MAIL_KNOWN();
    await leaveTrail(trx, ctx, 'portal_lead', id, 'create');
    return { lead_id: await work(trx, ctx, { id, portal: 'MAIL', raw: text }) };
  });

export const listStuck = ({ db }: Context) => queries.findStuck(db);

async function lockStuck(trx: Db, id: number) {
  const kept = await queries.lockKept(trx, id);
  if (kept?.state !== 'STUCK') throw portalProblems.PORTAL_STUCK_NOT_FOUND();
  return kept;
}

export const retryStuck = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const kept = await lockStuck(trx, id);
    await queries.setState(trx, id, 'WAITING');
    await leaveTrail(trx, ctx, 'portal_lead', id, 'retry');
    await work(trx, ctx, kept);
    await notify(trx, 'leads');
  });

export const dismissStuck = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await lockStuck(trx, id);
    await queries.setState(trx, id, 'DISMISSED');
    await leaveTrail(trx, ctx, 'portal_lead', id, 'dismiss');
    await notify(trx, 'leads');
  });
