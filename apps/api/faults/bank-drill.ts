import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { randomFrom } from '#test/random.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { bankPairs } from './bank-pairs.ts';
import { type Bank, SUBJECTS } from './bank-subjects.ts';
import { brokenInvariants } from './invariants.ts';

// The product and its bank, each a process with a folder of its own. Charges or boletos are registered, some with lost
// answers, and paid with notices that are grouped, repeated, reordered and lost; both processes are killed once.

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4790' },
    /** `pix`: charges; `boletos`: by calls of Banco Inter; `recurring`: charges of Pix Automático. */
    of: { type: 'string', default: 'pix' },
    /** Servers that share the database. */
    servers: { type: 'string', default: '1' },
    /** No kills and no losses: how long payments take. */
    calm: { type: 'boolean', default: false },
    /** Pairs of events of a payment in random order, in one process. */
    pairs: { type: 'string' },
  },
});
const [wanted, seed, port, servers] = [values.invoices, values.seed, values.port, values.servers].map(Number) as [
  number,
  number,
  number,
  number,
];
const subject = SUBJECTS[values.of];
if (!subject || ![wanted, seed, port, servers].every((number) => Number.isSafeInteger(number) && number > 0)) {
  const kinds = Object.keys(SUBJECTS).join('|');
  console.error(`Use: npm run bank:drill -- --invoices N --seed S [--of ${kinds}] [--servers N] [--calm] [--port P]`);
  process.exit(2);
}
if (values.pairs !== undefined) {
  const isRight = await bankPairs({ pairs: Number(values.pairs), seed, port });
  process.exit(isRight ? 0 : 1);
}
const random = randomFrom(seed);
const below = (limit: number) => random.integer(0, limit - 1);

const LARGEST_GROUP = 25;

/** Pays in groups of random size, whose notices arrive grouped, repeated, reversed, or not at all. */
async function payGroup(bank: Bank, names: readonly string[]) {
  await bank.call('hold');
  for (const name of names) await bank.pay(name);
  const fate = below(5);
  if (fate === 0) await bank.lose();
  else
    await bank.call('flush', {
      order: fate === 1 ? 'reversed' : 'sent',
      copies: fate === 2 ? 3 : 1,
      group: 1 + below(10),
      together: fate === 3,
    });
}

/** Kills a server a third of the way and the bank at two thirds. Returns the bank that runs. */
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

/** Makes every payment, then starts posting all notices concurrently: one in each post, over fifty connections. */
async function payAtOnce(bank: Bank, names: readonly string[]) {
  await bank.call('hold');
  await Promise.all(names.map((name) => bank.pay(name)));
  bank.call('flush', { together: true }).catch((error: Error) => console.error(error.message));
  return bank;
}

const TICKS_A_SECOND = 100;

/** Processor time that a server has used so far, in seconds; undefined where `/proc` does not have it. */
async function processorOf(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Behind the name in parentheses, times in user and kernel mode are the twelfth and thirteenth field.
  const [user, kernel] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number) ?? [];
  return user === undefined || kernel === undefined ? undefined : (user + kernel) / TICKS_A_SECOND;
}

const LOSSES = 3;
const LOST_EVERY_MS = 10_000;

/** While `work` runs, the bank carries out some calls whose answers are lost. */
async function losingAnswers(bank: Bank, lost: string, work: Promise<number>): Promise<number> {
  const ended = new AbortController();
  const losing = (async () => {
    for (let left = LOSSES; left > 0 && !ended.signal.aborted; left -= 1) {
      await bank.call('fail', 1 + below(2), 503, { on: lost, performed: true });
      await pause(LOST_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  const took = await work.finally(() => ended.abort());
  await losing;
  await bank.call('recover');
  return took;
}

async function run(
  agency: Agency,
  { register, startBank, lost, invoice: terms }: NonNullable<typeof subject>,
  folder: string,
) {
  const { db } = agency;
  const invoices: number[] = [];
  for (let made = 0; made < wanted; made += 1) invoices.push((await agency.make.invoice(terms)).id);
  const file = join(folder, 'bank.json');
  const start = () => startBank(file, port + 9);
  let bank = await start();
  const registering = register(agency, bank, invoices);
  const took = values.calm ? await registering : await losingAnswers(bank, lost, registering);
  const names = (await bank.names(agency)).toSorted();
  const registered = names.length;
  console.error(`${registered} registrados em ${(took / 1_000).toFixed(1)} s`);

  const paidInvoices = async () =>
    (
      await db
        .selectFrom('invoice')
        .select((q) => q.fn.countAll<number>().as('paid'))
        .where('id', '=', sql<number>`any(${invoices}::bigint[])`)
        .where('status', '=', 'PAID')
        .executeTakeFirstOrThrow()
    ).paid;
  await bank.begin?.(agency);
  const shuffled = random.shuffle(names);
  const usedBefore = await processorOf(agency.server().pid());
  bank = values.calm ? await payAtOnce(bank, shuffled) : await payWithKills(agency, bank, shuffled, start);
  const from = performance.now();
  // The bank is polled every minute, movements of boletos every five; a run whose worker died is resumed within five.
  const SETTLE_MS = 900_000;
  await until('os pagamentos serem lidos', async () => (await paidInvoices()) === wanted, SETTLE_MS).catch(
    (error: Error) => console.error(error.message),
  );
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  const used = await processorOf(agency.server().pid());
  const processor =
    used === undefined || usedBefore === undefined ? '' : `, ${(used - usedBefore).toFixed(1)} s de CPU do servidor`;
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
  if (values.calm) console.error(`${wanted} pagos em ${seconds} s${processor}; carga da máquina ${load}`);
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
  const lostOnes = wanted - paid;
  console.log(`registered=${registered} paid=${paid} twice=${twice} lost=${lostOnes}`);
  return registered === wanted && twice === 0 && lostOnes === 0 && broken.length === 0;
}

const folder = await mkdtemp(join(tmpdir(), 'morada-bank-drill-'));
const agency = await openAgency({
  port,
  servers,
  env: { CLOCK: subject.day ?? '', PUBLIC_URL: `http://127.0.0.1:${port}` },
});
let isRight = false;
try {
  isRight = await run(agency, subject, folder);
} finally {
  await agency.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
