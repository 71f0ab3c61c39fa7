import type { UploadedFile } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import type { FastifyRequest } from 'fastify';
import { photoName } from '#api/modules/doors/client-area/client-area.service.ts';
import { type Admission, type ArrivedFile, drain } from '../../http/upload-gate.ts';
import { readValues, type Values } from '../kit/form-values.ts';

const MAX_BYTES = 12_000_000;
const TEXT_BYTES = 64_000;
const MAX_FIELDS = 20;

/** `refused`: a line for each picture that was not taken. */
type Form = { values: Values; photos: UploadedFile[]; refused: string[] };

/**
 * Reads texts and pictures of a client's form, and works on them. Pictures beyond `most` and too large ones are left out.
 */
export function withPhotoForm<T>(
  request: FastifyRequest,
  { part, most, caller }: { part: string; most: number; caller: string },
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) return work({ values: readValues(request.body), photos: [], refused: [] });
  const bytes = most * MAX_BYTES + MAX_FIELDS * TEXT_BYTES;
  return request.server.uploads.within(request, { kind: 'client', caller, most: bytes }, async (admitted) => {
    const { texts, files, refused } = await readParts(request, part, most, admitted);
    return admitted.read(files, (photos) => work({ values: readValues(texts), photos, refused }));
  });
}

async function readParts(request: FastifyRequest, part: string, most: number, admitted: Admission) {
  const texts: Record<string, unknown> = {};
  const files: ArrivedFile[] = [];
  const refused: string[] = [];
  // The empty file input of a browser is a part without a name.
  const limits = { fileSize: MAX_BYTES, files: most + 1, fields: MAX_FIELDS, fieldSize: TEXT_BYTES };
  try {
    for await (const one of request.parts({ limits })) {
      if (one.type === 'field') {
        if (one.valueTruncated) throw common.FIELD_TOO_LONG({ field: one.fieldname });
        texts[one.fieldname] = one.value;
        continue;
      }
      const file = await admitted.receive(one);
      if (file.truncated) refused.push(`${photoName(file.name)} passa de ${MAX_BYTES / 1_000_000} MB`);
      else if (one.fieldname === part && file.bytes > 0) files.push(file);
    }
  } catch (thrown) {
    const { code } = thrown as { code?: string };
    if (code !== 'FST_FILES_LIMIT') throw code === undefined ? common.FORM_UNREADABLE() : thrown;
    drain(request);
  }
  if (files.length > most) refused.push(tooMany(most));
  return { texts, files: files.slice(0, most), refused };
}

export const tooMany = (most: number) => `Envie até ${most} fotos`;
