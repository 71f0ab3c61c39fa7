import type { CalendarDate } from '@morada/domain/base/calendar';
import PDFDocument from 'pdfkit';
import { jpeg } from '../pictures.ts';

type Cell = [from: number, text: string];

/** A line with each text at its column, counted from 1 as in manuals. */
function columns(length: number, cells: readonly Cell[]): string {
  const line = Array.from({ length }, () => ' ');
  for (const [from, text] of cells)
    for (const [index, character] of [...text].entries()) line[from - 1 + index] = character;
  return line.join('');
}

const short = (day: CalendarDate | null) => (day ? `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}` : '      ');
const cents = (amount: number, length = 13) => String(amount).padStart(length, '0');

export type Paid = {
  nosso_numero: string;
  amount: number;
  paid?: number;
  paid_on: CalendarDate;
  due_date?: CalendarDate | null;
  credited_on?: CalendarDate | null;
  fee?: number;
  late?: number;
  occurrence?: string;
};

/**
 * A return file of Itaú, CNAB 400, agency 0057 and account 12345-7: the principal is the amount credited, less the fee.
 */
export const itau400 = (
  payments: readonly Paid[],
  { agency = '0057', account = '12345', sequence = 0 }: { agency?: string; account?: string; sequence?: number } = {},
) =>
  [
    columns(400, [
      [1, '02RETORNO01COBRANCA'],
      [27, agency],
      [33, `${account}7`],
      [77, '341'],
      [95, '221126'],
      [109, String(sequence).padStart(5, '0')],
      [395, '000001'],
    ]),
    ...payments.map(({ nosso_numero, amount, paid = amount, paid_on, fee = 0, late = 0, ...more }, index) =>
      columns(400, [
        [1, '1'],
        [63, nosso_numero],
        [109, more.occurrence ?? '06'],
        [111, short(paid_on)],
        [147, short(more.due_date ?? null)],
        [153, cents(amount)],
        [176, cents(fee)],
        [254, cents(paid - fee)],
        [267, cents(late)],
        [296, short(more.credited_on ?? null)],
        [395, String(index + 2).padStart(6, '0')],
      ]),
    ),
    columns(400, [
      [1, '9201341'],
      [395, '999999'],
    ]),
  ].join('\r\n');

export type Credit = { fitid: string; day: CalendarDate; amount: number; memo: string };

/** An OFX 1 statement of Itaú's account 0057 12345-7. */
export const ofx = (credits: readonly Credit[], account = '0057123457') => `OFXHEADER:100
DATA:OFXSGML
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL
<BANKACCTFROM><BANKID>0341<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
${credits
  .map(
    ({ fitid, day, amount, memo }) =>
      `<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>${day.replaceAll('-', '')}\n<TRNAMT>${(amount / 100).toFixed(2)}\n<FITID>${fitid}\n<MEMO>${memo}\n</STMTTRN>`,
  )
  .join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

/** A report laid out like a bank's: cells of a line at one height, each column drawn separately. */
export async function report(rows: readonly (readonly string[])[], title = 'Relatório de títulos liquidados') {
  const document = new PDFDocument({ size: 'A4', layout: 'landscape', margin: 20 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  const perPage = 8;
  for (let from = 0; from < Math.max(rows.length, 1); from += perPage) {
    if (from > 0) document.addPage();
    document.fontSize(11).text(title, 20, 20);
    document.fontSize(8);
    const page = rows.slice(from, from + perPage);
    for (let column = 0; column < (page[0]?.length ?? 0); column += 1)
      for (const [index, row] of page.entries())
        document.text(row[column] ?? '', 20 + column * 118, 60 + index * 14, { lineBreak: false });
  }
  document.end();
  await end;
  return Buffer.concat(chunks);
}

/** A scanned report: an image without text. */
export async function scannedReport() {
  const document = new PDFDocument({ size: 'A4', margin: 0 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  document.image(await jpeg(595, 842, '#f4f1ea'), 0, 0, { width: 595 });
  document.end();
  await end;
  return Buffer.concat(chunks);
}
