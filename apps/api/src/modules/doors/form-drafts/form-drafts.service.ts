import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
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

/** Photographs of a form, for the client who sent it, or the person of a company. */
type DraftPhotographs = { client_id: number; person_id: number | null; pictures: readonly Uint8Array[] };

/** Forms of one person whose photographs are kept at the same time. */
const FORMS_WITH_PHOTOGRAPHS = 3;

/** Passwords are typed again. */
const withoutPasswords = (values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password|senha/i.test(name)));

/** Drafts of forms, kept for an hour. Each is sealed with its secret, of which the database has the hash alone. */
export const draftStore = ({ db }: Pick<Deps, 'db'>) => ({
  /** Takes the place of what was kept with this secret. */
  async keep(secret: string, draft: FormDraft, photographs?: DraftPhotographs): Promise<void> {
    const seal = secretSeal({ key: secret });
    const kept = JSON.stringify({ ...draft, values: withoutPasswords(draft.values) });
    const token_hash = hashOf(secret);
    await db.transaction().execute(async (trx) => {
      await queries.saveDraft(trx, token_hash, seal.sealText(PLACE, kept));
      if (!photographs) return;
      const { pictures, ...holder } = photographs;
      await queries.dropPhotographs(trx, token_hash);
      const rows = pictures.map((bytes, position) => ({
        ...{ token_hash, position, ...holder },
        sealed: seal.sealBytes(placeOf(position), bytes),
      }));
      if (rows.length > 0) await queries.insertPhotographs(trx, rows);
      await queries.dropOlderPhotographs(trx, holder, FORMS_WITH_PHOTOGRAPHS);
    });
  },
  /** Undefined once newer forms of the person have taken its place. */
  async photograph(secret: string, position: number): Promise<Buffer | undefined> {
    const row = await queries.findPhotograph(db, hashOf(secret), position);
    return row && secretSeal({ key: secret }).openBytes(placeOf(position), row.sealed);
  },
  async open(secret: string): Promise<FormDraft | undefined> {
    const row = await queries.findDraft(db, hashOf(secret));
    const text = row && secretSeal({ key: secret }).openText(PLACE, row.sealed);
    return text ? (JSON.parse(text) as FormDraft) : undefined;
  },
  async drop(secret: string): Promise<void> {
    await queries.dropDraft(db, hashOf(secret));
  },
});

export const forgetDrafts = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  await queries.dropOldDrafts(db);
};
