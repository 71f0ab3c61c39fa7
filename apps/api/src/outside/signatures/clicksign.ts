import { setTimeout as pause } from 'node:timers/promises';
import { formatDocument } from '@morada/domain/base/documents';
import type { Qualification } from '@morada/domain/signature/qualification';
import * as z from 'zod/mini';
import { download, openExchange, SendFailure } from '../sender.ts';
import type { Patience } from '../service.ts';
import type {
  PaperEvent,
  PaperKeys,
  PaperState,
  PaperToSign,
  SentPaper,
  SignatureProvider,
  SignerToAsk,
  ToldSigner,
  Withdrawn,
} from './provider.ts';

// Clicksign's API of envelopes, version 3: JSON:API. An envelope is made as a draft, gets a document, signers and what is
// required of each, and runs.

export type ClicksignAccess = { base_url: string; token: string };

/** A paper travels in one call, as base64. */
const PATIENCE: Patience = { within: 20_000, rest: 60_000 };
/** Time in which the steps of a sending begin: whoever made the claim on it may be taken for dead a minute later. */
const SENDING_MS = 60_000;
/** Longest pause, once in a call, that its rate limit is worth; production allows 50 calls in ten seconds. */
const PAUSE_MS = 11_500;
const MOST_BYTES = 67_108_864;
/** Pages of a list that are read at most. */
const MOST_PAGES = 50;
const JSON_API = 'application/vnd.api+json';

const text = z.optional(z.nullable(z.string()));
const Resource = z.looseObject({
  id: z.string(),
  links: z.optional(z.looseObject({ files: z.optional(z.looseObject({ signed: text })) })),
  attributes: z.optional(z.looseObject({})),
});
const One = z.looseObject({ data: Resource });
const Many = z.looseObject({
  data: z.array(Resource),
  meta: z.optional(z.looseObject({ record_count: z.optional(z.number()) })),
});
const Envelope = z.looseObject({ name: z.string(), status: z.enum(['draft', 'running', 'closed', 'canceled']) });
const Signer = z.looseObject({ name: text, email: text, phone_number: text, documentation: text });
const Event = z.looseObject({
  name: z.string(),
  created: z.string(),
  data: z.optional(
    z.nullable(
      z.looseObject({
        signer: z.optional(
          z.nullable(z.looseObject({ key: z.string(), email: text, documentation: text, address: text })),
        ),
        refusal: z.optional(z.nullable(z.looseObject({ reasons: z.optional(z.array(z.string())), comment: text }))),
      }),
    ),
  ),
});
const Fault = z.looseObject({ errors: z.array(z.looseObject({ detail: text, title: text })) });

/** What a person signs as, in Clicksign's words. */
const ROLES: Record<Qualification, string> = {
  ...{ LESSOR: 'lessor', LESSEE: 'lessee', SELLER: 'seller', BUYER: 'buyer', SURETY: 'surety' },
  ...{ CONSENTING: 'intervening', ATTORNEY: 'attorney', WITNESS: 'witness', PARTY: 'party' },
};

const STATES = { draft: 'DRAFT', running: 'RUNNING', closed: 'CLOSED', canceled: 'CANCELED' } as const;

type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** Statuses that are an answer and no failure. */
  admits?: readonly number[];
};

/** A client of Clicksign. It keeps the state of its breaker. */
export function openClicksign({ base_url, token }: ClicksignAccess, patience: Patience = PATIENCE): SignatureProvider {
  const exchange = openExchange(patience);

  async function call({ method, path, body, admits = [] }: Call) {
    const url = `${base_url}/api/v3${path}`;
    const headers = { authorization: token, accept: JSON_API, ...(body && { 'content-type': JSON_API }) };
    const given = { method, url, headers, ...(body && { body }) };
    let { status, json, headers: told } = await exchange(given);
    const reset = status === TOO_MANY ? momentOf(told['x-rate-limit-reset']) : undefined;
    if (reset && reset.getTime() - Date.now() < PAUSE_MS) {
      await pause(Math.max(0, reset.getTime() - Date.now()));
      ({ status, json, headers: told } = await exchange(given));
    }
    if ((status >= 200 && status < 300) || admits.includes(status)) return { status, json };
    throw failureOf(status, json, told['x-rate-limit-reset']);
  }

  const make = async (path: string, type: string, attributes: object) =>
    read(One, (await call({ method: 'POST', path, body: { data: { type, attributes } } })).json).data;

  /** All of a list, which comes in pages. */
  async function list(path: string) {
    const found: z.output<typeof Resource>[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const sign = path.includes('?') ? '&' : '?';
      const { json } = await call({ method: 'GET', path: `${path}${sign}page%5Bnumber%5D=${page}&page%5Bsize%5D=20` });
      const { data, meta } = read(Many, json);
      found.push(...data);
      if (data.length === 0 || found.length >= (meta?.record_count ?? 0)) return found;
    }
    return found;
  }

  /** Envelopes of a reference; others whose names are alike are left out. */
  async function find({ reference, title }: Pick<PaperToSign, 'reference' | 'title'>) {
    const name = nameOf(title, reference);
    const found = await list(`/envelopes?filter%5Bname%5D=${encodeURIComponent(name)}`);
    return found
      .map(({ id, attributes }) => ({ id, ...read(Envelope, attributes) }))
      .filter((envelope) => envelope.name.endsWith(reference));
  }

  /** Removes a draft; one that runs by now is not removed. */
  async function removeDraft(id: string): Promise<boolean> {
    const { status } = await call({ method: 'DELETE', path: `/envelopes/${id}`, admits: [403, 404] });
    return status !== 403;
  }

  async function documentOf(envelope: string): Promise<string> {
    const [document] = await list(`/envelopes/${envelope}/documents`);
    if (!document) throw new SendFailure('REFUSED', 'O envelope está na Clicksign sem o documento.');
    return document.id;
  }

  /** Keys of a paper that is out already. */
  async function keysOf(envelope: string, paper: PaperToSign): Promise<SentPaper> {
    const left = (await list(`/envelopes/${envelope}/signers`)).map(({ id, attributes }) => ({
      id,
      ...read(Signer, attributes),
    }));
    const signers = new Map<number, string>();
    for (const signer of paper.signers) {
      const index = left.findIndex((one) => isSame(one, signer));
      const [found] = index < 0 ? [] : left.splice(index, 1);
      if (found) signers.set(signer.id, found.id);
    }
    return { envelope, document: await documentOf(envelope), signers };
  }

  async function statusOf(envelope: string) {
    const { status, json } = await call({ method: 'GET', path: `/envelopes/${envelope}`, admits: [404] });
    return status === 404 ? undefined : read(Envelope, read(One, json).data.attributes).status;
  }

  async function cancelOne(envelope: string, document: string | undefined): Promise<Withdrawn> {
    let status = await statusOf(envelope);
    if (status === 'draft' && !(await removeDraft(envelope))) status = 'running';
    if (status !== 'running') return status === 'closed' ? 'CLOSED' : 'CANCELED';
    const id = document ?? (await documentOf(envelope));
    const { status: answered } = await call({
      ...{ method: 'PATCH', path: `/envelopes/${envelope}/documents/${id}`, admits: [404, 422] },
      body: { data: { id, type: 'documents', attributes: { status: 'canceled' } } },
    });
    if (answered !== 422) return 'CANCELED';
    // It ended just now.
    switch (await statusOf(envelope)) {
      case 'closed':
        return 'CLOSED';
      case 'running':
        throw new SendFailure('LOST', 'A Clicksign ainda não cancela este documento.');
      default:
        return 'CANCELED';
    }
  }

  return {
    async check() {
      const { json } = await call({ method: 'GET', path: '/envelopes?page%5Bnumber%5D=1&page%5Bsize%5D=1' });
      return read(Many, json).meta?.record_count ?? 0;
    },

    async send(paper, { maybeSent }) {
      if (maybeSent) {
        const left = await find(paper);
        const out = left.find(({ status }) => status !== 'draft');
        if (out) return keysOf(out.id, paper);
        for (const { id } of left)
          if (!(await removeDraft(id))) throw new SendFailure('LOST', 'Um envio anterior ainda termina na Clicksign.');
      }
      const begun = Date.now();
      const inTime = () => {
        if (Date.now() - begun > SENDING_MS)
          throw new SendFailure('LOST', 'A Clicksign demorou demais para responder.');
      };
      const { id: envelope } = await make('/envelopes', 'envelopes', envelopeOf(paper));
      const { id: document } = await make(`/envelopes/${envelope}/documents`, 'documents', documentBody(paper));
      const signers = new Map<number, string>();
      for (const signer of paper.signers) {
        inTime();
        const { id } = await make(`/envelopes/${envelope}/signers`, 'signers', signerBody(signer, paper.in_order));
        signers.set(signer.id, id);
      }
      await call({
        ...{ method: 'POST', path: `/envelopes/${envelope}/bulk_requirements` },
        body: {
          'atomic:operations': paper.signers.flatMap((one) => requirements(one, document, signers.get(one.id) ?? '')),
        },
      });
      inTime();
      await call({
        ...{ method: 'PATCH', path: `/envelopes/${envelope}` },
        body: { data: { id: envelope, type: 'envelopes', attributes: { status: 'running' } } },
      });
      return { envelope, document, signers };
    },

    async ask(envelope, signer) {
      const whom = signer === undefined ? '' : `/signers/${signer}`;
      await call({
        ...{ method: 'POST', path: `/envelopes/${envelope}${whom}/notifications` },
        body: { data: { type: 'notifications', attributes: {} } },
      });
    },

    async read({ envelope, document }): Promise<PaperState | undefined> {
      // The status first: what it says has its event in what is read after it.
      const status = await statusOf(envelope);
      if (status === undefined) return undefined;
      const events = await list(`/envelopes/${envelope}/documents/${document}/events`);
      return {
        status: STATES[status],
        events: events
          .flatMap(({ attributes }) => eventOf(read(Event, attributes)))
          .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
      };
    },

    async cancel(paper, keys) {
      if (keys) return cancelOne(keys.envelope, keys.document);
      let found: Withdrawn = 'CANCELED';
      for (const { id } of await find(paper)) if ((await cancelOne(id, undefined)) === 'CLOSED') found = 'CLOSED';
      return found;
    },

    async signedFile({ envelope, document }: PaperKeys) {
      const { json } = await call({ method: 'GET', path: `/envelopes/${envelope}/documents/${document}` });
      const address = read(One, json).data.links?.files?.signed;
      if (!address) return undefined;
      if (!URL.canParse(address)) throw unread();
      return download(new URL(address), { within: patience.within, most: MOST_BYTES });
    },
  };
}

const unread = (cause?: unknown) =>
  new SendFailure('LOST', 'A Clicksign respondeu de um jeito que não entendemos.', cause);

function read<T>(schema: z.ZodMiniType<T>, json: unknown): T {
  const found = schema.safeParse(json);
  if (!found.success) throw unread(found.error);
  return found.data;
}

/** Words of others for staff: one line without control characters, of bounded length. */
const cleaned = (words: string, longest: number) =>
  words
    .slice(0, 4 * longest)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longest);

function failureOf(status: number, json: unknown, reset: string | string[] | undefined): SendFailure {
  const told = Fault.safeParse(json);
  const words = told.success
    ? cleaned(told.data.errors.flatMap(({ detail, title }) => detail ?? title ?? []).join('; '), 300)
    : '';
  if (status === 401)
    return new SendFailure('DENIED', 'A Clicksign não aceitou o token: confira-o nas configurações de assinaturas.');
  if (status === 403) return new SendFailure('DENIED', `A Clicksign não deu acesso${words && `: ${words}`}.`);
  if (status === TOO_MANY)
    return new SendFailure(
      'SLOW',
      'A Clicksign pediu para esperar antes de chamar de novo.',
      undefined,
      momentOf(reset),
    );
  // Also the answer to an account for which envelopes were not switched on.
  if (status === 503)
    return new SendFailure('AWAY', 'A Clicksign está fora do ar, ou a conta não tem envelopes (503).');
  if (status >= 500) return new SendFailure('LOST', `A Clicksign está com problemas (resposta ${status}).`);
  return new SendFailure('REFUSED', `A Clicksign recusou: ${words || `resposta ${status}`}.`);
}

const TOO_MANY = 429;
const LONGEST_WAIT_MS = 900_000;

/** The moment at which a limit ends, in seconds; undefined: none that can be believed. */
function momentOf(reset: string | string[] | undefined): Date | undefined {
  const moment = new Date(Number(reset) * 1_000);
  return Math.abs(moment.getTime() - Date.now()) < LONGEST_WAIT_MS ? moment : undefined;
}

/** A comma would end a filter's value. */
const nameOf = (title: string, reference: string) => `${cleaned(title.replaceAll(',', ' '), 150)} ${reference}`;

const REMINDERS = [14, 7, 3, 2, 1];

const envelopeOf = ({ title, reference, deadline, remind_days }: PaperToSign) => ({
  name: nameOf(title, reference),
  locale: 'pt-BR',
  // It may be signed through its last day.
  deadline_at: `${deadline}T23:59:59.000-03:00`,
  // A paper that some have not signed is no contract.
  deadline_partial_signature_action: 'canceled',
  auto_close: true,
  block_after_refusal: true,
  remind_interval: REMINDERS.find((days) => days <= (remind_days ?? 0)) ?? null,
});

const documentBody = ({ filename, bytes, reference }: PaperToSign) => ({
  filename,
  content_base64: `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`,
  metadata: { reference },
});

/** A number without the country, as Clicksign has it. */
const nationalOf = (phone: string | null) => phone?.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '') ?? null;

function signerBody({ name, cpf, email, phone, channel, turn }: SignerToAsk, inOrder: boolean) {
  const reached = channel.toLowerCase();
  return {
    name: cleaned(name, 200),
    ...(email !== null && { email }),
    ...(phone !== null && { phone_number: nationalOf(phone) }),
    has_documentation: cpf !== null,
    ...(cpf !== null && { documentation: formatDocument(cpf) }),
    refusable: true,
    group: inOrder ? turn : 1,
    communicate_events: {
      signature_request: reached,
      signature_reminder: email === null ? 'none' : 'email',
      document_signed: email === null ? 'whatsapp' : 'email',
    },
  };
}

function requirements({ as, channel }: SignerToAsk, document: string, signer: string) {
  const relationships = {
    document: { data: { type: 'documents', id: document } },
    signer: { data: { type: 'signers', id: signer } },
  };
  const required = [
    { action: 'agree', role: ROLES[as] },
    { action: 'provide_evidence', auth: channel.toLowerCase() },
  ];
  return required.map((attributes) => ({ op: 'add', data: { type: 'requirements', attributes, relationships } }));
}

const digitsOf = (written: string | null | undefined) => written?.replace(/\D/g, '') || null;

/** Whether a signer at Clicksign is ours: by the CPF, or by name and where they are reached. */
function isSame(theirs: z.output<typeof Signer>, { name, cpf, email, phone }: SignerToAsk): boolean {
  const known = digitsOf(theirs.documentation);
  if (cpf !== null || known !== null) return known === digitsOf(cpf);
  const reached = theirs.email ? theirs.email === email : digitsOf(theirs.phone_number) === nationalOf(phone);
  return theirs.name === cleaned(name, 200) && reached;
}

function eventOf({ name, created, data }: z.output<typeof Event>): PaperEvent[] {
  const at = new Date(created);
  if (Number.isNaN(at.getTime())) throw unread();
  const who = data?.signer;
  const signer: ToldSigner | undefined = who
    ? { key: who.key, cpf: digitsOf(who.documentation), email: who.email ?? null }
    : undefined;
  switch (name) {
    case 'sign':
      return signer ? [{ kind: 'SIGNED', signer, at, address: who?.address ?? null }] : [];
    case 'refusal': {
      const { reasons = [], comment } = data?.refusal ?? {};
      const reason = cleaned([...reasons, comment ?? ''].filter(Boolean).join('; '), 500);
      return signer ? [{ kind: 'REFUSED', signer, at, reason: reason || 'Sem motivo informado' }] : [];
    }
    case 'deadline':
      return [{ kind: 'DEADLINE', at }];
    case 'cancel':
      return [{ kind: 'CANCELED', at }];
    default:
      return [];
  }
}

const Notice = z.looseObject({
  document: z.looseObject({
    key: z.string(),
    metadata: z.optional(z.nullable(z.looseObject({ reference: z.optional(z.string()) }))),
  }),
});

/** The document that a notice is about: what happened to it is read at Clicksign. */
export function readNotice(body: unknown): { document: string; reference: string | undefined } | undefined {
  const found = Notice.safeParse(body);
  if (!found.success) return undefined;
  const { key, metadata } = found.data.document;
  return { document: key, reference: metadata?.reference };
}
