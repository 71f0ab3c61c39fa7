import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { LONG } from '#test/long.ts';
import { addressOf } from '../empty-database.ts';
import { startApp } from '../harness.ts';
import { until } from '../until.ts';
import { startServer } from './server-process.ts';

const [BEFORE, NOW] = ['a chave de antes, que vai ser trocada', 'a chave nova, que fica no lugar dela'];
const WRITERS = 8;
/** Stored secrets, enough for a rotation to be killed midway. */
const STORED = 20_000;
const LINKS = 5;
const BANK = ['client_secret', 'private_key', 'notice_token'] as const;

const agency = await startApp();
const { db, signIn } = agency;
const folder = await mkdtemp(join(tmpdir(), 'morada-rotation-'));
const cleanings: (() => Promise<unknown>)[] = [agency.stop, () => rm(folder, { recursive: true })];
afterAll(async () => {
  for (const clean of cleanings.reverse()) await clean();
});

const env = { DATABASE_URL: addressOf(agency.connection), DATA_DIR: folder, STORAGE_URL: folder };
/** A server that writes with `key` and reads with both, as the guide prescribes during a rotation. */
const serverWith = async (key: string, old: string) => {
  const server = await startServer({ ...env, SECRETS_KEY: key, SECRETS_OLD_KEY: old });
  cleanings.push(server.stop);
  return server;
};

function startRotation(): ChildProcess {
  const file = fileURLToPath(new URL('../../src/commands/rotate-secrets.ts', import.meta.url));
  return spawn(process.execPath, [file], {
    env: { ...process.env, ...env, SECRETS_KEY: NOW, SECRETS_OLD_KEY: BEFORE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('rotate-secrets beside writes, killed twice, leaves every secret under the new key and loses none', {
  ...LONG,
  timeout: 240_000,
}, async () => {
  const [before, now] = [secretSeal({ key: BEFORE }), secretSeal({ key: NOW })];
  const { groupId } = await signIn('PROPOSAL_VIEW');
  await sql`insert into admin_user (name, email, password_hash, group_id)
    select 'Ana', 'guardada' || n || '@morada.test', '-', ${groupId} from generate_series(1, ${STORED}) n`.execute(db);
  const stored = await db.selectFrom('admin_user').select('id').where('email', 'like', 'guardada%').execute();
  const rows = stored.map(({ id }) => ({ id, pending: before.sealText(`second_factor.pending:${id}`, `S${id}`) }));
  await sql`insert into second_factor (admin_user_id, pending)
    select id, pending from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, pending text)`.execute(
    db,
  );
  for (let id = 1; id <= LINKS; id += 1)
    await db
      .insertInto('bank_link')
      .values({
        id,
        active: id === LINKS,
        ...{ base_url: 'https://banco.exemplo', token_url: 'https://banco.exemplo/token', client_id: 'casa' },
        ...{ certificate: '-', pix_key: 'casa@exemplo.com.br' },
        client_secret: before.sealText(`bank_link.client_secret:${id}`, `client_secret ${id}`),
        private_key: before.sealText(`bank_link.private_key:${id}`, `private_key ${id}`),
        notice_token: before.sealText(`bank_link.notice_token:${id}`, `notice_token ${id}`),
      })
      .execute();

  let server = await serverWith(BEFORE, NOW);
  /** The last secret that each person was shown. */
  const shown = new Map<number, string>();
  let isOver = false;
  let writes = 0;
  const writers = Array.from({ length: WRITERS }, async () => {
    const { token, adminId } = await signIn('PROPOSAL_VIEW');
    while (!isOver) {
      const answer = await fetch(`${server.url}/api/user/admin/second-factor`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => undefined);
      // While the server is replaced, a request without an answer may have been written: the next answer settles it.
      if (answer?.status !== 200) {
        shown.delete(adminId);
        continue;
      }
      shown.set(adminId, ((await answer.json()) as { secret: string }).secret);
      writes += 1;
    }
  });
  const moreWrites = async () => {
    const from = writes;
    await until(
      async () => writes,
      (count) => count >= from + 2 * WRITERS,
    );
  };
  const renewed = async () => {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from second_factor where starts_with(pending, ${now.prefix})`.execute(db);
    return found[0]?.count ?? 0;
  };

  await moreWrites();
  for (let kill = 0; kill < 2; kill += 1) {
    const known = await renewed();
    const rotation = startRotation();
    const exited = once(rotation, 'exit');
    await until(renewed, (count) => count > known);
    rotation.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    const left = await renewed();
    expect(left).toBeGreaterThan(known);
    expect(left).toBeLessThan(STORED);
    await moreWrites();
  }

  // The server begins to write with the new key, and meanwhile the rotation completes.
  await server.stop();
  server = await serverWith(NOW, BEFORE);
  await moreWrites();
  const rotation = startRotation();
  const [says, [code]] = await Promise.all([rotation.stdout ? text(rotation.stdout) : '', once(rotation, 'exit')]);
  expect([code, says]).toEqual([
    0,
    expect.stringMatching(/^Segredos criptografados agora com a chave atual: \d+\.\n$/),
  ]);
  isOver = true;
  await Promise.all(writers);
  await until(
    async () => shown.size,
    (size) => size === WRITERS,
  );

  const factors = await db.selectFrom('second_factor').select(['admin_user_id as id', 'pending']).execute();
  const opened = new Map(
    factors.map(({ id, pending }) => [id, now.openText(`second_factor.pending:${id}`, pending ?? '')]),
  );
  const expected = new Map([...stored.map(({ id }) => [id, `S${id}`] as const), ...shown]);
  expect(opened.size).toBe(STORED + WRITERS);
  expect([...opened].filter(([id, secret]) => secret !== expected.get(id))).toEqual([]);
  const links = await db
    .selectFrom('bank_link')
    .select(['id', ...BANK])
    .execute();
  expect(links).toHaveLength(LINKS);
  for (const link of links)
    for (const column of BANK)
      expect(now.openText(`bank_link.${column}:${link.id}`, link[column] ?? '')).toBe(`${column} ${link.id}`);
});
