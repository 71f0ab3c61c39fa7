import type { Access } from '@morada/domain/access/permissions';
import type * as z from 'zod/mini';
import type { Limit } from './limits.ts';
import { strict } from './strict.ts';
import type { Subject } from './subjects.ts';

/**
 * One call of the API, written once: the server validates and documents it, the browser calls it, forms and the address
 * bar take their schemas from it.
 *
 * Requests are typed as `z.input`, with money and percentages decoded, as forms hold them; the browser's client encodes
 * their codecs (`wire.ts`) and the server parses them. Responses travel encoded and are decoded by the browser, so
 * `response` may hold codecs but no one-way transform.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under `/api`, parameters as `:id`. */
  path: `/${string}`;
  access: Access;
  /** One line for the API page, in Portuguese. */
  summary: string;
  /** What the call is about. */
  subject: Subject;
  /** Further subjects that a writing call changes. */
  changes?: readonly Subject[] | 'everything';
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent: the call answers 204. */
  response?: z.ZodMiniType;
  /** Default 200; a call that creates answers 201. */
  status?: 200 | 201;
  /** Seconds that the browser waits for an answer, where the server waits for a slow service; `WAITS` by default. */
  waits?: number;
  /** Calls that one network may make. */
  limit?: Limit;
  /** Served also before the duties of a sign-in are done, such as setting up a second factor. */
  beforeDuties?: true;
  /**
   * A PATCH, PUT or DELETE that honours `Idempotency-Key`, as every POST of a signed-in user does: calls that move
   * money, or would charge twice when repeated.
   */
  idempotent?: true;
  /** The caller proves itself by a signature over the raw body, which the handler verifies. */
  signed?: true;
  /** Secret fields of the body, excluded from the hash that identifies a repeated request. */
  secrets?: readonly string[];
  /** The answer carries an ETag, and `If-Match` is honoured on the call that changes the same record. */
  versioned?: boolean;
  /** Media type of a file response (`application/octet-stream` when the handler sets it); `response` is absent then. */
  file?: string;
  /**
   * Form with one file, of at most `maxBytes`; `accept` filters the browser's file picker. If the call has a `body`,
   * its fields are the form's other parts.
   */
  upload?: {
    maxBytes: number;
    accept: string;
    /** Name of the file's part; default `file`. */
    part?: string;
    /** Message for a missing part; unused where it is `optional`. */
    missing?: string;
    optional?: boolean;
  };
};

/** Seconds that the browser waits for an answer. */
export const WAITS = 15;

/** Whether the server stores the response of a call under its `Idempotency-Key`. */
export const honoursKey = ({ method, access, idempotent }: Endpoint) =>
  access !== 'public' && (method === 'POST' || idempotent === true);

/**
 * Keeps the literal type of each endpoint, so that a call site knows its parts. Unreadable filters are refused, in the
 * query and in a selection in the body.
 */
export function endpoints<const T extends Record<string, Omit<Endpoint, 'subject'>>>(subject: Subject, calls: T) {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    {
      ...call,
      subject,
      ...(call.query && { query: strict(call.query) }),
      ...(call.body && { body: strict(call.body) }),
    },
  ]);
  return Object.fromEntries(entries) as { [Name in keyof T]: T[Name] & { subject: Subject } };
}

type Part<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = E[K] extends z.ZodMiniType ? (Side extends 'input' ? z.input<E[K]> : z.output<E[K]>) : undefined;

/** An uploaded file; its name and declared type are untrusted. */
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
