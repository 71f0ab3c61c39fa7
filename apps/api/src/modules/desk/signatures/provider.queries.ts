import type { CalendarDate } from '@morada/domain/base/calendar';
import type { EnvelopeState } from '@morada/domain/signature/envelope';
import type { SignatureKind } from '@morada/domain/signature/kinds';
import type { SignerChannel, SignerRole } from '@morada/domain/signature/words';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { SignatureConnection, SignatureErrand } from '#api/db/schema.ts';

// The connection ---------------------------------------------------------------------------------------------------------------

export const findProvider = (db: Db) => db.selectFrom('signature_connection').selectAll().executeTakeFirst();
export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>;

/** The connection, held against its removal. */
export const holdProvider = (trx: Db) =>
  trx.selectFrom('signature_connection').select('only_row').forShare().executeTakeFirst();

export const lockProvider = (trx: Db) =>
  trx.selectFrom('signature_connection').selectAll().forUpdate().executeTakeFirst();

/** Keeps a connection, and clears what was noted of the former one. */
export const putProvider = (trx: Db, saved: Insertable<SignatureConnection>) =>
  trx
    .insertInto('signature_connection')
    .values(saved)
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        ...saved,
        ...{ answered_at: null, failing_since: null, problem: null, wait_until: null },
        version: sql<number>`signature_connection.version + 1`,
      }),
    )
    .execute();

export const resealProvider = (trx: Db, sealed: Updateable<SignatureConnection>) =>
  trx
    .updateTable('signature_connection')
    .set(sealed)
    .set((q) => ({ version: q('version', '+', 1) }))
    .execute();

export const deleteProvider = (trx: Db) => trx.deleteFrom('signature_connection').execute();

/** Papers are signed in our own room again, those that are prepared too. */
export async function leaveProvider(trx: Db): Promise<void> {
  await trx.updateTable('signature_setting').set({ provider: 'ROOM' }).execute();
  await trx
    .updateTable('signature_envelope')
    .set({ provider: 'ROOM' })
    .where('state', '=', 'DRAFT')
    .where('provider', '=', 'CLICKSIGN')
    .execute();
}

/** Notes that the provider answers. */
export const noteAnswer = (db: Db) =>
  db
    .updateTable('signature_connection')
    .set({ answered_at: sql<string>`now()`, failing_since: null, problem: null, wait_until: null })
    .execute();

export const noteFailure = (db: Db, { problem, until }: { problem: string; until: Date | undefined }) =>
  db
    .updateTable('signature_connection')
    .set({
      ...{ problem, wait_until: until?.toISOString() ?? null },
      failing_since: sql<string>`coalesce(failing_since, now())`,
    })
    .execute();

/** Papers that the provider still has something to do with, those that wait to be sent, and those that it refused. */
export async function countErrands(db: Db): Promise<{ open: number; waiting: number; refused: number }> {
  const { rows } = await sql<{ open: number; waiting: number; refused: number }>`
    select count(*)::int as open, count(*) filter (where v.state = 'OUT' and e.sent_at is null and e.refused is not true)::int as waiting,
      count(*) filter (where v.state = 'OUT' and e.refused)::int as refused
    from signature_envelope v left join signature_errand e on e.envelope_id = v.id
    where v.provider = 'CLICKSIGN' and e.over_at is null and (e.envelope_id is not null or v.state in ('OUT', 'SEALING'))`.execute(
    db,
  );
  return rows[0] ?? { open: 0, waiting: 0, refused: 0 };
}

// What it is asked ---------------------------------------------------------------------------------------------------------------

/** Asks for the job; several asks are one. */
export const askForWork = (trx: Db) =>
  sql`select graphile_worker.add_job('signature-provider', max_attempts => 1, job_key => 'signature-provider')`.execute(
    trx,
  );

/**
 * An errand for each paper that goes out by the provider; each change of the paper's state makes it due at once. While one may
 * be under way to the provider its claim stands, so that nobody withdraws there what is only being made.
 */
export async function planErrands(db: Db): Promise<void> {
  await sql`
    insert into signature_errand (envelope_id, seen_state)
    select id, state from signature_envelope
    where provider = 'CLICKSIGN' and state = 'OUT'
      and not exists (select from signature_errand e where e.envelope_id = signature_envelope.id)
    on conflict do nothing`.execute(db);
  await sql`
    update signature_errand e set seen_state = v.state,
      next_try_at = case when e.sent_at is null and e.next_try_at > now() then e.next_try_at else now() end
    from signature_envelope v
    where v.id = e.envelope_id and e.over_at is null and e.seen_state <> v.state`.execute(db);
}

export const findErrand = (db: Db, envelope: number) =>
  db
    .selectFrom('signature_errand')
    .select(['sent_at', 'over_at', 'refused', 'problem', 'next_try_at'])
    .where('envelope_id', '=', envelope)
    .executeTakeFirst();

/**
 * Looks at a paper of the provider again, now: one that it refused, too. One that is not out there may be under way: a claim lasts
 * two minutes, and is waited for.
 */
export const wake = (trx: Db, envelope: number) =>
  sql`update signature_errand set next_try_at = now(), refused = false, problem = null
    where envelope_id = ${envelope} and over_at is null
      and (sent_at is not null or next_try_at is null or next_try_at > now() + interval '2 minutes')`.execute(trx);

export type Due = {
  envelope_id: number;
  reference: string;
  document_key: string | null;
  sent: boolean;
  asked: boolean;
  tries: number;
  kind: SignatureKind;
  title: string;
  state: EnvelopeState;
  provider_key: string | null;
  deadline: CalendarDate;
  remind_days: number;
  in_order: boolean;
  file_id: number;
  file_name: string;
};

/** Any errand that is due. */
export const ANY = sql`true`;

/** Errands that were claimed, with their papers. */
export async function findDue(trx: Db, ids: readonly number[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select e.envelope_id, e.reference, e.document_key, e.sent_at is not null as sent, e.asked_at is not null as asked,
      e.tries, v.kind, v.title, v.state, v.provider_key, v.deadline, v.remind_days, v.in_order,
      v.file_id, f.name as file_name
    from signature_errand e join signature_envelope v on v.id = e.envelope_id join stored_file f on f.id = v.file_id
    where e.envelope_id = any(${ids}::bigint[]) order by e.envelope_id`.execute(trx);
  return rows;
}

export type DueSigner = {
  id: number;
  role: SignerRole;
  name: string;
  cpf: string | null;
  email: string | null;
  phone: string | null;
  channel: SignerChannel;
  turn: number;
  provider_key: string | null;
};

export const findSigners = (db: Db, envelope: number): Promise<DueSigner[]> =>
  db
    .selectFrom('signature_signer')
    .select(['id', 'role', 'name', 'cpf', 'email', 'phone', 'channel', 'turn', 'provider_key'])
    .where('envelope_id', '=', envelope)
    .orderBy('turn')
    .orderBy('id')
    .execute();

export const moveErrand = (db: Db, envelope: number, changes: Updateable<SignatureErrand>) =>
  db.updateTable('signature_errand').set(changes).where('envelope_id', '=', envelope).execute();

const NOW = () => new Date().toISOString();

/** Keys by which the provider knows a paper and those who sign it. */
export async function keepKeys(
  trx: Db,
  envelope: number,
  { key, document, signers }: { key: string; document: string; signers: ReadonlyMap<number, string> },
): Promise<void> {
  await trx.updateTable('signature_envelope').set({ provider_key: key }).where('id', '=', envelope).execute();
  for (const [id, provider_key] of signers)
    await trx.updateTable('signature_signer').set({ provider_key }).where('id', '=', id).execute();
  await moveErrand(trx, envelope, { document_key: document, sent_at: NOW(), tries: 0, refused: false });
}

export const noteAsked = (db: Db, envelope: number) => moveErrand(db, envelope, { asked_at: NOW(), tries: 0 });

/** Looks at a paper again after so many minutes, unless it was made due meanwhile. */
export const waitMinutes = (db: Db, envelope: number, minutes: number) =>
  sql`update signature_errand
    set problem = null, tries = 0,
      next_try_at = case when next_try_at <= now() then next_try_at else now() + ${minutes} * interval '1 minute' end
    where envelope_id = ${envelope} and over_at is null`.execute(db);

/** Nothing is left to be done at the provider. */
export const endErrand = (db: Db, envelope: number, problem: string | null) =>
  moveErrand(db, envelope, { over_at: NOW(), next_try_at: null, problem, refused: false });

export const findSignerState = async (trx: Db, id: number) =>
  (await trx.selectFrom('signature_signer').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/** A try that failed is made again later and later, up to every half hour. */
export const postpone = (db: Db, envelope: number, problem: string) =>
  sql`update signature_errand
    set problem = ${problem}, next_try_at = now() + least(power(2, least(tries, 10)), 30) * interval '1 minute'
    where envelope_id = ${envelope}`.execute(db);

// Its notices --------------------------------------------------------------------------------------------------------------------

/** Keeps a notice as it came. @returns whether it is a new one. */
export const keepNotice = async (trx: Db, notice: { key: string; raw: string }): Promise<boolean> =>
  (await trx
    .insertInto('signature_notice')
    .values(notice)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Notices that wait, locked; those that another server works on are passed over. */
export const lockNotices = (trx: Db, limit: number) =>
  trx
    .selectFrom('signature_notice')
    .select(['id', 'raw'])
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Closes a notice. What it says of people goes: it is read at the provider. */
export const closeNotice = (trx: Db, id: number, state: 'DONE' | 'UNKNOWN') =>
  trx.updateTable('signature_notice').set({ state, raw: '' }).where('id', '=', id).execute();

/**
 * Makes the errand due that a notice is about, by the document's key or by our name for it; while it is being sent there is
 * nothing to look at. @returns whether it is about a paper of ours
 */
export async function wakeNamed(
  trx: Db,
  { document, reference }: { document: string; reference: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update signature_errand set next_try_at = now()
    where (document_key = ${document} or reference::text = ${reference}) and sent_at is not null and over_at is null`.execute(
    trx,
  );
  if (numAffectedRows) return true;
  const { rows } = await sql`
    select from signature_errand where document_key = ${document} or reference::text = ${reference}`.execute(trx);
  return rows.length > 0;
}

export const dropNotices = (db: Db, days: number) =>
  db
    .deleteFrom('signature_notice')
    .where('state', '<>', 'WAITING')
    .where('received_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .execute();
