import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib';
import { dictOf } from './page-box.ts';
import { nameOf, type Update } from './update.ts';

/** The structure of a tagged paper, which screen readers follow, continued by what is added. */
export type Structure = {
  /** Operators that open a piece of a page's content; undefined words: what readers skip. */
  tag: (page: PDFPageLeaf, ref: PDFRef, alt: string | undefined) => string;
  /** Takes over the structure of an appended document, whose pages were copied by the same `copy`. */
  join: (source: PDFDocument, copy: (object: PDFObject) => PDFObject) => void;
  /** Writes the structure; no changes after it. */
  end: () => void;
};

const ROOT = nameOf('StructTreeRoot');
const KEY = nameOf('StructParents');
const TREE = nameOf('ParentTree');
const K = nameOf('K');
const P = nameOf('P');
const SKIPPED = '/Artifact <</Type /Pagination>> BDC';

/** Undefined: the paper isn't tagged, or not so that it could be continued. */
export function openStructure({ document, changed }: Update): Structure | undefined {
  const { context, catalog } = document;
  const rootRef = catalog.get(ROOT);
  const root = dictOf(context, rootRef);
  if (!(rootRef instanceof PDFRef) || !root) return undefined;
  const parents = pairsOf(context, dictOf(context, root.get(TREE)));
  let next = Math.max(-1, ...parents.keys()) + 1;
  const added: PDFRef[] = [];
  const tops = listOf(context, root.get(K));
  const [top] = tops;
  const topDict = tops.length === 1 && top instanceof PDFRef ? dictOf(context, top) : undefined;
  // What is added belongs to the document, whose element is the only one at the top.
  const above = topDict && top instanceof PDFRef ? { ref: top, dict: topDict } : { ref: rootRef, dict: root };

  /** Elements of a page's pieces by their number. */
  const piecesOf = (page: PDFPageLeaf): PDFArray => {
    const known = page.lookup(KEY);
    const key = known instanceof PDFNumber ? known.asNumber() : next++;
    page.set(KEY, PDFNumber.of(key));
    const value = parents.get(key);
    const old = context.lookup(value as PDFArray);
    const own = PDFArray.withContext(context);
    for (const one of old instanceof PDFArray ? old.asArray() : []) own.push(one);
    parents.set(key, own);
    return own;
  };

  return {
    tag: (page, ref, alt) => {
      if (alt === undefined) return SKIPPED;
      const pieces = piecesOf(page);
      const number = pieces.size();
      const element = context.obj({ Type: 'StructElem', S: 'Figure', P: above.ref, Pg: ref, K: number }) as PDFDict;
      element.set(nameOf('Alt'), PDFHexString.fromText(alt));
      const elementRef = context.register(element);
      pieces.push(elementRef);
      added.push(elementRef);
      return `/Figure <</MCID ${number}>> BDC`;
    },
    join: (source, copy) => {
      const other = dictOf(source.context, source.catalog.get(ROOT));
      if (!other) return;
      const parts = listOf(source.context, other.get(K));
      // Their parent would bring the other document along.
      for (const part of parts) dictOf(source.context, part)?.delete(P);
      for (const part of parts) {
        const ref = copy(part) as PDFRef;
        const element = dictOf(context, ref);
        element?.set(P, above.ref);
        element?.set(nameOf('S'), nameOf('Sect'));
        added.push(ref);
      }
      const others = pairsOf(source.context, dictOf(source.context, other.get(TREE)));
      for (const { ref, node } of source.getPages()) {
        const key = node.lookup(KEY);
        const value = key instanceof PDFNumber ? others.get(key.asNumber()) : undefined;
        if (!value) continue;
        parents.set(next, copy(value));
        dictOf(context, copy(ref))?.set(KEY, PDFNumber.of(next));
        next += 1;
      }
    },
    end: () => {
      const numbers = PDFArray.withContext(context);
      for (const [key, value] of [...parents].toSorted(([one], [other]) => one - other)) {
        numbers.push(PDFNumber.of(key));
        numbers.push(value);
      }
      const tree = PDFDict.withContext(context);
      tree.set(nameOf('Nums'), numbers);
      root.set(TREE, context.register(tree));
      root.set(nameOf('ParentTreeNextKey'), PDFNumber.of(next));
      const children = PDFArray.withContext(context);
      for (const child of [...listOf(context, above.dict.get(K)), ...added]) children.push(child);
      above.dict.set(K, children);
      changed(rootRef, above.ref);
    },
  };
}

/** One or several, by themselves or by reference. */
function listOf(context: PDFContext, value: PDFObject | undefined): PDFObject[] {
  const found = context.lookup(value as PDFObject);
  if (found instanceof PDFArray) return found.asArray();
  return value ? [value] : [];
}

/** Entries of a tree of numbers. */
function pairsOf(context: PDFContext, tree: PDFDict | undefined): Map<number, PDFObject> {
  const pairs = new Map<number, PDFObject>();
  const seen = new Set<PDFDict>();
  const waiting = tree ? [tree] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const numbers = node.lookup(nameOf('Nums'));
    const entries = numbers instanceof PDFArray ? numbers.asArray() : [];
    for (let at = 0; at + 1 < entries.length; at += 2) {
      const [key, value] = [context.lookup(entries[at] as PDFNumber), entries[at + 1]];
      if (key instanceof PDFNumber && value) pairs.set(key.asNumber(), value);
    }
    for (const kid of listOf(context, node.get(PDFName.of('Kids')))) {
      const child = dictOf(context, kid);
      if (child) waiting.push(child);
    }
  }
  return pairs;
}
