import { secretSeal } from '#api/base/sealed-secret.ts';
import { hashOf, newToken } from '#api/base/secrets.ts';
import type { Deps } from '#api/context.ts';
import * as queries from './form-drafts.queries.ts';

type Texts = Readonly<Record<string, string>>;

/** A form that was not taken: its values as typed, errors by field, and the status of its refusal. `form` names it. */
export type FormDraft = { form: string; values: Texts; errors: Texts; status: number; note?: string | undefined };

const PLACE = 'form_draft.sealed';

/** Passwords are typed again. */
const withoutPasswords = (values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password|senha/i.test(name)));

/** Drafts of forms, kept for an hour. Each is sealed with its token, which the browser has and the database has not. */
export const draftStore = ({ db }: Pick<Deps, 'db'>) => ({
  /** Returns the token that opens the draft. */
  async keep(draft: FormDraft): Promise<string> {
    const token = newToken();
    const kept = JSON.stringify({ ...draft, values: withoutPasswords(draft.values) });
    await queries.insertDraft(db, hashOf(token), secretSeal({ key: token }).sealText(PLACE, kept));
    return token;
  },
  async open(token: string): Promise<FormDraft | undefined> {
    const row = await queries.findDraft(db, hashOf(token));
    const text = row && secretSeal({ key: token }).openText(PLACE, row.sealed);
    return text ? (JSON.parse(text) as FormDraft) : undefined;
  },
  async drop(token: string): Promise<void> {
    await queries.dropDraft(db, hashOf(token));
  },
});

export const forgetDrafts = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await queries.dropOldDrafts(db);
};
