import { asciiStart } from '../../base/ascii.ts';
import { type Cents, reaisToCents } from '../../base/money.ts';

/** Content of a "Pix copia e cola" (BR Code: Manual de Padrões para Iniciação do Pix, Central Bank). */
export type Pix = {
  /** A static code pays into a key. */
  key: string | null;
  /** A dynamic one points to a charge kept by the bank, without `https://`. */
  url: string | null;
  /** URL where an automatic Pix is authorised. */
  recurrence_url: string | null;
  /** Null: the payer chooses the amount, or the charge at `url` sets it. */
  amount: Cents | null;
  merchant: string;
  city: string;
  txid: string | null;
  description: string | null;
  single_use: boolean;
};

const GUI = 'br.gov.bcb.pix';
const NO_TXID = '***';
const LARGEST_TEMPLATE = 99;
/** Ten digits, a dot and two decimals: EMV limits the amount to 13 characters. */
const LARGEST_AMOUNT: Cents = 999_999_999_999;
const LONGEST = { merchant: 25, city: 15, txid: 25 };

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE of the bytes in UTF-8, four digits in hexadecimal. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of utf8(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const utf8 = (text: string) =>
  (encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).match(/%..|[^%]/g) ?? []).map((part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  );

type Charge = { merchant: string; city: string };

/**
 * A static code for any bank: a key, and an amount filled in for the payer.
 * @param charge.key in the form of `readPixKey`.
 * @param charge.txid repeated in the bank's statement: 1 to 25 letters and digits.
 * @throws RangeError when the txid or the amount does not fit.
 */
export function staticPix(
  charge: Charge & { key: string; amount: Cents | null; txid: string | null; description?: string },
): string {
  const { key, amount, txid, description = '' } = charge;
  if (txid !== null && !isTxid(txid)) throw new RangeError(`${txid} is not a txid`);
  const keyed = field('00', GUI) + field('01', key);
  const printed = asciiStart(description, Math.max(0, LARGEST_TEMPLATE - keyed.length - 4));
  return compose(charge, {
    account: keyed + (printed && field('02', printed)),
    amount,
    txid: txid ?? NO_TXID,
  });
}

function compose({ merchant, city }: Charge, code: { account: string; amount: Cents | null; txid: string }): string {
  if (code.account.length > LARGEST_TEMPLATE) throw new RangeError('The key or the address of a Pix does not fit');
  const text = [
    field('00', '01'),
    field('26', code.account),
    field('52', '0000'),
    field('53', '986'),
    code.amount === null ? '' : field('54', amountText(code.amount)),
    field('58', 'BR'),
    field('59', asciiStart(merchant, LONGEST.merchant)),
    field('60', asciiStart(city, LONGEST.city)),
    field('62', field('05', code.txid)),
    '6304',
  ].join('');
  return text + crc16(text);
}

function amountText(amount: Cents): string {
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > LARGEST_AMOUNT) {
    throw new RangeError(`${amount} is not an amount a Pix can ask for`);
  }
  const centavos = String(amount).padStart(3, '0');
  return `${centavos.slice(0, -2)}.${centavos.slice(-2)}`;
}

const isTxid = (text: string) => /^[a-zA-Z0-9]{1,25}$/.test(text);

const INVOICE_TXID = /^FATURA(\d{10})$/;

/** Transaction id that identifies an invoice in a bank's statement: `FATURA0000000123`. */
export function txidOfInvoice(id: number): string {
  return `FATURA${String(id).padStart(10, '0')}`;
}

export function invoiceOfTxid(txid: string): number | undefined {
  const digits = INVOICE_TXID.exec(txid)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export type PixReading = { pix: Pix; problem?: never } | { problem: string };

/**
 * Parses a pasted code.
 * @internal Tests use it to read the codes printed on invoices and boletos.
 */
export function readPix(text: string): PixReading {
  const code = text.trim();
  if (code === '') return { problem: 'Informe o código Pix copia e cola' };
  const fields = readFields(code);
  if (fields?.get('00') !== '01') return { problem: 'Este não é um código Pix, ou está incompleto' };
  const crc = fields.get('63');
  if (crc === undefined || !code.endsWith(`6304${crc}`)) return { problem: 'Este código Pix está incompleto' };
  if (crc16(code.slice(0, -4)) !== crc.toUpperCase()) {
    return { problem: 'O código Pix não confere: copie-o de novo, inteiro' };
  }
  const pix = pixOf(fields);
  return pix ? { pix } : { problem: 'Este código de pagamento não é de um Pix' };
}

type Fields = ReadonlyMap<string, string>;

/** Parses fields: an id of two digits, a length of two digits, the value. A repeated id makes the code invalid. */
function readFields(text: string): Fields | undefined {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head) return undefined;
    const [, id = '', length] = head;
    const end = at + 4 + Number(length);
    if (end > text.length || fields.has(id)) return undefined;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

const isPix = (fields: Fields | undefined) => fields?.get('00')?.toLowerCase() === GUI;

/** Templates 26 to 51 are receiving accounts, 80 to 99 other data of the arrangement. */
function templates(fields: Fields, from: number, to: number): Fields | undefined {
  return [...fields]
    .filter(([id]) => Number(id) >= from && Number(id) <= to)
    .map(([, value]) => readFields(value))
    .find(isPix);
}

function pixOf(fields: Fields): Pix | undefined {
  const account = templates(fields, 26, 51);
  const amount = fields.get('54');
  const cents = amount === undefined ? null : readAmount(amount);
  if (!account || cents === undefined) return undefined;
  const txid = readFields(fields.get('62') ?? '')?.get('05');
  return {
    key: account.get('01') ?? null,
    url: account.get('25') ?? null,
    recurrence_url: templates(fields, 80, 99)?.get('25') ?? null,
    amount: cents || null,
    merchant: fields.get('59') ?? '',
    city: fields.get('60') ?? '',
    txid: txid === undefined || txid === NO_TXID ? null : txid,
    description: account.get('02') ?? null,
    single_use: fields.get('01') === '12',
  };
}

function readAmount(text: string): Cents | undefined {
  return /^\d{1,10}(\.\d{0,2})?$/.test(text) ? reaisToCents(Number(text)) : undefined;
}

/** Payments that the notices of one day may name without the bank knowing them; further notices are refused. */
export const MOST_UNKNOWN = 2_000;
