import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { inParallel } from '#api/base/in-parallel.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { randomFrom } from '#test/random.ts';
import { basic, olxLead } from '#test/servers/olx-sender.ts';
import { type Agency, openAgency, until } from './agency.ts';

// Leads of a portal, in a burst, repeated and out of order, to a server that is killed in the middle of it. Each lead that was
// confirmed is there once, and so is each that its sender sent again until it was.

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '500' },
    kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4798' },
  },
});
const [wanted, kills, seed, port] = [values.leads, values.kills, values.seed, values.port].map(Number) as [
  number,
  number,
  number,
  number,
];
if (![wanted, kills, seed, port].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Use: npm run leads:drill -- --leads N --kills K --seed S [--port P]');
  process.exit(2);
}
const random = randomFrom(seed);
const SECRET = randomBytes(16).toString('hex');
const AT_ONCE = 8;
const PATIENCE_MS = 300_000;

const countOf = async ({ db }: Agency, ...states: ('WAITING' | 'DONE' | 'STUCK')[]) =>
  (
    await db
      .selectFrom('portal_lead')
      .select((q) => q.fn.countAll<number>().as('kept'))
      .where('state', 'in', states)
      .executeTakeFirstOrThrow()
  ).kept;

/** Sends a lead, and again after an answer that is no success or none at all. */
async function sent(agency: Agency, number: number): Promise<void> {
  await until(`o lead ${number} ser aceito`, async () => {
    const answer = await agency
      .call('POST', '/portal/olx', olxLead(number), { authorization: basic(SECRET) })
      .catch(() => undefined);
    return answer !== undefined && answer.status < 300;
  });
}

/** Kills the server as the burst goes on; its supervisor starts it again. */
async function disturb(agency: Agency) {
  for (let kill = 1; kill <= kills; kill += 1) {
    const from = Math.floor((wanted * kill) / (kills + 1));
    await until('mais leads chegarem', async () => (await countOf(agency, 'WAITING', 'DONE')) >= from, PATIENCE_MS);
    process.kill(agency.server().pid() ?? 0, 'SIGKILL');
    console.error(`kill -9 do servidor, com ${from} leads ou mais`);
  }
}

/** Leads that are missing, and messages of one lead that are there more than once. */
async function judge({ db }: Agency) {
  const kept = await db.selectFrom('portal_lead').select(['id', 'key', 'state', 'lead_id']).execute();
  const events = await db
    .selectFrom('lead_event')
    .select(['record_id', 'lead_id'])
    .where('event', '=', 'RECEIVED')
    .where('record', '=', 'portal_lead')
    .execute();
  const leads = await db.selectFrom('lead').select('id').execute();
  const done = new Set(kept.filter(({ state, lead_id }) => state === 'DONE' && lead_id !== null).map(({ key }) => key));
  const lost = Array.from({ length: wanted }, (_, number) => `lead-${number}`).filter((key) => !done.has(key)).length;
  return { lost, twice: kept.length - wanted + events.length - wanted + leads.length - wanted };
}

async function run(agency: Agency): Promise<boolean> {
  await agency.db
    .updateTable('lead_setting')
    .set({ olx_secret: hashOf(SECRET) })
    .execute();
  const numbers = Array.from({ length: wanted }, (_, number) => number);
  const burst = [...numbers, ...numbers.filter(() => random.chance(0.3))].toSorted(() => (random.chance(0.5) ? 1 : -1));
  const disturbing = disturb(agency);
  await inParallel(burst, AT_ONCE, (number) => sent(agency, number));
  await disturbing;
  await until('os leads serem lidos', async () => (await countOf(agency, 'WAITING')) === 0, PATIENCE_MS);
  const { lost, twice } = await judge(agency);
  console.log(`leads=${wanted} sent=${burst.length} kills=${kills} lost=${lost} twice=${twice}`);
  return lost === 0 && twice === 0;
}

const agency = await openAgency({ port });
let isRight = false;
try {
  isRight = await run(agency);
} finally {
  await agency.close();
}
process.exit(isRight ? 0 : 1);
