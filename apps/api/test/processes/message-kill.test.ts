import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { queueMessages } from '#api/modules/collection/messages/messages.service.ts';
import { LONG } from '#test/long.ts';
import { addressOf } from '../empty-database.ts';
import { startApp } from '../harness.ts';
import { startWhatsAppServer } from '../servers/whatsapp-server.ts';
import { startServer } from './server-process.ts';

const CLOCK = new URL('../../../../scripts/times/clock.ts', import.meta.url).pathname;
/** A Tuesday, 10 h in São Paulo. */
const TUESDAY = Date.parse('2026-03-10T13:00:00Z');
const PEOPLE = 60;
/** Messages that arrived at WhatsApp when the server is killed, counted from each start. */
const KILLS = [13, 1, 30];
/** Between a kill and the next start by the servers' clock: longer than a claim lasts. */
const AWAY_MS = 4 * 60_000;

test('a server killed with -9 while it sends loses no message, and none is sent twice', {
  ...LONG,
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'morada-messages-'));
  const app = await startApp({ today: '2026-03-10' });
  const whatsapp = await startWhatsAppServer();
  const { db } = app;
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const startAt = async (moment: number) => {
    const server = await startServer({
      DATABASE_URL: addressOf(app.connection),
      STORAGE_URL: folder,
      CLOCK: '',
      PUBLIC_URL: 'http://127.0.0.1:8080',
      SECRETS_KEY: 'uma chave para os segredos dos testes',
      NODE_OPTIONS: `--import=${CLOCK}`,
      TEST_CLOCK_OFFSET: String(moment - Date.now()),
    });
    servers.push(server);
    return server;
  };
  const kept = () => db.selectFrom('message').selectAll().orderBy('id').execute();
  const received = () => whatsapp.sent.map(({ callback }) => callback);
  try {
    const linked = await app.as('COLLECTION_EDIT').put('/messages/channels/whatsapp', {
      ...{ base_url: whatsapp.baseUrl, sender: whatsapp.phoneNumberId, token: whatsapp.token },
      ...{ app_secret: whatsapp.appSecret, template: 'aviso_geral' },
    });
    expect(linked.statusCode, linked.body).toBe(204);
    const people: { id: number }[] = [];
    for (let made = 0; made < PEOPLE; made += 1)
      people.push(await app.client({ phone: `329${80_000_000 + made}`, email: null }));
    await db
      .insertInto('message_consent')
      .values(
        people.map(({ id }) => ({
          ...{ client_id: id, channel: 'WHATSAPP', given_on: '2026-01-05', source: 'contrato', body: 'Aceito' },
        })),
      )
      .execute();
    await db.transaction().execute((trx) =>
      queueMessages(
        trx,
        people.map(({ id }) => ({
          ...{ key: `kill:${id}`, kind: 'NOTICE', client: id, subject: 'Aviso', text: 'Um aviso.' },
        })),
        new Date(TUESDAY),
      ),
    );

    let moment = TUESDAY;
    let uncertain = 0;
    for (const last of KILLS) {
      let arrived = 0;
      const [reached, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      whatsapp.onSend = async () => {
        arrived += 1;
        if (arrived < last) return;
        reached.resolve();
        // WhatsApp accepts the messages in flight only after the server is dead.
        await gone.promise;
      };
      const server = await startAt(moment);
      await reached.promise;
      server.kill();
      await server.exited;
      gone.resolve();
      const inTheAir = (await kept()).filter(({ state, tried_at }) => state === 'SENDING' && tried_at !== null);
      expect(inTheAir.length).toBeGreaterThan(uncertain);
      uncertain = inTheAir.length;
      moment += AWAY_MS;
    }

    whatsapp.onSend = undefined;
    await startAt(moment);
    // This server takes over the job of the killed one; otherwise only the schedule of each minute adds it.
    await vi.waitFor(
      async () => {
        const open = (await kept()).filter(
          ({ state, uncertain: isUncertain }) => state === 'QUEUED' || (state === 'SENDING' && !isUncertain),
        );
        expect(open).toEqual([]);
      },
      { timeout: 90_000, interval: 250 },
    );
    const messages = await kept();
    const lost = messages.filter(({ state }) => state === 'SENDING');
    // Every message reached WhatsApp once, or is shown as perhaps sent; none reached it twice.
    expect(new Set(received()).size).toBe(received().length);
    expect(lost.every(({ uncertain: is, reason }) => is && reason === 'LOST')).toBe(true);
    expect(lost).toHaveLength(uncertain);
    const either = new Set([...received(), ...lost.map(({ token }) => token)]);
    expect(either).toEqual(new Set(messages.map(({ token }) => token)));
    expect(messages.filter(({ state }) => state === 'SENT')).toHaveLength(PEOPLE - lost.length);

    // Later notices of WhatsApp settle the messages that it has.
    for (const sent of whatsapp.sent) {
      const { raw, headers } = whatsapp.signed(whatsapp.statusBody(sent, 'delivered'));
      const url = `${servers.at(-1)?.url}/api/messages/whatsapp/notices`;
      expect((await fetch(url, { method: 'POST', headers, body: raw })).status).toBe(204);
    }
    const settled = await kept();
    expect(settled.filter(({ state }) => state === 'DELIVERED')).toHaveLength(received().length);

    // No job stays locked by a dead server.
    await vi.waitFor(
      async () => {
        const { rows } =
          await sql`select from graphile_worker.jobs where locked_at < now() - interval '30 seconds'`.execute(db);
        expect(rows).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
  } finally {
    for (const server of servers) await server.stop();
    await whatsapp.close();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
