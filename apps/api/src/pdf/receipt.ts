import { type CalendarDate, dayOf, formatMonth, referenceOf } from '@morada/domain/base/calendar';
import { type Cents, formatAmount, formatMoney, sum } from '@morada/domain/base/money';
import { amountInWords } from '@morada/domain/base/words';
import type { Piece } from './flow.ts';
import { type Letterhead, letterhead, registrationOf } from './letterhead.ts';
import { printable } from './printable.ts';
import {
  BRAND,
  closeSheet,
  type Element,
  FAINT,
  type Fact,
  facts,
  flowTable,
  INK,
  inside,
  LEFT,
  openSheet,
  type Pdf,
  put,
  RIGHT,
  rule,
  SOFT,
  type Style,
  tall,
  use,
  WIDTH,
  widthOf,
  write,
} from './sheet.ts';
import { placed } from './type.ts';

export type ReceiptLine = {
  name: string;
  /** The small grey words beside the name. */
  note?: string;
  amount: Cents;
};

/** A piece of a sentence. Facts that readers look for are bold. */
type Run = string | { bold: string };

export type Receipt = {
  agency: Letterhead;
  /** `Recibo de aluguel` */
  title: string;
  /** Mark of a paper that is no receipt yet, beside its number and across each page: `RASCUNHO`. */
  mark?: string;
  number: number;
  /** Civil day of the payment: the document's own date, so that the same receipt is always the same file. */
  day: CalendarDate;
  /** Never negative. */
  amount: Cents;
  statement: Run[];
  facts: Fact[];
  lines: ReceiptLine[];
  /** Difference between the lines and the total, if any. */
  adjustment: ReceiptLine | undefined;
  total: string;
  quittance: string;
  /** `Juiz de Fora/MG` */
  place: string;
  signature: { name: string; detail?: string };
};

const AMOUNT_WIDTH = 110;
const NAME_WIDTH = WIDTH - AMOUNT_WIDTH - 12;

const ITEM: Style = { size: 10, width: NAME_WIDTH };
const NOTE: Style = { size: 8.5, color: FAINT, width: NAME_WIDTH };
const AMOUNT: Style = { size: 10, width: AMOUNT_WIDTH, align: 'right' };

/** The A4 receipt, ended and ready to be sent. */
export function receiptPdf(receipt: Receipt): NodeJS.ReadableStream {
  const title = [`${receipt.title} nº ${receipt.number}`, receipt.mark].filter(Boolean).join(', ');
  const { pdf, root } = openSheet({ title, author: receipt.agency.name, day: receipt.day });
  head(pdf, root, receipt);
  statement(pdf, root, receipt.statement);
  facts(pdf, root, receipt.facts);
  items(pdf, root, receipt, title);
  return closeSheet(pdf, root, title, receipt.mark);
}

type Place = { city?: string | null | undefined; state?: string | null | undefined };

/** Place of issue: the agency's city if known, otherwise the property's. */
export function placeOf(agency: Place, property: Place) {
  const { city, state } = agency.city ? agency : property;
  return [city, state].filter(Boolean).join('/');
}

/** How the agency signs. */
export const signatureOf = (agency: Letterhead) => ({ name: agency.name, detail: registrationOf(agency) });

/** `R$ 3.100,86 (três mil e cem reais e oitenta e seis centavos)` */
export const inFull = (amount: Cents) => `${formatMoney(amount)} (${amountInWords(amount)})`;

function head(pdf: Pdf, root: Element, { agency, title, mark, number, amount }: Receipt) {
  letterhead(pdf, root, agency);
  const y = pdf.y + 34;
  write(pdf, root, 'H1', title, LEFT, y, { size: 21, bold: true, width: 260 });
  write(pdf, root, 'P', [`nº ${number}`, mark].filter(Boolean).join(', '), LEFT, pdf.y + 2, {
    size: 11,
    color: SOFT,
    width: 260,
  });
  const below = pdf.y;
  write(pdf, root, 'P', formatMoney(amount), LEFT + 260, y, {
    size: 21,
    bold: true,
    width: WIDTH - 260,
    align: 'right',
  });
  pdf.y = below + 24;
}

function statement(pdf: Pdf, root: Element, runs: Run[]) {
  inside(pdf, root, 'P', () => {
    runs.forEach((run, index) => {
      const [text, bold] = typeof run === 'string' ? [run, false] : [run.bold, true];
      use(pdf, { size: 11, bold });
      const options = { ...placed(11), width: WIDTH, lineGap: 4, continued: index < runs.length - 1 };
      if (index === 0) pdf.text(printable(text), LEFT, pdf.y, options);
      else pdf.text(printable(text), options);
    });
  });
  pdf.y += 14;
}

function items(pdf: Pdf, root: Element, receipt: Receipt, title: string) {
  const table = pdf.struct('Table');
  root.add(table);
  flowTable(pdf, {
    title,
    head: { height: tall(pdf, 'Valor (R$)', HEAD) + BELOW_HEAD, draw: () => itemHead(pdf, table) },
    rows: receipt.lines.map((line) => [{ height: heightOf(pdf, line), draw: () => item(pdf, table, line) }]),
    closing: [closing(pdf, root, receipt)],
  });
}

const HEAD: Style = { size: 8.5, bold: true, color: SOFT };
const BELOW_HEAD = 5;

function itemHead(pdf: Pdf, table: Element) {
  const y = pdf.y;
  const row = pdf.struct('TR');
  table.add(row);
  write(pdf, row, 'TH', 'Discriminação', LEFT, y, { ...HEAD, width: NAME_WIDTH });
  write(pdf, row, 'TH', 'Valor (R$)', RIGHT - AMOUNT_WIDTH, y, { ...HEAD, width: AMOUNT_WIDTH, align: 'right' });
  rule(pdf, pdf.y + BELOW_HEAD, SOFT, 0.75);
  pdf.y += BELOW_HEAD;
}

// Less below, since a line of text already ends with some space.
const ABOVE = 6;
const BELOW = 4;

function item(pdf: Pdf, table: Element, { name, note, amount }: ReceiptLine, bold = false) {
  const y = pdf.y + ABOVE;
  const row = pdf.struct('TR');
  table.add(row);
  inside(pdf, row, 'TD', () => {
    put(pdf, note ? `${name} ` : name, LEFT, y, { ...ITEM, bold });
    if (note && fitsBeside(pdf, name, note)) put(pdf, note, LEFT + widthOf(pdf, name, ITEM) + 8, y + 1.1, NOTE);
    else if (note) put(pdf, note, LEFT, pdf.y + 1, NOTE);
  });
  const nameEnd = pdf.y;
  write(pdf, row, 'TD', formatAmount(amount), RIGHT - AMOUNT_WIDTH, y, { ...AMOUNT, bold });
  pdf.y = Math.max(pdf.y, nameEnd) + BELOW;
  rule(pdf, pdf.y);
}

const fitsBeside = (pdf: Pdf, name: string, note: string) =>
  widthOf(pdf, name, ITEM) + 8 + widthOf(pdf, note, NOTE) <= NAME_WIDTH;

function heightOf(pdf: Pdf, { name, note }: ReceiptLine) {
  const below = note && !fitsBeside(pdf, name, note) ? tall(pdf, note, NOTE) + 1 : 0;
  return tall(pdf, name, ITEM) + below + ABOVE + BELOW;
}

/** Totals, quittance and signature stay on one page, so that a signed page shows what it is for. */
function closing(pdf: Pdf, root: Element, receipt: Receipt): Piece {
  const { lines, adjustment, total, quittance, place, day, signature } = receipt;
  const date = `${dayOf(day)} de ${formatMonth(referenceOf(day))}`;
  const paragraph: Style = { size: 10, color: SOFT, width: WIDTH };
  const signed: Style = { size: 10, bold: true, width: SIGNATURE_WIDTH, align: 'center' };
  const detailed: Style = { ...signed, bold: false, size: 8.5, color: FAINT };
  const listed = sum(lines.map((line) => line.amount));
  const subtotal = { name: 'Total discriminado', amount: listed };
  const height =
    (adjustment ? heightOf(pdf, subtotal) + heightOf(pdf, adjustment) : 0) +
    tall(pdf, quittance, paragraph) +
    tall(pdf, signature.name, signed) +
    (signature.detail ? tall(pdf, signature.detail, detailed) : 0) +
    FIXED_HEIGHT;

  const draw = () => {
    const table = pdf.struct('Table');
    root.add(table);
    if (adjustment) {
      item(pdf, table, subtotal, true);
      item(pdf, table, adjustment);
    }
    totalRow(pdf, table, total, listed + (adjustment?.amount ?? 0));
    table.end();

    write(pdf, root, 'P', quittance, LEFT, pdf.y + 22, paragraph);
    write(pdf, root, 'P', `${[place, date].filter(Boolean).join(', ')}.`, LEFT, pdf.y + 18, { size: 10, width: WIDTH });
    const x = LEFT + (WIDTH - SIGNATURE_WIDTH) / 2;
    const y = pdf.y + 62;
    rule(pdf, y, INK, 0.75, x, x + SIGNATURE_WIDTH);
    write(pdf, root, 'P', signature.name, x, y + 7, signed);
    if (signature.detail) write(pdf, root, 'P', signature.detail, x, pdf.y + 2, detailed);
  };
  return { height, draw };
}

const SIGNATURE_WIDTH = 270;
/** Height of the closing's fixed parts: the total, the date and the space between all. */
const FIXED_HEIGHT = 162;

function totalRow(pdf: Pdf, table: Element, label: string, amount: Cents) {
  const y = pdf.y + 10;
  const row = pdf.struct('TR');
  table.add(row);
  write(pdf, row, 'TD', label, LEFT, y, { size: 12, bold: true, width: WIDTH - 160 });
  write(pdf, row, 'TD', formatMoney(amount), RIGHT - 160, y, { size: 12, bold: true, width: 160, align: 'right' });
  rule(pdf, pdf.y + 8, BRAND, 1.5);
  pdf.y += 8;
}
