import { addDays, type CalendarDate, later } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import type { PaymentMethod } from '../../rent/payment-method.ts';
import type { BankEntry } from '../bank-entry.ts';
import { lineHash } from '../line-hash.ts';
import type { KnownSettlement } from './find.ts';

/** End-to-end id of a Pix: `E`, the ISPB, minute in UTC and eleven characters. */
const END_TO_END = /(?<![a-zA-Z0-9])E[0-9A-Z]{8}\d{12}[a-zA-Z0-9]{11}(?![a-zA-Z0-9])/;

type Told = Pick<BankEntry, 'mark' | 'account' | 'numbers' | 'label' | 'again' | 'qr_boleto' | 'movement'>;
type Paid = { paid_on: CalendarDate | null; paid_amount: Cents | null };

/** How often a name came before in the same file. */
export type NamesTold = Map<string, number>;

/**
 * Names of a payment across files and channels; the first is its identity. A Pix is named by its end-to-end id; a boleto
 * by itself, so that a report, a return file and a call agree; a statement's credit by the bank's identifier and the
 * rest of its line; any other title by its number and account. Each but the first with day and amount. Equal ones are
 * numbered in their order, since two lines of a file are two payments. A return file also names the movement that tells
 * of the payment: `ofOtherMovement` compares it. Empty while day or amount are unknown.
 */
export function namesOf(entry: Told, boleto: { id: number } | null, payment: Paid, told: NamesTold): string[] {
  const { paid_on, paid_amount } = payment;
  const { mark, label, qr_boleto: qr, movement } = entry;
  const pix = mark === null ? undefined : (END_TO_END.exec(mark) ?? END_TO_END.exec(label))?.[0];
  const when = paid_on === null || paid_amount === null ? undefined : `${paid_on} ${paid_amount}`;
  // A Pix by the QR code of a boleto is the payment that the boleto's bank reports of it.
  const byQr = qr === undefined || when === undefined ? [] : [`boleto ${qr} ${when}`];
  if (pix !== undefined) return [`pix ${pix}`, ...byQr];
  if (when === undefined) return [];
  const { bank, agency, account } = entry.account;
  const title = `title ${bank} ${agency} ${account} ${entry.numbers[0] ?? label} ${when}`;
  const name =
    mark !== null ? `credit ${mark} ${when} ${lineHash(label)}` : boleto ? `boleto ${boleto.id} ${when}` : title;
  const before = told.get(name) ?? 0;
  told.set(name, before + 1);
  const place = before + 1 + (entry.again ?? 0);
  const numbered = place === 1 ? name : `${name} #${place}`;
  if (movement === undefined) return [numbered];
  // A title that is not known here has no other payment to be compared with.
  return boleto ? [numbered, inMovement(numbered, movement)] : [inMovement(numbered, movement)];
}

const inMovement = (name: string, movement: string) => `${name} @${movement}`;

/**
 * Name of a payment as that of a movement of its own, where a payment known by the same name was told by another
 * movement: a bank tells of each payment in one, so these are two. Undefined for a copy of the same movement, and where
 * no return file has told of the known payment yet.
 */
export function ofOtherMovement(names: readonly string[], known: readonly string[]): string | undefined {
  const own = names.find((name) => name.includes(' @'));
  const shared = own?.slice(0, own.indexOf(' @') + 2);
  if (own === undefined || shared === undefined || known.includes(own)) return undefined;
  return known.some((name) => name.startsWith(shared)) ? own : undefined;
}

/** Identity of a payment whose boleto is unknown. */
export const plainName = (entry: Told & Paid, told: NamesTold = new Map()): string | undefined =>
  namesOf(entry, null, entry, told)[0];

const isOfStatement = (name: string) => name.startsWith('credit ');

/** Longest time between a payment and its credit, over a weekend with holidays. */
const LONGEST_FLOAT = 5;

/** How money came in, as far as names and words tell. */
type Channel = 'PIX' | 'BOLETO';

const PIX_WORD = /\bpix\b/i;
const BOLETO_WORD = /boleto|cobran[cç]a|t[ií]tulo/i;
/** Ways of paying that are neither. */
const OTHER_WORD = /\b(ted|doc|tef|dep[oó]sito|cheque|dinheiro)\b/i;

type Line = Pick<BankEntry, 'mark' | 'label' | 'qr_boleto' | 'pix_invoice'>;

/**
 * Channels that a line names: a statement lists all money received, by any means. Words win over the txid, which a payer
 * may type into any transfer. None: the line says another way, or nothing.
 */
export function channelsOf({ mark, label, qr_boleto, pix_invoice }: Line): Channel[] {
  if (mark === null) return ['BOLETO'];
  if (END_TO_END.test(mark) || END_TO_END.test(label)) return qr_boleto === undefined ? ['PIX'] : ['PIX', 'BOLETO'];
  const named = [PIX_WORD.test(label) ? (['PIX'] as const) : [], BOLETO_WORD.test(label) ? (['BOLETO'] as const) : []];
  const channels = named.flat();
  return channels.length === 0 && pix_invoice !== null && !OTHER_WORD.test(label) ? ['PIX'] : channels;
}

/** A payment that is known by these names. */
type KnownPayment = Pick<KnownSettlement, 'fingerprint' | 'names' | 'paid_on' | 'credited_on' | 'paid_amount'> &
  ({ method: PaymentMethod | null } | { entry: Line });

function channelsOfKnown(known: KnownPayment): Channel[] {
  if (!isOfStatement(known.fingerprint)) {
    const names = [known.fingerprint, ...known.names];
    return [
      ...(names.some((name) => name.startsWith('pix ')) ? (['PIX'] as const) : []),
      ...(names.some((name) => name.startsWith('boleto ') || name.startsWith('title ')) ? (['BOLETO'] as const) : []),
    ];
  }
  if ('entry' in known) return channelsOf(known.entry);
  return known.method === 'PIX' || known.method === 'BOLETO' ? [known.method] : [];
}

type Credit = { paid_on: CalendarDate; credited_on: CalendarDate | null; paid_amount: Cents };

/**
 * Whether a statement's credit is a payment that another channel tells of, of the same invoice and amount and within the
 * days that banks take. SAME where both name one channel, which tells of each payment once; ALIKE where nothing but the
 * amount speaks for it: it may be a second payment, so a person decides.
 */
export function toldTwice(
  known: KnownPayment,
  name: string,
  entry: Line,
  payment: Credit,
): 'SAME' | 'ALIKE' | undefined {
  const isCredit = isOfStatement(name);
  if (isOfStatement(known.fingerprint) === isCredit) return undefined;
  // The known payment is told by this channel already: this is another payment.
  if (known.names.some((other) => isOfStatement(other) === isCredit)) return undefined;
  const [credit, paid] = isCredit ? [payment, known] : [known, payment];
  const latest = later(addDays(paid.paid_on, LONGEST_FLOAT), paid.credited_on ?? paid.paid_on);
  if (credit.paid_amount !== paid.paid_amount || credit.paid_on < paid.paid_on || credit.paid_on > latest)
    return undefined;
  const channels = channelsOfKnown(known);
  return channelsOf(entry).some((channel) => channels.includes(channel)) ? 'SAME' : 'ALIKE';
}
