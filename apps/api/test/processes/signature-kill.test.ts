import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { sha256Of } from '#api/modules/desk/signatures/paper.service.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import { LONG } from '#test/long.ts';
import { addressOf } from '../empty-database.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';
import { startClicksign } from '../servers/clicksign-server.ts';
import { startServer } from './server-process.ts';

const PAPERS = 50;
/** Calls that reach the provider, counted from each start, at which the server is killed. */
const KILLS = [9, 2, 40, 90];

test('a server killed with -9 while it sends papers to be signed loses none, and sends none twice', {
  ...LONG,
  timeout: 900_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'morada-signatures-'));
  const app = await startApp();
  const { db } = app;
  // As many calls as production allows.
  const clicksign = await startClicksign({ limit: { calls: 50, ms: 10_000 } });
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const start = async () => {
    const server = await startServer({
      DATABASE_URL: addressOf(app.connection),
      STORAGE_URL: folder,
      PUBLIC_URL: 'http://127.0.0.1:8080',
      SECRETS_KEY: 'uma chave para os segredos dos testes',
    });
    servers.push(server);
    return server;
  };
  /** What a dead server had claimed is due: its claim of two minutes is over. */
  const claimsEnd = () =>
    sql`update signature_errand set next_try_at = now() where next_try_at is not null`.execute(db);
  const errands = () => db.selectFrom('signature_errand').selectAll().execute();
  try {
    const staff = app.as('*');
    const given = { base_url: clicksign.url, token: clicksign.token, secret: clicksign.secret };
    expect((await staff.put('/signature/clicksign', given)).statusCode).toBe(204);
    const { id: contract } = await app.contract();
    const html = '<p>Distrato</p>';
    const day = '2026-03-10';
    const bytes = await buffer(richTextPdf({ title: 'Distrato', agency: { name: 'Serra' }, day, html }));
    await openStorage({ DATA_DIR: folder, STORAGE_URL: folder }).put('document/distrato.pdf', bytes, 'application/pdf');
    const file = await db
      .insertInto('stored_file')
      .values({
        key: 'document/distrato.pdf',
        name: 'Distrato.pdf',
        media_type: 'application/pdf',
        bytes: bytes.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const envelopes = await db
      .insertInto('signature_envelope')
      .values(
        Array.from({ length: PAPERS }, (_, number) => ({
          ...{
            kind: 'TERMINATION' as const,
            title: `Distrato ${number}`,
            proposal_id: contract,
            state: 'OUT' as const,
          },
          ...{ provider: 'CLICKSIGN' as const, deadline: '2099-12-31' as const, remind_days: 3, file_id: file.id },
          ...{ sha256: sha256Of(bytes), sent_at: new Date().toISOString(), check_code: `CODE-${number}`, pages: '[]' },
        })),
      )
      .returning('id')
      .execute();
    await db
      .insertInto('signature_signer')
      .values(
        envelopes.flatMap(({ id }, place) =>
          ['Ana Prado', 'Bruno Reis'].map((name, turn) => ({
            ...{ envelope_id: id, role: turn === 0 ? ('OWNER' as const) : ('TENANT' as const), name },
            ...{
              cpf: cpf(5_000 + place * 2 + turn),
              email: `p${place}-${turn}@exemplo.com`,
              channel: 'EMAIL' as const,
            },
            ...{ turn: 1, state: 'ASKED' as const, asked_at: new Date().toISOString() },
          })),
        ),
      )
      .execute();

    for (const last of KILLS) {
      let arrived = 0;
      const [reached, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      clicksign.onCall = async () => {
        arrived += 1;
        if (arrived < last) return;
        reached.resolve();
        // What is in the air is carried out after the server is dead: nobody hears the answer.
        await gone.promise;
      };
      const server = await start();
      await reached.promise;
      server.kill();
      await server.exited;
      gone.resolve();
      await claimsEnd();
    }
    clicksign.onCall = undefined;
    await start();
    await vi.waitFor(
      async () => {
        const all = await errands();
        expect([all.length, all.filter(({ asked_at }) => asked_at === null).length]).toEqual([PAPERS, 0]);
      },
      { timeout: 240_000, interval: 500 },
    );

    // Each paper is out once: none was lost, and of what was cut short no second one runs.
    const out = clicksign.out();
    expect(out).toHaveLength(PAPERS);
    expect(new Set(out.map(({ name }) => name)).size).toBe(PAPERS);
    const keys = await db.selectFrom('signature_envelope').select('provider_key').execute();
    expect(new Set(keys.map(({ provider_key }) => provider_key))).toEqual(new Set(out.map(({ id }) => id)));
    const signers = await db.selectFrom('signature_signer').select('provider_key').execute();
    expect(new Set(signers.map(({ provider_key }) => provider_key))).toEqual(
      new Set(out.flatMap((held) => held.signers.map(({ id }) => id))),
    );
    for (const held of out) expect(held.signers).toHaveLength(2);

    // All are signed; every other notice is lost, and the server is killed while it fetches the files.
    const url = `${servers.at(-1)?.url}/api/signature/clicksign`;
    for (const [place, held] of out.entries()) {
      clicksign.signAs(held, 'Ana Prado');
      const { raw, headers } = clicksign.signed(clicksign.noticeOf(held, clicksign.signAs(held, 'Bruno Reis')));
      if (place % 2 === 0) expect((await fetch(url, { method: 'POST', headers, body: raw })).status).toBe(204);
    }
    await vi.waitFor(
      async () => {
        const done = await db.selectFrom('signature_envelope').select('id').where('state', '=', 'SIGNED').execute();
        expect(done.length).toBeGreaterThan(3);
      },
      { timeout: 120_000, interval: 100 },
    );
    servers.at(-1)?.kill();
    await servers.at(-1)?.exited;
    await claimsEnd();
    await start();
    await vi.waitFor(
      async () => {
        const open = await db.selectFrom('signature_envelope').select('state').where('state', '<>', 'SIGNED').execute();
        expect(open).toEqual([]);
      },
      { timeout: 240_000, interval: 500 },
    );
    const documents = await db.selectFrom('proposal_document').select('file_id').execute();
    expect(documents).toHaveLength(PAPERS);
  } finally {
    for (const server of servers) await server.stop();
    await clicksign.close();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
