import { barePhone } from './phone.ts';
import { oneLine } from './written.ts';

/** Blanks of every width. */
const BLANKS = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
/** `36025000.0`: a whole number that a program wrote with decimals. */
const WHOLE = /^(\d+)[.,]0{1,2}$/;
/** `5,2998224725E+10`, as a narrow column shows a long number. */
const EXPONENT = /^(\d)[.,](\d+)E\+(\d{1,2})$/i;

/** A cell of a sheet on one line, without hidden characters; a whole number without decimals or exponent. */
export function cellText(written: string): string {
  const text = oneLine(written).replace(BLANKS, ' ').trim();
  const [, whole] = WHOLE.exec(text) ?? [];
  if (whole !== undefined) return whole;
  const [, first = '', rest = '', power = ''] = EXPONENT.exec(text) ?? [];
  return first !== '' && rest.length === Number(power) ? `${first}${rest}` : text;
}

/** Whether the cell shows a number whose last figures are lost: `5,29982E+10`. */
export const isCutNumber = (text: string): boolean => EXPONENT.test(text);

/** Whether a cell may show a check digit or a decimal: `12345.0`. */
export const hasDecimals = (text: string): boolean => WHOLE.test(text.trim());

/** Rows of blanks, which become one: patterns with two of them side by side try every way to part a long row. */
const ROW_OF_BLANKS = /[^\S\n]+/g;
const SEPARATORS = /[/;,|\n]| (?:e|ou) |(?<=\d{4}) (?=\()|(?<=\d{8}) (?=\d{8})/i;
const EXTENSION = / ?(?:ramal|ram|r|ext)\.? ?\d{1,5} ?$/i;
/** Digits of a number abroad, with its country. */
const ABROAD = /^\s*(?:\+|00)(?!55)/;

export type CellPhones = {
  /** Digits of each number, in order. */
  phones: string[];
  /** An extension was left out. */
  extension: boolean;
};

/** Telephones of a cell; undefined when a part of it is none. A local number without its area code stays as it is. */
export function phonesOf(text: string): CellPhones | undefined {
  const parts = text
    .replace(ROW_OF_BLANKS, ' ')
    .split(SEPARATORS)
    .filter((part) => /\d/.test(part));
  const phones: string[] = [];
  let extension = false;
  for (const part of parts) {
    const number = part.replace(EXTENSION, '');
    extension ||= number !== part;
    const digits = barePhone(number);
    if (digits.length < 8 || digits.length > (ABROAD.test(number) ? 15 : 11)) return undefined;
    if (!phones.includes(digits)) phones.push(digits);
  }
  return { phones, extension };
}
