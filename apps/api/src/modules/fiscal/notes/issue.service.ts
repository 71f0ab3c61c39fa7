import type { CalendarDate } from '@morada/domain/base/calendar';
import { serviceNoteLife } from '@morada/domain/fiscal/service-note';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import type { DpsFacts } from '@morada/domain/nfse/dps';
import type { NfseRefusal } from '@morada/domain/nfse/refusals';
import { municipalityCodes } from '#api/base/municipalities.ts';
import { present } from '#api/base/present.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { claimed, makeCallsThrough } from '#api/modules/bank/connections/calls.service.ts';
import { tellNotes } from '#api/modules/collection/messages/news.service.ts';
import {
  type CancelAnswer,
  cancelNote,
  type IssueAnswer,
  issueNote,
  type NationalSettings,
  type Signer,
  type Unknown,
} from '#api/outside/nfse/national.ts';
import { openSigner } from '../certificates/certificates.service.ts';
import { feeFacts, type Issuer, leaseFacts } from './dps.map.ts';
import * as sheet from './lease-notes.queries.ts';
import { loadNotes } from './lease-notes.service.ts';
import * as queries from './service-notes.queries.ts';

/** Notes claimed at a time, and concurrent calls. */
const BATCH = 64;
const AT_ONCE = 8;

/** The national system gave no answer: further calls wait for the next round. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type Outside = Omit<NationalSettings, 'environment'>;
type Issuing = { signer: Signer; outside: Outside };

/** One round over the issuers: sends what is due, each with its own certificate. */
export async function workOnNotes(deps: Deps): Promise<void> {
  const { national } = deps.outside;
  if (!national) return;
  for (const issuer of await queries.findIssuersWithDue(deps.db)) await workOfIssuer(deps, issuer, national);
}

async function workOfIssuer(deps: Deps, issuer: number | null, outside: Outside): Promise<void> {
  const opened = await openSigner(deps, issuer);
  const problem = withoutSigner(opened, deps.today());
  if (!opened || problem) return void (await queries.waitForCertificate(deps.db, issuer, problem ?? ''));
  const issuing: Issuing = { signer: opened.signer, outside };
  await makeCallsThrough<Issuing, queries.Due, Told>(
    async (calls) => {
      try {
        await calls(issuing);
        return {};
      } catch (error) {
        if (error instanceof NoAnswer) return undefined;
        throw error;
      }
    },
    {
      ...{ batch: BATCH, atOnce: AT_ONCE },
      ...claimed(deps.db, 'service_note', queries.ofIssuer(issuer), (trx, ids) => prepare(trx, deps, issuer, ids)),
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
async function prepare(trx: Db, deps: Deps, issuerId: number | null, ids: readonly number[]): Promise<queries.Due[]> {
  const due = await queries.findDue(trx, ids);
  const pending = due.filter(({ state }) => state === 'PENDING');
  if (pending.length === 0) return due;
  const { issuer, environment, code } = await issuerOf(trx, issuerId);
  const bodies = await bodiesOf(trx, deps, pending, code);
  const sendable = pending.filter(({ id }) => bodies.has(id));
  const unsendable = pending.filter(({ id }) => !bodies.has(id));
  await queries.deny(
    trx,
    unsendable.map(({ id }) => id),
    [NO_TABLE],
  );
  const series = { issuer: issuerId, environment, series: issuer.series };
  const isNumbered = (note: queries.Due) =>
    note.number !== null && note.series === issuer.series && note.environment === environment;
  const numbers = await queries.giveNumbers(trx, series, sendable.filter((note) => !isNumbered(note)).length);
  const sending = sendable.map((note): queries.Sending => {
    // A note that was refused keeps its number: the national system has no note of it.
    const number = isNumbered(note) ? note.number : numbers.shift();
    const head = {
      issuer,
      environment,
      number: present(number, 'a number of the series'),
      reference: `MORADA${note.id}`,
    };
    const facts = present(bodies.get(note.id), 'the facts')(head);
    return { id: note.id, environment, series: issuer.series, number: head.number, amount: facts.amount, facts };
  });
  await queries.startSending(trx, sending);
  return queries.findDue(
    trx,
    due.map(({ id }) => id).filter((id) => !unsendable.some((one) => one.id === id)),
  );
}

const NO_TABLE: NfseRefusal = {
  ...{ code: 'MORADA', field: null, party: 'NOTE', place: 'REGISTER' },
  sentence: 'As tabelas fiscais não têm o dia deste pagamento, ou ele não existe mais',
};

type Body = (head: Parameters<typeof feeFacts>[0]) => DpsFacts;

async function bodiesOf(
  trx: Db,
  deps: Deps,
  pending: readonly queries.Due[],
  code: string,
): Promise<Map<number, Body>> {
  const codeOf = await municipalityCodes();
  const placed = <T extends { city: string | null; state: string | null }>(place: T) => ({
    ...place,
    city_code: codeOf(place.city, place.state).ibge,
  });
  const ofKind = (kind: queries.Due['kind']) => pending.filter((note) => note.kind === kind);
  const fees = await queries.findFees(
    trx,
    ofKind('ADMINISTRATION').map(({ id }) => id),
  );
  const leases = await loadNotes(
    { ...systemContext(deps), db: trx },
    ofKind('LEASE').map(({ transfer_id }) => transfer_id),
  );
  const bodies = new Map<number, Body>();
  for (const row of fees) {
    const property = placed(row.property);
    const known = { ...property, city_code: row.property.city_code ?? property.city_code };
    bodies.set(row.id, (head) => feeFacts(head, code, { ...row, taker: placed(row.taker), property: known }));
  }
  const noteOf = new Map(ofKind('LEASE').map(({ id, transfer_id }) => [transfer_id, id]));
  for (const row of leases)
    if (!row.undone) bodies.set(present(noteOf.get(row.id), 'the note'), (head) => leaseFacts(head, row));
  return bodies;
}

async function issuerOf(
  trx: Db,
  issuerId: number | null,
): Promise<{ issuer: Issuer; environment: DpsEnvironment; code: string }> {
  const codeOf = await municipalityCodes();
  const agency = await readAgency(trx, [
    ...(['cnpj', 'tax_regime', 'municipal_registration', 'city', 'state'] as const),
    ...(['dps_series', 'dps_environment', 'administration_code', 'simples_rate'] as const),
  ]);
  const [environment, code] = [agency.dps_environment, agency.administration_code];
  if (issuerId === null) {
    const { municipal_registration, dps_series: series, simples_rate } = agency;
    const issuer = { document: agency.cnpj ?? '', regime: agency.tax_regime, simples_rate };
    const city_code = codeOf(agency.city, agency.state).ibge;
    return { environment, code, issuer: { ...issuer, municipal_registration, series, city_code } };
  }
  const owner = present(await queries.findOwner(trx, issuerId), 'the owner');
  const { document, tax_cnpj, municipal_registration, tax_regime: regime, dps_series, city, state } = owner;
  const issuer = { document: tax_cnpj ?? document, municipal_registration, regime, simples_rate: null };
  const city_code = codeOf(city, state).ibge;
  return { environment, code, issuer: { ...issuer, series: dps_series ?? agency.dps_series, city_code } };
}

// The call -------------------------------------------------------------------------------------------------------------------

type Told =
  | { due: queries.Due; issued: Exclude<IssueAnswer, { refused: unknown } | Unknown> }
  | { due: queries.Due; canceled: Exclude<CancelAnswer, { refused: unknown } | Unknown> }
  | { due: queries.Due; refused: NfseRefusal[] }
  | { due: queries.Due; unknown: Unknown };

async function callOf({ signer, outside }: Issuing, due: queries.Due, tell: (told: Told) => void): Promise<void> {
  const facts = present(due.facts, 'what was sent');
  const settings = { ...outside, environment: facts.environment };
  // An earlier call may have arrived: its answer was lost, or its server died.
  const trial = { maybeSent: due.tries > 1 };
  if (due.state === 'CANCELING') {
    const order = {
      ...{ environment: facts.environment, key: present(due.key, 'the key'), document: facts.issuer.document },
      ...{ reason: due.cancel_reason ?? ('9' as const), text: due.cancel_text ?? '' },
    };
    const answer = await cancelNote(signer, order, settings, trial);
    if ('unknown' in answer) return lost(due, answer, tell);
    return tell('refused' in answer ? { due, ...answer } : { due, canceled: answer });
  }
  const answer = await issueNote(signer, facts, settings, trial);
  if ('unknown' in answer) return lost(due, answer, tell);
  tell('refused' in answer ? { due, ...answer } : { due, issued: answer });
}

function lost(due: queries.Due, unknown: Unknown, tell: (told: Told) => void): never {
  tell({ due, unknown });
  throw new NoAnswer(unknown.reason);
}

// After the call -------------------------------------------------------------------------------------------------------------

const write = (deps: Deps, told: readonly Told[]) =>
  deps.db.transaction().execute(async (trx) => {
    const ctx = { ...systemContext(deps), db: trx };
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
  if ('unknown' in told) {
    return queries.lose(trx, id, told.unknown.reason);
  }
  const event = eventOf(told);
  if (!serviceNoteLife.can(from, event)) return;
  const to = serviceNoteLife.next(from, event);
  const done = { state: to, problem: null, tries: 0 };
  if ('issued' in told) {
    const { key, xml, issuedAt } = told.issued;
    await queries.move(trx, id, from, { ...done, key, xml, issued_at: issuedAt.toISOString(), next_try_at: NOW() });
    if (note.kind === 'LEASE') await sheet.putNote(trx, note.transfer_id, { key, xml, signed_by: null });
  } else if ('canceled' in told) {
    const { cancelledAt, xml } = told.canceled;
    await queries.move(trx, id, from, { ...done, canceled_at: cancelledAt.toISOString(), cancel_xml: xml });
    if (note.kind === 'LEASE') await sheet.deleteNote(trx, note.transfer_id);
  } else {
    const refusals = to === 'WITHDRAWN' ? '[]' : JSON.stringify(told.refused);
    await queries.move(trx, id, from, { ...done, refusals });
  }
  const codes = 'refused' in told ? { refusal: told.refused.map(({ code }) => code).join(', ') } : {};
  await leaveTrail(trx, ctx, 'service_note', id, ACTIONS[event], { state: [from, to], ...codes });
}

const NOW = () => new Date(0).toISOString();

const ACTIONS = {
  issue: 'issue',
  deny: 'deny',
  confirmCancel: 'confirm-cancel',
  denyCancel: 'deny-cancel',
} as const;

function eventOf(told: Exclude<Told, { unknown: Unknown }>): keyof typeof ACTIONS {
  if ('issued' in told) return 'issue';
  if ('canceled' in told) return 'confirmCancel';
  return told.due.state === 'CANCELING' ? 'denyCancel' : 'deny';
}
