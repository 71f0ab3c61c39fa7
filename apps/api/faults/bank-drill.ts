import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { randomFrom } from '#test/random.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { brokenInvariants } from './invariants.ts';

// The product and a bank that follows the Pix API, each a process over a folder of its own: charges are registered and
// paid with notices that are grouped, repeated, reordered and lost, and both processes are killed once.

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4790' },
    /** No kills and no losses: how long payments take. */
    calm: { type: 'boolean', default: false },
  },
});
const [wanted, seed, port] = [values.invoices, values.seed, values.port].map(Number) as [number, number, number];
if (![wanted, seed, port].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Use: npm run bank:drill -- --invoices N --seed S [--calm] [--port P]');
  process.exit(2);
}
const random = randomFrom(seed);
const below = (limit: number) => random.integer(0, limit - 1);

type Told = Record<'url' | 'tokenUrl' | 'ca' | 'clientId' | 'clientSecret' | 'key', string> & {
  clientCertificate: { cert: string; key: string };
};

/** The bank as a process; `call` runs one of its methods. */
async function startBank(file: string, port: number) {
  const program = new URL('../test/pix-server-process.ts', import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [program, '--file', file, '--port', String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = [];
  const first = Promise.withResolvers<Told>();
  waiting.push({ resolve: (told) => first.resolve(told as Told), reject: first.reject });
  if (!child.stdout) throw new Error('the bank has no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line);
    const one = waiting.shift();
    if ('error' in said) one?.reject(new Error(said.error));
    else one?.resolve('answer' in said ? said.answer : said);
  });
  child.on('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the bank has ended'));
  });
  const call = (name: string, ...args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin?.write(`${JSON.stringify({ call: name, args })}\n`);
    });
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { told: await first.promise, call, kill };
}

type Bank = Awaited<ReturnType<typeof startBank>>;

async function connect(agency: Agency, { told }: Bank) {
  const { url, tokenUrl, ca, clientId, clientSecret, clientCertificate, key } = told;
  const answer = await agency.call('PUT', '/bank-link', {
    ...{ base_url: url, token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, pix_key: key },
    ...{ certificate: clientCertificate.cert, private_key: clientCertificate.key, authority: ca },
  });
  if (answer.status !== 200) throw new Error(`a ligação foi recusada: ${JSON.stringify(answer.body)}`);
}

const LARGEST_GROUP = 25;

/** Pays charges in groups of random size, whose notices arrive grouped, repeated, reversed, or not at all. */
async function payGroup(bank: Bank, txids: readonly string[]) {
  await bank.call('hold');
  for (const txid of txids) await bank.call('pay', txid);
  const fate = below(5);
  if (fate === 0) await bank.call('drop');
  else
    await bank.call('flush', {
      order: fate === 1 ? 'reversed' : 'sent',
      copies: fate === 2 ? 3 : 1,
      group: 1 + below(10),
      together: fate === 3,
    });
}

/** Kills the server a third of the way and the bank at two thirds. Returns the bank that runs. */
async function payWithKills(agency: Agency, first: Bank, shuffled: readonly string[], restart: () => Promise<Bank>) {
  let bank = first;
  const [killServerAt, killBankAt] = [Math.floor(wanted / 3), Math.floor((wanted * 2) / 3)];
  const passes = (at: number, from: number, to: number) => from <= at && at < to;
  for (let from = 0; from < shuffled.length; ) {
    const to = Math.min(shuffled.length, from + 1 + below(LARGEST_GROUP));
    const group = shuffled.slice(from, to);
    if (passes(killServerAt, from, to)) {
      const paying = payGroup(bank, group);
      process.kill(agency.server().pid() ?? 0, 'SIGKILL');
      console.error('kill -9 do servidor');
      await paying;
    } else if (passes(killBankAt, from, to)) {
      await payGroup(bank, group);
      await bank.kill();
      console.error('kill -9 do banco');
      bank = await restart();
    } else await payGroup(bank, group);
    from = to;
  }
  return bank;
}

/** Every payment is made, and then every notice is posted at once: by itself, at fifty connections. */
async function payAtOnce(bank: Bank, txids: readonly string[]) {
  await bank.call('hold');
  await Promise.all(txids.map((txid) => bank.call('pay', txid)));
  bank.call('flush', { together: true }).catch((error: Error) => console.error(error.message));
  return bank;
}

async function run(agency: Agency, folder: string) {
  const { db } = agency;
  const invoices: number[] = [];
  for (let made = 0; made < wanted; made += 1) invoices.push((await agency.make.invoice()).id);
  const file = join(folder, 'bank.json');
  const bankPort = port + 9;
  let bank = await startBank(file, bankPort);
  await connect(agency, bank);

  const countOf = async (state: 'ACTIVE' | 'PAID') =>
    (
      await db
        .selectFrom('pix_charge')
        .select((q) => q.fn.countAll<number>().as('charges'))
        .where('state', '=', state)
        .executeTakeFirstOrThrow()
    ).charges;
  const registering = await until('as cobranças serem registradas', async () => (await countOf('ACTIVE')) === wanted);
  const registered = await countOf('ACTIVE');
  console.error(`${registered} cobranças registradas em ${(registering / 1_000).toFixed(1)} s`);

  const txids = (await db.selectFrom('pix_charge').select('txid').orderBy('txid').execute()).map(({ txid }) => txid);
  const paidInvoices = async () =>
    (
      await db
        .selectFrom('invoice')
        .select((q) => q.fn.countAll<number>().as('paid'))
        .where('id', '=', sql<number>`any(${invoices}::bigint[])`)
        .where('status', '=', 'PAID')
        .executeTakeFirstOrThrow()
    ).paid;
  const shuffled = random.shuffle(txids);
  bank = values.calm
    ? await payAtOnce(bank, shuffled)
    : await payWithKills(agency, bank, shuffled, () => startBank(file, bankPort));
  const from = performance.now();
  // Charges are read again each minute, and a run whose worker died is resumed within five.
  const SETTLE_MS = 480_000;
  await until('os pagamentos serem lidos', async () => (await paidInvoices()) === wanted, SETTLE_MS).catch(
    (error: Error) => console.error(error.message),
  );
  if (values.calm) console.error(`${wanted} pagos em ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  const paid = await paidInvoices();
  const { settlements } = await db
    .selectFrom('bank_settlement')
    .select((q) => q.fn.countAll<number>().as('settlements'))
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('ledger_entry')
    .select((q) => q.fn.countAll<number>().as('entries'))
    .where('kind', '=', 'SETTLEMENT')
    .executeTakeFirstOrThrow();
  const broken = await brokenInvariants(agency);
  await bank.kill();
  for (const one of broken) console.error(one);
  const twice = Math.max(settlements - paid, entries.entries - paid);
  const lost = wanted - paid;
  console.log(`registered=${registered} paid=${paid} twice=${twice} lost=${lost}`);
  return registered === wanted && twice === 0 && lost === 0 && broken.length === 0;
}

const folder = await mkdtemp(join(tmpdir(), 'morada-bank-drill-'));
const agency = await openAgency({ port, env: { CLOCK: '', PUBLIC_URL: `http://127.0.0.1:${port}` } });
let isRight = false;
try {
  isRight = await run(agency, folder);
} finally {
  await agency.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
