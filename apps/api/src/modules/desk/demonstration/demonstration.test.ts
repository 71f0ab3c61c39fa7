import type { Demonstration, DemonstrationRemoval } from '@morada/contract/desk/demonstration';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage, type Storage } from '#api/files/storage.ts';
import { startJobs } from '#api/jobs.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startS3 } from '#test/servers/s3-server.ts';
import { until } from '#test/until.ts';
import { claimFilling } from './demonstration.queries.ts';
import { demonstrationRuns } from './demonstration.service.ts';
import { dropFiles } from './removal.service.ts';

const { carryOut, giveUp, resume: resumeDemonstration } = demonstrationRuns;

let app: Awaited<ReturnType<typeof startApp>>;
let staff: ReturnType<typeof app.as>;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;

beforeEach(async () => {
  app = await startApp({ today: '2026-03-10' });
  staff = app.as('*');
  await staff.get('/demonstration');
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
  await app.stop();
});

/** All tables but the maintained totals: the same sums can be split over rows in several ways, and `verifyBooks` compares them. */
async function everything() {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('list_total', 'ledger_day_total', 'trail', 'idempotency_key', 'installation_key', 'session',
        'ledger_removal', 'worked_day')
    order by 1`.execute(app.db);
  const found: Record<string, unknown> = {};
  for (const { name } of rows) {
    const held = await sql<{ rows: unknown }>`
      select coalesce(json_agg(t order by t::text), '[]') as rows from ${sql.table(name)} t`.execute(app.db);
    found[name] = held.rows[0]?.rows;
  }
  return found;
}

const state = async () => (await staff.get('/demonstration')).json<Demonstration>();
const removal = async () => (await staff.get('/demonstration/removal')).json<DemonstrationRemoval>();
const kindsOf = ({ kinds }: DemonstrationRemoval) =>
  Object.fromEntries(kinds.map(({ kind, ...counts }) => [kind, counts]));
const remove = (later = 0) => staff.delete(`/demonstration?later=${later}`);

/** Starts the worker, and waits for the jobs that a start enqueues: billing beside the filling would issue its invoices. */
const work = async () => {
  jobs ??= await startJobs(app.deps, app.pool, app.app.log, { crontab: '', pollInterval: 1_000 });
  await jobsDone('billing', 'resume', 'indices');
};

const jobsDone = (...tasks: string[]) =>
  until(
    () => sql`select from graphile_worker.jobs where task_identifier = any(${tasks})`.execute(app.db),
    ({ rows }) => rows.length === 0,
  );

const filled = () => until(state, ({ status }) => status !== 'FILLING');

/** The first of two concurrent calls succeeds; the other gets a conflict. */
async function oneOfTwo(call: () => ReturnType<typeof remove>, won: number) {
  const answers = await Promise.all([call(), call()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([won, 409]);
}

const isThere = (files: Storage, key: string) =>
  files.stream(key).then(
    (stream) => {
      stream.destroy();
      return true;
    },
    () => false,
  );

describe('filling and removing', () => {
  const inAndOut = async (place: 'a folder' | 'a bucket') => {
    const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'fotos', region: 'us-east-1' });
    if (place === 'a bucket')
      app.deps.files = openStorage({ DATA_DIR: '', STORAGE_URL: `s3://MORADA:segredo@${s3.host}/fotos?insecure` });
    // The agency's own deleted records and its settings stay.
    await app.property();
    await app.db.updateTable('property').set({ deleted_at: new Date() }).execute();
    await app.db.updateTable('client').set({ deleted_at: new Date() }).execute();
    await staff.patch('/agency', { name: 'Imobiliária Nova' });
    const before = await everything();
    expect(await state()).toEqual({ status: 'NONE', done: 0, total: 0, possible: true, by: null, since: null });

    await work();
    await oneOfTwo(() => staff.post('/demonstration'), 201);
    expect(await filled()).toMatchObject({ status: 'IN', possible: false, by: 'Mariana Dias', done: 73, total: 73 });
    expect(await verifyBooks(app.db)).toEqual([]);
    expect(await app.db.selectFrom('admin_user').selectAll().execute()).toHaveLength(1);
    expect((await staff.get('/agency')).json().name).toBe('Imobiliária Nova');
    const images = await app.db.selectFrom('property_image').select('key').execute();
    const post = await app.db.selectFrom('post').select('image').executeTakeFirstOrThrow();
    const keys = [...images.map(({ key }) => key), post.image].flatMap((key) =>
      ['full', 'medium', 'thumb'].map((size) => `image/${size}/${key}.jpg`),
    );
    expect(keys.length).toBeGreaterThan(500);
    expect(await isThere(app.deps.files, keys.at(-1) ?? '')).toBe(true);
    expect(s3.objects.size > 0).toBe(place === 'a bucket');

    const says = await removal();
    expect(says.later).toBe(0);
    // 46 contracts, and 9 and 4 properties free or waiting. Deleted ones are not counted.
    expect(kindsOf(says)).toMatchObject({
      property: { goes: 59, later: 0, stays: 0 },
      proposal: { goes: 46, later: 0, stays: 0 },
      post: { goes: 3, later: 0, stays: 0 },
      ticket: { goes: 6, later: 0, stays: 0 },
    });
    const posted = (await sql`select from ledger_entry`.execute(app.db)).rows.length;
    expect((await remove()).statusCode).toBe(204);
    const { rows } = await sql`select from ledger_entry`.execute(app.db);
    expect(rows).toEqual([]);
    const removals = await app.db.selectFrom('ledger_removal').select(['entries', 'role']).execute();
    expect(removals).toEqual([{ entries: posted, role: expect.any(String) }]);
    expect(await everything()).toEqual(before);
    expect(await verifyBooks(app.db)).toEqual([]);
    await jobsDone('drop-files');
    for (const key of keys) expect(await isThere(app.deps.files, key), key).toBe(false);
    // The key of links stays: the installation made it.
    expect([...s3.objects.keys()].filter((key) => !key.startsWith('secret/'))).toEqual([]);
    await s3.stop();

    const trail = await trailOf(app.db, 'agency', 1);
    expect(trail.map(({ actor, action }) => [actor, action])).toEqual([
      ['Mariana Dias', 'update'],
      ['Mariana Dias', 'add-demonstration'],
      ['Mariana Dias', 'remove-demonstration'],
    ]);
    expect(trail.at(-1)?.changes).toMatchObject({ property: 59, proposal: 46 });
    expect(await app.db.selectFrom('trail').select('id').execute()).toHaveLength(3);
    // It can be filled again.
    expect(await state()).toMatchObject({ status: 'NONE', possible: true });
  };

  const SAME = 'restores every table, with balanced books in between and after';
  test(`${SAME}: files in a folder`, { ...LONG, timeout: 300_000 }, () => inAndOut('a folder'));
  test(`${SAME}: files in a bucket`, { ...LONG, timeout: 300_000 }, () => inAndOut('a bucket'));

  test('resumes after a dead worker, and keeps later records unless they depend on the demonstration', {
    ...LONG,
    timeout: 300_000,
  }, async () => {
    await work();
    await jobs?.stop();
    jobs = undefined;
    await staff.post('/demonstration');
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = 'demonstration'`.execute(
      app.db,
    );
    await resumeDemonstration(app.deps);
    await work();
    expect(await filled()).toMatchObject({ status: 'IN' });
    expect(refusal(await staff.post('/demonstration'))).toEqual([409, 'DEMONSTRATION_THERE']);
    // Records of the agency: a tenant, a property with its owner, a contract and its money.
    const mine = await app.invoice({ reference: '2026-02' });
    await staff.patch(`/invoice/${mine.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    // A contract on demonstration data: their tenant in one of its free properties.
    const free = await app.db
      .selectFrom('property')
      .innerJoin('demonstration_record as d', (join) => join.onRef('d.record_id', '=', 'property.id'))
      .select('property.id')
      .where('d.kind', '=', 'property')
      .where('status', '=', 'AVAILABLE')
      .where('type', '=', 'RENT')
      .orderBy('property.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const tenant = await app.client();
    const hanging = await app.invoice({ user_id: tenant.id, property_id: free.id });
    await staff.patch(`/invoice/${hanging.id}/down`, { paid_amount: hanging.amount / 100, fine: 0, interest: 0 });
    // A message about one of its properties.
    const asked = await app.db
      .insertInto('contact_message')
      .values({ name: 'Rui', email: 'rui@exemplo.com.br', message: 'Ainda está livre?', property_id: free.id })
      .returning('id')
      .executeTakeFirstOrThrow();

    const says = await removal();
    expect(kindsOf(says)).toMatchObject({
      client: { later: 0, stays: 3 },
      property: { later: 0, stays: 1 },
      proposal: { later: 1, stays: 1 },
      invoice: { later: 1, stays: 1 },
      transfer: { later: 1, stays: 1 },
      contact_message: { later: 0, stays: 1 },
    });
    expect(says.later).toBe(3);
    const untouched = await everything();
    expect(refusal(await remove(0))).toEqual([409, 'DEMONSTRATION_CHANGED']);
    expect(await everything()).toEqual(untouched);
    await oneOfTwo(() => remove(3), 204);

    expect(await verifyBooks(app.db)).toEqual([]);
    const left = async (table: 'client' | 'property' | 'proposal' | 'invoice' | 'contact_message') =>
      (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
    expect(await left('invoice')).toEqual([mine.id]);
    expect(await left('proposal')).toEqual([mine.proposal_id]);
    expect(await left('property')).toEqual([mine.property_id]);
    expect(await left('client')).toContain(tenant.id);
    expect(await left('client')).toHaveLength(3);
    expect(await left('contact_message')).toEqual([asked.id]);
    // February's rent was received on 10 March; there is no other income.
    const { lines } = (await staff.get('/financial/resume')).json();
    expect(lines.grossIncome).toContainEqual({ name: 'Aluguéis', amount: 1500 });
  });
});

test(
  'the job that deletes the files fails while the bucket refuses, and a repeated one deletes them',
  LONG,
  async () => {
    const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'fotos', region: 'us-east-1' });
    try {
      const files = openStorage({ DATA_DIR: '', STORAGE_URL: `s3://MORADA:segredo@${s3.host}/fotos?insecure` });
      const named = ['image/full/um.jpg', 'image/thumb/um.jpg', 'image/full/dois.jpg', 'document/recibo'];
      for (const key of named) await files.put(key, Buffer.from('a'), 'image/jpeg');
      const removing = () => dropFiles({ files }, { images: ['um', 'dois'], documents: ['document/recibo'] });
      s3.refuseFrom = () => true;
      await expect(removing()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect([...s3.objects.keys()]).toEqual(named);
      s3.refuseFrom = () => false;
      await removing();
      expect([...s3.objects.keys()]).toEqual([]);
    } finally {
      await s3.stop();
    }
  },
);

test('is filled by one worker at a time', async () => {
  const claims = await app.db
    .transaction()
    .execute(async (trx) => [await claimFilling(trx), await app.db.transaction().execute(claimFilling)]);
  expect([...claims, await app.db.transaction().execute(claimFilling)]).toEqual([true, false, true]);
});

test('is refused when a record is registered before the filling', async () => {
  const { adminId } = await app.signIn('*');
  await app.db.insertInto('demonstration').values({ status: 'FILLING', admin_user_id: adminId }).execute();
  expect(refusal(await remove())).toEqual([409, 'DEMONSTRATION_FILLING']);
  const { id } = await app.client();
  await expect(carryOut(app.deps)).rejects.toMatchObject({ code: 'AGENCY_NOT_EMPTY' });
  await giveUp(app.deps);
  expect(await state()).toMatchObject({ status: 'FAILED', possible: false });
  expect(await app.db.selectFrom('client').select('id').execute()).toEqual([{ id }]);
  expect(refusal(await staff.post('/demonstration'))).toEqual([409, 'AGENCY_NOT_EMPTY']);
  await app.db.updateTable('client').set({ deleted_at: new Date() }).execute();
  expect(await state()).toMatchObject({ status: 'FAILED', possible: true });
});

describe('refuses', () => {
  test('filling a portfolio that isn’t empty, and removing a missing demonstration', LONG, async () => {
    expect(refusal(await remove())).toEqual([409, 'DEMONSTRATION_ABSENT']);
    expect(refusal(await staff.get('/demonstration/removal'))).toEqual([409, 'DEMONSTRATION_ABSENT']);
    expect((await staff.delete('/demonstration')).statusCode).toBe(422);
    await app.client();
    expect((await state()).possible).toBe(false);
    expect(refusal(await staff.post('/demonstration'))).toEqual([409, 'AGENCY_NOT_EMPTY']);
    expect(await app.db.selectFrom('demonstration').selectAll().execute()).toEqual([]);
  });

  test('callers without the permission for everything, who see its state', LONG, async () => {
    const clerk = app.as('CLIENT_VIEW');
    expect((await clerk.get('/demonstration')).json()).toMatchObject({ status: 'NONE', possible: false });
    expect((await clerk.post('/demonstration')).statusCode).toBe(403);
    expect((await clerk.delete('/demonstration?later=0')).statusCode).toBe(403);
  });

  test('removing without a recent password', LONG, async () => {
    const { adminId } = await app.signIn('*');
    await app.db.insertInto('demonstration').values({ status: 'IN', admin_user_id: adminId }).execute();
    await app.db.updateTable('session').set({ confirmed_at: sql`now() - interval '20 minutes'` }).execute();
    expect(refusal(await remove())).toEqual([401, 'reauth-required']);
    expect((await state()).status).toBe('IN');
  });
});

test('the ledger allows deleting entries of a demonstration only', LONG, async () => {
  const { id } = await app.invoice();
  await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  const away = (table: string) => sql`delete from ${sql.table(table)}`.execute(app.db);
  await expect(away('ledger_line')).rejects.toThrow('append-only');
  // Even during a removal only entries of the demonstration can be deleted.
  await sql`insert into demonstration_record values ('ledger_entry', 999999)`.execute(app.db);
  await expect(away('ledger_line')).rejects.toThrow('append-only');
  await expect(away('ledger_entry')).rejects.toThrow();
});
