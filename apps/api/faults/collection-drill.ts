import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { isSendingDay } from '@morada/domain/messages/send-time';
import { sql } from 'kysely';
import { inParallel } from '#api/base/in-parallel.ts';
import { readSettings } from '#api/base/settings.ts';
import { type Db, systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openRuntime } from '#api/runtime.ts';
import { factories } from '#test/factories.ts';
import { form } from '#test/pictures.ts';
import { startServer } from '#test/processes/server-process.ts';
import { randomFrom } from '#test/random.ts';
import { startWhatsAppServer, type WhatsAppSent } from '#test/servers/whatsapp-server.ts';
import { until } from './agency.ts';

// Months of collection over many tenants: two servers whose clock advances from day to day, a WhatsApp server that
// records what it receives, and tenants who pay, contest, agree on instalments and opt out while the steps of the day
// are done. Some pay the instalments, others break the agreement. Servers are restarted each day, one is killed now and
// then in the middle of its work, and on some days none runs.

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '300' },
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4780' },
  },
});
const [tenants, days, seed, port] = [values.tenants, values.days, values.seed, values.port].map(Number) as [
  ...[number, number, number, number],
];
if (![tenants, days, seed, port].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Use: npm run collection:drill -- --tenants N --days D --seed S [--port P]');
  process.exit(2);
}
const random = randomFrom(seed);

const FIRST_DAY: CalendarDate = '2026-03-02';
const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
/** Chances on one day: for a due invoice, for a tenant, that one server is killed, and that none runs. */
const CHANCES = { pays: 0.1, contests: 0.004, agrees: 0.03, optsOut: 0.002, killed: 0.15, away: 0.05 };
/** Concurrent payments. */
const AT_ONCE = 4;
/** A message that was in flight to the provider when the payment or the refusal was answered is no fault. */
const GRACE_MS = 1_000;
const CLOCK = new URL('../../../scripts/times/clock.ts', import.meta.url).pathname;

type Server = Awaited<ReturnType<typeof startServer>>;
type WhatsApp = Awaited<ReturnType<typeof startWhatsAppServer>>;
type Call = (
  method: string,
  path: string,
  body?: object | FormData,
  headers?: Record<string, string>,
) => Promise<Response>;

/** When each event outside the servers happened, by this machine's clock. */
type Book = {
  paid: Map<number, number>;
  contested: Map<number, number>;
  refused: Map<number, number>;
  /** Agreements, with the invoices that each replaced from `at` until these may have returned. */
  agreed: Map<number, { invoices: readonly number[]; at: number; until: number }>;
};
type Received = WhatsAppSent & { at: number };
type Person = { client: number; phone: string };

/** A server whose clock begins on a day at 10 h in São Paulo. */
const startOn = (today: CalendarDate, at: number, folder: string) =>
  startServer({
    ...{ DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', CLOCK: '', PORT: String(at) },
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    NODE_OPTIONS: `--import=${CLOCK}`,
    TEST_CLOCK_OFFSET: String(Date.parse(`${today}T13:00:00Z`) - Date.now()),
  });

async function signIn(server: Server): Promise<Call> {
  const send = (token: string): Call => {
    const authorization = token && { authorization: `Bearer ${token}` };
    return (method, path, body, headers = {}) =>
      fetch(`${server.url}/api${path}`, {
        method,
        headers: {
          ...authorization,
          ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
  };
  const signedIn = await send('')('POST', '/user/admin/session', ADMIN);
  const { token } = (await signedIn.json()) as { token: string };
  return send(token);
}

/** @throws Error with the words of a refusal. */
async function done(answer: Promise<Response>): Promise<Response> {
  const got = await answer;
  if (!got.ok) throw new Error(`${got.url}: ${got.status} ${await got.text()}`);
  return got;
}

/** Makes tenants with a contract each, half of them with a guarantor; every person consents to WhatsApp. */
async function fillAgency(db: Db, make: ReturnType<typeof factories>): Promise<Person[]> {
  const people: Person[] = [];
  async function person(type: 'TENANT' | 'GUARANTOR') {
    const phone = `329${80_000_000 + people.length}`;
    const { id } = await make.client({ type, phone, email: null });
    people.push({ client: id, phone });
    return id;
  }
  for (let made = 0; made < tenants; made += 1) {
    const lease = await make.contract({
      user_id: await person('TENANT'),
      start_date: '2025-06-01',
      current_price: random.integer(90, 400) * 1_000,
      transfer_date: random.integer(1, 28),
    });
    if (random.chance(0.5))
      await db
        .insertInto('contract_party')
        .values({ proposal_id: lease.id, client_id: await person('GUARANTOR'), role: 'GUARANTOR' })
        .execute();
  }
  const consent = { channel: 'WHATSAPP', given_on: '2026-01-05', source: 'contrato', body: 'Aceito' } as const;
  await db
    .insertInto('message_consent')
    .values(people.map(({ client }) => ({ client_id: client, ...consent })))
    .execute();
  return people;
}

/** Connects WhatsApp, and switches the ruler on after its simulation. */
async function switchOn(call: Call, whatsapp: WhatsApp) {
  const channel = { base_url: whatsapp.baseUrl, sender: whatsapp.phoneNumberId, token: whatsapp.token };
  await done(
    call('PUT', '/messages/channels/whatsapp', { ...channel, app_secret: whatsapp.appSecret, template: 'aviso_geral' }),
  );
  const steps = DEFAULT_STEPS.map((step) => ({ ...step, channels: null }));
  await done(call('PUT', '/collection/ruler', { steps }, { 'if-match': '"1"' }));
  const simulation = await done(call('GET', '/collection/ruler/simulation'));
  const { version, from } = (await simulation.json()) as { version: number; from: string };
  await done(call('POST', '/collection/ruler/on', { version, from }));
}

/** What tenants do on a day: pay, contest, and refuse messages. */
async function live(
  db: Db,
  call: Call,
  whatsapp: WhatsApp,
  people: readonly Person[],
  today: CalendarDate,
  book: Book,
) {
  const open = await db
    .selectFrom('invoice')
    .select(['id', 'due_date', 'amount'])
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .where('due_date', '<=', addDays(today, 2))
    .orderBy('id')
    .execute();
  const fates = open.map((invoice) => ({
    ...invoice,
    pays: random.chance(CHANCES.pays),
    contests: random.chance(CHANCES.contests),
  }));
  await inParallel(fates, AT_ONCE, async ({ id, due_date, amount, pays, contests }) => {
    if (pays) {
      await done(
        due_date < today
          ? call('PATCH', `/financial/shall/${id}/manual`)
          : call('PATCH', `/invoice/${id}/down`, { paid_amount: amount / 100 }),
      );
      book.paid.set(id, Date.now());
    } else if (contests && !book.contested.has(id)) {
      await done(call('POST', `/collection/invoice/${id}/pause`, { reason: 'CONTEST', note: 'Contesta o valor' }));
      book.contested.set(id, Date.now());
    }
  });
  await agree(db, call, today, book);
  for (const { client, phone } of people) {
    if (book.refused.has(client) || !random.chance(CHANCES.optsOut)) continue;
    const { raw, headers } = whatsapp.signed(whatsapp.answerBody(`55${phone}`, 'SAIR'));
    await done(fetch(`http://127.0.0.1:${port}/api/messages/whatsapp/notices`, { method: 'POST', headers, body: raw }));
    book.refused.set(client, Date.now());
  }
}

/** Some tenants with overdue invoices take an agreement of all of them, with the signed paper. */
async function agree(db: Db, call: Call, today: CalendarDate, book: Book) {
  const { rows } = await sql<{ contract: number; invoices: number[] }>`
    select proposal_id as contract, array_agg(id::int order by id) as invoices from invoice i
    where status = 'PENDING' and deleted_at is null and due_date < ${today} and debt_agreement_id is null
      and not exists (select from debt_agreement a where a.proposal_id = i.proposal_id and a.state in ('OFFERED', 'ACCEPTED'))
    group by proposal_id order by proposal_id`.execute(db);
  for (const { contract, invoices } of rows) {
    if (!random.chance(CHANCES.agrees)) continue;
    const terms = { instalments: random.integer(1, 3), first_due: addDays(today, random.integer(0, 5)) };
    const offer = await done(
      call('POST', '/debt-agreement', {
        ...{ proposal_id: contract, invoices, ...terms, charges_off: 0, rent_off: 0, monthly_interest: 0 },
      }),
    );
    const { id } = (await offer.json()) as { id: number };
    const shown = await done(call('GET', `/debt-agreement/${id}`));
    const signed = form(Buffer.from('%PDF-1.4\n%%EOF\n'), 'termo.pdf', { type: 'application/pdf' });
    signed.set('name', 'Ana Prado');
    await done(
      call('PUT', `/debt-agreement/${id}/acceptance`, signed, { 'if-match': shown.headers.get('etag') ?? '' }),
    );
    book.agreed.set(id, { invoices, at: Date.now(), until: Number.POSITIVE_INFINITY });
  }
}

/** Notes the agreements that the day's job ended; their invoices may have returned at any time since the job began. */
async function noteEnds(db: Db, book: Book, began: number) {
  const ended = await db.selectFrom('debt_agreement').select('id').where('state', '=', 'BROKEN').execute();
  for (const { id } of ended) {
    const agreed = book.agreed.get(id);
    if (agreed) agreed.until = Math.min(agreed.until, began);
  }
}

const addJobs = async (db: Db, ...names: string[]) => {
  for (const name of names) await sql`select graphile_worker.add_job(${name}, max_attempts => 5)`.execute(db);
};

/** A job of a killed server is taken over within half a minute; a busy machine takes long over each. */
const PATIENCE_MS = 600_000;

async function settled(db: Db, ...names: string[]) {
  await until(
    `os trabalhos ${names.join(', ')} terminarem`,
    async () => {
      const { rows } = await sql<{ jobs: number }>`
      select count(*) as jobs from graphile_worker.jobs where task_identifier = any(${names}) and run_at <= now()`.execute(
        db,
      );
      return Number(rows[0]?.jobs) === 0;
    },
    PATIENCE_MS,
  );
}

/** Waits until every message that may go out today has been sent. */
async function sentAll(db: Db, today: CalendarDate) {
  if (!isSendingDay(today)) return;
  await until('as mensagens do dia saírem', async () => {
    const { rows } = await sql<{ messages: number }>`
      select count(*) as messages from message where state = 'QUEUED' and send_at <= ${`${today}T15:00:00Z`}`.execute(
      db,
    );
    if (Number(rows[0]?.messages) === 0) return true;
    await addJobs(db, 'messages');
    await settled(db, 'messages');
    return false;
  });
}

/** One day of the two servers. */
async function liveDay(
  db: Db,
  folder: string,
  { today, book }: { today: CalendarDate; book: Book },
  each: (call: Call) => Promise<unknown>,
) {
  const [first, second] = await Promise.all([startOn(today, port, folder), startOn(today, port + 1, folder)]);
  const isKilled = random.chance(CHANCES.killed);
  try {
    const call = await signIn(first);
    await addJobs(db, 'billing');
    await settled(db, 'billing');
    const began = Date.now();
    await addJobs(db, 'debt-agreements');
    await settled(db, 'debt-agreements');
    await noteEnds(db, book, began);
    await addJobs(db, 'collection', 'collection');
    const killing = isKilled ? pause(random.integer(50, 1_500)).then(() => second.kill()) : undefined;
    await Promise.all([each(call), killing]);
    await settled(db, 'collection');
    // Again, as the hourly schedule does.
    await addJobs(db, 'collection');
    await settled(db, 'collection', 'messages');
    await sentAll(db, today);
  } finally {
    first.terminate();
    if (!isKilled) second.terminate();
    await Promise.all([first.exited, second.exited]);
  }
}

async function run(folder: string) {
  const whatsapp = await startWhatsAppServer();
  const received: Received[] = [];
  const keep = whatsapp.sent.push.bind(whatsapp.sent);
  whatsapp.sent.push = (...sent) => {
    received.push(...sent.map((one) => ({ ...one, at: Date.now() })));
    return keep(...sent);
  };
  const runtime = await openRuntime(
    readSettings({ DATA_DIR: folder, DATABASE_URL: '', CLOCK: FIRST_DAY, CEP_URL: '', INDICES_URL: '' }),
  );
  const { db } = connect(runtime.owner, 6);
  try {
    await createAdministrator(runtime.deps, ADMIN);
    const people = await fillAgency(db, factories(systemContext({ ...runtime.deps, db })));
    console.error(`${tenants} inquilinos, ${people.length - tenants} fiadores`);
    const book: Book = { paid: new Map(), contested: new Map(), refused: new Map(), agreed: new Map() };
    for (let day = 0; day < days; day += 1) {
      const today = addDays(FIRST_DAY, day);
      if (day > 0 && random.chance(CHANCES.away)) continue;
      await liveDay(db, folder, { today, book }, async (call) => {
        if (day === 0) await switchOn(call, whatsapp);
        await live(db, call, whatsapp, people, today, book);
      });
      if (day % 10 === 9) console.error(`${today}: ${received.length} mensagens recebidas`);
    }
    return await judge(db, received, book);
  } finally {
    await db.destroy();
    await runtime.close();
    await whatsapp.close();
  }
}

/** Agreements by state. */
async function statesOf(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) from debt_agreement group by state order by state`.execute(db);
  return rows.map(({ state, count }) => `${state} ${count}`).join(', ');
}

/** Broken agreements whose receipts and open debt together are less than what was owed without charges. */
async function lostDebts(db: Db): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select count(*) as lost from debt_agreement a
    where a.state = 'BROKEN'
      and (select sum(i.price + i.fees) from debt_agreement_invoice d join invoice i on i.id = d.invoice_id where d.agreement_id = a.id)
        > (select coalesce(sum(i.paid_amount), 0) from invoice i where i.debt_agreement_id = a.id and i.status = 'PAID')
          + (select coalesce(sum(i.price + i.fees), 0) from debt_agreement_invoice d
            join invoice i on i.id = coalesce(d.returned_id, d.invoice_id) and (i.status <> 'REPLACED' or exists (
              select from debt_agreement_invoice again where again.invoice_id = i.id and again.agreement_id > a.id)) where d.agreement_id = a.id)`.execute(
    db,
  );
  return rows[0]?.lost ?? 0;
}

/** Counts and prints what must not have happened. @returns whether the drill passed. */
async function judge(db: Db, received: readonly Received[], book: Book): Promise<boolean> {
  const touches = await db
    .selectFrom('collection_touch as t')
    .innerJoin('invoice as i', 'i.id', 't.invoice_id')
    .select(['t.invoice_id', 't.step_id', 't.days', 't.done_on', 't.done_at', 'i.user_id'])
    .orderBy('t.invoice_id')
    .orderBy('t.id')
    .execute();
  const messages = await db.selectFrom('message').select(['token', 'key', 'kind', 'invoice_id', 'client_id']).execute();
  const byToken = new Map(messages.map((message) => [message.token, message]));
  const told = received.flatMap(({ callback, at }) => {
    const message = callback === undefined ? undefined : byToken.get(callback);
    return message ? [{ ...message, at }] : [];
  });
  const repeated = (all: readonly string[]) => all.length - new Set(all).size;
  const isAfter = (at: number, since: number | undefined) => since !== undefined && at > since + GRACE_MS;
  const since = (map: ReadonlyMap<number, number>, id: number | null) => (id === null ? undefined : map.get(id));
  const twice =
    repeated(touches.map(({ invoice_id, step_id }) => `${invoice_id} ${step_id}`)) +
    repeated(touches.map(({ invoice_id, done_on }) => `${invoice_id} ${done_on}`)) +
    repeated(touches.map(({ user_id, done_on }) => `${user_id} ${done_on}`)) +
    repeated(told.map(({ key }) => key));
  const afterPayment =
    touches.filter(({ invoice_id, done_at }) => isAfter(Date.parse(done_at), book.paid.get(invoice_id))).length +
    told.filter(({ invoice_id, at }) => isAfter(at, since(book.paid, invoice_id))).length;
  const afterContest =
    touches.filter(({ invoice_id, done_at }) => isAfter(Date.parse(done_at), book.contested.get(invoice_id))).length +
    told.filter(({ invoice_id, at }) => isAfter(at, since(book.contested, invoice_id))).length;
  const afterOptOut = told.filter(({ client_id, at }) => isAfter(at, since(book.refused, client_id))).length;
  const agreements = [...book.agreed.values()];
  const isReplaced = (invoice: number | null, at: number) =>
    agreements.some(
      ({ invoices, at: since, until: end }) => invoices.includes(invoice ?? 0) && at > since + GRACE_MS && at < end,
    );
  const instalments = new Set(
    (await db.selectFrom('invoice').select('id').where('debt_agreement_id', 'is not', null).execute()).map(
      ({ id }) => id,
    ),
  );
  const afterAgreement =
    touches.filter(({ invoice_id, done_at }) => isReplaced(invoice_id, Date.parse(done_at))).length +
    touches.filter(({ invoice_id }) => instalments.has(invoice_id)).length +
    told.filter(({ kind, invoice_id, at }) => kind === 'COLLECTION' && isReplaced(invoice_id, at)).length;
  const lost = await lostDebts(db);
  const wrong = await verifyBooks(db);
  const disordered = touches.filter(({ invoice_id, days }, place) => {
    const before = touches[place - 1];
    return before?.invoice_id === invoice_id && before.days >= days;
  }).length;
  console.error(
    `${told.length} mensagens recebidas; ${book.paid.size} pagamentos, ${book.contested.size} contestações, ` +
      `${book.refused.size} pedidos de SAIR; ${book.agreed.size} acordos: ${await statesOf(db)}; ` +
      `fora de ordem ${disordered}, depois de contestada ${afterContest}, depois do acordo ${afterAgreement}, ` +
      `dívidas que não voltaram ${lost}, erros no razão ${wrong.length}`,
  );
  console.log(`steps=${touches.length} twice=${twice} after_payment=${afterPayment} after_optout=${afterOptOut}`);
  const isCalm = twice === 0 && afterPayment === 0 && afterOptOut === 0;
  const isKept = afterContest === 0 && afterAgreement === 0 && lost === 0 && wrong.length === 0;
  return isCalm && isKept && disordered === 0 && touches.length > 0 && told.length > 0;
}

const folder = await mkdtemp(join(tmpdir(), 'morada-collection-drill-'));
await chmod(folder, 0o711);
let isRight = false;
try {
  isRight = await run(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
