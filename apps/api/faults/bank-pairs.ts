import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { startJobs } from '#api/jobs.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { followBoletos } from '#api/modules/bank/receipts/boleto-work.service.ts';
import { workOnLinks } from '#api/modules/bank/receipts/pix-work.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openRuntime } from '#api/runtime.ts';
import { itau400, ofx, type Paid } from '#test/bank/bank-papers.ts';
import { AGREEMENTS, fillAgency } from '#test/collection.ts';
import { factories } from '#test/factories.ts';
import { form } from '#test/pictures.ts';
import { randomFrom } from '#test/random.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { startSicoob } from '#test/servers/bank/sicoob-server.ts';
import { TODAY as CLOCK, until } from './agency.ts';

// Pairs of what can happen to the payments of an invoice, in random order, on the real services with local banks: notices
// arrive at once, later, or never. In the end each payment that a bank still has is in one place: it has settled an
// invoice, or waits for a person; and none that was given back is.

const ADMIN = { name: 'Mariana Dias', email: 'mariana@morada.test', password: 'segredo-da-mariana' };
const AMOUNT = 150_000;
/** How often a person looks at one file. */
const MOST_LOOKS = 20;
/** Invoices whose events are sent together. */
const WAVE = 100;
const KEYS = ['alugueis@exemplo.com.br', 'outra@exemplo.com.br'];
const TODAY: CalendarDate = CLOCK;
const YESTERDAY = addDays(TODAY, -1);

/** What can happen to an invoice. */
const EVENTS = [
  'pix',
  'pixAgain',
  'boleto',
  'file',
  'statement',
  'pixGivenBack',
  'boletoWithdrawn',
  'refundByHand',
  'settleByHand',
  'close',
] as const;
type Event = (typeof EVENTS)[number];

/** Money that a bank has received, or has given back. */
type Money = { invoice: number; isHeld: boolean; where: { name: string } | { like: string } };

type Bill = {
  invoice: number;
  proposal: number;
  txid: string;
  boleto: number;
  number: number;
  byFile: { id: number; nosso_numero: string };
};

export async function bankPairs({
  pairs,
  seed,
  port,
}: {
  pairs: number;
  seed: number;
  port: number;
}): Promise<boolean> {
  const random = randomFrom(seed);
  const below = (limit: number) => random.integer(0, limit - 1);
  const folder = await mkdtemp(join(tmpdir(), 'morada-bank-pairs-'));
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DATA_DIR: folder, CLOCK: TODAY, PORT: String(port), LOG_LEVEL: 'silent' };
  const runtime = await openRuntime(
    readSettings({ ...env, DATABASE_URL: '', STORAGE_URL: '', CEP_URL: '', INDICES_URL: '', PUBLIC_URL: publicUrl }),
  );
  const deps = { ...runtime.deps, publicUrl };
  const { db, pool } = connect(runtime.owner, 6);
  const app = await buildApp(deps);
  await app.listen({ port, host: '127.0.0.1' });
  const jobs = await startJobs(deps, pool, app.log, { crontab: '', pollInterval: 200 });
  const now = () => new Date(`${TODAY}T15:00:00Z`);
  const pix = await startPixServer({ keys: KEYS, now });
  const slips = await startSicoob({ now, looks: 0, hybrid: false });
  const make = factories(systemContext({ ...runtime.deps, db }));
  let token = '';
  let failures = 0;

  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    app.inject({
      method,
      url: `/api${url}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload && { payload }),
    });
  const order = async (...asked: Parameters<typeof call>) => {
    const answer = await call(...asked);
    if (answer.statusCode >= 300) throw new Error(`${asked[0]} ${asked[1]}: ${answer.body}`);
    return answer.json();
  };
  async function signIn() {
    token = '';
    token = (await order('POST', '/user/admin/session', ADMIN)).token;
  }
  const access = (bank: typeof pix | typeof slips) => ({
    ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, authority: bank.ca },
    ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key },
  });
  const connectPix = (key: string) =>
    order('PUT', '/bank-link', { ...access(pix), client_secret: pix.clientSecret, pix_key: key });

  const isIdle = async () => {
    const { rowCount } = await pool.query(
      `select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`,
    );
    const { rows } = await pool.query(`select id from bank_file where status in ('RUNNING', 'UNDOING')`);
    return rowCount === 0 && rows.length === 0;
  };
  const idle = () => until('os trabalhos terminarem', isIdle, 300_000);

  /** One round of each job, over all payments of the day. */
  async function round() {
    await idle();
    await sql`update bank_link set returns_round = 0, returns_read_at = null,
      read_until = case kind when 'PIX' then ${`${YESTERDAY}T03:00:00Z`}::timestamptz else ${`${TODAY}T12:00:00Z`}::timestamptz end`.execute(
      db,
    );
    await sql`update boleto_call set next_try_at = now()`.execute(db);
    await sql`update boleto_payment set looked_at = null, reported_at = now() - interval '2 days'
      where taken_back_at is null and boleto_id > (select max(id) from boleto) - ${2 * WAVE}`.execute(db);
    for (const work of [workOnLinks, followBoletos])
      await work(deps).catch((error: Error) => {
        failures += 1;
        console.error(error.message);
      });
    await idle();
  }

  const money: Money[] = [];
  const received = (invoice: number, where: Money['where']) => {
    const one = { invoice, isHeld: true, where };
    money.push(one);
    return one;
  };

  async function wave(size: number, running: number): Promise<Bill[]> {
    const made = [];
    for (let count = 0; count < size; count += 1) made.push(await make.invoice());
    await round();
    const bills: Bill[] = [];
    for (const [index, invoice] of made.entries()) {
      const asked = { user_id: invoice.user_id, proposal_id: invoice.proposal_id, invoice_id: invoice.id };
      const { id } = await order('POST', '/boleto/manual', asked);
      bills.push({
        ...{ invoice: invoice.id, proposal: invoice.proposal_id, boleto: id, txid: '', number: 0 },
        byFile: await boletoOfFile(invoice, String(running + index + 1).padStart(8, '0')),
      });
    }
    await round();
    for (const bill of bills) {
      const charge = await db
        .selectFrom('pix_charge')
        .select('txid')
        .where('invoice_id', '=', bill.invoice)
        .where('state', '=', 'ACTIVE')
        .executeTakeFirstOrThrow();
      bill.txid = charge.txid;
      bill.number =
        [...slips.boletos.values()].find(({ seuNumero }) => seuNumero === String(bill.boleto))?.nossoNumero ?? 0;
    }
    return bills;
  }

  /** A former boleto of the invoice at another bank, whose payments a return file tells of. */
  async function boletoOfFile({ id, proposal_id }: { id: number; proposal_id: number }, nosso_numero: string) {
    const row = {
      ...{ invoice_id: id, proposal_id, agreement_id: byFileAgreement, number: id, nosso_numero, due_date: TODAY },
      ...{ amount: AMOUNT, issued_on: '2026-02-10' as CalendarDate, status: 'CANCELED' as const, canceled_at: now() },
      slip: JSON.stringify({ nosso_numero, bank_charges: null, lines: [], instructions: [] }),
    };
    const made = await db.insertInto('boleto').values(row).returning('id').executeTakeFirstOrThrow();
    return { id: made.id, nosso_numero };
  }

  const pixOf = new Map<number, { e2e: string; money: Money }[]>();
  const slipOf = new Map<number, Money[]>();
  const txidOfInvoice = (invoice: number) => `FATURA${String(invoice).padStart(10, '0')}`;

  function keepPix(invoice: number, e2e: string) {
    pixOf.set(invoice, [...(pixOf.get(invoice) ?? []), { e2e, money: received(invoice, { name: `pix ${e2e}` }) }]);
  }

  type Papers = { returned: Paid[]; credits: { fitid: string; day: CalendarDate; amount: number; memo: string }[] };

  /** Lets an event happen to an invoice; one that can't happen now is refused by the bank or by the product. */
  async function happen(event: Event, bill: Bill, papers: Papers) {
    const { invoice } = bill;
    if (event === 'pix') {
      if (pix.charges.get(bill.txid)?.status === 'ATIVA')
        keepPix(invoice, pix.pay(bill.txid, { amount: AMOUNT }).endToEndId);
    } else if (event === 'pixAgain')
      keepPix(invoice, pix.payStatic(KEYS[0] ?? '', AMOUNT, txidOfInvoice(invoice)).endToEndId);
    else if (event === 'boleto') {
      if (slips.boletos.get(String(bill.number))?.situacaoBoleto !== 'Em Aberto') return;
      slips.pay(bill.number, { amount: AMOUNT });
      const before = slipOf.get(invoice) ?? [];
      const name = `boleto ${bill.boleto} ${TODAY} ${AMOUNT}${before.length > 0 ? ` #${before.length + 1}` : ''}`;
      slipOf.set(invoice, [...before, received(invoice, { name })]);
    } else if (event === 'file') {
      if (papers.returned.some(({ nosso_numero }) => nosso_numero === bill.byFile.nosso_numero)) return;
      const paid = { nosso_numero: bill.byFile.nosso_numero, amount: AMOUNT, paid_on: TODAY, credited_on: TODAY };
      papers.returned.push(paid);
      const name = `boleto ${bill.byFile.id} ${TODAY} ${AMOUNT}`;
      if (!money.some(({ where }) => 'name' in where && where.name === name)) received(invoice, { name });
    } else if (event === 'statement') {
      const held = (pixOf.get(invoice) ?? []).find((one) => one.money.isHeld);
      // A TED beside a Pix, of the same day and amount, is a second payment.
      const isPix = held !== undefined && below(2) === 0;
      const day = held ? TODAY : YESTERDAY;
      const fitid = `${invoice}-${papers.credits.length}`;
      const memo = `${isPix ? 'PIX' : 'TED'} RECEBIDO ${txidOfInvoice(invoice)}`;
      papers.credits.push({ fitid, day, amount: AMOUNT, memo });
      if (!isPix) received(invoice, { like: `credit % ${fitid} ${day} %` });
    } else if (event === 'pixGivenBack') {
      const held = (pixOf.get(invoice) ?? []).find((one) => one.money.isHeld);
      if (!held) return;
      pix.refundByMed(held.e2e);
      held.money.isHeld = false;
    } else if (event === 'boletoWithdrawn') {
      const held = (slipOf.get(invoice) ?? []).find((one) => one.isHeld);
      if (!held) return;
      slips.takeBack(bill.number);
      held.isHeld = false;
    } else if (event === 'refundByHand') await call('DELETE', `/invoice/${invoice}/refund`);
    else if (event === 'settleByHand')
      await call('PATCH', `/invoice/${invoice}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    else await call('PATCH', `/proposal/${bill.proposal}/close`, {});
  }

  async function sendPapers({ returned, credits }: Papers) {
    const files: [string, string][] = [];
    if (returned.length > 0) files.push([itau400(returned), 'CN.RET']);
    if (credits.length > 0) files.push([ofx(credits), 'extrato.ofx']);
    for (const [content, name] of files) {
      const upload = form(Buffer.from(content), name, { type: 'application/octet-stream' });
      let seen = await order('PUT', '/boleto/down?preview=1', upload);
      // A person accepts what differs: the boletos of the file were cancelled before. What a bank's notice settled since the
      // file was seen is refused by its line, and the person looks again.
      for (let looks = 1; ; looks += 1) {
        const accept = seen.divergent.flatMap((line: { line: number; payable: boolean }) =>
          line.payable ? line.line : [],
        );
        const settled = await call('POST', `/boleto/down/${seen.id}/settle`, { accept });
        if (settled.statusCode < 300) break;
        if (looks === MOST_LOOKS || settled.json().code !== 'BANK_LINE_NOT_PAYABLE') throw new Error(settled.body);
        seen = await order('GET', `/boleto/down/${seen.id}`);
      }
    }
    await idle();
  }

  /** The notices of a step arrive, or are lost: then the banks are polled. */
  async function step(bills: readonly Bill[], events: readonly Event[]) {
    const papers: Papers = { returned: [], credits: [] };
    pix.hold();
    slips.hold();
    for (const [index, bill] of bills.entries()) await happen(events[index] ?? 'pix', bill, papers);
    const papersFirst = below(2) === 0;
    if (papersFirst) await sendPapers(papers);
    for (const bank of [pix, slips])
      if (below(3) === 0) bank.drop();
      else
        await bank.flush({
          order: below(2) === 0 ? 'sent' : 'reversed',
          copies: 1 + below(2),
          together: below(2) === 0,
        });
    // In half of the steps the next events come before the jobs have read everything.
    if (below(2) === 0) await round();
    if (!papersFirst) await sendPapers(papers);
  }

  let byFileAgreement = 0;
  try {
    await createAdministrator(runtime.deps, ADMIN);
    await signIn();
    await fillAgency(db);
    const { bank: code, ...fields } = AGREEMENTS['341'];
    byFileAgreement = (
      await db
        .insertInto('bank_agreement')
        .values({ bank: code, fields: JSON.stringify(fields), active: false })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    await order('PUT', '/agency/agreement', {
      ...{ bank: '756', fields: { agency: '4327', agreement: '229385', wallet: '1', variation: '01' } },
    });
    await connectPix(KEYS[0] ?? '');
    await order('PUT', '/boleto-link', {
      ...{ bank: '756', ...access(slips), fields: { account: '123456', scope: 'boletos_inclusao boletos_consulta' } },
    });
    let key = 0;
    for (let done = 0; done < pairs; done += WAVE) {
      const size = Math.min(WAVE, pairs - done);
      await signIn();
      const bills = await wave(size, done);
      const first = bills.map(() => EVENTS[below(5)] ?? 'pix');
      const second = bills.map(() => EVENTS[below(EVENTS.length)] ?? 'pix');
      await step(bills, first);
      await step(bills, second);
      if (below(4) === 0) {
        key = 1 - key;
        await connectPix(KEYS[key] ?? '');
      }
      for (let rounds = 0; rounds < 3; rounds += 1) await round();
      console.error(`${done + size} pares`);
    }
    // A notice without news is read five times.
    for (let rounds = 0; rounds < 3; rounds += 1) await round();
    return await report();
  } finally {
    await jobs.stop();
    await app.close();
    await pix.close();
    await slips.close();
    await db.destroy();
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  }

  /** Where each payment is: its settlements in force, and its lines that wait. */
  async function report() {
    let [twice, lost, settled, waiting] = [0, 0, 0, 0];
    const say = (word: string, { invoice, where }: Money, places: unknown) =>
      console.error(`${word}: fatura ${invoice}, ${JSON.stringify(where)}, ${JSON.stringify(places)}`);
    for (const one of money) {
      const { where } = one;
      const is = 'name' in where ? sql`= any(${[where.name]}::text[])` : sql`like ${where.like}`;
      const { rows } = await sql<{ place: string }>`
        with known as (
          select fingerprint from bank_payment_name where name ${is} union select fingerprint from bank_settlement where fingerprint ${is}
          union select fingerprint from bank_line where fingerprint ${is})
        select 'settled ' || s.invoice_id as place from bank_settlement s join known using (fingerprint)
          where s.undone_at is null and not exists (select from bank_line l where l.fingerprint = s.fingerprint and l.problem is not null)
        union all select 'waits' from bank_line l join known using (fingerprint) where l.state in ('OPEN', 'IGNORED')`.execute(
        db,
      );
      settled += rows.filter(({ place }) => place !== 'waits').length;
      waiting += rows.filter(({ place }) => place === 'waits').length;
      if (rows.length > (one.isHeld ? 1 : 0)) {
        twice += 1;
        say(one.isHeld ? 'em dobro' : 'devolvido e em vigor', one, rows);
      } else if (one.isHeld && rows.length === 0) {
        lost += 1;
        say('perdido', one, rows);
      }
    }
    const { rows: double } = await sql`select invoice_id from bank_settlement where undone_at is null
      group by 1 having count(*) > 1`.execute(db);
    const { rows: stuck } =
      await sql`select 'pix ' || end_to_end_id as what from pix_payment where read_at is null or again
      union all select 'arquivo ' || id from bank_file where status not in ('DONE', 'UNDONE')
      union all select 'aviso ' || handle from boleto_notice where tries < 5
      union all select 'linha ' || w.name from (select fingerprint as name from bank_line group by 1 having count(*) > 1) w`.execute(
        db,
      );
    const broken = await verifyBooks(db);
    for (const one of [...stuck, ...broken]) console.error(JSON.stringify(one));
    const total = twice + double.length;
    const gone = money.filter(({ isHeld }) => !isHeld).length;
    console.error(`${settled} liquidados, ${waiting} a resolver, ${gone} devolvidos`);
    console.log(`pairs=${pairs} payments=${money.length} twice=${total} lost=${lost} stuck=${stuck.length + failures}`);
    return total === 0 && lost === 0 && stuck.length + failures === 0 && broken.length === 0;
  }
}
