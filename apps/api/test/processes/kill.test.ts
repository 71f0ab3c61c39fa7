import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openRuntime } from '#api/runtime.ts';
import { supervise } from '../../../../scripts/supervisor.ts';
import { addressOf, migratedDatabase } from '../empty-database.ts';
import { factories } from '../factories.ts';
import { until } from '../until.ts';

/** The short form; `KILL_ROUNDS=20` is the long one, beside `npm run faults`. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const WRITERS = 10;
const TODAY = '2026-03-10';
const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };

type Written = { id: number; amount: number; acknowledged: number; unanswered: number; status: 'PENDING' | 'PAID' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test(
  `kills (${ROUNDS}) under ${WRITERS} writers lose nothing acknowledged, and the server restarts`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'morada-kill-'));
    await chmod(dataDir, 0o711);
    const port = await freePort();
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: addressOf(await migratedDatabase()),
      CLOCK: TODAY,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    };
    const runtime = await openRuntime(readSettings(env));
    await createAdministrator(runtime.deps, ADMIN);
    const { invoice, owner, property } = factories(systemContext(runtime.deps));
    const landlord = await owner();
    for (let number = 0; number < WRITERS * 3; number += 1) {
      const { id: property_id } = await property({ owners: [landlord] });
      await invoice({ property_id });
    }
    const invoices = (await runtime.deps.db.selectFrom('invoice').select(['id', 'amount']).orderBy('id').execute()).map(
      ({ id, amount }): Written => ({ id, amount, acknowledged: 0, unanswered: 0, status: 'PENDING' }),
    );

    const server = supervise({ env, quiet: true, steadyMs: 0, onEnd: () => {} });
    const url = `http://127.0.0.1:${port}/api`;
    const reachable = async () => {
      const isUp = () =>
        fetch(`${url}/health`).then(
          (answer) => answer.ok,
          () => false,
        );
      await until(isUp, (up) => up);
    };

    try {
      await reachable();
      const session = await fetch(`${url}/user/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      });
      const { token } = (await session.json()) as { token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

      /** Settles an invoice, or refunds it: each answer is a confirmed write. */
      async function write(invoice: Written) {
        const paying = invoice.status === 'PENDING';
        invoice.unanswered += 1;
        const answer = await (paying
          ? fetch(`${url}/invoice/${invoice.id}/down`, {
              method: 'PATCH',
              headers,
              body: JSON.stringify({ paid_amount: invoice.amount / 100 }),
            })
          : fetch(`${url}/invoice/${invoice.id}/refund`, { method: 'DELETE', headers }));
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
        invoice.unanswered -= 1;
        invoice.acknowledged += 1;
        invoice.status = paying ? 'PAID' : 'PENDING';
      }

      /** Reads the outcome of a write whose answer was lost. */
      async function look(invoice: Written) {
        const answer = await fetch(`${url}/invoice/${invoice.id}`, { headers });
        invoice.status = ((await answer.json()) as { status: Written['status'] }).status;
      }

      for (let round = 0; round < ROUNDS; round += 1) {
        let stopped = false;
        let answers = 0;
        const enough = randomInt(3, 25);
        const { promise: busy, resolve } = Promise.withResolvers<void>();
        const writers = Array.from({ length: WRITERS }, async (_, writer) => {
          const mine = invoices.slice(writer * 3, writer * 3 + 3);
          for (let turn = 0; !stopped; turn += 1) {
            const invoice = mine[turn % mine.length] as Written;
            // A broken connection means no answer, and so no confirmation.
            const answered = await write(invoice).then(
              () => true,
              () => false,
            );
            if (answered) answers += 1;
            if (answers >= enough) resolve();
          }
        });
        await busy;
        process.kill(server.pid() ?? 0, 'SIGKILL');
        stopped = true;
        await Promise.all(writers);
        await reachable();
        for (const invoice of invoices) await look(invoice);
      }

      // A busy machine may take longer than a server's two seconds to hand out a connection.
      const { db } = connect(runtime.connection, 2, 60_000);
      const recorded = await db
        .selectFrom('trail')
        .select(['record_id', (q) => q.fn.countAll<number>().as('recorded')])
        .where('record', '=', 'invoice')
        .where('action', 'in', ['pay', 'refund'])
        .groupBy('record_id')
        .execute();
      const done = new Map(recorded.map((row) => [row.record_id, row.recorded]));
      for (const { id, acknowledged, unanswered } of invoices) {
        expect(done.get(id) ?? 0).toBeGreaterThanOrEqual(acknowledged);
        expect(done.get(id) ?? 0).toBeLessThanOrEqual(acknowledged + unanswered);
      }
      expect(invoices.reduce((sum, invoice) => sum + invoice.acknowledged, 0)).toBeGreaterThan(ROUNDS * 3);
      expect(await verifyBooks(db)).toEqual([]);
      await db.destroy();
    } finally {
      await server.stop();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  ROUNDS * 200_000,
);
