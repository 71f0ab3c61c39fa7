/** A, B … Z, AA: how spreadsheet programs name the column at this place, counted from 0. */
export const columnLetters = (column: number): string =>
  (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
