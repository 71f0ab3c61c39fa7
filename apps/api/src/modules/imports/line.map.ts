import type { SheetLine } from '../../sheets/read.ts';

/** One line of a file: its cells by field name. A field without a column reads as ''. */
export type Line = ((field: string) => string) & {
  /** Line number in the spreadsheet. */
  number: number;
  /** Whether a column is mapped to the field. */
  serves: (field: string) => boolean;
};

type Translate = (field: string, text: string) => string;
const AS_WRITTEN: Translate = (_, text) => text;

/** `places`: field name → index of the column; `translate` replaces words of enumerated fields. */
export function lineReader(places: ReadonlyMap<string, number>, translate = AS_WRITTEN) {
  const serves = (field: string) => places.has(field);
  return ({ number, cells }: SheetLine): Line =>
    Object.assign((field: string) => translate(field, cells[places.get(field) ?? -1] ?? ''), { number, serves });
}
