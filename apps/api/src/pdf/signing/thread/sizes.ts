import {
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import type { PageSize } from '../shapes.ts';
import { dictOf, pageBox, sizeOf } from './page-box.ts';
import { PaperRefused } from './paper-refused.ts';
import { openPdfium } from './pictures.ts';
import { openUpdate, type Update } from './update.ts';

/** A page, and the object that it is. */
export type Leaf = { ref: PDFRef; page: PDFPageLeaf };

/**
 * Sizes of the pages of a paper that can be signed here: two readers agree on them, nothing in it runs, asks to be filled,
 * or is signed already.
 */
export async function sizes(bytes: Uint8Array, most: number): Promise<PageSize[]> {
  const update = await openUpdate(bytes);
  const own = leavesOf(update, most).map(({ page }) => sizeOf(pageBox(page)));
  refuseActive(update);
  const shown = await openPdfium(bytes, (document) =>
    Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getOriginalSize()),
  );
  const agree = ({ width, height }: PageSize, at: number) =>
    Math.abs(width - (shown[at]?.originalWidth ?? 0)) < 1 && Math.abs(height - (shown[at]?.originalHeight ?? 0)) < 1;
  if (own.length === 0 || own.length !== shown.length || !own.every(agree)) throw new PaperRefused('BROKEN');
  return own;
}

/** Pages in their order. A tree that leads into itself is refused. */
export function leavesOf({ document }: Update, most: number): Leaf[] {
  const { context } = document;
  const leaves: Leaf[] = [];
  const seen = new Set<PDFRef>();
  const waiting: unknown[] = [document.catalog.get(PDFName.of('Pages'))];
  while (waiting.length > 0) {
    const ref = waiting.pop();
    if (!(ref instanceof PDFRef) || seen.has(ref)) throw new PaperRefused('BROKEN');
    seen.add(ref);
    const node = context.lookup(ref);
    if (node instanceof PDFPageLeaf) leaves.push({ ref, page: node });
    else if (node instanceof PDFPageTree) {
      const kids = node.lookup(PDFName.of('Kids'));
      if (!(kids instanceof PDFArray)) throw new PaperRefused('BROKEN');
      for (const kid of kids.asArray().toReversed()) waiting.push(kid);
    } else throw new PaperRefused('BROKEN');
    if (leaves.length > most) throw new PaperRefused('TOO_MANY');
  }
  return leaves;
}

const RUNS = ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'RichMediaExecute'];

/** Refuses what would let a paper show one thing to its signer and another to its reader. */
function refuseActive({ document }: Update) {
  const { context, catalog } = document;
  const form = dictOf(context, catalog.get(PDFName.of('AcroForm')));
  let isSigned = catalog.has(PDFName.of('Perms'));
  let isFilled = form?.has(PDFName.of('XFA')) ?? false;
  const fields = form?.lookup(PDFName.of('Fields'));
  if (fields instanceof PDFArray && fields.size() > 0) isFilled = true;
  for (const [, object] of context.enumerateIndirectObjects())
    walk(object, (dict) => {
      const action = dict.lookup(PDFName.of('S'));
      if (dict.has(PDFName.of('JS')) || (action instanceof PDFName && RUNS.includes(action.decodeText())))
        throw new PaperRefused('SCRIPTS');
      if (dict.has(PDFName.of('ByteRange'))) isSigned = true;
    });
  if (isSigned) throw new PaperRefused('SIGNED');
  if (isFilled) throw new PaperRefused('FORM');
}

/** Each dictionary within an object, without what it refers to. */
function walk(object: PDFObject, visit: (dict: PDFDict) => void) {
  const waiting: PDFObject[] = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const dict = next instanceof PDFStream ? next.dict : next;
    if (dict instanceof PDFDict) {
      visit(dict);
      for (const value of dict.values()) waiting.push(value);
    } else if (dict instanceof PDFArray) for (const value of dict.asArray()) waiting.push(value);
  }
}
