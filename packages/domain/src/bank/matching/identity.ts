import { addDays, type CalendarDate, later } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { BankEntry } from '../bank-entry.ts';
import type { KnownSettlement } from './find.ts';

/** End-to-end id of a Pix: `E`, the ISPB, minute in UTC and eleven characters. */
const END_TO_END = /(?<![a-zA-Z0-9])E[0-9A-Z]{8}\d{12}[a-zA-Z0-9]{11}(?![a-zA-Z0-9])/;

type Told = Pick<BankEntry, 'mark' | 'account' | 'numbers' | 'label' | 'again' | 'qr_boleto'>;
type Paid = { paid_on: CalendarDate | null; paid_amount: Cents | null };

/** How often a name came before in the same file. */
export type NamesTold = Map<string, number>;

/**
 * Names of a payment across files and channels; the first is its identity. A Pix is named by its end-to-end id; a boleto
 * by itself, so that a report, a return file and a call agree; a statement's credit by the bank's identifier and the
 * rest of its line; any other title by its number and account. Each but the first with day and amount. Equal ones are
 * numbered in their order, since two lines of a file are two payments. Empty while day or amount are unknown.
 */
export function namesOf(entry: Told, boleto: { id: number } | null, payment: Paid, told: NamesTold): string[] {
  const { paid_on, paid_amount } = payment;
  const { mark, label, qr_boleto: qr } = entry;
  const pix = mark === null ? undefined : (END_TO_END.exec(mark) ?? END_TO_END.exec(label))?.[0];
  const when = paid_on === null || paid_amount === null ? undefined : `${paid_on} ${paid_amount}`;
  // A Pix by the QR code of a boleto is the payment that the boleto's bank reports of it.
  const byQr = qr === undefined || when === undefined ? [] : [`boleto ${qr} ${when}`];
  if (pix !== undefined) return [`pix ${pix}`, ...byQr];
  if (when === undefined) return [];
  const { bank, agency, account } = entry.account;
  const title = `title ${bank} ${agency} ${account} ${entry.numbers[0] ?? label} ${when}`;
  const name =
    mark !== null ? `credit ${mark} ${when} ${hashOf(label)}` : boleto ? `boleto ${boleto.id} ${when}` : title;
  const before = told.get(name) ?? 0;
  told.set(name, before + 1);
  const place = before + 1 + (entry.again ?? 0);
  return [place === 1 ? name : `${name} #${place}`];
}

/** FNV-1a of 32 bits over UTF-8: an identity outlives the names of people that a line may hold. */
function hashOf(text: string): string {
  let hash = 2_166_136_261;
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  for (const piece of encoded.match(/%[0-9A-F]{2}|./g) ?? []) {
    const byte = piece.length === 3 ? Number.parseInt(piece.slice(1), 16) : piece.charCodeAt(0);
    hash = Math.imul(hash ^ byte, 16_777_619);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Identity of a payment whose boleto is unknown. */
export const plainName = (entry: Told & Paid, told: NamesTold = new Map()): string | undefined =>
  namesOf(entry, null, entry, told)[0];

const isOfStatement = (name: string) => name.startsWith('credit ');

/** Longest time between a payment and its credit, over a weekend with holidays. */
const LONGEST_FLOAT = 5;

/** A payment that is known by these names. */
type KnownPayment = Pick<KnownSettlement, 'fingerprint' | 'names' | 'paid_on' | 'credited_on' | 'paid_amount'>;

type Credit = { paid_on: CalendarDate; credited_on: CalendarDate | null; paid_amount: Cents };

/**
 * Whether a statement's credit may be a payment that another channel tells of: of the same invoice and amount, within
 * the days that banks take. Two payments of one channel are never one, nor are those of two channels that name them.
 */
export function isToldTwice(settlement: KnownPayment, name: string, payment: Credit): boolean {
  const isCredit = isOfStatement(name);
  if (isOfStatement(settlement.fingerprint) === isCredit) return false;
  // The settlement is told by this channel already: this is another payment.
  if (settlement.names.some((other) => isOfStatement(other) === isCredit)) return false;
  const [credit, paid] = isCredit ? [payment, settlement] : [settlement, payment];
  const latest = later(addDays(paid.paid_on, LONGEST_FLOAT), paid.credited_on ?? paid.paid_on);
  return credit.paid_amount === paid.paid_amount && paid.paid_on <= credit.paid_on && credit.paid_on <= latest;
}
