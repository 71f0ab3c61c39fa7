import { cellText } from '@morada/domain/base/sheet-cell';
import { oneLine } from '@morada/domain/base/written';
import type { SheetLine } from '#api/sheets/read.ts';

/** One line of a file: its cells by field name. A field without a column reads as ''. */
export type Line = ((field: string) => string) & {
  /** Line number in the spreadsheet. */
  number: number;
  /** Whether a column is mapped to the field. */
  serves: (field: string) => boolean;
};

/** Fields in which `1234.0` may show a check digit: it is asked for, never dropped. */
const DIGIT_FIELDS: ReadonlySet<string> = new Set(['agencia', 'conta']);

type Translate = (field: string, text: string) => string;
const AS_WRITTEN: Translate = (_, text) => text;

/** `places`: field name → index of the column; `translate` replaces words of enumerated fields. */
export function lineReader(places: ReadonlyMap<string, number>, translate = AS_WRITTEN) {
  const serves = (field: string) => places.has(field);
  return ({ number, cells }: SheetLine): Line =>
    Object.assign(
      (field: string) => {
        const written = cells[places.get(field) ?? -1] ?? '';
        return translate(field, DIGIT_FIELDS.has(field) ? oneLine(written).trim() : cellText(written));
      },
      { number, serves },
    );
}
