import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { VisitMoment } from '@morada/domain/attendance/visit-mail';
import * as mails from '@morada/domain/attendance/visit-mail';
import { listingTitle, publicAddress } from '@morada/domain/property/listing';
import { present } from '#api/base/present.ts';
import type { Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { canMail, queueMail, queueMails } from '#api/mail/mail.service.ts';
import { howToTell, mayMailUnconfirmed } from '#api/modules/access/credentials/tries.service.ts';
import { findAdministrators } from '#api/modules/access/users/watch.service.ts';
import * as queries from './leads.queries.ts';
import { visitPageOf } from './visit-link.service.ts';

type Person = { name: string; phone: string | null; email: string | null };
type Asked = { property_id: number; person: Person };
export type AskedVisit = Asked & { id: number; moment: VisitMoment };

const placeOf = async (trx: Db, id: number) => {
  const listing = present(await queries.findPlace(trx, id), 'the property of a form');
  return { title: listingTitle(listing), address: publicAddress(listing) };
};

/** The agency's address; without one, everyone who may do everything. */
async function staffAddresses(trx: Db): Promise<string[]> {
  const { email } = await readAgency(trx, ['email']);
  return email ? [email] : (await findAdministrators(trx)).map((person) => person.email);
}

const staffPage = ({ publicUrl }: Deps, path: string) => new URL(`${STAFF_PATH}${path}`, publicUrl).href;

/** Mails the agency a visitor's request; in a flood of them one mail sums up many. */
async function tellStaff(trx: Db, deps: Deps, alone: { subject: string; body: string }) {
  const how = await howToTell(trx);
  if (!how) return;
  const pages = [staffPage(deps, '/schedules'), staffPage(deps, '/contacts')];
  const mail = how === 'ALONE' ? alone : mails.manyRequestsMail({ count: how.summed, pages });
  const recipients = await staffAddresses(trx);
  await queueMails(
    trx,
    recipients.map((recipient) => ({ recipient, ...mail })),
  );
}

/** Mails the agency what a visitor did with a visit. */
export async function tellOfVisit(trx: Db, deps: Deps, news: mails.VisitNews, visit: AskedVisit): Promise<void> {
  if (!canMail(deps)) return;
  const { property_id, person, moment } = visit;
  const place = await placeOf(trx, property_id);
  const page = staffPage(deps, '/schedules');
  await tellStaff(trx, deps, mails.visitNewsMail(news, { id: property_id, place, moment, person, page }));
}

/** Mails the agency a message of the site. */
export async function tellOfMessage(trx: Db, deps: Deps, { property_id, person }: Asked, message: string) {
  if (!canMail(deps)) return;
  const place = await placeOf(trx, property_id);
  const page = staffPage(deps, '/contacts');
  await tellStaff(trx, deps, mails.messageMail({ id: property_id, place, person, message, page }));
}

/** Mails the visitor a receipt with the page of the visit, where an address was given and may be written to. */
export async function sendReceipt(trx: Db, deps: Deps, { id, property_id, person, moment }: AskedVisit): Promise<void> {
  if (!person.email || !canMail(deps) || !(await mayMailUnconfirmed(trx, person.email))) return;
  const { name: agency, whatsapp } = await readAgency(trx, ['name', 'whatsapp']);
  const place = await placeOf(trx, property_id);
  const page = new URL(await visitPageOf(deps, trx, id), deps.publicUrl).href;
  await queueMail(trx, {
    recipient: person.email,
    cause: `visit:${id}`,
    ...mails.visitReceiptMail({ agency, place, moment, page, whatsapp }),
  });
}
