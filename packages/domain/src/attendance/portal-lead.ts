import { barePhone } from '../base/phone.ts';
import type { LeadKind } from './lead-words.ts';

/** What a portal tells of a person. */
export type PortalLead = {
  name: string;
  phone: string | null;
  email: string | null;
  note: string | null;
  /** The listing's number in our feed; null: none that we know to read. */
  listing: number | null;
  kind: Exclude<LeadKind, 'OFFER'> | null;
};

/** An address has one `@`, and a dot inside what follows it. */
function isEmail(value: string): boolean {
  const [user, domain = '', ...more] = value.split('@');
  return Boolean(user) && more.length === 0 && !/\s/.test(value) && domain.slice(1, -1).includes('.');
}
const PHONE = /^\d{10,11}$/;
const MOST_NOTE = 4000;

const wordOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const phoneOf = (value: string): string | null => {
  const bare = barePhone(value);
  return PHONE.test(bare) ? bare : null;
};
export const emailOf = (value: string): string | null => {
  const bare = value.toLowerCase();
  return isEmail(bare) && bare.length <= 254 ? bare : null;
};
export const listingOf = (value: string): number | null => (/^\d{1,15}$/.test(value) ? Number(value) : null);

/** Name, message and number without invisible characters, cut to what a lead holds. */
const cut = (value: string, most: number) =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, most);

/**
 * A lead as the OLX group sends it (ZAP, Viva Real, OLX): `phoneNumber`, or `ddd` with `phone`; `clientListingId` is the
 * `ListingID` of our feed. Undefined where it names neither phone nor e-mail.
 */
export function readOlxLead(body: unknown): PortalLead | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const of = (name: string) => wordOf((body as Record<string, unknown>)[name]);
  const phone = phoneOf(of('phoneNumber')) ?? phoneOf(of('ddd') + of('phone')) ?? phoneOf(of('phone'));
  const email = emailOf(of('email'));
  if (!phone && !email) return undefined;
  const type = of('transactionType').toUpperCase();
  return {
    name: cut(of('name'), 120) || email || phone || '',
    ...{ phone, email },
    note: cut(of('message'), MOST_NOTE) || null,
    listing: listingOf(of('clientListingId')),
    kind: type === 'RENT' ? 'RENT' : type === 'SELL' || type === 'SALE' ? 'SALE' : null,
  };
}

/** Name by which the sender knows a lead: the same one comes in once. */
export const olxKey = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null
    ? wordOf((body as Record<string, unknown>).originLeadId).slice(0, 200) || undefined
    : undefined;
