/** A spreadsheet that can't be imported, with a message for its sender. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
}
