import { endpoints } from '../base/endpoint.ts';
import { idParams } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** Accepted documents: a photograph, or a PDF. */
export const DOCUMENT_UPLOAD = {
  maxBytes: 20_000_000,
  accept: 'image/jpeg,image/png,image/webp,application/pdf',
} as const;

export const files = endpoints('files', {
  show: {
    method: 'GET',
    path: '/files/:id',
    access: 'login',
    summary: 'Um documento, para quem pode ver o registro a que pertence; em outra aba, por um endereço de uso único',
    params: idParams,
    file: 'application/octet-stream',
  },
});

export const fileProblems = problems({
  FILE_NOT_FOUND: [404, 'Não encontramos este documento.'],
});
