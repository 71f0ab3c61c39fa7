import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { buildApp } from '../apps/api/src/app.ts';
import { secretSeal } from '../apps/api/src/base/secrets/sealed-secret.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { openDoctor } from '../apps/api/src/doctor/examine.ts';
import { openStorage } from '../apps/api/src/files/storage.ts';
import { openListener } from '../apps/api/src/live/listener.ts';
import { createAdministrator } from '../apps/api/src/modules/access/session/session.service.ts';
import { subscriptions } from '../apps/api/src/subscriptions.ts';
import { hostilePortfolio } from '../apps/api/test/attacks/hostile-portfolio.ts';
import { agree, fillAgency } from '../apps/api/test/collection.ts';
import { expect } from './fixtures.ts';
import { ADMIN } from './people.ts';

/** The day that the test data was made for. */
const DAY: CalendarDate = '2026-03-10';

/** An agency in its own database, with an attack in every text field, so that no other story sees it. */
export async function openHostileAgency() {
  const server = JSON.parse(process.env.E2E_DATABASE ?? '{}');
  const database = `hostile_${randomUUID().replaceAll('-', '')}`;
  const { db: beside, pool } = connect(server, 1);
  await pool.query(`create database ${database}`);
  await beside.destroy();
  const connection = { ...server, database };
  await migrate(connection);
  const { db } = connect(connection, 5);
  const folder = await mkdtemp(join(tmpdir(), 'morada-hostile-'));
  const live = openListener(connection);
  const deps = {
    db,
    today: () => DAY,
    files: openStorage({ DATA_DIR: folder }),
    secrets: secretSeal({}),
    outside: {},
    live,
    subscriptions,
    doctor: openDoctor(readSettings({ DATA_DIR: folder }), connection),
  };
  const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
  const app = await buildApp(deps, { web, frozenDay: DAY });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await createAdministrator(deps, ADMIN);
  await fillAgency(db);
  await agree(db, '341');

  const session = await app.inject({ method: 'POST', url: '/api/user/admin/session', payload: ADMIN });
  const { token } = session.json();
  let visitors = 0;
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    visitors += 1;
    const answer = await app.inject({
      ...{ method: method as 'POST', url: `/api${path}`, remoteAddress: `198.51.100.${visitors % 250}` },
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    });
    expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
    return (answer.body ? answer.json() : undefined) as T;
  }
  const portfolio = await hostilePortfolio(call, db);

  /** Opens a ticket as a client: only the client area writes it. */
  async function openTicket(user_id: number) {
    const { id } = await db
      .insertInto('ticket')
      .values({ user_id, title: portfolio.next(), level: 'HIGH' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const said = [portfolio.next(), portfolio.next()].map((data) => ({
      ticket_id: id,
      author: 'CLIENT' as const,
      data,
    }));
    await db.insertInto('ticket_message').values(said).execute();
    await call('PUT', `/chat/${id}`, { message: portfolio.next() });
    return id;
  }
  const sets = [];
  for (const set of portfolio.sets) {
    const { url: link } = await call<{ url: string }>('POST', '/boleto/manual', {
      ...{ invoice_id: set.invoice.id, proposal_id: set.contract.id, user_id: set.tenant.id },
    });
    sets.push({ ...set, link: new URL(link, url).pathname, ticket: await openTicket(set.tenant.id) });
  }

  return {
    url,
    sets,
    agency: portfolio.agency,
    close: async () => {
      await app.close();
      await live.close();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
