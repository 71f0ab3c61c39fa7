import type { Refusal } from '../shapes.ts';

/** A paper that can't be signed here. */
export class PaperRefused extends Error {
  override readonly name = 'PaperRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
