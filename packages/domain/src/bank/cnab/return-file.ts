import { bankLines, type Line } from '../bank-text.ts';
import { bankName } from '../banks.ts';
import { readReturn240 } from './return-240.ts';
import { readReturn400 } from './return-400.ts';
import type { ReturnFile } from './return-entry.ts';

export type ReturnReading = { file: ReturnFile; problem?: never } | { problem: string; line?: number };

/** Codes that banks cleared under before. */
const RENAMED: Readonly<Record<string, string>> = { '353': '033', '008': '033', '409': '341' };

const bankOf = (code: string) => RENAMED[code] ?? code;

/** A bank's answer on our boletos, CNAB 240 or 400. */
export function readReturnFile(content: string): ReturnReading {
  const lines = unwrapped(bankLines(content));
  const head = lines[0]?.text ?? '';
  if (/^0[12]RE(MESSA|TORNO)/i.test(head)) return read400(head, lines);
  if (/^\d{3}00000/.test(head) && head.length > 143) return read240(head, lines);
  return { problem: 'Este não é um arquivo de retorno CNAB 240 ou 400', line: lines[0]?.number ?? 1 };
}

/** Some systems write the records side by side, without ends of line. */
function unwrapped(lines: Line[]): Line[] {
  const [only, second] = lines;
  if (!only || second) return lines;
  const width = /^\d{3}00000/.test(only.text) ? 240 : 400;
  const records = only.text.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  return records.map((text, index) => ({ number: index + 1, text }));
}

const REMITTANCE = 'Este é um arquivo de remessa, que vai ao banco; envie o de retorno, que vem dele';

function read400(head: string, lines: readonly Line[]): ReturnReading {
  const [first] = lines;
  if (head.startsWith('01')) return { problem: REMITTANCE, line: first?.number };
  const bank = bankOf(head.slice(76, 79));
  const broken = incomplete(lines, (line) => line.text.startsWith('9'));
  if (broken) return broken;
  const file = readReturn400(bank, lines);
  return file ? { file } : unknown(bank, first);
}

function read240(head: string, lines: readonly Line[]): ReturnReading {
  const [first] = lines;
  if (head.charAt(142) === '1') return { problem: REMITTANCE, line: first?.number };
  const bank = bankOf(head.slice(0, 3));
  const stray = lines.find((line) => line.text.slice(0, 3) !== head.slice(0, 3));
  if (stray)
    return { problem: 'Esta linha é de outro banco: o arquivo está misturado ou danificado', line: stray.number };
  const broken = incomplete(lines, (line) => line.text.charAt(7) === '9');
  return broken ?? { file: readReturn240(bank, lines) };
}

/** A download that stopped halfway would settle only some. */
function incomplete(lines: readonly Line[], isTrailer: (line: Line) => boolean): ReturnReading | undefined {
  const last = lines.at(-1);
  if (last && isTrailer(last)) return undefined;
  return { problem: 'O arquivo está incompleto: falta o registro final (trailer)', line: last?.number };
}

function unknown(bank: string, line: Line | undefined): ReturnReading {
  const name = /^\d{3}$/.test(bank) ? `${bank} (${bankName(bank)})` : 'deste arquivo';
  return {
    problem: `O leiaute CNAB 400 do banco ${name} não é conhecido aqui; peça ao banco o CNAB 240`,
    line: line?.number,
  };
}
