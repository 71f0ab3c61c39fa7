import { setImmediate as nextTurn } from 'node:timers/promises';
import { noteProblems } from '@morada/contract/fiscal/fiscal-notes';
import { type CalendarDate, referenceOf } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { type NoteChannel, serviceNoteLife } from '@morada/domain/fiscal/service-note';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import { factRefusals } from '@morada/domain/nfse/checks';
import { lackingOfCity } from '@morada/domain/nfse/city-note';
import { type DpsFacts, dpsXml } from '@morada/domain/nfse/dps';
import { layoutOn } from '@morada/domain/nfse/layout';
import { type NfseRefusal, refusalPath, schemaRefusal } from '@morada/domain/nfse/refusals';
import { municipalityCodes, municipalityNames } from '#api/base/municipalities.ts';
import { present } from '#api/base/present.ts';
import { refusalOf as refusalOfCell } from '#api/base/transition.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { claimed, makeCallsThrough } from '#api/modules/bank/connections/calls.service.ts';
import { tellNotes } from '#api/modules/collection/messages/news.service.ts';
import {
  type CityNote,
  type IntermediaryClient,
  openIntermediaryClient,
  type Waits,
} from '#api/outside/nfse/intermediary.ts';
import {
  cancelNote,
  closeNational,
  issueNote,
  type NationalSettings,
  readCancellation,
  type Trial,
  type Unknown,
} from '#api/outside/nfse/national.ts';
import { schemaFaults } from '#api/outside/nfse/schema.ts';
import { openSigner } from '../certificates/certificates.service.ts';
import { type Intermediary, openIntermediary } from '../intermediary/intermediary.service.ts';
import { type FeeTaxes, feeFacts, type Head, type Issuer, leaseFacts } from './dps.map.ts';
import * as sheet from './lease-notes.queries.ts';
import { loadNotes } from './lease-notes.service.ts';
import * as queries from './service-notes.queries.ts';
import { cancelReplaced, keepReplaced, openLine, replaceIfLessened } from './service-notes.service.ts';

/** Notes claimed at a time, and concurrent calls. */
const BATCH = 64;
const AT_ONCE = 8;

/** The service gave no answer: further calls wait for the next round. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type Outside = Omit<NationalSettings, 'environment'>;

/** Closes the connections to the national system, as the server stops. */
export const leaveNational = closeNational;

/** One round over the issuers: sends what is due, each with its own certificate. */
export async function workOnNotes(deps: Deps): Promise<void> {
  const { national } = deps.outside;
  if (!national) return;
  const { notes_leave } = await readAgency(deps.db, ['notes_leave']);
  if (notes_leave === 'SETTLEMENT') await queries.releaseMonths(deps.db, referenceOf(deps.today()));
  await queries.startChecks(deps.db);
  for (const way of await queries.findIssuersWithDue(deps.db)) await workOfIssuer(deps, way, national);
}

async function workOfIssuer(deps: Deps, way: queries.Way, outside: Outside): Promise<void> {
  const port = way.via === 'FOCUS' ? await cityPort(deps, outside) : await nationalPort(deps, way.id, outside);
  if ('problem' in port) return void (await queries.waitForCertificate(deps.db, way, port.problem));
  await makeCallsThrough<Port, queries.Due, Told>(
    async (calls) => {
      try {
        await calls(port);
        return {};
      } catch (error) {
        if (error instanceof NoAnswer) return undefined;
        throw error;
      }
    },
    {
      ...{ batch: BATCH, atOnce: AT_ONCE },
      ...claimed(deps.db, 'service_note', queries.ofIssuer(way), (trx, ids) => prepare(trx, deps, way, ids)),
      call: callOf,
      write: (told) => write(deps, told),
    },
  );
}

function withoutSigner(opened: { until: CalendarDate } | undefined, today: CalendarDate): string | undefined {
  if (!opened) return 'Falta o certificado digital de quem emite.';
  return opened.until < today ? 'O certificado digital de quem emite venceu.' : undefined;
}

// Before the call ------------------------------------------------------------------------------------------------------------

/** Claimed notes as they are to be called: those to issue get their number and their facts, in the transaction of the claim. */
async function prepare(trx: Db, deps: Deps, way: queries.Way, ids: readonly number[]): Promise<queries.Due[]> {
  const due = await queries.findDue(trx, ids);
  const pending = due.filter(({ state }) => state === 'PENDING');
  if (pending.length === 0) return due;
  const { issuer, environment, taxes } = await issuerOf(trx, deps, way);
  const bodies = await bodiesOf(trx, deps, pending, taxes);
  const sendable = pending.filter(({ id }) => typeof bodies.get(id) === 'function');
  const unsendable = pending.filter((note) => !sendable.includes(note));
  for (const { id } of unsendable) await queries.deny(trx, id, [reasonOf(bodies.get(id))]);
  const series = { issuer: way.id, environment, series: issuer.series };
  const isNumbered = (note: queries.Due) =>
    note.number !== null && note.series === issuer.series && note.environment === environment;
  const isOurs = way.via === 'NATIONAL';
  const numbers = isOurs
    ? await queries.giveNumbers(trx, series, sendable.filter((note) => !isNumbered(note)).length)
    : [];
  const sending = sendable.map((note): queries.Sending => {
    // A note that was refused keeps its number: the national system has no note of it.
    const number = isNumbered(note) ? note.number : numbers.shift();
    const head = {
      issuer,
      environment,
      via: way.via,
      number: isOurs ? present(number, 'a number of the series') : 0,
      reference: `MORADA${note.id}`,
      replaces: isOurs ? replacedBy(note) : null,
    };
    const facts = (bodies.get(note.id) as Build)(head);
    const numbered = isOurs ? { series: issuer.series, number: head.number } : { series: null, number: null };
    return { id: note.id, environment, via: way.via, ...numbered, amount: facts.amount, facts };
  });
  await queries.startSending(trx, sending);
  return queries.findDue(
    trx,
    due.map(({ id }) => id).filter((id) => !unsendable.some((one) => one.id === id)),
  );
}

/** What a note replaces, while that one stands. */
const replacedBy = ({ replaces_key: key, replace_reason, replace_text: text }: queries.Due): Head['replaces'] =>
  key === null ? null : { key, reason: replace_reason ?? '99', text };

const NO_TABLE: NfseRefusal = {
  ...{ code: 'MORADA', field: null, party: 'NOTE', place: 'REGISTER' },
  sentence: 'As tabelas fiscais não têm o dia deste pagamento, ou ele não existe mais',
};
const ALL_BACK: NfseRefusal = {
  ...NO_TABLE,
  sentence: 'O fim do contrato devolveu tudo o que esta nota diz: retire-a',
};

/** Why a note says nothing. */
const reasonOf = (body: Body | undefined) => (body === 'GIVEN_BACK' ? ALL_BACK : NO_TABLE);

/**
 * What would leave with each note, and the first reason against it: its own life, a month that is not over, the certificate
 * of who issues it, or what the document lacks.
 */
export async function previewNotes(ctx: Context, ids: readonly number[]): Promise<Previewed[]> {
  const rows = await queries.findBatch(ctx.db, ids);
  const month = referenceOf(ctx.today());
  const heads = new Map<string, { head: Head; taxes: FeeTaxes; problem: string | undefined }>();
  const bodies = new Map<number, Body>();
  for (const [name, notes] of Map.groupBy(rows, wayOf)) {
    const [{ issuer: client, via }] = notes as unknown as [queries.ListRow];
    const way = { id: client?.id ?? null, via };
    const { taxes, environment, issuer: who } = await issuerOf(ctx.db, ctx, way);
    const head = { issuer: who, environment, via, number: 1, reference: 'MORADA1', replaces: null };
    heads.set(name, { head, taxes, problem: await withoutWay(ctx, way) });
    const found = await bodiesOf(ctx.db, ctx, notes, taxes);
    for (const [id, body] of found) bodies.set(id, body);
  }
  const previewed: Previewed[] = [];
  for (const [place, row] of rows.entries()) {
    // Other requests have their turns while many are looked at.
    if (place % PER_TURN === PER_TURN - 1) await nextTurn();
    previewed.push(previewOf(row));
  }
  return previewed;

  function previewOf(row: (typeof rows)[number]): Previewed {
    const { id, version, amount, state } = row;
    const { head, problem } = present(heads.get(wayOf(row)), 'the issuer');
    const refusal = refusalOfCell(serviceNoteLife.cell(state, 'release'), noteProblems);
    if (refusal) return { id, version, amount, reason: refusal.message };
    const mends = row.issuer === null ? '/settings/agency' : `/clients/info/${row.issuer.id}?tab=impostos`;
    if (problem !== undefined) return { id, version, amount, reason: problem, trace: { mends } };
    if (row.month !== null && row.month >= month)
      return { id, version, amount, reason: 'O mês ainda não acabou, e a nota reúne as taxas dele até o último dia.' };
    const body = bodies.get(id);
    const facts = typeof body === 'function' ? body(head) : undefined;
    const [found] = facts ? documentRefusals(facts, row.via, ctx.today()) : [reasonOf(body)];
    const worth = facts?.amount ?? amount;
    if (!found) return { id, version, amount: worth };
    const records = { note: id, issuer: row.issuer?.id ?? null, taker: row.taker.id, property: row.property_id };
    const where = found.field === null ? found.code : `${found.code}, ${found.field}`;
    return {
      ...{ id, version, amount: worth, reason: `${found.sentence} (${where}).` },
      trace: { mends: refusalPath(found, records) },
    };
  }
}

const PER_TURN = 50;

type Previewed = {
  id: number;
  version: number;
  amount: Cents;
  reason?: string;
  trace?: { mends: string | null };
};

const wayOf = ({ issuer, via }: Pick<queries.ListRow, 'issuer' | 'via'>) => `${issuer?.id ?? ''} ${via}`;

/** Why an issuer can't send. */
async function withoutWay(ctx: Context, { id, via }: queries.Way): Promise<string | undefined> {
  if (via === 'NATIONAL') return withoutSigner(await openSigner(ctx, id), ctx.today());
  return (await openIntermediary(ctx))?.access ? undefined : NO_TOKEN;
}

/** Refusals that the issuer would give, found by our own check of rules and schema. */
function documentRefusals(facts: DpsFacts, via: NoteChannel, today: CalendarDate): NfseRefusal[] {
  if (via === 'FOCUS') return lackingOfCity(facts, today);
  const found = factRefusals(facts, today);
  if (found.length > 0) return found;
  const layout = layoutOn(facts.environment, today);
  return schemaFaults(dpsXml(facts, { at: `${today}T00:00:00-03:00`, layout }), 'DPS', layout).map(schemaRefusal);
}

type Build = (head: Head) => DpsFacts;
/** What a note says, or that the end of the contract gave all of it back. */
type Body = Build | 'GIVEN_BACK';

async function bodiesOf(
  trx: Db,
  deps: Deps,
  pending: readonly Pick<queries.Due, 'id' | 'kind' | 'transfer_id'>[],
  taxes: FeeTaxes,
): Promise<Map<number, Body>> {
  const codeOf = await municipalityCodes();
  const placed = <T extends { city: string | null; state: string | null }>(place: T) => ({
    ...place,
    city_code: codeOf(place.city, place.state).ibge,
  });
  const ofLeases = pending.filter(({ kind }) => kind === 'LEASE');
  const fees = await queries.findFees(
    trx,
    pending.filter(({ kind }) => kind !== 'LEASE').map(({ id }) => id),
  );
  const leases = await loadNotes(
    { ...systemContext(deps), db: trx },
    ofLeases.map(({ transfer_id }) => transfer_id),
  );
  const bodies = new Map<number, Body>();
  for (const { id, kind } of pending) if (kind !== 'LEASE') bodies.set(id, 'GIVEN_BACK');
  for (const { taker, ...row } of fees) {
    const [first, ...others] = row.parts.map(({ property, ...part }) => {
      const known = placed(property);
      return { ...part, property: { ...known, city_code: property.city_code ?? known.city_code } };
    });
    const parts = [present(first, 'a payment of the note'), ...others] as const;
    bodies.set(row.id, (head) => feeFacts(head, taxes, { ...row, taker: placed(taker), parts: [...parts] }));
  }
  const noteOf = new Map(ofLeases.map(({ id, transfer_id }) => [transfer_id, id]));
  for (const row of leases)
    if (!row.undone)
      bodies.set(
        present(noteOf.get(row.id), 'the note'),
        row.service > 0 ? (head) => leaseFacts(head, row) : 'GIVEN_BACK',
      );
  return bodies;
}

async function issuerOf(
  trx: Db,
  { secrets }: Pick<Deps, 'secrets'>,
  { id: issuerId, via }: queries.Way,
): Promise<{ issuer: Issuer; environment: DpsEnvironment; taxes: FeeTaxes }> {
  const codeOf = await municipalityCodes();
  const agency = await readAgency(trx, [
    ...(['cnpj', 'tax_regime', 'municipal_registration', 'city', 'state'] as const),
    ...(['dps_series', 'dps_environment', 'administration_code', 'brokerage_code', 'simples_rate'] as const),
    ...(['iss_rate', 'pis_rate', 'cofins_rate'] as const),
  ]);
  const { iss_rate, pis_rate, cofins_rate } = agency;
  const intermediary = via === 'FOCUS' ? await openIntermediary({ db: trx, secrets }) : undefined;
  const environment = intermediary?.environment ?? agency.dps_environment;
  const codes = { ADMINISTRATION: agency.administration_code, BROKERAGE: agency.brokerage_code };
  const taxes = { codes, city: intermediary?.city ?? null, iss_rate, pis_rate, cofins_rate };
  if (issuerId === null) {
    const { municipal_registration, dps_series: series, simples_rate } = agency;
    const issuer = { document: agency.cnpj ?? '', regime: agency.tax_regime, simples_rate };
    const city_code = codeOf(agency.city, agency.state).ibge;
    return { environment, taxes, issuer: { ...issuer, municipal_registration, series, city_code } };
  }
  const owner = present(await queries.findOwner(trx, issuerId), 'the owner');
  const { document, tax_cnpj, municipal_registration, tax_regime: regime, dps_series, city, state } = owner;
  const issuer = { document: tax_cnpj ?? document, municipal_registration, regime, simples_rate: null };
  const city_code = codeOf(city, state).ibge;
  return { environment, taxes, issuer: { ...issuer, series: dps_series ?? agency.dps_series, city_code } };
}

// The call -------------------------------------------------------------------------------------------------------------------

type Refused = { refused: NfseRefusal[] };
type Issued = { issuedAt: Date; key: string | null; xml: string | null; city: CityNote | null };
type Canceled = { cancelledAt: Date; xml: string | null };
type Cancellation = Canceled | Refused | Unknown;
type Order = { key: string | null; reason: '1' | '2' | '9'; text: string };

/** Who issues and cancels notes: the national system, or the intermediary of a city outside of it. */
type Port = {
  /** Why a note can't be asked about here; undefined: it can. */
  holds: (facts: DpsFacts) => string | undefined;
  issue: (facts: DpsFacts, trial: Trial) => Promise<Issued | Waits | Refused | Unknown>;
  cancel: (facts: DpsFacts, order: Order, trial: Trial) => Promise<Cancellation>;
  readCancellation: (facts: DpsFacts, key: string | null) => Promise<Cancellation | { stands: true }>;
};

async function nationalPort(deps: Deps, id: number | null, outside: Outside): Promise<Port | { problem: string }> {
  const opened = await openSigner(deps, id);
  const problem = withoutSigner(opened, deps.today());
  if (!opened || problem) return { problem: problem ?? '' };
  const { signer } = opened;
  const settingsOf = ({ environment }: DpsFacts) => ({ ...outside, environment });
  return {
    holds: () => undefined,
    async issue(facts, trial) {
      const answer = await issueNote(signer, facts, settingsOf(facts), trial);
      return 'key' in answer ? { ...answer, city: null } : answer;
    },
    cancel: (facts, { key, reason, text }, trial) =>
      cancelNote(
        signer,
        {
          ...{ environment: facts.environment, key: present(key, 'the key'), document: facts.issuer.document },
          ...{ reason, text },
        },
        settingsOf(facts),
        trial,
      ),
    readCancellation: (facts, key) => readCancellation(signer, present(key, 'the key'), settingsOf(facts)),
  };
}

const NO_TOKEN = 'O token do Focus NFe foi guardado com uma chave que não está nesta instalação: digite-o de novo.';
const NO_INTERMEDIARY = 'Esta nota é do Focus NFe, e as notas não saem mais por ele: ligue-o de novo em Configurações.';
const OTHER_PLACE = 'Esta nota é do outro endereço do Focus NFe (teste ou produção), e espera por ele.';

/** Clients of the intermediary: each keeps the state of its breaker. */
const clientsOf = perDatabase((): { version?: number; client?: IntermediaryClient } => ({}));

function clientOf({ db }: Deps, { version }: Intermediary, open: () => IntermediaryClient): IntermediaryClient {
  const kept = clientsOf(db);
  if (kept.version === version && kept.client) return kept.client;
  const client = open();
  Object.assign(kept, { version, client });
  return client;
}

async function cityPort(deps: Deps, { patience }: Outside): Promise<Port | { problem: string }> {
  const intermediary = await openIntermediary(deps);
  if (!intermediary) return { problem: NO_INTERMEDIARY };
  const { access, environment } = intermediary;
  if (!access) return { problem: NO_TOKEN };
  const client = clientOf(deps, intermediary, () => openIntermediaryClient(access, patience));
  const cityOf = await municipalityNames();
  const ufOf = (city: string) => cityOf(city).split('/')[1] ?? '';
  const cancelled = <A extends object>(answer: A | { cancelledAt: Date }) =>
    'cancelledAt' in answer ? { ...answer, xml: null } : answer;
  return {
    // Another address knows nothing of a note, and would issue it again.
    holds: (facts) => (facts.environment === environment ? undefined : OTHER_PLACE),
    async issue(facts, trial) {
      const answer = await client.issue(facts, ufOf, trial);
      return 'city' in answer ? { ...answer, key: null, xml: null } : answer;
    },
    cancel: async (facts, { text }, trial) => cancelled(await client.cancel(facts.reference, text, trial)),
    readCancellation: async (facts) => cancelled(await client.readCancellation(facts.reference)),
  };
}

type Told =
  | { due: queries.Due; issued: Issued }
  | { due: queries.Due; canceled: Canceled }
  | { due: queries.Due; stands: true }
  | { due: queries.Due; refused: NfseRefusal[] }
  | { due: queries.Due; unknown: Unknown }
  | { due: queries.Due; waits: true };

async function callOf(port: Port, due: queries.Due, tell: (told: Told) => void): Promise<void> {
  const facts = present(due.facts, 'what was sent');
  const held = port.holds(facts);
  if (held !== undefined) return tell({ due, unknown: { unknown: true, sent: false, reason: held } });
  // An earlier call may have arrived: its answer was lost, or its server died.
  const trial = { maybeSent: due.tries > 1 };
  if (!isToBeDone(due)) {
    const answer = await port.readCancellation(facts, due.key);
    if ('unknown' in answer) return lost(due, answer, tell);
    // A question that is refused, as by an expired certificate, is asked again another day.
    return tell('stands' in answer || 'refused' in answer ? { due, stands: true } : { due, canceled: answer });
  }
  if (due.state === 'CANCELING') {
    const order = { key: due.key, reason: due.cancel_reason ?? ('9' as const), text: due.cancel_text ?? '' };
    const answer = await port.cancel(facts, order, trial);
    if ('unknown' in answer) return lost(due, answer, tell);
    return tell('refused' in answer ? { due, ...answer } : { due, canceled: answer });
  }
  const answer = await port.issue(facts, trial);
  if ('unknown' in answer) return lost(due, answer, tell);
  tell('refused' in answer || 'waits' in answer ? { due, ...answer } : { due, issued: answer });
}

/** Whether the call is to issue or to cancel; else the note is issued, and is asked for. */
const isToBeDone = ({ state }: queries.Due) =>
  state === 'PENDING' || state === 'SENDING' || state === 'RECALLING' || state === 'CANCELING';

function lost(due: queries.Due, unknown: Unknown, tell: (told: Told) => void): never {
  tell({ due, unknown });
  throw new NoAnswer(unknown.reason);
}

// After the call -------------------------------------------------------------------------------------------------------------

const write = (deps: Deps, told: readonly Told[]) =>
  deps.db.transaction().execute(async (trx) => {
    const ctx = { ...systemContext(deps), db: trx };
    await queries.lockNotes(
      trx,
      told.map(({ due }) => due.id),
    );
    for (const one of told.toSorted((a, b) => a.due.id - b.due.id)) await writeOne(trx, ctx, one);
    await tellNotes(
      trx,
      ctx,
      told.flatMap((one) => ('issued' in one ? [one.due.id] : [])),
    );
  });

async function writeOne(trx: Db, ctx: Context, told: Told): Promise<void> {
  const { id } = told.due;
  const note = present(await queries.lockNote(trx, id), 'the note');
  const from = note.state;
  if ('unknown' in told) return queries.lose(trx, id, told.unknown.reason);
  // A city answers within minutes; after hours a person has to look.
  if ('waits' in told) return queries.lose(trx, id, told.due.tries > LONG_WAIT ? NO_CITY : null);
  if ('stands' in told) return queries.noteChecked(trx, id);
  const event = eventOf(told);
  if (!serviceNoteLife.can(from, event)) return;
  const to = serviceNoteLife.next(from, event);
  const done = { state: to, problem: null, tries: 0 };
  if ('issued' in told) {
    const { key, xml, city, issuedAt } = told.issued;
    const given = { city_number: city?.number, city_verification: city?.verification, city_url: city?.url };
    const next_try_at = to === 'CANCELING' ? NOW() : null;
    await queries.move(trx, id, from, { ...done, ...given, key, xml, issued_at: issuedAt.toISOString(), next_try_at });
    // A note of trials closes no line of the sheet.
    if (note.kind === 'LEASE' && key !== null && note.environment === 'PRODUCTION')
      await sheet.putNote(trx, note.transfer_id, { key, xml, signed_by: null });
  } else if ('canceled' in told) {
    const { cancelledAt, xml } = told.canceled;
    const canceled = { canceled_at: cancelledAt.toISOString(), cancel_xml: xml };
    await queries.move(trx, id, from, { ...done, ...canceled, next_try_at: null });
    await openLine(trx, note);
  } else {
    const refusals = to === 'WITHDRAWN' ? '[]' : JSON.stringify(told.refused);
    await queries.move(trx, id, from, { ...done, refusals, next_try_at: null });
  }
  const codes = 'refused' in told ? { refusal: told.refused.map(({ code }) => code).join(', ') } : {};
  await leaveTrail(trx, ctx, 'service_note', id, ACTIONS[event], { state: [from, to], ...codes });
  if ('issued' in told) {
    await confirmReplaced(trx, ctx, note);
    if (to === 'ISSUED') await replaceIfLessened(trx, ctx, id);
  } else if (to === 'WITHDRAWN') await keepReplaced(trx, ctx, note.replaces_id);
}

/** The national system cancels a note as it issues the one that replaces it; any other one is asked to. */
async function confirmReplaced(
  trx: Db,
  ctx: Context,
  { replaces_id, via }: { replaces_id: number | null; via: NoteChannel },
): Promise<void> {
  const old = replaces_id === null ? undefined : await queries.lockNote(trx, replaces_id);
  if (!old || !serviceNoteLife.can(old.state, 'confirmReplace')) return;
  if (old.via !== 'NATIONAL' || via !== 'NATIONAL') return cancelReplaced(trx, ctx, old);
  const to = serviceNoteLife.next(old.state, 'confirmReplace');
  await queries.move(trx, old.id, old.state, { state: to, canceled_at: new Date().toISOString(), next_try_at: null });
  await leaveTrail(trx, ctx, 'service_note', old.id, 'confirm-replace', { state: [old.state, to] });
}

/** Tries of some hours. */
const LONG_WAIT = 20;
const NO_CITY = 'A prefeitura ainda não respondeu ao Focus NFe: veja a nota no painel dele.';

const NOW = () => new Date(0).toISOString();

const ACTIONS = {
  issue: 'issue',
  deny: 'deny',
  confirmCancel: 'confirm-cancel',
  denyCancel: 'deny-cancel',
  noteCanceled: 'read-canceled',
} as const;

function eventOf(told: Exclude<Told, { unknown: Unknown } | { stands: true } | { waits: true }>): keyof typeof ACTIONS {
  if ('issued' in told) return 'issue';
  if ('canceled' in told) return told.due.state === 'CANCELING' ? 'confirmCancel' : 'noteCanceled';
  return told.due.state === 'CANCELING' ? 'denyCancel' : 'deny';
}
