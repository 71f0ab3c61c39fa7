import type { SheetLine } from '../../sheets/read.ts';

/** One line of a file: its cells by our field's name. What no column serves reads as ''. */
export type Line = ((field: string) => string) & {
  /** As the spreadsheet counts it. */
  number: number;
  /** Whether a column serves the field. */
  serves: (field: string) => boolean;
};

type Translate = (field: string, text: string) => string;
const AS_WRITTEN: Translate = (_, text) => text;

/** `places`: our field's name → the place of the file's column; `translate` gives a word of the file its meaning. */
export function lineReader(places: ReadonlyMap<string, number>, translate = AS_WRITTEN) {
  const serves = (field: string) => places.has(field);
  return ({ number, cells }: SheetLine): Line =>
    Object.assign((field: string) => translate(field, cells[places.get(field) ?? -1] ?? ''), { number, serves });
}
