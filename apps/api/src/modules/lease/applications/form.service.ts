import type { UploadedFile } from '@morada/contract/base/endpoint';
import { applicationProblems } from '@morada/contract/lease/applications';
import { answersInWords } from '@morada/domain/application/answers-words';
import { APPLICANT_ROLES, applicationLife, RESUME_CODE } from '@morada/domain/application/application';
import { CONSENT_VERSION, resumeCodeMessage } from '@morada/domain/application/application-messages';
import {
  type AnsweredStep,
  type Answers,
  type FormDocument,
  MOST_FILES,
  missingOf,
  withStep,
} from '@morada/domain/application/form';
import { verifyPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { prepareDocument } from '#api/files/documents.ts';
import { cleanName } from '#api/files/name.ts';
import { whenMissing } from '#api/files/storage.ts';
import { notify } from '#api/live/notify.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { dropFile, withStored } from '#api/modules/registry/files/files.service.ts';
import * as queries from './applications.queries.ts';
import { completeIfWhole, newCode } from './applications.service.ts';
import { isFormWord } from './form-link.service.ts';
import { emailOf, formAfter, lock, lockParty, move, toldOf } from './life.service.ts';

/** Context of a party, who has no session and acts by the link. */
const partyContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Interessado, pela ficha', permissions: [] },
});

/**
 * The form that a link opens, as this browser may see it. `isHere`: it was begun in this browser, or nowhere yet; else
 * nothing of it is shown before a code. Undefined: the link is wrong, withdrawn or over.
 */
export async function openForm(deps: Deps, id: number, word: string, browser: string | undefined) {
  const { db } = deps;
  const party = await queries.findParty(db, id);
  if (!party || party.link_until === null || party.link_until < deps.today()) return undefined;
  if (!(await isFormWord(deps, db, { id, version: party.link_version, word }))) return undefined;
  const application = await queries.findApplication(db, party.application_id);
  if (!application || !applicationLife.can(application.state, 'withdraw')) return undefined;
  const browsers = await queries.findBrowsers(db, id, browser === undefined ? undefined : hashOf(browser));
  const isHere = browsers.mine || (browsers.found === 0 && party.state === 'WAITING');
  const documents = isHere ? await queries.findDocuments(db, [id]) : [];
  const { role, answers } = party;
  return {
    ...{ id, role, state: party.state, until: party.link_until, applicationState: application.state },
    ...{ isHere, isBegun: browsers.found > 0, isKnown: browsers.mine },
    roleName: APPLICANT_ROLES[role],
    property: application.property.label,
    ...{ rent: application.rent, fees: application.fees },
    /** As the agency wrote it, before the person did. */
    name: isHere ? party.name : '',
    request: isHere ? party.request : null,
    answers: isHere ? answers : {},
    inWords: isHere ? answersInWords(party) : [],
    documents,
    missing: isHere ? missingOf({ role, answers, documents: documents.map(({ kind }) => kind) }) : [],
    mayMail: canMail(deps) && Boolean(emailOf(party)),
  };
}
export type OpenForm = NonNullable<Awaited<ReturnType<typeof openForm>>>;

/** A form as it is under the lock of its application. @throws FORM_CLOSED where the link was withdrawn meanwhile */
async function lockForm(trx: Db, ctx: Context, { id }: OpenForm) {
  const found = await lockParty(trx, id);
  const { link_until } = found.party;
  if (link_until === null || link_until < ctx.today()) throw applicationProblems.FORM_CLOSED();
  return found;
}

/**
 * Keeps the answers of one step. The first one makes this browser the form's.
 * @returns token of the browser, where it became the form's
 */
export function saveStep<Step extends AnsweredStep>(
  deps: Deps,
  form: OpenForm,
  step: Step,
  answers: NonNullable<Answers[Step]>,
): Promise<string | undefined> {
  const ctx = partyContext(deps);
  return change(ctx, async (trx) => {
    const { party, application } = await lockForm(trx, ctx, form);
    const state = formAfter(party.state, 'save');
    // Somebody else began it in another browser meanwhile.
    const browsers = await queries.findBrowsers(trx, form.id, undefined);
    if (!form.isKnown && browsers.found > 0) throw applicationProblems.FORM_CODE_OVER();
    const token = form.isKnown ? undefined : newToken();
    if (token !== undefined) await queries.insertBrowser(trx, hashOf(token), form.id);
    await queries.updateParty(trx, form.id, {
      state,
      answers: JSON.stringify(withStep(party.answers, step, answers)),
    });
    if (party.state === 'WAITING' || application.state === 'SENT') await move(trx, ctx, application, 'fill');
    else await queries.touchApplication(trx, application.id);
    await notify(trx, 'applications');
    return token;
  });
}

/** Name of a file as the page shows it. */
export const fileName = (name: string) => cleanName(name);

/** Adds one document to a form that is not sent. */
export async function addFormDocument(
  deps: Deps,
  form: OpenForm,
  kind: FormDocument,
  file: UploadedFile,
): Promise<void> {
  const ctx = partyContext(deps);
  await withStored(ctx, await prepareDocument(file.bytes), file.name, async (trx, store) => {
    const { party, application } = await lockForm(trx, ctx, form);
    const state = formAfter(party.state, 'save');
    if ((await queries.findDocuments(trx, [form.id])).length >= MOST_FILES) throw applicationProblems.FORM_FILES_FULL();
    const { id: file_id } = await store();
    await queries.insertDocument(trx, { party_id: form.id, file_id, kind });
    await queries.updateParty(trx, form.id, { state });
    await leaveTrail(trx, ctx, 'application', application.id, 'attach', { party: form.id, file_id });
    await notify(trx, 'applications');
  });
}

/** Removes a document of the form; one that is gone, or of somebody else, changes nothing. */
export async function removeFormDocument(deps: Deps, form: OpenForm, documentId: number): Promise<void> {
  const ctx = partyContext(deps);
  await change(ctx, async (trx) => {
    const { party, application } = await lockForm(trx, ctx, form);
    formAfter(party.state, 'save');
    const found = (await queries.findDocuments(trx, [form.id])).find(
      ({ id, kind }) => id === documentId && kind !== 'CREDIT_REPORT',
    );
    if (!found || !(await dropFile(trx, found.file_id))) return;
    await leaveTrail(trx, ctx, 'application', application.id, 'remove-document', {
      party: form.id,
      file_id: found.file_id,
    });
    await notify(trx, 'applications');
  });
}

/** A document of the form, for the person who sent it. */
export async function openFormDocument({ files }: Deps, form: OpenForm, documentId: number) {
  const found = form.documents.find(({ id, kind }) => id === documentId && kind !== 'CREDIT_REPORT');
  if (!found) throw applicationProblems.APPLICATION_DOCUMENT_NOT_FOUND();
  const stream = await files.stream(found.key).catch(whenMissing(applicationProblems.APPLICATION_DOCUMENT_NOT_FOUND));
  return { stream, name: found.name, media_type: found.media_type };
}

/** Sends the form, with the consent that was given to this version of its text. @throws FORM_INCOMPLETE */
export async function sendForm(deps: Deps, form: OpenForm): Promise<void> {
  const ctx = partyContext(deps);
  await change(ctx, async (trx) => {
    const { party, application } = await lockForm(trx, ctx, form);
    const state = formAfter(party.state, 'send');
    const documents = (await queries.findDocuments(trx, [form.id])).map(({ kind }) => kind);
    if (missingOf({ role: party.role, answers: party.answers, documents }).length > 0)
      throw applicationProblems.FORM_INCOMPLETE();
    const now = new Date();
    await queries.updateParty(trx, form.id, {
      ...{ state, sent_at: now, consent_at: now, consent_version: CONSENT_VERSION, request: null },
    });
    await leaveTrail(trx, ctx, 'application', application.id, 'form', { party: form.id });
    await queries.touchApplication(trx, application.id);
    await completeIfWhole(trx, ctx, application.id);
    await notify(trx, 'applications');
  });
}

/** The person gives the application up, for everybody in it. @returns false when it was decided meanwhile */
export async function giveUp(deps: Deps, form: OpenForm): Promise<boolean> {
  const ctx = partyContext(deps);
  return change(ctx, async (trx) => {
    const { application } = await lockForm(trx, ctx, form);
    const found = await lock(trx, application.id);
    if (!applicationLife.can(found.state, 'withdraw')) return false;
    await move(trx, ctx, found, 'withdraw', { set: { withdrawn_by: 'APPLICANT' } });
    return true;
  });
}

/** A code for another browser, shown in this one. */
export const showCode = (deps: Deps, { id }: OpenForm) => newCode(partyContext(deps), id);

/** Mails the code to the address that the form has. */
export async function mailCode(deps: Deps, { id }: OpenForm): Promise<void> {
  const ctx = partyContext(deps);
  const party = await queries.findParty(deps.db, id);
  const recipient = party && emailOf(party);
  if (!party || !recipient || !canMail(deps)) throw applicationProblems.FORM_WITHOUT_EMAIL();
  const code = await newCode(ctx, id);
  await change(ctx, async (trx) => {
    await queueMail(trx, { recipient, ...resumeCodeMessage(await toldOf(trx, party), code) });
  });
}

/** Opens the form in this browser. Each try is counted before it is compared. @returns token of the browser */
export async function enterCode(deps: Deps, { id }: OpenForm, code: string): Promise<string> {
  const tried = await queries.countCodeTry(deps.db, id, RESUME_CODE.tries);
  if (!tried?.code_hash) throw applicationProblems.FORM_CODE_OVER();
  if (!(await verifyPassword(tried.code_hash, code))) throw applicationProblems.FORM_CODE_WRONG({ field: 'codigo' });
  const token = newToken();
  await deps.db.transaction().execute(async (trx) => {
    const { party } = await lockParty(trx, id);
    // Used once: another request may have used it, or made another.
    if (party.code_hash !== tried.code_hash) throw applicationProblems.FORM_CODE_OVER();
    await queries.updateParty(trx, id, { code_hash: null, code_until: null });
    await queries.insertBrowser(trx, hashOf(token), id);
  });
  return token;
}
