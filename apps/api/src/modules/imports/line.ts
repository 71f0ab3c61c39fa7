import type { SheetLine } from '../../sheets/read.ts';

/** One line of a file: its cells by our field's name. What no column serves reads as ''. */
export type Line = ((field: string) => string) & {
  /** As the spreadsheet counts it. */
  number: number;
  /** Whether a column serves the field. */
  serves: (field: string) => boolean;
};

/** `places`: our field's name → the place of the file's column. */
export function lineReader(places: ReadonlyMap<string, number>) {
  const serves = (field: string) => places.has(field);
  return ({ number, cells }: SheetLine): Line =>
    Object.assign((field: string) => cells[places.get(field) ?? -1] ?? '', { number, serves });
}
