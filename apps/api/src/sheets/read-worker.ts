import { answerEach } from '../files/thread-answers.ts';
import { columnLetters } from './column-letters.ts';
import { readText } from './read-text.ts';
import type { Workbook } from './read-workbook.ts';
import { SheetRefused } from './refused.ts';

// Runs in a worker thread: untrusted files are parsed with limits of memory and time, one after another.

export type Limits = { lines: number; columns: number };
/** A file to open, or the request for its next lines. */
export type WorkerInput = { bytes: Uint8Array; sheet: number; limits: Limits } | 'next';
type File = Exclude<WorkerInput, 'next'>;
export type Opened = {
  sheets: string[];
  sheet: number;
  header: string[];
  total: number;
  /** Hidden lines below the header, by hand or by a filter; they are read like the others. */
  hidden: number;
};
export type WorkerOutput = { opened: Opened } | { refused: string } | { lines: Workbook['rows'] };

/** Excel's limit of a cell. */
const MAX_CELL_LENGTH = 32_767;
const CHUNK = 1_000;
const ERRORS = /^#(N\/[AD]|REF!|VALUE!|VALOR!|NAME\?|NOME\?|DIV\/0!|NULL!|NULO!|N[UÚ]M!|SPILL!|CALC!)$/;

async function open({ bytes, sheet, limits }: File) {
  const workbook = await read(bytes, sheet, limits);
  const rows = workbook.rows
    .map(({ number, cells }) => ({ number, cells: cells.map((cell) => clean(cell, number)) }))
    .filter(({ cells }) => cells.some(Boolean));
  if (rows.length === 0) throw new SheetRefused('A planilha está vazia.');
  const first = Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter(Boolean).length > 1),
  );
  const [header = { number: 1, cells: [] }, ...lines] = rows.slice(first);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex(Boolean) + 1), 0);
  if (width > limits.columns) throw new SheetRefused(`A planilha tem mais de ${limits.columns} colunas.`);
  if (lines.length > limits.lines)
    throw new SheetRefused(
      `A planilha tem mais de ${limits.lines.toLocaleString('pt-BR')} linhas. Divida-a em partes e importe uma de cada vez.`,
    );
  const titles = Array.from(
    { length: width },
    (_, column) => header.cells[column] || `Coluna ${columnLetters(column)}`,
  );
  return {
    opened: {
      sheets: workbook.sheets,
      sheet: workbook.sheet,
      header: titles,
      total: lines.length,
      hidden: lines.filter(({ number }) => workbook.hidden.has(number)).length,
    },
    lines: lines.map(({ number, cells }) => ({ number, cells: cells.slice(0, width) })),
  };
}

async function read(bytes: Uint8Array, sheet: number, { lines }: Limits): Promise<Workbook> {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw new SheetRefused(oldOrEncrypted(bytes));
  if (starts(0x50, 0x4b)) {
    // Loaded on demand: loading the library takes longer than reading most texts.
    const { readWorkbook } = await import('./read-workbook.ts');
    return readWorkbook(bytes, sheet);
  }
  if (starts(0x25, 0x50, 0x44, 0x46))
    throw new SheetRefused('Este arquivo é um PDF. Envie a planilha em CSV ou .xlsx.');
  return { sheets: [], sheet: 0, hidden: new Set(), rows: readText(bytes, { lines, characters: MAX_CELL_LENGTH }) };
}

/** Encrypted files use the container of Excel's old format. */
function oldOrEncrypted(bytes: Uint8Array): string {
  return Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'O arquivo está protegido por senha. Salve-o sem senha e envie de novo.'
    : 'Este é o formato antigo do Excel (.xls). Salve a planilha como .xlsx e envie de novo.';
}

/** A single line of text that the register accepts; formula errors become empty. */
function clean(cell: string, number: number): string {
  if (cell.length > MAX_CELL_LENGTH)
    throw new SheetRefused(`Há uma célula com mais de 32.767 caracteres na linha ${number}.`);
  const text = cell
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return ERRORS.test(text) ? '' : text;
}

/** Lines of the open file that were not asked for yet. */
let rest: Workbook['rows'] = [];

answerEach(async (asked: WorkerInput): Promise<WorkerOutput> => {
  if (asked === 'next') return { lines: rest.splice(0, CHUNK) };
  try {
    const { opened, lines } = await open(asked);
    rest = lines;
    return { opened };
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error;
    return { refused: error.message };
  }
});
