import type { Access } from '@morada/domain/access/permissions';
import type * as z from 'zod/mini';
import { strict } from './strict.ts';

/**
 * One call of the API, written once: the server validates and documents it, the browser calls it, forms and
 * the address bar take their schemas from it.
 *
 * Requests travel in the shape of `z.input` (what a form holds) and are parsed by the server; answers travel
 * encoded and are decoded by the browser, so `response` may hold codecs but no one-way transform.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under `/api`, parameters as `:id`. */
  path: `/${string}`;
  access: Access;
  /** One line for the API page, in Portuguese. */
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent: the call answers 204. */
  response?: z.ZodMiniType;
  /** 200 unless said; a call that creates answers 201. */
  status?: 200 | 201;
  /** Served also before the duties of a sign-in are done, such as setting up a second factor. */
  beforeDuties?: true;
  /**
   * A PATCH, PUT or DELETE that honours `Idempotency-Key`, as every POST of a signed-in person does: the calls that move
   * money, or add what would be charged twice.
   */
  idempotent?: true;
  /** Fields of the body that hold a secret: no part of the hash by which a request sent again is compared. */
  secrets?: readonly string[];
  /** The answer carries an ETag, and `If-Match` is honoured on the call that changes the same record. */
  versioned?: boolean;
  /** The answer is a file of this media type (`application/octet-stream` where the handler says which); `response` is absent then. */
  file?: string;
  /**
   * The request is a form with one file, of at most so many bytes; `accept` is what the person is offered to choose. Where
   * the call has a `body`, the form's other parts are its fields.
   */
  upload?: {
    maxBytes: number;
    accept: string;
    /** How the part is called; `file` unless said. */
    part?: string;
    /** Message for a missing part; unused where it is `optional`. */
    missing?: string;
    optional?: boolean;
  };
};

/** Whether the server keeps the answer of a call under its `Idempotency-Key`. */
export const honoursKey = ({ method, access, idempotent }: Endpoint) =>
  access !== 'public' && (method === 'POST' || idempotent === true);

/**
 * Keeps the literal type of each endpoint, so that a call site knows its parts. A call refuses a filter that it can't read,
 * in its query or in the selection of its body.
 */
export function endpoints<const T extends Record<string, Endpoint>>(calls: T): T {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    { ...call, ...(call.query && { query: strict(call.query) }), ...(call.body && { body: strict(call.body) }) },
  ]);
  return Object.fromEntries(entries) as T;
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends z.ZodMiniType ? (Side extends 'input' ? z.input<E[K]> : z.output<E[K]>) : undefined;

/** A file as it came: neither its name nor what it says of itself is to be trusted. */
export type UploadedFile = { name: string; bytes: Uint8Array };

/** Parsed input of the server's handler. */
export type Received<E extends Endpoint> = {
  file: E['upload'] extends { optional: true }
    ? UploadedFile | undefined
    : E['upload'] extends object
      ? UploadedFile
      : undefined;
  params: Part<E, 'params', 'output'>;
  query: Part<E, 'query', 'output'>;
  body: Part<E, 'body', 'output'>;
};

/** Input as the browser's forms hold it. Parts that the call lacks are left out. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodMiniType ? K : never]: Part<E, K, 'input'>;
};

/** Parsed response, used by both sides: money in centavos, dates as they are. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined;
