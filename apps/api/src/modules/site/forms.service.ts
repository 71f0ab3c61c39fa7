import { common } from '@morada/contract/problem';
import { SiteMessage, SiteProperty, SiteVisit, siteProblems } from '@morada/contract/site';
import { isVisitDay } from '@morada/domain/attendance/visit-days';
import { centsToReais, parseMoney } from '@morada/domain/base/money';
import type * as z from 'zod/mini';
import type { Db, Deps } from '../../context.ts';
import { type Errors, takeForm as receive, type Values } from '../../html/form-values.ts';
import { notify } from '../../live/notify.ts';
import * as queries from './forms.queries.ts';

/** A machine is told what a person is told, and nothing is kept. */
const isMachine = ({ website }: { website?: string | undefined }) => Boolean(website);

/** Sent twice, by a second press or a browser that goes back, it is still one. */
function keep<T extends { property_id: number }>(
  { db }: Deps,
  row: T,
  find: (trx: Db, row: T) => Promise<object | undefined>,
  insert: (trx: Db, row: T) => Promise<unknown>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.holdListing(trx, row.property_id))) throw siteProblems.LISTING_NOT_FOUND();
    if (await find(trx, row)) return;
    await insert(trx, row);
    await notify(trx, 'badges');
  });
}

export async function sendMessage(deps: Deps, input: z.output<typeof SiteMessage>): Promise<void> {
  if (isMachine(input)) return;
  const { property_id, name, email, phone = null, message } = input;
  const row = { property_id, name, email, phone, message };
  await keep(deps, row, queries.findSameMessage, queries.insertMessage);
}

export async function askForVisit(deps: Deps, input: z.output<typeof SiteVisit>): Promise<void> {
  if (isMachine(input)) return;
  const { property_id, name, phone, email = null, date, shift } = input;
  if (!isVisitDay(date, deps.today())) throw siteProblems.VISIT_DAY();
  await keep(deps, { property_id, name, phone, email, date, shift }, queries.findSameVisit, queries.insertVisit);
}

/** It waits, PENDING, for somebody to approve it. */
export async function offerProperty({ db }: Deps, input: z.output<typeof SiteProperty>): Promise<void> {
  if (isMachine(input)) return;
  const { name, email, phone, consent: _agreed, website: _trap, ...offered } = input;
  const property = { ...offered, status: 'PENDING' as const };
  await db.transaction().execute(async (trx) => {
    await queries.holdRequester(trx, email);
    if (await queries.findSameRequest(trx, email, property)) return;
    await queries.insertRequest(trx, property, { name, email, phone });
    await notify(trx, 'badges');
  });
}

/** A price as somebody types it; what can't be read is none. */
export function takeOffer(deps: Deps, values: Values): Promise<Errors> {
  const price = parseMoney(values.price ?? '');
  const typed = { ...values, price: price === undefined ? undefined : centsToReais(price) };
  return take(SiteProperty, typed, values.consent, (input) => offerProperty(deps, input));
}

export type Asked = 'visita' | 'mensagem';

/** What a form without a script sends: what is wrong with it, by field; nothing when it went through. */
export const takeForm = (deps: Deps, asked: Asked, property_id: number, values: Values): Promise<Errors> =>
  asked === 'visita'
    ? take(SiteVisit, { ...values, property_id }, values.consent, (input) => askForVisit(deps, input))
    : take(SiteMessage, { ...values, property_id }, values.consent, (input) => sendMessage(deps, input));

const take = async <S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, unknown>,
  consent: string | undefined,
  send: (input: z.output<S>) => Promise<void>,
): Promise<Errors> => (await receive(schema, { ...typed, consent: consent === 'sim' }, send)).errors;

/** One address sends so many forms in so many minutes: more than a household, fewer than a machine. */
export const FORM_LIMIT = { max: 20, timeWindow: 10 * 60_000 };

export const tooMany = (seconds: number) => common.TOO_MANY_REQUESTS({ extra: { retry_after: seconds } });
