import { siteProblems } from '@morada/contract/doors/site';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { CLOSES, isSendingDay, OPENS } from '@morada/domain/messages/send-time';
import { listingPath } from '@morada/domain/property/property';
import {
  ALERTS_PER_ADDRESS,
  alertConsent,
  alertContactConsent,
  alertMail,
  confirmAlertMail,
  LISTINGS_PER_MAIL,
} from '@morada/domain/property/search-alert';
import { localMoment } from '#api/base/local-moment.ts';
import { type Db, type Deps, systemContext, visitorContext } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { callOffMails, canMail, queueMail, queueMails } from '#api/mail/mail.service.ts';
import { mayMailUnconfirmed } from '#api/modules/access/credentials/tries.service.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';
import { receiveLead } from '#api/modules/registry/leads/receive.service.ts';
import { holdRequester } from '#api/modules/registry/properties/offered.service.ts';
import * as queries from './alerts.queries.ts';
import {
  filtersOf,
  type ListingSearch,
  type Place,
  readSearch,
  searchPath,
  searchQuery,
  searchWords,
} from './listing-search.map.ts';
import { findCardsAt, findNewOf, findPlaces } from './search.queries.ts';
import { resolved } from './search.service.ts';
import { findAgency } from './site.queries.ts';

/** Pages of the links that are in the mails. */
export const ALERT_PATH = '/alerta';
export type AlertLink = 'confirmar' | 'sair';

const wordName = (link: AlertLink, id: number) => `search-alert ${link} ${id}`;

async function linkOf(deps: Deps, db: Db, link: AlertLink, id: number) {
  const { origin } = new URL(deps.publicUrl ?? '');
  return `${origin}${ALERT_PATH}/${link}/${id}/${await signedWord(deps, db, wordName(link, id))}`;
}

/** Whether the word belongs to a link of the alert. */
export const isAlertWord = (deps: Deps, link: AlertLink, id: number, word: string) =>
  isSignedWord(deps, deps.db, wordName(link, id), word);

export const readStored = (search: string): ListingSearch =>
  readSearch(Object.fromEntries(new URLSearchParams(search)));

/**
 * Keeps an alert and mails the link that confirms it. The answer is the same for an address that has the alert already.
 * @throws ALERTS_OFF, ALERTS_FULL
 */
export async function requestAlert(
  deps: Deps,
  { email, contact = false }: { email: string; contact?: boolean | undefined },
  search: ListingSearch,
): Promise<void> {
  if (!canMail(deps)) throw siteProblems.ALERTS_OFF();
  if (!(await mayMailUnconfirmed(deps.db, email))) return;
  const [{ name: agency }, places] = await Promise.all([findAgency(deps.db), findPlaces(deps.db)]);
  await deps.db.transaction().execute(async (trx) => {
    await holdRequester(trx, email);
    if ((await queries.countAlerts(trx, email)) >= ALERTS_PER_ADDRESS) throw siteProblems.ALERTS_FULL();
    const wanted = filtersOf(search);
    const asked = { email, search: searchQuery(wanted), consent: alertConsent(agency) };
    const contact_consent = contact ? alertContactConsent(agency) : null;
    const kept = await queries.keepAlert(trx, { ...asked, contact_consent });
    if (!kept) return;
    const url = await linkOf(deps, trx, 'confirmar', kept.id);
    await queueMail(trx, {
      recipient: email,
      ...confirmAlertMail({ agency, search: searchWords(wanted, places), url }),
    });
  });
}

/** The search of an alert that is confirmed or can still be. */
export async function openAlert({ db }: Deps, id: number) {
  const alert = await queries.findAlert(db, id);
  return alert && { ...alert, search: readStored(alert.search) };
}

const causeOf = (id: number) => `alert:${id}`;

/** Confirms an alert; pressed again, it stays confirmed. @throws ALERT_OVER */
export async function confirmAlert(deps: Deps, id: number): Promise<ListingSearch> {
  return deps.db.transaction().execute(async (trx) => {
    const confirmed = await queries.confirmAlert(trx, id);
    if (confirmed) await leaveTrail(trx, systemContext(deps), 'search_alert', id, 'confirm');
    // Whoever asked to be called as well is a lead, once the address is known to be theirs.
    if (confirmed?.contact_consent) await receiveLead(trx, visitorContext(deps), await wayOf(trx, confirmed));
    const alert = await queries.findAlert(trx, id);
    if (alert?.confirmed_at == null) throw siteProblems.ALERT_OVER();
    return readStored(alert.search);
  });
}

async function wayOf(trx: Db, { id, email, search }: { id: number; email: string; search: string }) {
  const wanted = readStored(search);
  const kind = wanted.purpose === 'comprar' ? 'SALE' : 'RENT';
  const note = searchWords(wanted, await findPlaces(trx));
  const from = { source: 'ALERT', record: 'search_alert', record_id: id } as const;
  return { ...from, kind, name: email, email, note } as const;
}

/** Deletes an alert with its e-mail address, and its mails that were not sent. */
export async function leaveAlert(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await queries.deleteAlert(trx, id))) return;
    await callOffMails(trx, causeOf(id));
    await leaveTrail(trx, systemContext(deps), 'search_alert', id, 'leave');
  });
}

/** Deletes addresses that were not confirmed in time. */
export const forgetUnconfirmed = ({ db }: Pick<Deps, 'db'>) => queries.dropUnconfirmed(db);

/** Alerts of one transaction. */
const BATCH = 50;
/**
 * Age from which a listing is announced. Its time is when its transaction began, so younger ones may not be committed
 * yet.
 */
const SETTLED_MS = 120_000;

/**
 * Mails people the new listings of their alerts: at most one mail a day for each alert, in the hours and on the days of
 * messages. Several servers may run it concurrently.
 * @returns how many mails were queued.
 */
export async function sendAlerts(deps: Deps, now = new Date()): Promise<number> {
  const { day, minute } = localMoment(now);
  if (!canMail(deps) || !isSendingDay(day) || minute < OPENS || minute >= CLOSES) return 0;
  const until = new Date(now.getTime() - SETTLED_MS).toISOString();
  let sent = 0;
  for (;;) {
    const done = await sendBatch(deps, { today: day, until });
    sent += done.mails;
    if (done.alerts < BATCH) return sent;
  }
}

function sendBatch(deps: Deps, moment: Parameters<typeof queries.lockWaiting>[1]) {
  return deps.db.transaction().execute(async (trx) => {
    const alerts = await queries.lockWaiting(trx, moment, BATCH);
    if (alerts.length === 0) return { alerts: 0, mails: 0 };
    const places = await findPlaces(trx);
    const found = await newOf(trx, alerts, places, moment.until);
    const told = alerts.filter(({ id }) => found.has(id));
    const { name: agency } = await findAgency(trx);
    const cards = await cardsOf(trx, moment.today, [...found.values()].flat());
    const mails = await Promise.all(
      told.map(async (alert) => {
        const ids = found.get(alert.id) ?? [];
        return mailOf(deps, trx, { ...alert, agency, places, ids, cards });
      }),
    );
    await queueMails(trx, mails);
    const served = alerts.map(({ id }) => id);
    await queries.noteServed(trx, { ...moment, served, told: told.map(({ id }) => id) });
    return { alerts: alerts.length, mails: mails.length };
  });
}

type Alert = Awaited<ReturnType<typeof queries.lockWaiting>>[number];
type Cards = ReadonlyMap<number, Awaited<ReturnType<typeof findCardsAt>>[number]>;

/** Most new listings that are counted of one alert. */
const MOST_NEW = 100;

/** New listings of each alert that has any, the newest first. */
async function newOf(trx: Db, alerts: readonly Alert[], places: readonly Place[], until: string) {
  const searches = alerts.map(({ id, search, told_until }) => ({
    ...{ alert: id, wanted: resolved(readStored(search), places), since: told_until, until },
  }));
  const found = new Map<number, number[]>();
  for (const { alert, id } of await findNewOf(trx, searches, MOST_NEW))
    found.set(alert, [...(found.get(alert) ?? []), id]);
  return found;
}

const cardsOf = async (trx: Db, today: CalendarDate, ids: readonly number[]): Promise<Cards> =>
  new Map((await findCardsAt(trx, today, [...new Set(ids)])).map((card) => [card.id, card]));

type ToldAlert = Alert & { agency: string; places: readonly Place[]; ids: number[]; cards: Cards };

async function mailOf(deps: Deps, trx: Db, { id, email, search, agency, places, ids, cards }: ToldAlert) {
  const wanted = readStored(search);
  const { origin } = new URL(deps.publicUrl ?? '');
  const leave = await linkOf(deps, trx, 'sair', id);
  const listings = ids
    .slice(0, LISTINGS_PER_MAIL)
    .flatMap((listing) => cards.get(listing) ?? [])
    .map((card) => ({ listing: card, fees: card.fees, url: origin + listingPath(card) }));
  const mail = alertMail({
    ...{ agency, search: searchWords(wanted, places), listings, more: ids.length - listings.length, leave },
    url: origin + searchPath(wanted),
  });
  return { recipient: email, ...mail, leave_url: leave, cause: causeOf(id) };
}
