import type { Answer, Endpoint, Sent } from '@morada/contract/base/endpoint';
import { ApiProblem, decode, idempotent, identified, refusal, urlOf, type Versioned } from './api.ts';

export type UploadInput<E extends Endpoint> = {
  file: E['upload'] extends { optional: true } ? Blob | undefined : Blob;
  /** How the file is called. */
  name: string;
} & (Sent<E> extends { params: infer P } ? { params: { [K in keyof P]: P[K] | number } } : unknown) &
  (Sent<E> extends { query: infer Q } ? { query: Q } : unknown) &
  (Sent<E> extends { body: infer B } ? { body: B } : unknown);

export type UploadOptions = {
  /** Part of the bytes that are on their way, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Version of the record that was read; the server answers 412 when a newer one was saved. */
  ifMatch?: string | undefined;
};

/** Sends one file to a call that takes one, and the call's fields with it. Uses XMLHttpRequest, since `fetch` reports no upload progress. */
export async function uploadWithVersion<E extends Endpoint>(
  endpoint: E,
  { file, name, ...input }: UploadInput<E>,
  { onProgress, signal, ifMatch }: UploadOptions = {},
): Promise<Versioned<Answer<E>>> {
  const form = new FormData();
  const { body = {} } = input as { body?: Record<string, string | undefined> };
  for (const [field, value] of Object.entries(body)) if (value !== undefined) form.append(field, value);
  if (file) form.append(endpoint.upload?.part ?? 'file', file, name);
  const headers = new Headers({ Accept: 'application/json' });
  if (ifMatch) headers.set('If-Match', ifMatch);
  const url = urlOf(endpoint, input as unknown as Parameters<typeof urlOf<E>>[1]);
  const settle = idempotent(endpoint, headers, [url, JSON.stringify(body), name, file?.size].join(' '));
  const response = await identified(endpoint, headers, () =>
    send({ method: endpoint.method, url, headers, form, onProgress, signal }),
  );
  if (response.status < 500) settle();
  if (!response.ok) throw await refusal(response);
  const data = (await decode(endpoint, response)) as Answer<E>;
  return { data, version: response.headers.get('ETag') ?? undefined };
}

type Sending = UploadOptions & { method: string; url: string; headers: Headers; form: FormData };

function send({ method, url, headers, form, onProgress, signal }: Sending): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [header, value] of headers) request.setRequestHeader(header, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
  signal?.addEventListener('abort', () => request.abort());
  return new Promise<Response>((resolve, reject) => {
    request.onload = () => {
      const version = request.getResponseHeader('ETag');
      const headers = new Headers(version ? { ETag: version } : undefined);
      resolve(new Response(request.responseText || null, { status: request.status, headers }));
    };
    request.onerror = () =>
      reject(new ApiProblem(0, 'OFFLINE', 'Sem conexão com o servidor. O arquivo não foi enviado.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('', 'AbortError'));
    request.send(form);
  });
}
