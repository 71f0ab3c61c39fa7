import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isCpf } from '@morada/domain/base/documents';
import { permitInternal } from '#api/outside/internal-addresses.ts';

type Attributes = Record<string, unknown>;
type Thing = { id: string; attributes: Attributes };
type Requirement = Thing & { signer: string; document: string };
type Happened = { id: string; name: string; data: object | null; created: string };

/** An envelope as Clicksign holds it. */
export type HeldEnvelope = {
  id: string;
  name: string;
  status: 'draft' | 'running' | 'closed' | 'canceled';
  attributes: Attributes;
  document: (Thing & { bytes: Buffer; signed: Buffer | undefined }) | undefined;
  signers: (Thing & { signed: boolean })[];
  requirements: Requirement[];
  events: Happened[];
  /** Notifications that were sent, to all or to one. */
  asked: (string | null)[];
};

/**
 * What goes wrong: DOWN answers 503 with its error; ERROR 500 as a proxy does; LOST carries the order out and cuts the line; HANGS
 * never answers; SLOW answers 429 with the moment of its end; REFUSES answers 422.
 */
export type ClicksignFault = 'DOWN' | 'ERROR' | 'LOST' | 'HANGS' | 'SLOW' | 'REFUSES';

class Answer extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}

const fault = (status: number, detail: string, field?: string) =>
  new Answer(status, {
    errors: [
      {
        title: field ? detail : 'Verificação',
        detail: field ? `${field} - ${detail}` : detail,
        code: '100',
        ...(field && { source: { pointer: `/data/attributes/${field}` } }),
        status: String(status),
      },
    ],
  });
const missing = (id: string) =>
  new Answer(404, {
    errors: [
      {
        title: 'Registro não encontrado',
        detail: `O registro identificado por ${id} não pôde ser encontrado`,
        code: '404',
        status: '404',
      },
    ],
  });

const READ_ONLY = ['id', 'status', 'created', 'modified'];
const ENVELOPE_FIELDS = [
  ...['name', 'deadline_at', 'locale', 'auto_close', 'remind_interval', 'block_after_refusal', 'default_subject'],
  ...['default_message', 'deadline_partial_signature_action'],
];
const SIGNER_FIELDS = [
  ...['name', 'email', 'phone_number', 'birthday', 'has_documentation', 'documentation', 'refusable', 'group'],
  ...['location_required_enabled', 'communicate_events'],
];

/** Clicksign's API of envelopes (version 3) on this machine, in the shape of its public description. */
export async function startClicksign({
  token = 'token-da-clicksign',
  secret = 'segredo-de-teste',
  now = () => new Date(),
  limit,
}: {
  token?: string;
  secret?: string;
  /** The clock of what happens there. */
  now?: () => Date;
  /** Calls that the account may make in a time; more are refused until the time is over. */
  limit?: { calls: number; ms: number };
} = {}) {
  let span = { ends: 0, calls: 0 };
  const envelopes = new Map<string, HeldEnvelope>();
  const calls: string[] = [];
  const failing = { left: 0, on: /^/, as: 'DOWN' as ClicksignFault };
  permitInternal();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub = {
    ...{ url, token, secret, envelopes, calls },
    /** Runs before a call is carried out, while it waits. */
    onCall: undefined as ((call: string) => Promise<void>) | undefined,
    /** Whether a signed file is ready as soon as its envelope is closed. */
    filesReady: true,
    fail(left: number, as: ClicksignFault, on = /^/) {
      Object.assign(failing, { left, as, on });
    },
    recover() {
      failing.left = 0;
    },
    /** Envelopes that people were asked to sign. */
    out: () => [...envelopes.values()].filter(({ status }) => status !== 'draft'),
    ...{ signAs, refuseAs, cancelThere, passDeadline, happened, noticeOf, signed, close },
  };
  return stub;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? '/', url);
    const method = request.method ?? '';
    const told = await text(request);
    const file = /^\/files\/([^/]+)\.pdf$/.exec(address.pathname)?.[1];
    if (file !== undefined) {
      // A bucket's address is signed by itself and takes no token.
      const bytes = [...envelopes.values()].find(({ document }) => document?.id === file)?.document?.signed;
      if (!bytes || request.headers.authorization) return void response.writeHead(403).end('<Error/>');
      return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes);
    }
    const call = `${method} ${address.pathname.replace('/api/v3', '')}`;
    calls.push(call);
    await stub.onCall?.(call);
    const answer = (status: number, body?: object) => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/vnd.api+json; charset=utf-8' });
      response.end(body && JSON.stringify(body));
    };
    if (request.headers.authorization !== token) {
      const code = { code: 'unauthorized', status: 401, title: 'Não autorizado', detail: 'Access Token inválido' };
      return answer(401, { errors: [code] });
    }
    const fails = failing.left > 0 && failing.on.test(call) ? failing.as : undefined;
    if (fails) failing.left -= 1;
    if (fails === 'HANGS') return;
    if (fails === 'ERROR') return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>500</h1>');
    if (fails === 'DOWN') {
      const code = { code: 'service_unavailable', status: 503, title: 'Verificação', detail: 'Serviço indisponível' };
      return answer(503, { errors: [code] });
    }
    if (limit && span.ends <= Date.now()) span = { ends: Date.now() + limit.ms, calls: 0 };
    span.calls += 1;
    if (fails === 'SLOW' || (limit && span.calls > limit.calls)) {
      const reset = String(Math.ceil((fails ? Date.now() + 60_000 : span.ends) / 1_000));
      response.writeHead(429, { 'x-rate-limit': '50', 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset });
      return void response.end();
    }
    try {
      if (fails === 'REFUSES') throw fault(422, 'inválido', 'documentation');
      const body = told === '' ? undefined : JSON.parse(told);
      if (body !== undefined && request.headers['content-type'] !== 'application/vnd.api+json')
        throw fault(415, 'Content-Type não suportado');
      const [status, done] = carryOut(method, address, body);
      if (fails === 'LOST') return void response.destroy();
      return answer(status, done);
    } catch (error) {
      if (!(error instanceof Answer)) throw error;
      return answer(error.status, error.body);
    }
  }

  function carryOut(method: string, address: URL, body: Body | undefined): [number, object?] {
    const [, id, part, one, under] =
      /^\/api\/v3\/envelopes(?:\/([^/]+)(?:\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?)?)?$/.exec(address.pathname) ?? [
        undefined,
        undefined,
        'unknown',
      ];
    if (part === 'unknown') throw missing(address.pathname);
    if (id === undefined)
      return method === 'POST' ? [201, single(shownEnvelope(create(body)))] : [200, listed(address)];
    const envelope = envelopes.get(id);
    if (!envelope) throw missing(id);
    switch (`${method} ${part ?? ''}${one ? '/one' : ''}${under ? `/${under}` : ''}`) {
      case 'GET ':
        return [200, single(shownEnvelope(envelope))];
      case 'PATCH ':
        return [200, single(shownEnvelope(activate(envelope, body)))];
      case 'DELETE ':
        if (envelope.status !== 'draft') throw fault(403, 'envelope não está com status draft');
        envelopes.delete(id);
        return [204];
      case 'GET documents':
        return [200, page(envelope.document ? [shownDocument(envelope)] : [], address)];
      case 'POST documents':
        return [201, single(addDocument(envelope, body))];
      case 'GET documents/one':
        if (envelope.document?.id !== one) throw missing(one ?? '');
        return [200, single(shownDocument(envelope))];
      case 'PATCH documents/one':
        return [200, single(cancelDocument(envelope, one ?? '', body))];
      case 'GET documents/one/events':
        return [200, page(envelope.events.map(shownEvent), address)];
      case 'GET signers':
        return [
          200,
          page(
            envelope.signers.map((signer) => ({ type: 'signers', ...shown(signer) })),
            address,
          ),
        ];
      case 'POST signers':
        return [201, single(addSigner(envelope, body))];
      case 'POST bulk_requirements':
        addRequirements(envelope, body);
        return [200, {}];
      case 'POST notifications':
      case 'POST signers/one/notifications':
        if (envelope.status !== 'running') throw fault(422, 'envelope não está em processo');
        envelope.asked.push(part === 'signers' ? (one ?? null) : null);
        return [200, single({ id: randomUUID(), type: 'notifications', attributes: { summary: [] } })];
      default:
        throw missing(address.pathname);
    }
  }

  function create(body: Body | undefined): HeldEnvelope {
    const attributes = attributesOf(body, 'envelopes', ENVELOPE_FIELDS);
    const { name, deadline_at } = attributes;
    if (typeof name !== 'string' || name === '') throw fault(422, 'não pode ficar em branco', 'name');
    if (name.length > 255) throw fault(422, 'é muito longo (máximo: 255 caracteres)', 'name');
    if (typeof deadline_at === 'string' && !(Date.parse(deadline_at) > now().getTime()))
      throw fault(422, `deve ser maior ou igual a ${now().toISOString()}`, 'deadline_at');
    if (![1, 2, 3, 7, 14, null, undefined].includes(attributes.remind_interval as number))
      throw fault(400, 'remind_interval deve estar em: 1, 2, 3, 7, 14');
    const envelope: HeldEnvelope = {
      ...{ id: randomUUID(), name, status: 'draft', attributes, document: undefined },
      ...{ signers: [], requirements: [], events: [], asked: [] },
    };
    envelopes.set(envelope.id, envelope);
    return envelope;
  }

  function listed(address: URL) {
    const name = address.searchParams.get('filter[name]');
    // A comma separates the values of a filter.
    const names = name?.split(',');
    const found = [...envelopes.values()].filter((envelope) => !names || names.includes(envelope.name));
    return page(found.map(shownEnvelope), address);
  }

  function addDocument(envelope: HeldEnvelope, body: Body | undefined) {
    const attributes = attributesOf(body, 'documents', ['filename', 'content_base64', 'metadata']);
    if (envelope.status !== 'draft') throw fault(403, 'envelope não está com status draft');
    const content = /^data:application\/pdf;base64,([A-Za-z0-9+/=]+)$/.exec(String(attributes.content_base64))?.[1];
    if (content === undefined) throw fault(422, 'não pode ficar em branco', 'content');
    const { filename, metadata } = attributes;
    envelope.document = {
      ...{ id: randomUUID(), attributes: { filename, metadata }, bytes: Buffer.from(content, 'base64') },
      signed: undefined,
    };
    happened(envelope, 'upload', {});
    return shownDocument(envelope);
  }

  function addSigner(envelope: HeldEnvelope, body: Body | undefined) {
    const attributes = attributesOf(body, 'signers', SIGNER_FIELDS);
    if (envelope.status !== 'draft') throw fault(403, 'envelope não está com status draft');
    const { name, email, phone_number, documentation, communicate_events } = attributes;
    if (!/^[^\d\s]+(?: [^\d\s]+)+$/.test(String(name))) throw fault(422, 'deve ser o nome completo', 'name');
    if (typeof documentation === 'string' && !isCpf(documentation.replace(/\D/g, '')))
      throw fault(422, 'inválido', 'documentation');
    const way = (communicate_events as { signature_request?: string } | undefined)?.signature_request ?? 'email';
    if (way === 'email' && !email) throw fault(422, 'não pode ficar em branco', 'email');
    if (way !== 'email' && !/^\d{10,11}$/.test(String(phone_number))) throw fault(422, 'inválido', 'phone_number');
    const signer = { id: randomUUID(), attributes: { birthday: null, ...attributes }, signed: false };
    envelope.signers.push(signer);
    return { type: 'signers', ...shown(signer) };
  }

  function addRequirements(envelope: HeldEnvelope, body: Body | undefined) {
    for (const { op, data } of body?.['atomic:operations'] ?? []) {
      const signer = data.relationships?.signer?.data.id ?? '';
      const document = data.relationships?.document?.data.id ?? '';
      if (op !== 'add' || data.type !== 'requirements') throw fault(400, 'op não está disponível');
      if (!envelope.signers.some(({ id }) => id === signer)) throw missing(signer);
      if (envelope.document?.id !== document) throw missing(document);
      envelope.requirements.push({ id: randomUUID(), attributes: data.attributes, signer, document });
    }
  }

  function activate(envelope: HeldEnvelope, body: Body | undefined): HeldEnvelope {
    const { status } = attributesOf(body, 'envelopes', [...ENVELOPE_FIELDS, 'status']);
    if (status !== 'running') throw fault(400, 'status deve estar em: draft, running');
    if (envelope.status !== 'draft') throw fault(422, 'transição inválida', 'status');
    const required = (signer: string, action: string) =>
      envelope.requirements.some((one) => one.signer === signer && one.attributes.action === action);
    const isReady = envelope.signers.every(({ id }) => required(id, 'agree') && required(id, 'provide_evidence'));
    if (!envelope.document || envelope.signers.length === 0 || !isReady)
      throw fault(422, 'todos os signatários precisam de requisitos', 'status');
    envelope.status = 'running';
    return envelope;
  }

  function cancelDocument(envelope: HeldEnvelope, id: string, body: Body | undefined) {
    const { status } = attributesOf(body, 'documents', ['status', 'metadata']);
    if (envelope.document?.id !== id) throw missing(id);
    if (status !== 'canceled' || envelope.status !== 'running')
      throw fault(422, 'documento não pode ser cancelado', 'status');
    cancelThere(envelope);
    return shownDocument(envelope);
  }

  // What people do there -----------------------------------------------------------------------------------------------------

  function signerOf(envelope: HeldEnvelope, who: string) {
    const found = envelope.signers.find(({ attributes: { name, email } }) => name === who || email === who);
    if (!found) throw new Error(`no signer ${who}`);
    return found;
  }

  function personOf({ id, attributes: { name, email, documentation } }: Thing) {
    return { key: id, name, email: email ?? null, documentation: documentation ?? null };
  }

  /** A person signs; the last one closes the envelope. */
  function signAs(envelope: HeldEnvelope, who: string) {
    const signer = signerOf(envelope, who);
    if (envelope.status !== 'running' || signer.signed) throw new Error('not to be signed');
    const before = envelope.signers.filter(({ signed }) => !signed);
    if (Number(signer.attributes.group) > Math.min(...before.map(({ attributes }) => Number(attributes.group))))
      throw new Error('not their turn');
    signer.signed = true;
    const event = happened(envelope, 'sign', { signer: { ...personOf(signer), address: '200.150.10.7' } });
    if (envelope.signers.every(({ signed }) => signed)) {
      happened(envelope, 'auto_close', null);
      envelope.status = 'closed';
      if (envelope.document)
        envelope.document.signed = Buffer.concat([envelope.document.bytes, Buffer.from('\n% Clicksign\n')]);
      happened(envelope, 'document_closed', {});
    }
    return event;
  }

  function refuseAs(envelope: HeldEnvelope, who: string, comment = 'O valor está errado') {
    const refusal = { reasons: ['Conteúdo do documento'], comment };
    return happened(envelope, 'refusal', { signer: personOf(signerOf(envelope, who)), refusal });
  }

  function cancelThere(envelope: HeldEnvelope) {
    envelope.status = 'canceled';
    return happened(envelope, 'cancel', { user: { name: 'Mariana' } });
  }

  /** The day is over: with a signature the envelope is closed, unless it asked to be canceled then. */
  function passDeadline(envelope: HeldEnvelope) {
    const isClosed =
      envelope.signers.some(({ signed }) => signed) &&
      envelope.attributes.deadline_partial_signature_action !== 'canceled';
    envelope.status = isClosed ? 'closed' : 'canceled';
    return happened(envelope, 'deadline', { reached_at: now().toISOString() });
  }

  function happened(envelope: HeldEnvelope, name: string, data: object | null): Happened {
    const event = { id: randomUUID(), name, data, created: now().toISOString() };
    envelope.events.push(event);
    return event;
  }

  // What is shown ------------------------------------------------------------------------------------------------------------

  function shownEnvelope({ id, name, status, attributes }: HeldEnvelope) {
    return {
      id,
      type: 'envelopes',
      links: { self: `${url}/api/v3/envelopes/${id}` },
      attributes: { ...attributes, name, status },
    };
  }

  function shownDocument({ id, status, document }: HeldEnvelope) {
    if (!document) throw missing(id);
    const original = `${url}/files/${document.id}-original.pdf?X-Amz-Expires=299`;
    const isReady = document.signed && stub.filesReady;
    return {
      ...{ id: document.id, type: 'documents', attributes: { ...document.attributes, status } },
      links: {
        self: `${url}/api/v3/envelopes/${id}/documents/${document.id}`,
        files: { original, ...(isReady && { signed: `${url}/files/${document.id}.pdf?X-Amz-Expires=299` }) },
      },
    };
  }

  function shownEvent({ id, name, data, created }: Happened) {
    return { id, type: 'events', attributes: { name, data, created } };
  }

  /** A webhook's body about an event, in the shape of the former version, which Clicksign still sends. */
  function noticeOf(envelope: HeldEnvelope, { name, data, created }: Happened) {
    return {
      event: { name, data, occurred_at: created },
      document: {
        ...{ key: envelope.document?.id, account_key: '18ccd207-58b8-410f-a73e-585a4109a483' },
        ...{ path: `/${envelope.document?.attributes.filename}`, filename: envelope.document?.attributes.filename },
        ...{ status: envelope.status, metadata: envelope.document?.attributes.metadata },
        signers: envelope.signers.map(personOf),
        events: envelope.events.map((one) => ({ name: one.name, data: one.data, occurred_at: one.created })),
      },
    };
  }

  /** A webhook as it is posted: its bytes and its headers. */
  function signed(body: object, key = secret) {
    const raw = JSON.stringify(body);
    const hmac = createHmac('sha256', key).update(raw).digest('hex');
    return { raw, headers: { 'content-type': 'application/json', event: 'sign', 'content-hmac': `sha256=${hmac}` } };
  }

  async function close() {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}
export type ClicksignServer = Awaited<ReturnType<typeof startClicksign>>;

type Body = {
  data?: { type?: string; attributes?: Attributes };
  'atomic:operations'?: {
    op: string;
    data: {
      type: string;
      attributes: Attributes;
      relationships?: Record<'signer' | 'document', { data: { id: string } } | undefined>;
    };
  }[];
};

const single = (data: object) => ({ data });

const shown = ({ id, attributes }: Thing) => ({ id, attributes });

function attributesOf(body: Body | undefined, type: string, fields: readonly string[]): Attributes {
  if (body?.data?.type !== type) throw fault(400, `type deve ser igual a ${type}`);
  const { attributes = {} } = body.data;
  const unknown = Object.keys(attributes).find(
    (name) => !fields.includes(name) || (READ_ONLY.includes(name) && name !== 'status'),
  );
  if (unknown !== undefined) throw fault(400, `${unknown} não está disponível`);
  return attributes;
}

function page(all: readonly object[], address: URL) {
  const number = Number(address.searchParams.get('page[number]') ?? 1);
  const size = Number(address.searchParams.get('page[size]') ?? 20);
  return { data: all.slice((number - 1) * size, number * size), meta: { record_count: all.length } };
}
