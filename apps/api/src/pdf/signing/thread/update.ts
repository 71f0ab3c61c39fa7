import { EncryptedPDFError, PDFDict, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { PaperRefused } from './paper-refused.ts';

/**
 * A PDF that is changed by an update after its end, so that its own bytes stay as they are. The library would search all
 * objects at each change for the one to be written; here who changes one says so (`changed`).
 */
export type Update = {
  document: PDFDocument;
  changed: (...refs: PDFRef[]) => void;
  /** The file with its update. */
  save: () => Promise<Uint8Array>;
};

/** @throws PaperRefused */
export async function openUpdate(bytes: Uint8Array): Promise<Update> {
  const document = await PDFDocument.load(bytes, {
    forIncrementalUpdate: true,
    updateMetadata: false,
    parseSpeed: Number.POSITIVE_INFINITY,
  }).catch((error: unknown) => {
    throw new PaperRefused(error instanceof EncryptedPDFError ? 'PASSWORD' : 'BROKEN');
  });
  const { context } = document;
  const { snapshot } = context;
  const table = tableAt(bytes, context.pdfFileDetails.prevStartXRef);
  if (!snapshot || !table || !(context.lookup(context.trailerInfo.Root) instanceof PDFDict))
    throw new PaperRefused('BROKEN');
  context.snapshot = undefined;
  return {
    document,
    changed: (...refs) => snapshot.markRefsForSave(refs),
    save: async () => {
      // Readers refuse a table of one kind that continues one of the other.
      const update = await document.saveIncremental(snapshot, { useObjectStreams: table === 'STREAM' });
      const whole = new Uint8Array(bytes.length + update.length);
      whole.set(bytes);
      whole.set(update, bytes.length);
      return whole;
    },
  };
}

/** Kind of the last cross-reference table of a file. Undefined: it isn't where the file says, so no update can continue it. */
function tableAt(bytes: Uint8Array, at: number): 'TABLE' | 'STREAM' | undefined {
  const text = Buffer.from(bytes.subarray(at, at + 40)).toString('latin1');
  if (/^\s*xref\s/.test(text)) return 'TABLE';
  return /^\s*\d+\s+\d+\s+obj\b/.test(text) ? 'STREAM' : undefined;
}

export const nameOf = (text: string) => PDFName.of(text);

/** @throws PaperRefused where something stands by itself that must be an object of its own. */
export function refIn(dict: PDFDict, name: string): PDFRef {
  const value = dict.get(nameOf(name));
  if (!(value instanceof PDFRef)) throw new PaperRefused('BROKEN');
  return value;
}
