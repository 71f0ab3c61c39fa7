import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { localMoment } from '../../../base/local-moment.ts';
import { evidencePdf, footWords } from '../evidence.ts';
import type { Composition } from '../shapes.ts';
import { bytesOf, footOf, looksOf, type Picture, pictureOf, picturesPdf } from './marks.ts';
import { dictOf, type Matrix, pageBox, placing, sizeOf } from './page-box.ts';
import { PaperRefused } from './paper-refused.ts';
import { openPdfium } from './pictures.ts';
import { type Leaf, leavesOf } from './sizes.ts';
import { openStructure, type Structure } from './structure.ts';
import { nameOf, openUpdate, refIn, type Update } from './update.ts';

/** A picture of the collection at its place on a page. `alt`: undefined for what readers skip. */
type Placed = { picture: PDFRef; matrix: Matrix; alt: string | undefined };

/** The paper with its marks and the page of evidence, as an update of its file. */
export async function compose(bytes: Uint8Array, most: number, { marks, evidence }: Composition): Promise<Uint8Array> {
  const update = await openUpdate(bytes);
  const leaves = leavesOf(update, most);
  const { day } = localMoment(evidence.at);
  const collection = openCollection();
  const places = leaves.map((leaf, index) => {
    const box = pageBox(leaf.page);
    const size = sizeOf(box);
    const foot = footOf(size.width, footWords(evidence));
    const own = marks.filter(({ page }) => page === index + 1);
    return [
      ...own.map((mark) => ({
        at: collection.add(looksOf(mark), pictureOf(mark)),
        matrix: placing(box, { x: mark.x / 10, y: mark.y / 10, height: mark.height / 10 }),
        alt: mark.alt ?? mark.text ?? 'Assinatura',
      })),
      {
        at: collection.add(`foot ${size.width}`, foot),
        matrix: placing(box, { x: 0, y: size.height - foot.height - 2, height: foot.height }),
        alt: undefined,
      },
    ];
  });
  if (marks.some(({ page }) => page > leaves.length)) throw new Error('a mark on a page that the paper lacks');

  const pictures = await copyPictures(update, await picturesPdf(collection.pictures, day));
  const structure = openStructure(update);
  for (const [index, leaf] of leaves.entries()) {
    const onPage = (places[index] ?? []).map(({ at, ...place }) => ({ ...place, picture: pictures[at] as PDFRef }));
    drawOn(update, leaf, onPage, structure);
  }
  await append(update, await bytesOf(evidencePdf(evidence, day)), structure);
  structure?.end();
  const composed = await update.save();
  await compare(
    bytes,
    composed,
    places.map(({ length }) => length),
  );
  return composed;
}

/** Pictures, each once, by the order in which they were first asked for. */
function openCollection() {
  const places = new Map<string, number>();
  const pictures: Picture[] = [];
  const add = (key: string, picture: Picture) => {
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, pictures.length);
    return pictures.push(picture) - 1;
  };
  return { pictures, add };
}

/** Pages of a PDF as form objects of the paper, in their order. */
async function copyPictures({ document }: Update, pdf: Uint8Array): Promise<PDFRef[]> {
  const source = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
  const { context } = document;
  const copier = PDFObjectCopier.for(source.context, context);
  return source.getPages().map(({ node }) => {
    const content = source.context.lookup(node.get(PDFName.Contents));
    if (!(content instanceof PDFRawStream)) throw new Error('a page of pictures without its content');
    const { width, height } = sizeOf(pageBox(node));
    const dict = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }) as PDFDict;
    dict.set(PDFName.Resources, copier.copy(node.Resources() ?? source.context.obj({})));
    const filter = content.dict.get(nameOf('Filter'));
    if (filter) dict.set(nameOf('Filter'), filter);
    return context.register(PDFRawStream.of(dict, content.contents));
  });
}

/** Draws pictures over what a page shows. The page's own content is enclosed, so that nothing it leaves set moves them. */
function drawOn({ document, changed }: Update, { ref, page }: Leaf, placed: readonly Placed[], structure?: Structure) {
  const { context } = document;
  const resources = copied(context, dictOf(context, page.getInheritableAttribute(PDFName.Resources)));
  const objects = copied(context, dictOf(context, resources.get(nameOf('XObject'))));
  resources.set(nameOf('XObject'), objects);
  page.set(PDFName.Resources, resources);
  const lines = placed.map(({ picture, matrix, alt }) => {
    const name = freeName(objects);
    objects.set(name, picture);
    const open = structure ? structure.tag(page, ref, alt) : '';
    const shown = `q ${matrix.map(decimal).join(' ')} cm ${name} Do Q`;
    return open ? `${open} ${shown} EMC` : shown;
  });
  const own = page.get(PDFName.Contents);
  const content = context.lookup(own);
  const before = content instanceof PDFArray ? content.asArray() : own ? [own] : [];
  const contents = PDFArray.withContext(context);
  for (const part of [
    context.register(context.stream('q\n')),
    ...before,
    context.register(context.flateStream(`\nQ\n${lines.join('\n')}\n`)),
  ])
    contents.push(part);
  page.set(PDFName.Contents, contents);
  changed(ref);
}

/** A dictionary of the same entries, which may be changed without changing those who share it. */
function copied(context: PDFContext, dict: PDFDict | undefined): PDFDict {
  const copy = PDFDict.withContext(context);
  for (const [key, value] of dict?.entries() ?? []) copy.set(key, value);
  return copy;
}

function freeName(objects: PDFDict): PDFName {
  for (let at = objects.keys().length + 1; ; at += 1) {
    const name = nameOf(`Mark${at}`);
    if (!objects.has(name)) return name;
  }
}

const decimal = (number: number) => String(Math.round(number * 1_000) / 1_000);

/** Adds all pages of a PDF at the end. */
async function append({ document, changed }: Update, pdf: Uint8Array, structure: Structure | undefined) {
  const source = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
  const { context, catalog } = document;
  const copier = PDFObjectCopier.for(source.context, context);
  const treeRef = refIn(catalog, 'Pages');
  const tree = context.lookup(treeRef, PDFDict);
  const old = tree.lookup(nameOf('Kids'), PDFArray);
  const kids = PDFArray.withContext(context);
  for (const kid of old.asArray()) kids.push(kid);
  const added = source.getPages().map(({ ref }) => copier.copy(ref) as PDFRef);
  for (const ref of added) {
    context.lookup(ref, PDFDict).set(PDFName.Parent, treeRef);
    kids.push(ref);
  }
  tree.set(nameOf('Kids'), kids);
  tree.set(nameOf('Count'), PDFNumber.of(tree.lookup(nameOf('Count'), PDFNumber).asNumber() + added.length));
  changed(treeRef);
  structure?.join(source, (object: PDFObject) => copier.copy(object));
}

/**
 * Compares what a reader finds before and after: the same texts, and as many objects as were added. A file may hold several
 * versions of a page, and what is signed must be the one that was shown.
 */
async function compare(paper: Uint8Array, composed: Uint8Array, added: readonly number[]) {
  const read = (bytes: Uint8Array) =>
    openPdfium(bytes, (document) =>
      added.map((_, at) => {
        const page = document.getPage(at);
        return { text: page.getText(), objects: page.getObjectCount(), ...page.getOriginalSize() };
      }),
    );
  const [before, after] = [await read(paper), await read(composed)];
  const isSame = before.every((was, at) => {
    const is = after[at];
    return (
      is?.text.startsWith(was.text.trimEnd()) &&
      is.objects === was.objects + (added[at] ?? 0) &&
      is.originalWidth === was.originalWidth &&
      is.originalHeight === was.originalHeight
    );
  });
  if (!isSame) throw new PaperRefused('BROKEN');
}
