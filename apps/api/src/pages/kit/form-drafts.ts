import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Errors, Values } from './form-values.ts';

/** A form that is shown again: its values as typed, errors by field, and the status of its refusal. `form` names it. */
export type FormDraft = { form: string; values: Values; errors: Errors; status: number; note?: string | undefined };

export type DraftStore = {
  /** Returns the token that opens the draft. */
  keep(draft: FormDraft): Promise<string>;
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
    async redirect(reply: FastifyReply, path: string, draft: FormDraft) {
      const refusal = await limit(reply.request, reply);
      if (refusal) throw refusal;
      return set(reply, await store.keep(draft), SECONDS)
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

    /** Deletes the draft once its form was taken. */
    async drop(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = tokenOf(request);
      if (token === undefined) return;
      await store.drop(token);
      set(reply, '', 0);
    },
  };
}
