import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { startJobs } from '#api/jobs.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { canMail, queueMail, sendMail, sweepMail } from './mail.service.ts';

const server = await startMailServer();
const OFF = { CEP_URL: '', INDICES_URL: '' };
const settings = {
  ...OFF,
  SMTP_URL: server.url,
  MAIL_FROM: 'Serra <a@serra.example>',
  PUBLIC_URL: 'https://serra.example',
};
/** The time limit is more than a busy machine needs, since a mail that times out is sent again. */
const open = () => openOutside(readSettings(settings), { within: 60_000, rest: 1 });
const { app, db, deps, pool, stop } = await startApp({ outside: open() });
const logged: unknown[][] = [];
const log = Object.assign(Object.create(app.log), { error: (...said: unknown[]) => logged.push(said) });

let jobs = await startJobs(deps, pool, log, { crontab: '', pollInterval: 1_000 });
afterAll(async () => {
  await jobs.stop();
  await stop();
  await server.close();
});
beforeEach(async () => {
  await db.deleteFrom('outgoing_mail').execute();
  server.received.length = 0;
  logged.length = 0;
});
afterEach(() => {
  server.behaviour = 'accepts';
});

const MAIL = {
  recipient: 'ana@exemplo.com.br',
  subject: 'Seu acesso',
  body: 'https://serra.example/cliente/acesso/abc',
};
const queued = () => db.transaction().execute((trx) => queueMail(trx, MAIL));
const kept = () => db.selectFrom('outgoing_mail').selectAll().executeTakeFirstOrThrow();

/** Repeats its attempts without the backoff, until `done`. */
async function until(done: (mail: Awaited<ReturnType<typeof kept>>) => boolean) {
  for (;;) {
    const mail = await kept();
    if (done(mail)) return mail;
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db);
  }
}

test('a queued mail is sent, and its body deleted', async () => {
  const arrival = server.next();
  await queued();
  expect(await arrival).toMatchObject({ to: [MAIL.recipient], text: `${MAIL.body}\n` });
  expect(await until(({ sent_at }) => sent_at !== null)).toMatchObject({ body: '', failure: null, attempts: 1 });
});

test('a failed transaction sends nothing', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await queueMail(trx, MAIL);
    throw new Error('the action');
  });
  await expect(failing).rejects.toThrow('the action');
  const arrival = server.next();
  await queued();
  await arrival;
  expect(server.received).toHaveLength(1);
});

test('a temporary failure is retried with increasing delays', LONG, async () => {
  server.behaviour = 'defers';
  await queued();
  await until(({ attempts }) => attempts === 2);
  server.behaviour = 'accepts';
  expect(await until(({ sent_at }) => sent_at !== null)).toMatchObject({ body: '', failure: null });
  // The worker deletes the job after the job's transaction has committed.
  await expect
    .poll(() => sql`select 1 from graphile_worker.jobs where key like 'mail:%'`.execute(db).then(({ rows }) => rows))
    .toEqual([]);
});

test('gives up after eight attempts, and deletes the link', LONG, async () => {
  server.behaviour = 'drops';
  await queued();
  const given = await until(({ failure }) => failure !== null);
  expect(given).toMatchObject({ failure: 'unavailable', body: '', sent_at: null, attempts: 8 });
  expect(logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toMatch(/ana@|acesso\/abc/);
});

test('doesn’t retry a rejected address', async () => {
  server.behaviour = 'refuses';
  await queued();
  expect(await until(({ failure }) => failure !== null)).toMatchObject({ failure: 'refused', body: '', attempts: 1 });
  expect(JSON.stringify(logged)).not.toContain('ana@');
});

test('the job contains neither recipient nor text', async () => {
  await jobs.stop();
  await queued();
  const { rows } = await sql<{
    job: string;
  }>`select j::text as job from graphile_worker._private_jobs j where key like 'mail:%'`.execute(db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.job).not.toMatch(/ana@|acesso/);
  jobs = await startJobs(deps, pool, log, { crontab: '', pollInterval: 1_000 });
  await until(({ sent_at }) => sent_at !== null);
});

test('a sent or abandoned mail isn’t sent again', LONG, async () => {
  await queued();
  const { id } = await until(({ sent_at }) => sent_at !== null);
  await sendMail(deps, id);
  expect(server.received).toHaveLength(1);
});

test('a server without mail settings abandons queued mails', async () => {
  await jobs.stop();
  await queued();
  const { id } = await kept();
  await sendMail({ ...deps, outside: {} }, id);
  expect(await kept()).toMatchObject({ failure: 'off', body: '' });
  jobs = await startJobs(deps, pool, log, { crontab: '', pollInterval: 1_000 });
});

describe('the sweep', () => {
  test('clears mails that waited for a day, and deletes month-old ones', async () => {
    const old = (interval: string) => sql<string>`now() - ${interval}::interval`;
    await db
      .insertInto('outgoing_mail')
      .values([
        { ...MAIL, subject: 'hoje', created_at: old('23 hours') },
        { ...MAIL, subject: 'ontem', created_at: old('25 hours') },
        { ...MAIL, subject: 'velho', created_at: old('31 days'), sent_at: old('31 days') },
      ])
      .execute();
    await sweepMail(deps);
    const left = await db.selectFrom('outgoing_mail').select(['subject', 'body', 'failure']).orderBy('id').execute();
    expect(left).toEqual([
      { subject: 'hoje', body: MAIL.body, failure: null },
      { subject: 'ontem', body: '', failure: 'unavailable' },
    ]);
  });
});

describe('the settings', () => {
  const problem = (env: Record<string, string>) => {
    try {
      readSettings(env);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('without a mail server nothing can be sent', () => {
    expect(canMail({ outside: openOutside(readSettings({})), publicUrl: 'https://serra.example' })).toBe(false);
    expect(canMail({ outside: open(), publicUrl: undefined })).toBe(false);
    expect(canMail({ outside: open(), publicUrl: 'https://serra.example' })).toBe(true);
  });

  test.each(['MAIL_FROM', 'PUBLIC_URL'])('a mail server without %s stops the start', (missing) => {
    expect(problem(settings)).toBeUndefined();
    expect(problem({ ...settings, [missing]: '' })).toContain('SMTP_URL pede MAIL_FROM e PUBLIC_URL');
  });

  test.each([
    ['SMTP_URL', 'http://smtp.example'],
    ['SMTP_URL', 'smtp.example'],
    ['MAIL_FROM', 'Imobiliária'],
    ['MAIL_FROM', 'a@b.c\r\nBcc: x@y.z'],
  ])('refuses %s=%j', (name, value) => {
    expect(problem({ ...settings, [name]: value })).toContain(name);
  });
});
