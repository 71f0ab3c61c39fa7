import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import type { Piece } from './flow.ts';
import { type Letterhead, letterhead } from './letterhead.ts';
import {
  BRAND,
  closeSheet,
  type Element,
  FAINT,
  type Fact,
  facts,
  flowTable,
  LEFT,
  openSheet,
  type Pdf,
  RIGHT,
  rule,
  SOFT,
  type Style,
  tall,
  WIDTH,
  write,
} from './sheet.ts';

export type StatementSheet = {
  /** Absent: an owner's statement. */
  title?: string;
  agency: Letterhead;
  owner: string;
  /** Period in the name of the file: `2026-11`. */
  period: string;
  /** The document's own date. */
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
  /** Name of the closing balance. */
  closingLabel: string;
  /** Explanation of the closing balance. */
  remark: string;
  /** Lines that say how to check the paper. */
  check: string[];
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

/** The owner's account of a period on A4: opening balance, movements, closing balance. */
export function statementPdf(sheet: StatementSheet): NodeJS.ReadableStream {
  const { title = 'Extrato do proprietário' } = sheet;
  const { pdf, root } = openSheet({
    title: `${title} · ${sheet.period} · ${sheet.owner}`,
    author: sheet.agency.name,
    day: sheet.day,
  });
  letterhead(pdf, root, sheet.agency);
  write(pdf, root, 'H1', title, LEFT, pdf.y + 34, { size: 21, bold: true, width: WIDTH });
  write(pdf, root, 'P', sheet.owner, LEFT, pdf.y + 6, { size: 12, bold: true, width: WIDTH });
  for (const line of sheet.about) write(pdf, root, 'P', line, LEFT, pdf.y + 2, { size: 10, color: SOFT, width: WIDTH });
  pdf.y += 18;
  facts(pdf, root, sheet.facts);
  table(pdf, root, sheet, title);
  return closeSheet(pdf, root, title);
}

function table(pdf: Pdf, root: Element, sheet: StatementSheet, title: string) {
  const { opening, events, closing, closingLabel, remark, check } = sheet;
  const body = pdf.struct('Table');
  root.add(body);
  const rows = [
    [{ height: balanceHeight(pdf), draw: () => balanceRow(pdf, body, 'Saldo anterior', opening) }],
    ...events.map((event) => eventRow(pdf, body, event)),
  ];
  if (events.length === 0) rows.push([nothing(pdf, body)]);
  flowTable(pdf, {
    title,
    head: { height: tall(pdf, 'Data', HEAD) + BELOW_HEAD, draw: () => tableHead(pdf, body) },
    rows,
    closing: [
      {
        height: balanceHeight(pdf, true) + 16 + tall(pdf, remark, REMARK) + checkHeight(pdf, check),
        draw: () => {
          balanceRow(pdf, body, closingLabel, closing, true);
          body.end();
          write(pdf, root, 'P', remark, LEFT, pdf.y + 16, REMARK);
          for (const [index, line] of check.entries())
            write(pdf, root, 'P', line, LEFT, pdf.y + (index === 0 ? 10 : 2), CHECK);
        },
      },
    ],
  });
}

const HEAD: Style = { size: 8.5, bold: true, color: SOFT };
const BELOW_HEAD = 5;
const REMARK: Style = { size: 9, color: SOFT, width: WIDTH };
const CHECK: Style = { size: 8, color: FAINT, width: WIDTH };

const checkHeight = (pdf: Pdf, lines: readonly string[]) =>
  8 + lines.reduce((height, line) => height + 2 + tall(pdf, line, CHECK), 0);

function tableHead(pdf: Pdf, body: Element) {
  const y = pdf.y;
  const row = pdf.struct('TR');
  body.add(row);
  write(pdf, row, 'TH', 'Data', LEFT, y, { ...HEAD, width: DATE_WIDTH });
  write(pdf, row, 'TH', 'Lançamento', TITLE_X, y, { ...HEAD, width: TITLE_WIDTH });
  write(pdf, row, 'TH', 'Valor (R$)', AMOUNT_X, y, { ...HEAD, width: AMOUNT_WIDTH, align: 'right' });
  write(pdf, row, 'TH', 'Saldo (R$)', BALANCE_X, y, { ...HEAD, width: AMOUNT_WIDTH, align: 'right' });
  rule(pdf, pdf.y + BELOW_HEAD, SOFT, 0.75);
  pdf.y += BELOW_HEAD;
}

const balanceStyle = (final: boolean): Style => ({ size: final ? 12 : 9.5, bold: true });

const balanceHeight = (pdf: Pdf, final = false) =>
  tall(pdf, 'Saldo', balanceStyle(final)) + ABOVE + BELOW + (final ? 8 : 0);

function balanceRow(pdf: Pdf, body: Element, name: string, amount: Cents, final = false) {
  const style = balanceStyle(final);
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

const NOTHING = 'Nenhum lançamento no período.';

function nothing(pdf: Pdf, body: Element): Piece {
  const draw = () => {
    const row = pdf.struct('TR');
    body.add(row);
    write(pdf, row, 'TD', NOTHING, TITLE_X, pdf.y + ABOVE, { ...TITLE, color: SOFT });
    pdf.y += BELOW;
    rule(pdf, pdf.y);
  };
  return { height: tall(pdf, NOTHING, TITLE) + ABOVE + BELOW, draw };
}

type Event = StatementSheet['events'][number];

/** Row of a movement. Each of its lines is a piece, since an invoice of many lines may be taller than a page. */
function eventRow(pdf: Pdf, body: Element, event: Event): Piece[] {
  const { date, title, note, lines, amount, balance } = event;
  const row = pdf.struct('TR');
  const lastPage = () => pdf.bufferedPageRange().count - 1;
  let start = { page: 0, y: 0 };
  const first: Piece = {
    height: ABOVE + tall(pdf, title, TITLE) + (note ? tall(pdf, note, NOTE) + 1 : 0),
    draw: () => {
      start = { page: lastPage(), y: pdf.y + ABOVE };
      body.add(row);
      write(pdf, row, 'TD', formatDate(date), LEFT, start.y, { ...PLAIN, width: DATE_WIDTH });
      write(pdf, row, 'TD', title, TITLE_X, start.y, TITLE);
      if (note) write(pdf, row, 'TD', note, TITLE_X, pdf.y + 1, NOTE);
    },
  };
  // In reading order the amounts follow the lines. They are placed beside the title, which may be on an earlier page.
  const amounts = () => {
    const bottom = pdf.y;
    const page = lastPage();
    pdf.switchToPage(start.page);
    write(pdf, row, 'TD', formatAmount(amount), AMOUNT_X, start.y, AMOUNT);
    write(pdf, row, 'TD', formatAmount(balance), BALANCE_X, start.y, AMOUNT);
    pdf.switchToPage(page);
    pdf.y = bottom + BELOW;
    rule(pdf, pdf.y);
  };
  const pieces = [first, ...lines.map((line) => lineOf(pdf, row, line))];
  return pieces.map((piece, index) => (index < lines.length ? piece : followed(piece, BELOW, amounts)));
}

/** A piece with something drawn below it. */
const followed = ({ height, draw }: Piece, more: number, drawMore: () => void): Piece => ({
  height: height + more,
  draw: () => {
    draw();
    drawMore();
  },
});

type Line = Event['lines'][number];

const said = ({ name, note }: Line) => (note ? `${name}, ${note}` : name);

/** A line of a movement. Its amount is indented, since the column of amounts shows only changes of the balance. */
function lineOf(pdf: Pdf, row: Element, line: Line): Piece {
  const draw = () => {
    const y = pdf.y + LINE_GAP;
    write(pdf, row, 'TD', said(line), TITLE_X, y, LINE);
    const bottom = pdf.y;
    write(pdf, row, 'TD', formatAmount(line.amount), TITLE_X + TITLE_WIDTH - LINE_AMOUNT_WIDTH, y, LINE_AMOUNT);
    pdf.y = Math.max(pdf.y, bottom);
  };
  return { height: tall(pdf, said(line), LINE) + LINE_GAP, draw };
}
