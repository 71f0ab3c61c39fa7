import { consequenceOf } from '@morada/contract/base/consequences';
import type { Answer, Endpoint, Received, UploadedFile } from '@morada/contract/base/endpoint';
import { common } from '@morada/contract/base/problem';
import { type Grant, granted } from '@morada/domain/access/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Actor, Context, Deps } from '../context.ts';
import { pdfName } from '../pdf/type.ts';
import { inlineAs } from './disposition.ts';
import { idempotencyOf } from './idempotency.ts';
import { limiter } from './limiter.ts';
import { ValidationProblem } from './problem-details.ts';
import type { Admission, ArrivedFile } from './upload-gate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Caller of the request, and whether in full or by the reduced projection; set by `access.ts`. */
    caller?: { actor: Actor; grant: Grant };
    /** Raw body of a call that carries a signature over it. */
    signedBody?: string;
  }
}

/** Input of a handler besides the parsed parts. */
export type Call = {
  ctx: Context;
  grant: Grant;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Handler<E extends Endpoint> = (
  input: Received<E>,
  call: Call,
) => Promise<
  E['file'] extends string
    ? NodeJS.ReadableStream | Download
    : E['response'] extends z.ZodMiniType
      ? Answer<E> | Versioned<Answer<E>> | Encoded
      : void
>;

/** An answer with the version of its record, which is sent as ETag and not in the body. */
export class Versioned<T> {
  readonly value: T;
  readonly version: number;
  constructor(value: T, version: number) {
    this.value = value;
    this.version = version;
  }
}

/** A large answer that a worker thread has already encoded according to the contract, as JSON in UTF-8. */
export class Encoded {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

type FileAnswer = { stream: NodeJS.ReadableStream; name: string; type: string };
type Placement = 'attachment' | 'inline';

/** A file with its type and name. `inline`: the browser displays it, and saves it under that name. */
export class Download {
  readonly file: FileAnswer;
  readonly placement: Placement;
  constructor(file: FileAnswer, placement: Placement = 'attachment') {
    this.file = file;
    this.placement = placement;
  }
}

/** A file under its name. */
export const asDownload = (file: FileAnswer) => new Download(file);

const sendDownload = (reply: FastifyReply, { file: { stream, name, type }, placement }: Download) =>
  reply
    .header(
      'content-disposition',
      placement === 'inline' ? inlineAs(name) : `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    )
    .type(type)
    .send(stream);

/** A generated PDF, displayed under its title. */
function sendFile(reply: FastifyReply, type: string, answer: unknown) {
  const name = pdfName(answer);
  if (name) reply.header('content-disposition', inlineAs(name));
  return reply.type(type).send(answer);
}

/** The handlers of a server's calls, for answers that are made of several (`callWithin`). */
const handlersOf = new WeakMap<Deps, Map<Endpoint, Handler<Endpoint>>>();

/** Makes a call for the caller of another, whose own permission does not open it; `input` is parsed already. */
export async function callWithin<E extends Endpoint>(
  deps: Deps,
  call: Call,
  endpoint: E,
  input: Partial<Received<E>> = {},
): Promise<Answer<E>> {
  const grant = granted(call.ctx.actor.permissions, endpoint.access);
  const handler = handlersOf.get(deps)?.get(endpoint) as Handler<E> | undefined;
  if (!grant || !handler) throw common.PERMISSION_DENIED();
  return (await handler(input as Received<E>, { ...call, grant })) as Answer<E>;
}

/** Registers an endpoint of the contract: parses the request, runs the handler, encodes the answer. */
export function route<E extends Endpoint>(app: FastifyInstance, deps: Deps, endpoint: E, handler: Handler<E>) {
  const limit = endpoint.limit && limiter(app, endpoint.limit);
  const handlers = handlersOf.get(deps) ?? new Map<Endpoint, Handler<Endpoint>>();
  handlersOf.set(deps, handlers.set(endpoint, handler as unknown as Handler<Endpoint>));
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, reply) => {
      const refusal = await limit?.(request, reply);
      if (refusal) throw refusal;
      const received = receive(endpoint, request);
      const { upload } = endpoint;
      if (!upload) return serve(request, reply, received);
      const admission = { kind: 'staff', caller: String(callerOf(request).actor.id), most: bodyOf(endpoint) } as const;
      return request.server.uploads.within(request, admission, async (admitted) => {
        const { file, body } = await receiveForm(endpoint, upload, request, admitted);
        return admitted.read(file ? [file] : [], ([read]) => serve(request, reply, { ...received, file: read, body }));
      });
    },
  });

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    received: object & { file?: UploadedFile; body?: unknown },
  ) {
    const input = received as Received<E>;
    const { actor, grant } = callerOf(request);
    const ctx: Context = {
      ...deps,
      actor,
      consequence: consequenceOf(endpoint),
      expected: ifMatch(request),
      idempotency: await idempotencyOf(deps.db, endpoint, request, {
        body: request.body ?? received.body,
        bytes: received.file?.bytes,
      }),
    };
    const answer = await handler(input, { ctx, grant, request, reply });
    if (answer instanceof Download) return sendDownload(reply, answer);
    if (endpoint.file) return sendFile(reply, endpoint.file, answer);
    const [value, version] = answer instanceof Versioned ? [answer.value, answer.version] : [answer, undefined];
    if (version !== undefined) reply.header('etag', `"${version}"`);
    if (!endpoint.response) return reply.status(204).send();
    return reply
      .status(endpoint.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(value instanceof Encoded ? value.bytes : JSON.stringify(z.encode(endpoint.response, value)));
  }
}

function receive(endpoint: Endpoint, request: FastifyRequest) {
  // A path whose parameters are invalid can't name a record.
  const params = endpoint.params?.safeParse(request.params);
  if (params && !params.success) throw common.NOT_FOUND();
  return {
    params: params?.data,
    query: endpoint.query ? parse(endpoint.query, filledIn(request.query)) : undefined,
    body: endpoint.body && !endpoint.upload ? parse(endpoint.body, request.body) : undefined,
  };
}

/** An empty filter, `?query=`, counts as absent. */
const filledIn = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));

type Upload = NonNullable<Endpoint['upload']>;
type Form = { file: ArrivedFile | undefined; body: unknown };
type Wrong = { field: string; message: string };

/** Bytes that a form with a file may have: the file, its fields and what stands around them. */
const bodyOf = ({ body, upload }: Endpoint) => (upload?.maxBytes ?? 0) + (body ? FIELDS * TEXT_SIZE : 0) + AROUND_PARTS;

/** Reads the form with its file: uploads are limited, and checked before they are stored. */
async function receiveForm(
  { body }: Endpoint,
  upload: Upload,
  request: FastifyRequest,
  admitted: Admission,
): Promise<Form> {
  const { file, fields, tooLong } = await readForm(request, upload, body ? TEXT_SIZE : 1_000, admitted).catch(
    (error) => {
      throw 'code' in error ? error : common.FORM_UNREADABLE();
    },
  );
  // A call without fields ignores texts sent with its file.
  if (body && tooLong) throw common.FIELD_TOO_LONG({ field: tooLong });
  const { part = 'file', optional, missing } = upload;
  if (file?.bytes || optional) return { file: file?.bytes ? file : undefined, body: body && parse(body, fields) };
  const lacks = common.FILE_MISSING({ field: part, message: missing });
  // Reports the errors of the fields together with the missing file.
  if (body) parse(body, fields, [{ field: part, message: lacks.message }]);
  throw lacks;
}

/** Maximum bytes of a field. */
const TEXT_SIZE = 1_000_000;
const FIELDS = 5;
/** Bytes of the boundaries and headers of a form's parts, and of texts that a call without fields ignores. */
const AROUND_PARTS = 20_000;

/** Reads the whole form, even after an error. */
async function readForm(
  request: FastifyRequest,
  { maxBytes, part: name = 'file' }: Upload,
  fieldSize: number,
  admitted: Admission,
) {
  let file: ArrivedFile | undefined;
  let tooLong: string | undefined;
  const fields = new Map<string, unknown>();
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: FIELDS, fieldSize } })) {
    if (part.type === 'file') {
      const arrived = await admitted.receive(part);
      if (arrived.truncated) throw common.FILE_TOO_LARGE({ field: name });
      if (part.fieldname === name) file = arrived;
    } else {
      if (part.valueTruncated) tooLong ??= part.fieldname;
      fields.set(part.fieldname, part.value);
    }
  }
  return { file, fields: Object.fromEntries(fields), tooLong };
}

function parse(schema: z.ZodMiniType, value: unknown, more: Wrong[] = []) {
  const parsed = schema.safeParse(value);
  if (parsed.success && more.length === 0) return parsed.data;
  const issues = parsed.error?.issues ?? [];
  throw new ValidationProblem([
    ...issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    ...more,
  ]);
}

function callerOf(request: FastifyRequest) {
  if (!request.caller) throw common.UNAUTHENTICATED();
  return request.caller;
}

function ifMatch(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1];
  // An unknown ETag is a version that matches no record.
  return version === undefined ? -1 : Number(version);
}
