import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Errors, Values } from './form-values.ts';

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

/** Photographs that came with a form, for the client who sent it. */
export type DraftPhotographs = { client_id: number; pictures: readonly Uint8Array[] };

export type DraftStore = {
  /** Returns the token that opens the draft. */
  keep(draft: FormDraft, photographs?: DraftPhotographs): Promise<string>;
  photograph(token: string, position: number): Promise<Buffer | undefined>;
  open(token: string): Promise<FormDraft | undefined>;
  drop(token: string): Promise<void>;
};

const SECONDS = 3_600;

type Options = {
  publicUrl?: string | undefined;
  /** Counts the drafts of a network, which are stored for callers without a session. Returns the refusal beyond them. */
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<Error | undefined>;
};

export type FormDrafts = ReturnType<typeof formDrafts>;

/**
 * Answers a form that was not taken by a redirect to a page that shows it again, within an hour and in the same browser:
 * neither Back nor a reload sends such a form again, and what was typed stays.
 */
export function formDrafts(store: DraftStore, { publicUrl, limit }: Options) {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-rascunho' : 'rascunho';
  const tokenOf = ({ headers }: FastifyRequest) => {
    const token = fastifyCookie.parse(headers.cookie ?? '')[cookie] ?? '';
    return /^[\w-]{43}$/.test(token) ? token : undefined;
  };
  const set = (reply: FastifyReply, token: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      fastifyCookie.serialize(cookie, token, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge }),
    );

  return {
    /** @throws TOO_MANY_REQUESTS */
    async redirect(reply: FastifyReply, path: string, draft: FormDraft, photographs?: DraftPhotographs) {
      const refusal = await limit(reply.request, reply);
      if (refusal) throw refusal;
      return set(reply, await store.keep(draft, photographs), SECONDS)
        .header('cache-control', 'no-store')
        .redirect(path, 303);
    },

    /**
     * The form as it was typed, if this browser has one under one of these names: its page answers with the status of
     * the refusal, and is not cached.
     */
    async find(request: FastifyRequest, reply: FastifyReply, ...forms: readonly string[]) {
      const token = tokenOf(request);
      const draft = token === undefined ? undefined : await store.open(token);
      if (!draft || !forms.includes(draft.form)) return undefined;
      reply.status(draft.status).header('cache-control', 'no-store');
      return draft;
    },

    /** A photograph of the form that this browser has under this name. */
    async photograph(request: FastifyRequest, form: string, position: number): Promise<KeptPhotograph | undefined> {
      const token = tokenOf(request);
      const draft = token === undefined ? undefined : await store.open(token);
      const name = draft?.form === form ? draft.photographs?.[position] : undefined;
      if (token === undefined || name === undefined) return undefined;
      const bytes = await store.photograph(token, position);
      return bytes && { name, bytes };
    },

    /** Deletes the draft once its form was taken. */
    async drop(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = tokenOf(request);
      if (token === undefined) return;
      await store.drop(token);
      set(reply, '', 0);
    },
  };
}

type KeptPhotograph = { name: string; bytes: Buffer };
