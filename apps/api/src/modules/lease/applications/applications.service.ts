import { randomInt } from 'node:crypto';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import {
  type ApplicationCheck,
  type ApplicationCreate,
  type ApplicationDecision,
  type ApplicationDetail,
  type ApplicationPartyCreate,
  type ApplicationRules,
  type ApplicationTerms,
  applicationProblems,
} from '@morada/contract/lease/applications';
import type { ApplicationSearch } from '@morada/contract/lease/applications.search';
import { granted } from '@morada/domain/access/permissions';
import { analysisOf, approvalOf, DEFAULT_RULES, verdictOf } from '@morada/domain/application/analysis';
import { answersInWords } from '@morada/domain/application/answers-words';
import {
  type ApplicationState,
  applicationLife,
  FORM_LINK_DAYS,
  KEPT_DAYS,
  lastDayOf,
  MOST_PARTIES,
  partyFormLife,
  RESUME_CODE,
} from '@morada/domain/application/application';
import { formLinkMessage, missingMessage, reopenedMessage } from '@morada/domain/application/application-messages';
import { FORM_PARTS, missingOf } from '@morada/domain/application/form';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import type * as z from 'zod/mini';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { actorId, type Context, type Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { prepareDocument } from '#api/files/documents.ts';
import { notify } from '#api/live/notify.ts';
import { countTry } from '#api/modules/access/credentials/tries.service.ts';
import { dropFile, withStored } from '#api/modules/registry/files/files.service.ts';
import { findLeadOf, lockStanding } from '#api/modules/registry/leads/life.service.ts';
import { analysedParty, declaredIncome, mayAskCredit, shownInquiry, standingOf } from './applications.map.ts';
import * as queries from './applications.queries.ts';
import { type FoundInquiry, findInquiries } from './credit.queries.ts';
import { hasCreditProvider } from './credit-provider.service.ts';
import { openLinkOf } from './form-link.service.ts';
import { formAfter, type Locked, lock, lockParty, mailLink, move, toldOf } from './life.service.ts';
import { eraseInTransaction } from './retention.service.ts';

export const listApplications = ({ db }: Context, search: z.output<typeof ApplicationSearch>) =>
  queries.findApplications(db, search);

/** Most applications that *Hoje* shows. */
const MOST_TASKS = 20;

export const listTasks = ({ db }: Context) => queries.findWaiting(db, MOST_TASKS);

const rulesOf = async (db: Db) => (await queries.findRules(db)) ?? { ...DEFAULT_RULES, approval_limit: null };

export const showRules = ({ db }: Context) => rulesOf(db);

export const saveRules = (
  ctx: Context,
  { approval_limit = null, min_score = null, ...input }: z.output<typeof ApplicationRules>,
) =>
  change(ctx, async (trx) => {
    const before = await rulesOf(trx);
    const rules = { ...input, approval_limit, min_score };
    await queries.saveRules(trx, rules);
    await leaveTrail(trx, ctx, 'application_rules', 1, 'update', difference(before, rules));
    await notify(trx, 'applications');
    return rulesOf(trx);
  });

export const isAsked = ({ state }: { state: string }) => state !== 'CLOSED' && state !== 'ERASED';

/** Day on which the forms of an application that ended go; null: they stay. */
const erasedOn = (state: ApplicationState, endedOn: CalendarDate | null) =>
  endedOn !== null && state in KEPT_DAYS ? addDays(endedOn, KEPT_DAYS[state as keyof typeof KEPT_DAYS] + 1) : null;

export async function showApplication(ctx: Context, id: number): Promise<ApplicationDetail> {
  const { db } = ctx;
  const found = await queries.findApplication(db, id);
  if (!found) throw applicationProblems.APPLICATION_NOT_FOUND();
  const { creator, ...application } = found;
  const parties = await queries.findParties(db, id);
  const documents = await queries.findDocuments(
    db,
    parties.map((party) => party.id),
  );
  const inquiries = await findInquiries(
    db,
    parties.map((party) => party.id),
  );
  const opinions = await queries.findOpinions(db, id);
  const rules = await rulesOf(db);
  const kindsOf = (partyId: number) => documents.flatMap((one) => (one.party_id === partyId ? one.kind : []));
  const analysis = analysisOf({
    ...{ rent: found.rent, fees: found.fees, guarantee: found.guarantee, rules, today: ctx.today() },
    parties: parties
      .filter(isAsked)
      .map((party) => analysedParty({ ...party, bureau: standingOf(inquiries, party.id) }, kindsOf(party.id))),
  });
  const approval = approvalOf({
    ...{ cost: found.rent + found.fees, limit: rules.approval_limit, isRecommended: found.state === 'RECOMMENDED' },
    ...{ involved: involvedIn(creator, opinions), by: ctx.actor.id ?? 0 },
  });
  return {
    ...application,
    erased_on: erasedOn(found.state, found.ended_on),
    parties: await Promise.all(parties.map((party) => shownParty(ctx, party, documents, inquiries))),
    analysis,
    verdict: verdictOf(analysis),
    opinions: opinions.map(({ admin_user_id: _, ...opinion }) => opinion),
    needs_second: approval !== 'ALONE',
    may_decide:
      granted(ctx.actor.permissions, 'APPLICATION_APPROVE') !== undefined &&
      approval !== 'SAME_PERSON' &&
      applicationLife.can(found.state, 'refuse'),
    asks_credit: mayAskCredit(found.state) && (await hasCreditProvider(db)),
  };
}

type Opinions = Awaited<ReturnType<typeof queries.findOpinions>>;

/** Who opened the application, and who recommended it last. */
const involvedIn = (creator: number | null, opinions: Opinions) => [
  creator,
  opinions.findLast(({ decision }) => decision === 'RECOMMEND')?.admin_user_id ?? null,
];

async function shownParty(
  ctx: Context,
  party: queries.FoundParty,
  all: readonly queries.FoundDocument[],
  inquiries: readonly FoundInquiry[],
) {
  const { id, role, name, email, phone, state, answers, asked_at, sent_at, proven_income, credit } = party;
  const documents = all.filter(({ party_id }) => party_id === id);
  const form = { role, answers, documents: documents.map(({ kind }) => kind) };
  const known = answers.company ?? answers.person;
  const missing = isAsked(party) ? missingOf(form) : [];
  const link = isAsked(party) ? await openLinkOf(ctx, ctx.db, party) : null;
  const url = link && ctx.publicUrl ? new URL(link.path, ctx.publicUrl).href : null;
  const told = link && url ? await toldOf(ctx.db, party) : null;
  const message =
    link && url && told && state !== 'SENT'
      ? state === 'WAITING'
        ? formLinkMessage(told, { url, until: link.until })
        : missingMessage(told, { url, missing: missing.length > 0 ? missing : ['conferir e enviar'] })
      : null;
  return {
    ...{ id, role, name: known?.name ?? name, email: known?.email ?? email },
    ...{ phone: known?.phone ?? phone, state, asked_at, sent_at, proven_income, credit },
    missing: isAsked(party) ? missingOf(form, FORM_PARTS) : [],
    link: link && { url: url ?? link.path, until: link.until },
    message: message && { subject: message.subject, text: message.body },
    consent:
      party.consent_version !== null && party.consent_at !== null
        ? { version: party.consent_version, at: party.consent_at }
        : null,
    steps: answersInWords(party),
    declared_income: declaredIncome(answers),
    inquiries: inquiries.flatMap((one) => (one.party_id === id ? shownInquiry(one, ctx.today()) : [])),
    documents: documents.map(({ id, kind, file_id, name }) => ({ id, kind, file: { id: file_id, name } })),
  };
}

/** Opens an application with its principal tenant. Nobody is told before the links are sent. */
export const createApplication = (ctx: Context, { tenant, ...given }: z.output<typeof ApplicationCreate>) =>
  change(ctx, async (trx) => {
    const property = await queries.findProperty(trx, given.property_id);
    if (property?.type !== 'RENT') throw applicationProblems.APPLICATION_PROPERTY({ field: 'property_id' });
    const bid = given.bid_id === undefined ? undefined : await queries.findBid(trx, given.bid_id);
    if (given.bid_id !== undefined && bid?.property_id !== property.id) throw applicationProblems.APPLICATION_BID();
    const named = given.lead_id ?? bid?.lead_id ?? undefined;
    const lead_id = await leadOf(trx, named, { ...tenant, property_id: given.property_id });
    const { id } = await queries.insertApplication(trx, {
      ...given,
      lead_id,
      bid_id: given.bid_id ?? null,
      guarantee: given.guarantee ?? null,
      valid_until: lastDayOf('DRAFT', ctx.today()) ?? ctx.today(),
      created_by: ctx.actor.id,
    });
    await queries.insertParty(trx, { application_id: id, role: 'TENANT', ...contactOf(tenant) });
    const { property_id, rent, fees } = given;
    await leaveTrail(trx, ctx, 'application', id, 'create', { property_id, rent, fees });
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, id);
  });

/** The lead that was named, or the open one of the same person. */
async function leadOf(
  trx: Db,
  id: number | undefined,
  { phone, email, property_id }: { phone?: string | undefined; email?: string | undefined; property_id: number },
): Promise<number | null> {
  if (id !== undefined) return (await lockStanding(trx, id)).id;
  return (await findLeadOf(trx, { phone: phone ?? null, email: email ?? null, property_id })) ?? null;
}

const contactOf = ({
  name,
  email = null,
  phone = null,
}: {
  name: string;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}) => ({ name, email, phone });

/** Whether the amounts and parties of an application may still change. */
const isOpen = (state: ApplicationState) => applicationLife.can(state, 'withdraw');

export const updateApplication = (ctx: Context, id: number, terms: z.output<typeof ApplicationTerms>) =>
  change(ctx, async (trx) => {
    const found = await lock(trx, id);
    // What was decided was decided for these figures.
    if (!isOpen(found.state) || ['RECOMMENDED', 'CONDITIONAL', 'APPROVED'].includes(found.state))
      throw applicationProblems.APPLICATION_STATE();
    await queries.touchApplication(trx, id, terms);
    await leaveTrail(trx, ctx, 'application', id, 'update', difference<Record<string, unknown>>(found, terms));
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, id);
  });

/** One more party. Its link opens at once where the others' do; forms that were complete wait for it. */
export const addParty = (ctx: Context, id: number, { role, ...contact }: z.output<typeof ApplicationPartyCreate>) =>
  change(ctx, async (trx) => {
    const found = await lock(trx, id);
    if (!isOpen(found.state) || found.state === 'APPROVED') throw applicationProblems.APPLICATION_STATE();
    const parties = (await queries.findParties(trx, id)).filter(isAsked);
    if (parties.length >= MOST_PARTIES) throw applicationProblems.APPLICATION_FULL();
    const isSent = found.state !== 'DRAFT';
    const party = await queries
      .insertParty(trx, {
        ...{ application_id: id, role, ...contactOf(contact) },
        link_until: isSent ? addDays(ctx.today(), FORM_LINK_DAYS) : null,
      })
      .catch(violates('application_party_tenant', applicationProblems.APPLICATION_HAS_TENANT));
    await leaveTrail(trx, ctx, 'application', id, 'party', { party: party.id, role });
    if (applicationLife.can(found.state, 'reopen')) await move(trx, ctx, found, 'reopen');
    const added = await queries.findParty(trx, party.id);
    if (isSent && added) await mailLink(trx, ctx, added);
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, id);
  });

const openLinks = async (trx: Db, ctx: Context, id: number) => {
  for (const party of (await queries.findParties(trx, id)).filter(isAsked))
    await queries.updateParty(trx, party.id, { link_until: addDays(ctx.today(), FORM_LINK_DAYS) });
};

/** Opens the links of all parties, and mails them. */
export const send = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const found = await lock(trx, id);
    await openLinks(trx, ctx, id);
    await move(trx, ctx, found, 'send');
    return showApplication({ ...ctx, db: trx }, id);
  });

/** More time, with the same links; an application that had ended by itself goes on. */
export const renew = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const found = await lock(trx, id);
    await openLinks(trx, ctx, id);
    const state = await move(trx, ctx, found, 'renew');
    if (state === 'FILLING') await completeIfWhole(trx, ctx, id);
    return showApplication({ ...ctx, db: trx }, id);
  });

/** Moves an application on whose parties have all sent their forms. */
export async function completeIfWhole(trx: Db, ctx: Context, id: number): Promise<void> {
  const asked = (await queries.findParties(trx, id)).filter(isAsked);
  if (asked.length === 0 || asked.some(({ state }) => state !== 'SENT')) return;
  const found = await lock(trx, id);
  if (applicationLife.can(found.state, 'complete')) await move(trx, ctx, found, 'complete');
}

const moving = (event: 'analyse' | 'withdraw') => (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const set = event === 'withdraw' ? { withdrawn_by: 'AGENCY' as const } : {};
    await move(trx, ctx, await lock(trx, id), event, { set });
    return showApplication({ ...ctx, db: trx }, id);
  });

export const analyse = moving('analyse');
export const withdraw = moving('withdraw');

/**
 * Approves, approves conditionally or refuses. Above the agency's limit the first person recommends, and one who neither
 * opened the application nor recommended it decides. A refusal takes one person: it binds nobody.
 */
export const decide = (
  ctx: Context,
  id: number,
  { decision, comment, condition = null }: z.output<typeof ApplicationDecision>,
) =>
  change(ctx, async (trx) => {
    const found = await lock(trx, id);
    const { approval_limit } = await rulesOf(trx);
    const by = actorId(ctx);
    const approval = approvalOf({
      ...{ cost: found.rent + found.fees, limit: approval_limit, isRecommended: found.state === 'RECOMMENDED' },
      ...{ involved: involvedIn(found.created_by, await queries.findOpinions(trx, id)), by },
    });
    const isRefusal = decision === 'REFUSE';
    const kind = approval === 'FIRST' && !isRefusal ? 'RECOMMEND' : decision;
    const event = EVENTS[kind];
    if (approval === 'SAME_PERSON' && !isRefusal) throw applicationProblems.APPLICATION_SECOND();
    const { analysis } = await showApplication({ ...ctx, db: trx }, id);
    const kept = kind === 'REFUSE' ? null : condition;
    // The message of a condition reads it.
    await move(trx, ctx, found, event, { set: { condition: kept }, trail: { decision: kind } });
    await queries.insertOpinion(trx, {
      ...{ application_id: id, admin_user_id: by, decision: kind, comment, condition: kept },
      lines: JSON.stringify(analysis),
    });
    return showApplication({ ...ctx, db: trx }, id);
  });

const EVENTS = { RECOMMEND: 'recommend', APPROVE: 'approve', CONDITION: 'condition', REFUSE: 'refuse' } as const;

/** A party's application in answer to a change of the party. */
const changeParty = (
  ctx: Context,
  id: number,
  work: (trx: Db, party: queries.FoundParty, application: Locked) => Promise<void>,
) =>
  change(ctx, async (trx) => {
    const { application, party } = await lockParty(trx, id);
    await work(trx, party, application);
    await queries.touchApplication(trx, application.id);
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, application.id);
  });

const checkLinkable = ({ state }: Locked) => {
  if (!isOpen(state) || state === 'DRAFT') throw applicationProblems.APPLICATION_STATE();
};

/** Another link: the one before, and every browser in which the form was open, are void. */
export const renewLink = (ctx: Context, id: number) =>
  changeParty(ctx, id, async (trx, party, application) => {
    checkLinkable(application);
    const state = formAfter(party.state, 'renew');
    // A form without a link counted as not asked for: the others were whole without it.
    if (party.state === 'CLOSED' && applicationLife.can(application.state, 'reopen'))
      await move(trx, ctx, application, 'reopen');
    await queries.updateParty(trx, id, {
      ...{ state, link_version: party.link_version + 1, link_until: addDays(ctx.today(), FORM_LINK_DAYS) },
      ...{ code_hash: null, code_until: null },
    });
    await queries.dropBrowsers(trx, [id]);
    await leaveTrail(trx, ctx, 'application', application.id, 'link', { party: id });
    const renewed = await queries.findParty(trx, id);
    if (renewed) await mailLink(trx, ctx, renewed);
  });

export const closeLink = (ctx: Context, id: number) =>
  changeParty(ctx, id, async (trx, party, application) => {
    if (!isOpen(application.state)) throw applicationProblems.APPLICATION_STATE();
    const state = formAfter(party.state, 'close');
    await queries.updateParty(trx, id, {
      ...{ state, link_until: null, code_hash: null, code_until: null },
    });
    await queries.dropBrowsers(trx, [id]);
    await leaveTrail(trx, ctx, 'application', application.id, 'close', { party: id });
    await completeIfWhole(trx, ctx, application.id);
  });

/** Mails a party what its form lacks. */
export const ask = (ctx: Context, id: number) =>
  changeParty(ctx, id, async (trx, party, application) => {
    checkLinkable(application);
    if (!partyFormLife.can(party.state, 'save')) throw applicationProblems.FORM_COMPLETE();
    const documents = (await queries.findDocuments(trx, [id])).map(({ kind }) => kind);
    const missing = missingOf({ role: party.role, answers: party.answers, documents });
    const mailed = await mailLink(trx, ctx, party, (told, { url }) =>
      missingMessage(told, { url, missing: missing.length > 0 ? missing : ['conferir e enviar'] }),
    );
    if (!mailed) throw applicationProblems.FORM_WITHOUT_EMAIL();
    await queries.updateParty(trx, id, { asked_at: new Date() });
    await leaveTrail(trx, ctx, 'application', application.id, 'ask', { party: id });
  });

/** Gives a form back for correction, with what is to be corrected. */
export const reopen = (ctx: Context, id: number, note: string) =>
  changeParty(ctx, id, async (trx, party, application) => {
    checkLinkable(application);
    const state = formAfter(party.state, 'reopen');
    if (applicationLife.can(application.state, 'reopen')) await move(trx, ctx, application, 'reopen');
    const link_until = addDays(ctx.today(), FORM_LINK_DAYS);
    await queries.updateParty(trx, id, {
      ...{ state, link_until, request: note, asked_at: new Date() },
      ...{ consent_version: null, consent_at: null, sent_at: null },
    });
    await leaveTrail(trx, ctx, 'application', application.id, 'reopen', { party: id });
    const reopened = await queries.findParty(trx, id);
    if (reopened) await mailLink(trx, ctx, reopened, (told, { url }) => reopenedMessage(told, { url, note }));
  });

const CODES_AT_ONCE = 5;

/** A new code of a form; the one before is void. Returned in plain once. */
export async function newCode(ctx: Context, id: number): Promise<string> {
  if ((await countTry(ctx.db, `application-code:${id}`)) >= CODES_AT_ONCE) throw applicationProblems.FORM_CODES_MANY();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const code_hash = await hashPassword(code);
  await change(ctx, async (trx) => {
    const { application } = await lockParty(trx, id);
    checkLinkable(application);
    const code_until = new Date(Date.now() + RESUME_CODE.minutes * 60_000);
    await queries.updateParty(trx, id, { code_hash, code_until, code_tries: 0 });
    await leaveTrail(trx, ctx, 'application', application.id, 'code', { party: id });
  });
  return code;
}

export const giveCode = async (ctx: Context, id: number) => ({
  code: await newCode(ctx, id),
  minutes: RESUME_CODE.minutes,
});

/** What staff found in a party's documents. */
export const check = (ctx: Context, id: number, found: z.output<typeof ApplicationCheck>) =>
  changeParty(ctx, id, async (trx, party, application) => {
    if (!isOpen(application.state) || !isAsked(party)) throw applicationProblems.APPLICATION_STATE();
    await queries.updateParty(trx, id, found);
    await leaveTrail(trx, ctx, 'application', application.id, 'check', { party: id });
  });

/** Keeps a credit report that staff got from a bureau. */
export async function addReport(ctx: Context, id: number, file: UploadedFile) {
  return withStored(ctx, await prepareDocument(file.bytes), file.name, async (trx, store) => {
    const { application, party } = await lockParty(trx, id);
    if (!isOpen(application.state) || !isAsked(party)) throw applicationProblems.APPLICATION_STATE();
    const { id: file_id } = await store();
    await queries.insertDocument(trx, { party_id: id, file_id, kind: 'CREDIT_REPORT' });
    await leaveTrail(trx, ctx, 'application', application.id, 'attach', { party: id, file_id });
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, application.id);
  });
}

export const removeDocument = (ctx: Context, documentId: number) =>
  change(ctx, async (trx) => {
    const found = await queries.findDocument(trx, documentId);
    if (!found) throw applicationProblems.APPLICATION_DOCUMENT_NOT_FOUND();
    const application = await lock(trx, found.application_id);
    if (!isOpen(application.state)) throw applicationProblems.APPLICATION_STATE();
    if (!(await dropFile(trx, found.file_id))) throw applicationProblems.APPLICATION_DOCUMENT_NOT_FOUND();
    const { party_id: party, file_id } = found;
    await leaveTrail(trx, ctx, 'application', application.id, 'remove-document', { party, file_id });
    await notify(trx, 'applications');
    return showApplication({ ...ctx, db: trx }, application.id);
  });

/** Empties an application that is over, before its time, as its people may ask (LGPD, article 18). */
export const erase = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await eraseInTransaction(trx, ctx, id);
    return showApplication({ ...ctx, db: trx }, id);
  });
