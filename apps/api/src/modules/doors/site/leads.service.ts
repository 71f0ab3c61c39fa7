import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Permission } from '@morada/domain/access/permissions';
import type { VisitMoment } from '@morada/domain/attendance/visit-mail';
import * as mails from '@morada/domain/attendance/visit-mail';
import { listingTitle, publicAddress } from '@morada/domain/property/listing';
import { listingPath } from '@morada/domain/property/property';
import { present } from '#api/base/present.ts';
import type { Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { callOffMails, canMail, queueMail, queueMails } from '#api/mail/mail.service.ts';
import { howToTell, mayMailUnconfirmed } from '#api/modules/access/credentials/tries.service.ts';
import { findColleagueAddress } from '#api/modules/access/users/staff.service.ts';
import { findAdministrators } from '#api/modules/access/users/watch.service.ts';
import * as queries from './leads.queries.ts';
import { visitPageOf } from './visit-link.service.ts';

type Person = { name: string; phone: string | null; email: string | null };
type Asked = { property_id: number; person: Person };
export type AskedVisit = Asked & { id: number; moment: VisitMoment };

async function openPlace(trx: Db, id: number) {
  const listing = present(await queries.findPlace(trx, id), 'the property of a form');
  return { place: { title: listingTitle(listing), address: publicAddress(listing) }, listing };
}
type Listing = Awaited<ReturnType<typeof openPlace>>['listing'];

/** The agency's address; without one, everyone who may do everything. */
async function staffAddresses(trx: Db): Promise<string[]> {
  const { email } = await readAgency(trx, ['email']);
  return email ? [email] : (await findAdministrators(trx)).map((person) => person.email);
}

const staffPage = ({ publicUrl }: Deps, path: string) => new URL(`${STAFF_PATH}${path}`, publicUrl).href;

/**
 * Address of the colleague who answers for a listing: the person to talk to, else who brought it in, where that is the
 * name of one person of the staff, who may see such requests.
 */
async function answeringAddress(trx: Db, { contact_name, pickup }: Listing, permission: Permission) {
  for (const name of [contact_name, pickup]) {
    const email = name && (await findColleagueAddress(trx, name, permission));
    if (email) return email;
  }
  return undefined;
}

type Told = { listing: Listing; permission: Permission; mail: { subject: string; body: string } };

/**
 * Mails a visitor's request to the agency, and to the colleague who answers for the listing; in a flood of them one mail
 * to the agency sums up many.
 * @returns the addresses, in lower case
 */
async function tellStaff(trx: Db, deps: Deps, { listing, permission, mail: alone }: Told): Promise<string[]> {
  const how = await howToTell(trx);
  if (!how) return [];
  const pages = [staffPage(deps, '/schedules'), staffPage(deps, '/contacts')];
  const mail = how === 'ALONE' ? alone : mails.manyRequestsMail({ count: how.summed, pages });
  const answering = how === 'ALONE' ? await answeringAddress(trx, listing, permission) : undefined;
  const recipients = new Map(
    [...(await staffAddresses(trx)), answering].flatMap((one) => (one ? [[one.toLowerCase(), one]] : [])),
  );
  await queueMails(
    trx,
    [...recipients.values()].map((recipient) => ({ recipient, ...mail })),
  );
  return [...recipients.keys()];
}

/** Mails the agency what a visitor did with a visit. @returns the addresses, in lower case */
export async function tellOfVisit(trx: Db, deps: Deps, news: mails.VisitNews, visit: AskedVisit): Promise<string[]> {
  if (!canMail(deps)) return [];
  const { property_id, person, moment } = visit;
  const { place, listing } = await openPlace(trx, property_id);
  const page = staffPage(deps, '/schedules');
  const mail = mails.visitNewsMail(news, { id: property_id, place, moment, person, page });
  return tellStaff(trx, deps, { listing, permission: 'SCHEDULE_VIEW', mail });
}

/** Mails the agency a message of the site, and its writer a receipt. @returns the staff's addresses, in lower case */
export async function tellOfMessage(
  trx: Db,
  deps: Deps,
  { property_id: id, person }: Asked,
  message: string,
): Promise<string[]> {
  if (!canMail(deps)) return [];
  const { place, listing } = await openPlace(trx, id);
  const page = staffPage(deps, '/contacts');
  const mail = mails.messageMail({ id, place, person, message, page });
  const told = await tellStaff(trx, deps, { listing, permission: 'CONTACT_VIEW', mail });
  if (!person.email || !(await mayMailUnconfirmed(trx, person.email))) return told;
  const { name: agency, whatsapp } = await readAgency(trx, ['name', 'whatsapp']);
  const url = new URL(listingPath(listing), deps.publicUrl).href;
  const receipt = mails.messageReceiptMail({ agency, id, place, page: url, whatsapp });
  await queueMail(trx, { recipient: person.email, ...receipt });
  return told;
}

/**
 * Mails the visitor a receipt with the page of the visit, where an address was given and may be written to. One of another
 * hour takes the place of the one before, if that was not sent yet.
 */
export async function sendReceipt(trx: Db, deps: Deps, of: mails.ReceiptOf, visit: AskedVisit): Promise<void> {
  const { id, property_id, person, moment } = visit;
  await callOffMails(trx, `visit:${id}`);
  if (!person.email || !canMail(deps) || !(await mayMailUnconfirmed(trx, person.email))) return;
  const { name: agency, whatsapp } = await readAgency(trx, ['name', 'whatsapp']);
  const { place } = await openPlace(trx, property_id);
  const page = new URL(await visitPageOf(deps, trx, id), deps.publicUrl).href;
  await queueMail(trx, {
    recipient: person.email,
    cause: `visit:${id}`,
    ...mails.visitReceiptMail({ of, agency, place, moment, page, whatsapp }),
  });
}
