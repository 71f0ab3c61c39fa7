import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { revoke } from './invoice-links.queries.ts';
import { linksOf } from './invoice-links.service.ts';

const { app, ctx, db, deps, invoice, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

async function billed() {
  const { id: invoice_id, proposal_id } = await invoice();
  return { invoice_id, proposal_id };
}
const linkOf = async (one: { invoice_id: number; proposal_id: number }) => (await linksOf(ctx, db, [one]))(one);
const statusOf = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).statusCode;

/** Every row of every table, as one text. */
async function everything() {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await sql<{
        text: string | null;
      }>`select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(db);
      return found.rows[0]?.text ?? '';
    }),
  );
  return texts.join(' ');
}

test('a link is stable, opens its invoice, and is stored nowhere in the database', LONG, async () => {
  const one = await billed();
  const url = await linkOf(one);
  expect(url).toMatch(new RegExp(`^/f/${one.invoice_id.toString(36)}-[\\w-]{22}$`));
  expect([await linkOf(one), await statusOf(url)]).toEqual([url, 200]);
  const kept = await everything();
  const word = url.slice(-22);
  expect(kept).not.toContain(word);
  expect(kept).not.toContain(hashOf(word).toString('hex'));
  // The database holds only the random name of the key's file, not the key.
  const { key } = await db.selectFrom('installation_key').select('key').executeTakeFirstOrThrow();
  expect(key).toMatch(/^secret\/[0-9a-f]{32}\.key$/);
});

test('concurrent first links create one key and one file', LONG, async () => {
  const other = await startApp();
  const one = { invoice_id: 7, proposal_id: 3 };
  const links = await Promise.all(
    Array.from({ length: 8 }, async () => (await linksOf(other.ctx, other.db, [one]))(one)),
  );
  expect(new Set(links).size).toBe(1);
  const files = [];
  for await (const file of other.deps.files.list('secret')) files.push(file);
  expect(files).toHaveLength(1);
  // Another installation has other links.
  expect(links[0]).not.toBe(await linkOf(one));
  await other.stop();
});

test('a revoked link opens nothing more, and a new one takes its place', async () => {
  const one = await billed();
  const now = await linkOf(one);
  await db.transaction().execute((trx) => revoke(trx, { record: 'invoice', record_id: one.invoice_id }));
  const renewed = await linkOf(one);
  expect([await statusOf(now), renewed === now, await statusOf(renewed)]).toEqual([410, false, 200]);
  await db.transaction().execute((trx) => revoke(trx, { record: 'invoice', record_id: one.invoice_id }));
  expect([await statusOf(now), await statusOf(renewed), await statusOf(await linkOf(one))]).toEqual([410, 410, 200]);
});

/** Address in the specified form of three parts, with what it is derived from. */
async function longLink({ invoice_id, proposal_id }: { invoice_id: number; proposal_id: number }, revocation = 0) {
  const { key: name } = await db.selectFrom('installation_key').select('key').executeTakeFirstOrThrow();
  const key = await buffer(await deps.files.stream(name));
  const word = (record: string) => createHmac('sha256', key).update(record).digest('base64url');
  return `/api/invoice/${word(`proposal ${proposal_id} 0`)}/${invoice_id}/${word(`invoice ${invoice_id} ${revocation}`)}`;
}

test('a long link goes on working beside the short one, with its PDFs, and is revoked with it', async () => {
  const one = await billed();
  const [short, long] = [await linkOf(one), await longLink(one)];
  expect([await statusOf(long), await statusOf(short)]).toEqual([200, 200]);
  expect([await statusOf(`${long}/recibo`), await statusOf(`${short}/recibo`)]).toEqual([404, 404]);
  await db.transaction().execute((trx) => revoke(trx, { record: 'invoice', record_id: one.invoice_id }));
  expect([await statusOf(long), await statusOf(short)]).toEqual([410, 410]);
  expect([await statusOf(await longLink(one, 1)), await statusOf(await linkOf(one))]).toEqual([200, 200]);
  // Revoking the contract's links too ends every earlier pair.
  await db.transaction().execute((trx) => revoke(trx, { record: 'proposal', record_id: one.proposal_id }));
  expect([await statusOf(short), await statusOf(await linkOf(one))]).toEqual([410, 200]);
});

test('a lost key file is replaced, and links change', async () => {
  const other = await startApp();
  const one = { invoice_id: 7, proposal_id: 3 };
  const lost = `secret/${'0'.repeat(32)}.key`;
  await other.db.insertInto('installation_key').values({ key: lost }).execute();
  expect((await linksOf(other.ctx, other.db, [one]))(one)).toMatch(/^\/f\/7-/);
  const { key } = await other.db.selectFrom('installation_key').select('key').executeTakeFirstOrThrow();
  expect(key).not.toBe(lost);
  await expect(other.deps.files.stream(key)).resolves.toBeDefined();
  await other.stop();
});

test('without invoices no link and no key is made', LONG, async () => {
  const other = await startApp();
  await linksOf(other.ctx, other.db, []);
  expect(await other.db.selectFrom('installation_key').selectAll().execute()).toEqual([]);
  await other.stop();
});
