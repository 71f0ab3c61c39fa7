import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { Prepared, Seal } from '../shapes.ts';
import { dictOf } from './page-box.ts';
import { PaperRefused } from './paper-refused.ts';
import { leavesOf } from './sizes.ts';
import { nameOf, openUpdate, type Update } from './update.ts';

/** Digits of each number of the range, which stands before the signature is known. */
const DIGITS = 10;
const RANGE = '/ByteRange ';
const CONTENTS = '/Contents ';

/** Adds the field of a signature and the signature itself, its content still zeros, of `room` bytes. */
export async function prepareSeal(bytes: Uint8Array, seal: Seal, room: number): Promise<Prepared> {
  const update = await openUpdate(bytes);
  const [first] = leavesOf(update, Number.POSITIVE_INFINITY);
  if (!first) throw new PaperRefused('BROKEN');
  const { document, changed } = update;
  const { context } = document;
  const signature = context.register(signatureObject(seal, room));
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      // Printed and locked: a signature without a picture.
      F: 132,
      P: first.ref,
      T: PDFString.of(freeField(update)),
      V: signature,
    }),
  );
  const annotations = PDFArray.withContext(context);
  const old = first.page.lookup(PDFName.Annots);
  for (const one of old instanceof PDFArray ? old.asArray() : []) annotations.push(one);
  annotations.push(field);
  first.page.set(PDFName.Annots, annotations);
  changed(first.ref);
  addField(update, field);
  return placed(await update.save(), bytes.length);
}

/** Written as it stands, since its places are filled in later. */
function signatureObject({ reason, name, at }: Seal, room: number) {
  const text = (value: string) => PDFHexString.fromText(value).toString();
  const zeros = '0'.repeat(DIGITS);
  return PDFInvalidObject.of(
    Buffer.from(
      `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${RANGE}[0 ${zeros} ${zeros} ${zeros}] ` +
        `${CONTENTS}<${'0'.repeat(room * 2)}> /M ${PDFString.fromDate(at)} /Name ${text(name)} /Reason ${text(reason)}>>`,
      'latin1',
    ),
  );
}

const FIELD = 'Selo da imobiliária';
const SIGNATURES_EXIST_AND_APPEND_ONLY = 3;

function fieldsOf({ document }: Update): PDFArray | undefined {
  const fields = dictOf(document.context, document.catalog.get(nameOf('AcroForm')))?.lookup(nameOf('Fields'));
  return fields instanceof PDFArray ? fields : undefined;
}

/** A document that was sealed before has the field already. */
function freeField(update: Update): string {
  const count = fieldsOf(update)?.size() ?? 0;
  return count === 0 ? ascii(FIELD) : `${ascii(FIELD)} ${count + 1}`;
}

const ascii = (text: string) => text.normalize('NFD').replace(/[^ -~]/g, '');

function addField(update: Update, field: PDFRef) {
  const { document, changed } = update;
  const { context, catalog } = document;
  const known = catalog.get(nameOf('AcroForm'));
  const form = PDFDict.withContext(context);
  for (const [key, value] of dictOf(context, known)?.entries() ?? []) form.set(key, value);
  const fields = PDFArray.withContext(context);
  for (const one of fieldsOf(update)?.asArray() ?? []) fields.push(one);
  fields.push(field);
  form.set(nameOf('Fields'), fields);
  form.set(nameOf('SigFlags'), PDFNumber.of(SIGNATURES_EXIST_AND_APPEND_ONLY));
  catalog.set(nameOf('AcroForm'), context.register(form));
  const root = context.trailerInfo.Root;
  if (root instanceof PDFRef) changed(root);
}

/** Fills in the range: all of the file but the signature's content. */
function placed(document: Uint8Array, from: number): Prepared {
  const file = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const range = file.indexOf(RANGE, from) + RANGE.length;
  const start = file.indexOf(CONTENTS, range) + CONTENTS.length;
  const end = file.indexOf('>', start) + 1;
  const written = (number: number) => String(number).padStart(DIGITS, ' ');
  file.write(`[0 ${written(start)} ${written(end)} ${written(file.length - end)}]`, range, 'latin1');
  return { document, contents: { start, end } };
}
