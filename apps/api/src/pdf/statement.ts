import { type CalendarDate, formatDate } from '@morada/domain/calendar';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/money';
import { type Letterhead, letterhead } from './letterhead.ts';
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
  tall,
  turnPage,
  WIDTH,
  write,
} from './sheet.ts';

export type StatementSheet = {
  agency: Letterhead;
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
    /** The small grey words below. */
    note: string;
    /** How the amount came about, line by line. */
    lines: { name: string; note?: string; amount: Cents }[];
    amount: Cents;
    balance: Cents;
  }[];
  closing: Cents;
  /** Explanation of the closing balance. */
  remark: string;
};

const DATE_WIDTH = 62;
const AMOUNT_WIDTH = 82;
const BALANCE_X = RIGHT - AMOUNT_WIDTH;
const AMOUNT_X = BALANCE_X - AMOUNT_WIDTH;
const TITLE_X = LEFT + DATE_WIDTH;
const TITLE_WIDTH = AMOUNT_X - TITLE_X - 8;
const ABOVE = 6;
const BELOW = 4;
const LINE_GAP = 2;

const PLAIN: Style = { size: 9.5 };
const TITLE: Style = { size: 9.5, width: TITLE_WIDTH };
const NOTE: Style = { size: 8, color: FAINT, width: TITLE_WIDTH };
const LINE_AMOUNT_WIDTH = 60;
const LINE: Style = { size: 8, color: SOFT, width: TITLE_WIDTH - LINE_AMOUNT_WIDTH - 6 };
const LINE_AMOUNT: Style = { ...LINE, width: LINE_AMOUNT_WIDTH, align: 'right' };
const AMOUNT: Style = { size: 9.5, width: AMOUNT_WIDTH, align: 'right' };

/** The owner's account of a period on A4: what it began with, what happened, what it ended with. */
export function statementPdf(sheet: StatementSheet): NodeJS.ReadableStream {
  const title = 'Extrato do proprietário';
  const { pdf, root } = openSheet({ title: `${title} · ${sheet.owner}`, author: sheet.agency.name, day: sheet.day });
  letterhead(pdf, root, sheet.agency);
  write(pdf, root, 'H1', title, LEFT, pdf.y + 34, { size: 21, bold: true, width: WIDTH });
  write(pdf, root, 'P', sheet.owner, LEFT, pdf.y + 6, { size: 12, bold: true, width: WIDTH });
  for (const line of sheet.about) write(pdf, root, 'P', line, LEFT, pdf.y + 2, { size: 10, color: SOFT, width: WIDTH });
  pdf.y += 18;
  facts(pdf, root, sheet.facts);
  table(pdf, root, sheet, title);
  write(pdf, root, 'P', sheet.remark, LEFT, pdf.y + 16, { size: 9, color: SOFT, width: WIDTH });
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
  if (events.length === 0) nothing(pdf, body);
  room(72);
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

function nothing(pdf: Pdf, body: Element) {
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TD', 'Nenhum lançamento no período.', TITLE_X, pdf.y + ABOVE, { ...TITLE, color: SOFT });
  pdf.y += BELOW;
  rule(pdf, pdf.y);
}

type Event = StatementSheet['events'][number];

function eventRow(pdf: Pdf, body: Element, { date, title, note, lines, amount, balance }: Event) {
  const y = pdf.y + ABOVE;
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TD', formatDate(date), LEFT, y, { ...PLAIN, width: DATE_WIDTH });
  write(pdf, row, 'TD', title, TITLE_X, y, TITLE);
  if (note) write(pdf, row, 'TD', note, TITLE_X, pdf.y + 1, NOTE);
  for (const line of lines) lineOf(pdf, row, line);
  const bottom = pdf.y;
  write(pdf, row, 'TD', formatAmount(amount), AMOUNT_X, y, AMOUNT);
  write(pdf, row, 'TD', formatAmount(balance), BALANCE_X, y, AMOUNT);
  pdf.y = Math.max(pdf.y, bottom) + BELOW;
  rule(pdf, pdf.y);
}

type Line = Event['lines'][number];

const said = ({ name, note }: Line) => (note ? `${name}, ${note}` : name);

/** Its amount stands inside, so that only what moved the balance is in the column of amounts. */
function lineOf(pdf: Pdf, row: Element, line: Line) {
  const y = pdf.y + LINE_GAP;
  write(pdf, row, 'TD', said(line), TITLE_X, y, LINE);
  const bottom = pdf.y;
  write(pdf, row, 'TD', formatAmount(line.amount), TITLE_X + TITLE_WIDTH - LINE_AMOUNT_WIDTH, y, LINE_AMOUNT);
  pdf.y = Math.max(pdf.y, bottom);
}

function heightOf(pdf: Pdf, { title, note, lines }: Event) {
  const inside = lines.map((line) => tall(pdf, said(line), LINE) + LINE_GAP);
  const below = note ? tall(pdf, note, NOTE) + 1 : 0;
  return inside.reduce((height, line) => height + line, tall(pdf, title, TITLE) + below + ABOVE + BELOW);
}
