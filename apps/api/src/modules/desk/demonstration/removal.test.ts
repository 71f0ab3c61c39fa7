import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { findFiles } from './removal.queries.ts';

const { db, as, signIn, client, owner, property, contract, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');

type Reference = { table: string; column: string; target: string; key: string; nullable: boolean };
/** Every foreign key of the schema. */
const references = async () =>
  (
    await sql<Reference>`
      select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target, k.attname as key,
        not a.attnotnull as nullable
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`.execute(db)
  ).rows;

/**
 * Tables whose rows stay, since they only point at a record of the demonstration: visitors' questions, leads, the bank's
 * statement.
 */
const STAY = ['bank_movement', 'contact_message', 'lead', 'lead_event', 'portal_lead'];

/** Records that go with the last of their members. */
const GROUPS = ['bank_file', 'remittance', 'payment_batch', 'readjustment_batch', 'movement_explanation'];

// Rows of any content fit once the checks are gone: this test is about references alone.
beforeAll(async () => {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
});

const VALUES: Record<string, string> = {
  jsonb: "'[]'::jsonb",
  ARRAY: "'{}'",
  date: "'2026-03-10'",
  boolean: 'true',
  'timestamp with time zone': 'now()',
  bytea: "decode(md5(random()::text), 'hex')",
  text: 'md5(random()::text)',
  smallint: '(random() * 9000)::int',
};

/** Inserts a row with its required columns filled and each reference pointing at `known`, and returns its key. */
const insertRow = (table: string, given: Reference[], known: Map<string, string>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
        and is_identity = 'NO' and is_generated = 'NEVER'`.execute(trx);
    const values = new Map(rows.map(({ name, type }) => [name, VALUES[type] ?? '(random() * 900000000)::int']));
    for (const { column, target } of given) {
      const key = known.get(target);
      if (key !== undefined) values.set(column, `'${key}'`);
    }
    const { rows: made } = await sql<{ row: Record<string, unknown> }>`
      insert into ${sql.table(table)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))})
      values (${sql.join([...values.values()].map((value) => sql.raw(value)))})
      returning to_jsonb(${sql.table(table)}) as row`.execute(trx);
    return made[0]?.row ?? {};
  });

test('a removal takes every row of every table that refers to the demonstration', async () => {
  const { adminId } = await signIn('*');
  const [landlord, tenant] = [await owner(), await client()];
  const place = await property({ owners: [landlord] });
  const lease = await contract({ user_id: tenant.id, property_id: place.id });
  await db.insertInto('demonstration').values({ status: 'IN', admin_user_id: adminId }).execute();
  const roots = { client: tenant.id, property: place.id, proposal: lease.id };
  for (const [kind, id] of [...Object.entries(roots), ['client', landlord.id] as const])
    await sql`insert into demonstration_record values (${kind}, ${id})`.execute(db);

  const all = await references();
  const known = new Map(Object.entries(roots).map(([kind, id]) => [kind, String(id)]));
  const rows = new Map<string, Record<string, unknown>>();
  for (const table of GROUPS) {
    const row = await insertRow(table, [], known);
    rows.set(table, row);
    known.set(table, String(row.id));
  }
  // Rows that refer to the roots, rows that refer to those, and so on.
  for (let found = true; found; ) {
    found = false;
    for (const [table, given] of Map.groupBy(all, (one) => one.table)) {
      if (known.has(table) || !given.some(({ target }) => known.has(target))) continue;
      // Wait for the tables that its required references need, while those can still come.
      const waits = given.some(
        ({ nullable, target }) =>
          !nullable &&
          target !== table &&
          !known.has(target) &&
          all.some((one) => one.table === target && known.has(one.target)),
      );
      if (waits) continue;
      const row = await insertRow(table, given, known);
      rows.set(table, row);
      const key = all.find(({ target }) => target === table)?.key;
      known.set(table, key === undefined ? '' : String(row[key]));
      found = true;
    }
  }
  expect(rows.size).toBeGreaterThan(60);

  const { later } = (await staff.get('/demonstration/removal')).json();
  const gone = await staff.delete(`/demonstration?later=${later}`);
  expect(gone.statusCode, gone.body).toBe(204);

  const left: string[] = [];
  for (const [table, row] of rows) {
    const { rows: found } = await sql`select from ${sql.table(table)} t
      where to_jsonb(t) @> ${JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || !('id' in row))))}::jsonb`.execute(
      db,
    );
    if (found.length > 0) left.push(table);
  }
  expect(left.toSorted()).toEqual(STAY);
  expect(await db.selectFrom('client').select('id').execute()).toEqual([]);
});

test('files of records that go are told by their keys', async () => {
  const papers = ['papers/contrato.pdf', 'papers/outro.pdf'];
  const [gone] = await db
    .insertInto('stored_file')
    .values(papers.map((key) => ({ key, name: 'contrato.pdf', media_type: 'application/pdf', bytes: 10 })))
    .returning('id')
    .execute();
  await sql`insert into demonstration_record values ('stored_file', ${gone?.id})`.execute(db);
  expect(await db.transaction().execute(findFiles)).toEqual({ images: [], documents: [papers[0]] });
});
