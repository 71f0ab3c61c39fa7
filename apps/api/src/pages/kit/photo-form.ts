import type { UploadedFile } from '@morada/contract/endpoint';
import { common } from '@morada/contract/problem';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../base/html.ts';
import type { FormState } from './fields.ts';
import { readValues, type Values } from './form-values.ts';

/** Kinds of pictures that a form takes, for the browser's picker; the bytes decide. */
const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp';
const MAX_BYTES = 12_000_000;
const TEXT_BYTES = 64_000;
const MAX_FIELDS = 20;

type Taken = { values: Values; photos: UploadedFile[]; error?: string };

const tooLarge = `Cada foto pode ter até ${MAX_BYTES / 1_000_000} MB`;
const tooMany = (most: number) => `Envie até ${most} fotos`;

/** Reads texts and pictures of a form into memory. Too many or too large pictures are an error of the field. */
export async function readPhotoForm(request: FastifyRequest, part: string, most: number): Promise<Taken> {
  if (!request.isMultipart()) return { values: readValues(request.body), photos: [] };
  const texts: Record<string, unknown> = {};
  const photos: UploadedFile[] = [];
  // The empty file input of a browser is a part without a name.
  const limits = { fileSize: MAX_BYTES, files: most + 1, fields: MAX_FIELDS, fieldSize: TEXT_BYTES };
  try {
    for await (const one of request.parts({ limits })) {
      if (one.type === 'field') {
        if (one.valueTruncated) throw common.FIELD_TOO_LONG({ field: one.fieldname });
        texts[one.fieldname] = one.value;
        continue;
      }
      const bytes = await one.toBuffer();
      if (one.fieldname === part && bytes.length > 0) photos.push({ name: one.filename ?? '', bytes });
    }
  } catch (error) {
    // Drains the rest of the body: unread, it would block the next request on this connection.
    request.raw.unpipe().resume();
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') return { values: readValues(texts), photos: [], error: tooLarge };
    if (code === 'FST_FILES_LIMIT') return { values: readValues(texts), photos: [], error: tooMany(most) };
    throw code === undefined ? common.FORM_UNREADABLE() : error;
  }
  if (photos.length > most) return { values: readValues(texts), photos: [], error: tooMany(most) };
  return { values: readValues(texts), photos };
}

/** A picker of several pictures. Browsers drop the selection when the form is shown again with errors. */
export function photosField({ id, errors }: FormState, { name, label, most }: PhotoField): Html {
  const error = errors[name];
  return html`<div class="field">
<label for="${id}-${name}">${label} <span class="dim">(opcional, até ${most})</span></label>
<input type="file" id="${id}-${name}" name="${name}" accept="${PHOTO_ACCEPT}" multiple${error && html` aria-invalid="true" aria-describedby="${id}-${name}-erro"`}>
${error && html`<p class="wrong" id="${id}-${name}-erro">${error}</p>`}
</div>`;
}
type PhotoField = { name: string; label: string; most: number };
