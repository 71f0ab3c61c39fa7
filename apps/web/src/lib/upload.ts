import type { Answer, Endpoint, Sent } from '@morada/contract/endpoint';
import { ApiProblem, decode, refusal, urlOf } from './api.ts';
import { currentSession } from './session.ts';

type Input<E extends Endpoint> = {
  file: Blob;
  /** How the file is called. */
  name: string;
} & (Sent<E> extends { params: infer P } ? { params: { [K in keyof P]: P[K] | number } } : unknown) &
  (Sent<E> extends { query: infer Q } ? { query: Q } : unknown);

type Options = {
  /** Part of the bytes that are on their way, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
};

/** Sends one file to a call that takes one. By XMLHttpRequest: `fetch` doesn't say how far it has come. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  { file, name, ...input }: Input<E>,
  { onProgress, signal }: Options = {},
): Promise<Answer<E>> {
  const form = new FormData();
  form.append('file', file, name);
  const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${currentSession()?.token}` });
  const request = new XMLHttpRequest();
  request.open(endpoint.method, urlOf(endpoint, input as unknown as Parameters<typeof urlOf<E>>[1]));
  for (const [header, value] of headers) request.setRequestHeader(header, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
  signal?.addEventListener('abort', () => request.abort());

  const response = await new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () =>
      reject(new ApiProblem(0, 'OFFLINE', 'Sem conexão com o servidor. O arquivo não foi enviado.'));
    request.onabort = () => reject(signal?.reason ?? new DOMException('', 'AbortError'));
    request.send(form);
  });
  if (!response.ok) throw await refusal(response, { headers });
  return (await decode(endpoint, response)) as Answer<E>;
}
