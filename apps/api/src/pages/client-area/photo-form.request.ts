import type { UploadedFile } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import type { FastifyRequest } from 'fastify';
import { type Admission, type ArrivedFile, drain } from '../../http/upload-gate.ts';
import { readValues, type Values } from '../kit/form-values.ts';

const MAX_BYTES = 12_000_000;
const TEXT_BYTES = 64_000;
const MAX_FIELDS = 20;

type Form = { values: Values; photos: UploadedFile[]; error?: string };

const tooLarge = `Cada foto pode ter até ${MAX_BYTES / 1_000_000} MB`;
const tooMany = (most: number) => `Envie até ${most} fotos`;

/**
 * Reads texts and pictures of a client's form, and works on them. Too many or too large pictures are an error of the field.
 */
export function withPhotoForm<T>(
  request: FastifyRequest,
  { part, most, caller }: { part: string; most: number; caller: string },
  work: (form: Form) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) return work({ values: readValues(request.body), photos: [] });
  const bytes = most * MAX_BYTES + MAX_FIELDS * TEXT_BYTES;
  return request.server.uploads.within(request, { kind: 'client', caller, most: bytes }, async (admitted) => {
    const { texts, files, error } = await readParts(request, part, most, admitted);
    const values = readValues(texts);
    if (error) return work({ values, photos: [], error });
    return admitted.read(files, (photos) => work({ values, photos }));
  });
}

async function readParts(request: FastifyRequest, part: string, most: number, admitted: Admission) {
  const texts: Record<string, unknown> = {};
  const files: ArrivedFile[] = [];
  let error: string | undefined;
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
      if (file.truncated) error = tooLarge;
      else if (one.fieldname === part && file.bytes > 0) files.push(file);
    }
  } catch (thrown) {
    const { code } = thrown as { code?: string };
    if (code !== 'FST_FILES_LIMIT') throw code === undefined ? common.FORM_UNREADABLE() : thrown;
    drain(request);
    error ??= tooMany(most);
  }
  if (files.length > most) error ??= tooMany(most);
  return { texts, files, error };
}
