import { readXlsx, type Sheet } from 'hucre/xlsx';
import { archiveNames } from './archive.ts';
import { SheetRefused } from './refused.ts';

type Value = Sheet['rows'][number][number];
export type Rows = { number: number; cells: string[] }[];
export type Workbook = {
  sheets: string[];
  sheet: number;
  rows: Rows;
  /** Numbers of hidden rows. */
  hidden: ReadonlySet<number>;
};

/** The first visible non-empty sheet from `wanted` on. */
export async function readWorkbook(bytes: Uint8Array, wanted: number): Promise<Workbook> {
  checkKind(archiveNames(bytes));
  const names = new Map<number, string>();
  for (let sheet = wanted; sheet === wanted || sheet < names.size; sheet += 1) {
    const workbook = await readXlsx(bytes, {
      readStyles: true,
      sheets: ({ name, index, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        names.set(index, name);
        return [...names.keys()].indexOf(index) === sheet;
      },
    }).catch(refuse);
    const rows = workbook.sheets[0] ? rowsOf(workbook.sheets[0]) : [];
    if (rows.some(({ cells }) => cells.some(Boolean)))
      return { sheets: [...names.values()], sheet, rows, hidden: hiddenRows(workbook.sheets[0]) };
  }
  throw new SheetRefused('A planilha está vazia.');
}

function checkKind(names: string[]) {
  if (names.includes('content.xml') && names.includes('mimetype'))
    // The library drops percent formats of .ods: 10% would be read as 0,1%.
    throw new SheetRefused('Planilhas .ods não são lidas aqui. Salve-a como .xlsx ou CSV e envie de novo.');
  if (names.some((name) => /workbook\.bin$/i.test(name)))
    throw new SheetRefused(
      'Este formato do Excel (.xlsb) não é lido aqui. Salve a planilha como .xlsx e envie de novo.',
    );
  if (!names.includes('[Content_Types].xml') || !names.some((name) => /workbook\.xml$/i.test(name)))
    throw new SheetRefused('Este arquivo não é uma planilha. Envie um CSV ou um .xlsx.');
}

function refuse(): never {
  throw new SheetRefused(
    'Não foi possível ler a planilha: está danificada. Abra-a, salve-a de novo e envie outra vez.',
  );
}

const hiddenRows = (sheet: Sheet | undefined) =>
  new Set([...(sheet?.rowDefs ?? [])].filter(([, { hidden }]) => hidden).map(([index]) => index + 1));

function rowsOf({ rows, cells, merges = [] }: Sheet): Rows {
  const titles = new Set(merges.filter((merge) => merge.endCol > merge.startCol).map((merge) => merge.startRow));
  return (
    rows
      .map((row, index) => ({
        number: index + 1,
        cells: row.map((value, column) => textOf(value, cells?.get(`${index},${column}`)?.style?.numFmt)),
      }))
      // Merged cells across several columns are a heading, not a line.
      .filter(({ number, cells: texts }) => !titles.has(number - 1) || texts.filter(Boolean).length > 1)
  );
}

/** Value as a person would type it: dates as dates, ten percent as 10%, decimal comma. */
function textOf(value: Value, format = ''): string {
  if (value === null) return '';
  if (value instanceof Date) return dayOf(value);
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return /%/.test(format) ? `${decimal(value * 100)}%` : decimal(shown(value, format));
  return value;
}

/** Civil: spreadsheets have no time zone, and fractions of a second are rounding noise. */
function dayOf(moment: Date): string {
  const seconds = Math.round(moment.getTime() / 1_000) * 1_000;
  if (Number.isNaN(seconds)) return '';
  return new Date(seconds).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
}

/** Rounds formula results to the displayed decimals: money shown with two has two. */
function shown(value: number, format: string): number {
  const decimals = /[0#]\.(0+)/.exec(format)?.[1]?.length;
  return decimals === undefined || decimals < 2 ? value : Number(value.toFixed(Math.min(decimals, 15)));
}

/** Fifteen significant digits, as spreadsheet programs show; more is binary rounding noise. */
const decimal = (value: number) => String(Number(value.toPrecision(15))).replace('.', ',');
