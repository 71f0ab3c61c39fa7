import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../base/present.ts';
import { newToken } from '../../base/secrets/secrets.ts';
import { DRAFT_FIELD, type Errors, readValues, type Values } from './form-values.ts';

/** A form that is shown again: its values as typed, errors by field, and the status of its refusal. `form` names it. */
export type FormDraft = {
  form: string;
  values: Values;
  errors: Errors;
  status: number;
  note?: string | undefined;
  /** Names of the photographs that are kept with it. */
  photographs?: readonly string[] | undefined;
};

/** Photographs that came with a form, for the client who sent it, or the person of a company. */
export type DraftPhotographs = { client_id: number; person_id: number | null; pictures: readonly Uint8Array[] };

/** Drafts by the secret that opens them. */
export type DraftStore = {
  keep(secret: string, draft: FormDraft, photographs?: DraftPhotographs): Promise<void>;
  photograph(secret: string, position: number): Promise<Buffer | undefined>;
  open(secret: string): Promise<FormDraft | undefined>;
  drop(secret: string): Promise<void>;
};

const SECONDS = 3_600;

type Options = {
  publicUrl?: string | undefined;
  /** Counts the drafts of a network, which are stored for callers without a session. Returns the refusal beyond them. */
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<Error | undefined>;
  /** Who is signed in: a draft opens for them alone, whoever uses the browser after them. */
  holder?: (request: FastifyRequest) => string | undefined;
};

/** What a page says in place of a draft that it can't open: without a cookie, or after its hour. */
const LOST =
  'O que foi digitado neste formulário não está guardado neste navegador. Se ele ainda não foi enviado, preencha de novo.';

export type FormDrafts = ReturnType<typeof formDrafts>;

const TOKEN = /^[\w-]{43}$/;
const NUMBER = /^[\w-]{12}$/;
const numberIn = (values: object): string | undefined => {
  const { [DRAFT_FIELD]: number } = values as Record<string, unknown>;
  return typeof number === 'string' && NUMBER.test(number) ? number : undefined;
};

/** The address with the draft's number, before its fragment. */
function withNumber(address: string, number: string): string {
  const [path = '', fragment] = address.split('#', 2);
  const query = `${path.includes('?') ? '&' : '?'}${DRAFT_FIELD}=${number}`;
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/**
 * Answers a form that was not taken by a redirect to a page that shows it again, within an hour and in the same browser:
 * neither Back nor a reload sends such a form again, and what was typed stays. A draft opens with the token of the browser's
 * cookie and its own number, which stands in the address and in the form: the forms of other tabs have theirs.
 */
export function formDrafts(store: DraftStore, { publicUrl, limit, holder }: Options) {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-rascunho' : 'rascunho';
  const tokenOf = ({ headers }: FastifyRequest) => {
    const token = fastifyCookie.parse(headers.cookie ?? '')[cookie] ?? '';
    return TOKEN.test(token) ? token : undefined;
  };
  const secretOf = (request: FastifyRequest, number: string | undefined, token = tokenOf(request)) => {
    if (token === undefined || number === undefined) return undefined;
    const held = holder?.(request);
    return `${token}.${number}${held === undefined ? '' : `.${held}`}`;
  };

  return {
    /** A form that was one of the browser's drafts takes its place. @throws TOO_MANY_REQUESTS */
    async redirect(reply: FastifyReply, path: string, draft: FormDraft, photographs?: DraftPhotographs) {
      const { request } = reply;
      const refusal = await limit(request, reply);
      if (refusal) throw refusal;
      const token = tokenOf(request) ?? newToken();
      const number = numberIn(draft.values) ?? newToken().slice(0, 12);
      await store.keep(present(secretOf(request, number, token), 'the secret of a draft'), draft, photographs);
      const kept = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: SECONDS } as const;
      return reply
        .header('set-cookie', fastifyCookie.serialize(cookie, token, kept))
        .header('cache-control', 'no-store')
        .redirect(withNumber(path, number), 303);
    },

    /**
     * The form as it was typed, if the address has the number of one of the browser's drafts under one of these names: its
     * page answers with the status of the refusal. It is kept for Back alone, which else loses what is typed into it next.
     * One that can't be opened is a blank form that says so (`isLost`), since a refusal without a word looks like a form
     * that was taken.
     */
    async find(request: FastifyRequest, reply: FastifyReply, ...forms: readonly string[]): Promise<Found | undefined> {
      const number = numberIn(request.query as object);
      const secret = secretOf(request, number);
      const draft = secret === undefined ? undefined : await store.open(secret);
      if (number === undefined || (draft && !forms.includes(draft.form))) return undefined;
      if (draft) reply.status(draft.status);
      if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', FOR_BACK);
      if (!draft) return { values: {}, errors: { '': LOST }, isLost: true };
      const { values, errors, note } = draft;
      return { errors, note, photographs: draft.photographs, values: { ...values, [DRAFT_FIELD]: number } };
    },

    /** A photograph of the form whose draft has the number in these values, of its address or of the form sent. */
    async photograph(
      request: FastifyRequest,
      values: object,
      form: string,
      position: number,
    ): Promise<KeptPhotograph | undefined> {
      const secret = secretOf(request, numberIn(values));
      const draft = secret === undefined ? undefined : await store.open(secret);
      const name = draft?.form === form ? draft.photographs?.[position] : undefined;
      if (secret === undefined || name === undefined) return undefined;
      const bytes = await store.photograph(secret, position);
      return bytes && { name, bytes };
    },

    /** Deletes the draft that a form was, once it was taken. Drafts of other forms stay. */
    async drop(request: FastifyRequest, values: Values = readValues(request.body)): Promise<void> {
      const secret = secretOf(request, numberIn(values));
      if (secret !== undefined) await store.drop(secret);
    },
  };
}

/** Kept by the browser for its Back alone, and asked for again by anything else. */
export const FOR_BACK = 'private, no-cache';

type Found = Pick<FormDraft, 'values' | 'errors' | 'note' | 'photographs'> & { isLost?: true };
type KeptPhotograph = { name: string; bytes: Buffer };
