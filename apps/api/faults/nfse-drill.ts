import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cents } from '@morada/domain/base/money';
import { inParallel } from '#api/base/in-parallel.ts';
import { placeOf } from '#api/modules/fiscal/certificates/certificates.service.ts';
import { randomFrom } from '#test/random.ts';
import { LOST } from '#test/servers/bank/bank-host.ts';
import { startNfse } from '#test/servers/nfse-server.ts';
import { type Agency, openAgency, until } from './agency.ts';

// Notes of many payments, by two servers over one database, to the national system of the tests: some answers are lost,
// some calls fail, and one server is killed in the middle. Each payment has one note there, and its key here.

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4796' },
    /** No kill and no losses: how long a batch takes. */
    calm: { type: 'boolean', default: false },
  },
});
const [wanted, seed, port] = [values.notes, values.seed, values.port].map(Number) as [number, number, number];
if (![wanted, seed, port].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Use: npm run nfse:drill -- --notes N --seed S [--calm] [--port P]');
  process.exit(2);
}
const random = randomFrom(seed);

const CNPJ = '11222333000181';
const PRICE = cents(1_000_00);
/** Concurrent payments. */
const AT_ONCE = 8;
/** Notes of which the answer is lost, or that fail. */
const LOSSES = 5;
const PLACE = {
  ...{ street: 'Rua Halfeld', number: '1', neighborhood: 'Centro', cep: '36010000' },
  ...{ city: 'Juiz de Fora', state: 'MG' },
} as const;
/** A killed server's notes are taken over once their lease is over. */
const PATIENCE_MS = 600_000;

type National = Awaited<ReturnType<typeof startNfse>>;

const done = (answer: { status: number; body: unknown }) => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
};

/** An agency with its certificate, whose notes wait for a person. */
async function begin({ db, secrets }: Agency, national: National) {
  const regime = { tax_regime: 'REGULAR', dps_environment: 'RESTRICTED', notes_leave: 'BATCH' } as const;
  await db
    .updateTable('agency')
    .set({ cnpj: CNPJ, ...regime, ...PLACE })
    .execute();
  const { cert, key } = national.certificateOf(CNPJ);
  const certificate = secrets.sealText(placeOf('certificate', null), cert);
  const private_key = secrets.sealText(placeOf('private_key', null), key);
  await db
    .insertInto('note_certificate')
    .values({ client_id: null, document: CNPJ, valid_until: '2049-12-30', certificate, private_key })
    .execute();
}

/** Pays invoices, each with a fee that is to be noted. */
async function payAll({ db, call, make }: Agency) {
  const landlord = await make.owner({ cpf_cnpj: '52998224725', email: 'joao@example.com' });
  const invoices: number[] = [];
  for (let left = wanted; left > 0; left -= 1) {
    const home = await make.property({ owners: [landlord], ...PLACE });
    const contract = await make.contract({ property_id: home.id, current_price: PRICE });
    invoices.push((await make.invoice({ contract })).id);
  }
  await inParallel(invoices, AT_ONCE, async (id) => {
    const { amount } = await db.selectFrom('invoice').select('amount').where('id', '=', id).executeTakeFirstOrThrow();
    done(await call('PATCH', `/invoice/${id}/down`, { paid_amount: amount / 100 }));
  });
}

/** Lets a note leave, again where the server that was asked is killed meanwhile: the release is the same twice. */
async function released({ call }: Agency, id: number): Promise<void> {
  await until('um servidor responder', async () => {
    const answer = await call('PUT', `/fiscal/notes/${id}/issue`).catch(() => undefined);
    // A note that left already is in progress, or issued.
    return answer !== undefined && (answer.status < 300 || answer.status === 409);
  });
}

const countOf = async ({ db }: Agency, ...states: ('PENDING' | 'SENDING' | 'ISSUED' | 'REFUSED')[]) =>
  (
    await db
      .selectFrom('service_note')
      .select((q) => q.fn.countAll<number>().as('notes'))
      .where('state', 'in', states)
      .executeTakeFirstOrThrow()
  ).notes;

/** Kills one of two servers while notes leave; before and after, answers are lost. */
async function disturb(agency: Agency, national: National) {
  const [first, second] = agency.servers();
  const victim = random.chance(0.5) ? first : second;
  for (let loss = 1; loss <= LOSSES; loss += 1) {
    await until(
      'mais notas saírem',
      async () => national.notes.size >= Math.floor((wanted * loss) / (LOSSES + 1)),
      PATIENCE_MS,
    );
    const performed = random.chance(0.6);
    national.fail(1, random.chance(0.5) ? LOST : 503, { on: /^POST/, performed });
    if (loss !== Math.floor(LOSSES / 3)) continue;
    process.kill(victim?.pid() ?? 0, 'SIGKILL');
    console.error(`kill -9 de um servidor, com ${national.notes.size} notas emitidas`);
  }
}

/** Notes there that stand twice for one payment, and payments whose note there is another than here, or none. */
async function judge({ db }: Agency, national: National) {
  const ours = await db.selectFrom('service_note').select(['id', 'key', 'state']).orderBy('id').execute();
  const theirs = Map.groupBy(national.notes.values(), ({ xml }) => /<cIntContrib>([^<]*)/.exec(xml)?.[1] ?? '');
  const twice = [...theirs.values()].reduce((total, notes) => total + notes.length - 1, 0) + national.service.twice;
  const isKept = ({ id, key, state }: (typeof ours)[number]) =>
    state === 'ISSUED' && theirs.get(`MORADA${id}`)?.some((note) => note.key === key);
  const issued = ours.filter(isKept).length;
  return { issued, twice, lost: wanted - issued, strange: national.notes.size - issued - twice };
}

async function run(agency: Agency, national: National): Promise<boolean> {
  await begin(agency, national);
  await payAll(agency);
  console.error(`${wanted} faturas pagas; ${await countOf(agency, 'PENDING')} notas a emitir`);
  const from = performance.now();
  const waiting = await agency.db.selectFrom('service_note').select('id').orderBy('id').execute();
  const disturbing = values.calm ? undefined : disturb(agency, national);
  await inParallel(waiting, AT_ONCE, async ({ id }) => void (await released(agency, id)));
  await until('as notas saírem', async () => (await countOf(agency, 'PENDING', 'SENDING')) === 0, PATIENCE_MS);
  await disturbing;
  console.error(`${((performance.now() - from) / 1_000).toFixed(1)} s, ${await countOf(agency, 'REFUSED')} recusadas`);
  const { issued, twice, lost, strange } = await judge(agency, national);
  console.log(`issued=${issued} twice=${twice} lost=${lost}`);
  return issued === wanted && twice === 0 && lost === 0 && strange === 0;
}

const folder = await mkdtemp(join(tmpdir(), 'morada-nfse-drill-'));
const national = await startNfse();
const authority = join(folder, 'authority.pem');
await writeFile(authority, national.ca);
const agency = await openAgency({
  ...{ port, servers: 2 },
  env: { NFSE_URL: national.settings.address ?? '', NODE_EXTRA_CA_CERTS: authority },
});
let isRight = false;
try {
  isRight = await run(agency, national);
} finally {
  await agency.close();
  await national.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isRight ? 0 : 1);
