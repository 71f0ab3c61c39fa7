/** A file that we don't take in, in words for whoever chose it. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
}
