import { type CalendarDate, formatDate } from '@morada/domain/calendar';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/money';
import {
  BOTTOM,
  BRAND,
  closeSheet,
  type Element,
  FAINT,
  type Fact,
  facts,
  LEFT,
  openSheet,
  type Pdf,
  RIGHT,
  rule,
  SOFT,
  type Style,
  TOP,
  tall,
  turnPage,
  WIDTH,
  write,
} from './sheet.ts';

export type StatementSheet = {
  agency: string;
  owner: string;
  /** The document's own date: the last day of the period. */
  day: CalendarDate;
  /** Lines under the name. */
  about: string[];
  facts: Fact[];
  opening: Cents;
  events: {
    date: CalendarDate;
    title: string;
    /** The small grey words below: where, and how the amount came about. */
    notes: string[];
    amount: Cents;
    balance: Cents;
  }[];
  closing: Cents;
};

const DATE_WIDTH = 62;
const AMOUNT_WIDTH = 82;
const BALANCE_X = RIGHT - AMOUNT_WIDTH;
const AMOUNT_X = BALANCE_X - AMOUNT_WIDTH;
const TITLE_X = LEFT + DATE_WIDTH;
const TITLE_WIDTH = AMOUNT_X - TITLE_X - 8;
const ABOVE = 6;
const BELOW = 4;

const PLAIN: Style = { size: 9.5 };
const TITLE: Style = { size: 9.5, width: TITLE_WIDTH };
const NOTE: Style = { size: 8, color: FAINT, width: TITLE_WIDTH };
const AMOUNT: Style = { size: 9.5, width: AMOUNT_WIDTH, align: 'right' };

/** The owner's account of a period on A4: what it began with, what happened, what it ended with. */
export function statementPdf(sheet: StatementSheet): NodeJS.ReadableStream {
  const title = 'Extrato do proprietário';
  const { pdf, root } = openSheet({ title: `${title} · ${sheet.owner}`, author: sheet.agency, day: sheet.day });
  write(pdf, root, 'P', sheet.agency, LEFT, TOP, { size: 12, bold: true, color: BRAND, width: WIDTH });
  rule(pdf, pdf.y + 10, BRAND, 1.5);
  write(pdf, root, 'H1', title, LEFT, pdf.y + 34, { size: 21, bold: true, width: WIDTH });
  write(pdf, root, 'P', sheet.owner, LEFT, pdf.y + 6, { size: 12, bold: true, width: WIDTH });
  for (const line of sheet.about) write(pdf, root, 'P', line, LEFT, pdf.y + 2, { size: 10, color: SOFT, width: WIDTH });
  pdf.y += 18;
  facts(pdf, root, sheet.facts);
  table(pdf, root, sheet, title);
  return closeSheet(pdf, root, title);
}

function table(pdf: Pdf, root: Element, { opening, events, closing }: StatementSheet, title: string) {
  const body = pdf.struct('Table');
  root.add(body);
  tableHead(pdf, body);
  const room = (height: number) => {
    if (pdf.y + height <= BOTTOM) return;
    turnPage(pdf, title);
    tableHead(pdf, body);
  };
  balanceRow(pdf, body, 'Saldo anterior', opening);
  for (const event of events) {
    room(heightOf(pdf, event));
    eventRow(pdf, body, event);
  }
  room(40);
  balanceRow(pdf, body, 'Saldo final', closing, true);
  body.end();
}

function tableHead(pdf: Pdf, body: Element) {
  const style: Style = { size: 8.5, bold: true, color: SOFT };
  const y = pdf.y;
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TH', 'Data', LEFT, y, { ...style, width: DATE_WIDTH });
  write(pdf, row, 'TH', 'Lançamento', TITLE_X, y, { ...style, width: TITLE_WIDTH });
  write(pdf, row, 'TH', 'Valor (R$)', AMOUNT_X, y, { ...style, width: AMOUNT_WIDTH, align: 'right' });
  write(pdf, row, 'TH', 'Saldo (R$)', BALANCE_X, y, { ...style, width: AMOUNT_WIDTH, align: 'right' });
  rule(pdf, pdf.y + 5, SOFT, 0.75);
  pdf.y += 5;
}

function balanceRow(pdf: Pdf, body: Element, name: string, amount: Cents, final = false) {
  const style: Style = { size: final ? 12 : 9.5, bold: true };
  const y = pdf.y + ABOVE + (final ? 4 : 0);
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TD', name, TITLE_X, y, { ...style, width: 160 });
  write(pdf, row, 'TD', final ? formatMoney(amount) : formatAmount(amount), RIGHT - 160, y, {
    ...style,
    width: 160,
    align: 'right',
  });
  pdf.y += BELOW;
  if (final) rule(pdf, pdf.y + 4, BRAND, 1.5);
  else rule(pdf, pdf.y);
}

type Event = StatementSheet['events'][number];

function eventRow(pdf: Pdf, body: Element, { date, title, notes, amount, balance }: Event) {
  const y = pdf.y + ABOVE;
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TD', formatDate(date), LEFT, y, { ...PLAIN, width: DATE_WIDTH });
  write(pdf, row, 'TD', title, TITLE_X, y, TITLE);
  for (const note of notes) write(pdf, row, 'TD', note, TITLE_X, pdf.y + 1, NOTE);
  const bottom = pdf.y;
  write(pdf, row, 'TD', formatAmount(amount), AMOUNT_X, y, AMOUNT);
  write(pdf, row, 'TD', formatAmount(balance), BALANCE_X, y, AMOUNT);
  pdf.y = Math.max(pdf.y, bottom) + BELOW;
  rule(pdf, pdf.y);
}

const heightOf = (pdf: Pdf, { title, notes }: Event) =>
  notes.reduce((height, note) => height + tall(pdf, note, NOTE) + 1, tall(pdf, title, TITLE)) + ABOVE + BELOW;
