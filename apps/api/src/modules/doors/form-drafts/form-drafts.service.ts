import { secretSeal } from '#api/base/sealed-secret.ts';
import { hashOf, newToken } from '#api/base/secrets.ts';
import type { Deps } from '#api/context.ts';
import * as queries from './form-drafts.queries.ts';

type Texts = Readonly<Record<string, string>>;

/** A form that was not taken: its values as typed, errors by field, and the status of its refusal. `form` names it. */
export type FormDraft = {
  form: string;
  values: Texts;
  errors: Texts;
  status: number;
  note?: string | undefined;
  /** Names of the photographs that are kept with it. */
  photographs?: readonly string[] | undefined;
};

const PLACE = 'form_draft.sealed';
const placeOf = (position: number) => `form_draft_photograph.sealed:${position}`;

/** Photographs of a form, for the client who sent it. */
type DraftPhotographs = { client_id: number; pictures: readonly Uint8Array[] };

/** Passwords are typed again. */
const withoutPasswords = (values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password|senha/i.test(name)));

/** Drafts of forms, kept for an hour. Each is sealed with its token, which the browser has and the database has not. */
export const draftStore = ({ db }: Pick<Deps, 'db'>) => ({
  /** Returns the token that opens the draft. Its photographs take the place of those of the client's former draft. */
  async keep(draft: FormDraft, photographs?: DraftPhotographs): Promise<string> {
    const token = newToken();
    const seal = secretSeal({ key: token });
    const kept = JSON.stringify({ ...draft, values: withoutPasswords(draft.values) });
    const token_hash = hashOf(token);
    await db.transaction().execute(async (trx) => {
      await queries.insertDraft(trx, token_hash, seal.sealText(PLACE, kept));
      if (!photographs) return;
      const { client_id, pictures } = photographs;
      await queries.dropPhotographsOf(trx, client_id);
      const rows = pictures.map((bytes, position) => ({
        ...{ token_hash, position, client_id },
        sealed: seal.sealBytes(placeOf(position), bytes),
      }));
      if (rows.length > 0) await queries.insertPhotographs(trx, rows);
    });
    return token;
  },
  /** Undefined once another draft of the client has taken its place. */
  async photograph(token: string, position: number): Promise<Buffer | undefined> {
    const row = await queries.findPhotograph(db, hashOf(token), position);
    return row && secretSeal({ key: token }).openBytes(placeOf(position), row.sealed);
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
