import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import { addDays, addToReference, type CalendarDate, firstDay, referenceOf } from '@morada/domain/base/calendar';
import { dayAt } from '#api/base/clock.ts';
import { AGREEMENTS, fillAgency } from '#test/collection.ts';
import { type Agency, until } from './agency.ts';

/** Addresses and credentials that a bank's process prints. */
type Told = Record<'url' | 'tokenUrl' | 'ca' | 'clientId' | 'clientSecret' | 'key' | 'account', string> & {
  clientCertificate: { cert: string; key: string };
};

/** A bank as a process; `call` runs one of its methods. */
type Process = {
  told: Told;
  call: (name: string, ...args: unknown[]) => Promise<unknown>;
  kill: () => Promise<void>;
};

export type Bank = Process & {
  /** Names of what can be paid, as the product knows them. */
  names: (agency: Agency) => Promise<string[]>;
  pay: (name: string) => Promise<unknown>;
  /** Loses the notices that are held. */
  lose: () => Promise<unknown>;
  /** Brings product and bank to the day of the payments. */
  begin?: (agency: Agency) => Promise<void>;
};

type Subject = {
  startBank: (file: string, port: number) => Promise<Bank>;
  /** Connects the agency to the bank. Returns the milliseconds until every invoice was registered there. */
  register: (agency: Agency, bank: Bank, invoices: readonly number[]) => Promise<number>;
  /** Calls whose answers may be lost. */
  lost: string;
  /** Day on which the product begins; by default that of the machine. */
  day?: CalendarDate;
  /** Terms of the invoices and their contracts. */
  invoice?: Parameters<Agency['make']['invoice']>[0];
};

async function startProcess(program: string, args: readonly string[]): Promise<Process> {
  const path = new URL(`../test/servers/${program}`, import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  // A drill that fails leaves no bank behind.
  process.once('exit', () => child.kill('SIGKILL'));
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
  const call = (name: string, ...given: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin?.write(`${JSON.stringify({ call: name, args: given })}\n`);
    });
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { told: await first.promise, call, kill };
}

async function order(agency: Agency, method: string, path: string, body?: object) {
  const answer = await agency.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} foi recusado: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const accessOf = ({ url, tokenUrl, ca, clientId, clientSecret, clientCertificate }: Told) => ({
  ...{ base_url: url, token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, authority: ca },
  ...{ certificate: clientCertificate.cert, private_key: clientCertificate.key },
});

const connectPix = (agency: Agency, { told }: Bank) =>
  order(agency, 'PUT', '/bank-link', { ...accessOf(told), pix_key: told.key });

const startPix = (file: string, port: number, more: readonly string[] = []) =>
  startProcess('pix-server-process.ts', ['--file', file, '--port', String(port), ...more]);

/** Charges of Pix with a due date. */
const pix: Subject = {
  lost: '/^PUT \\/cobv/',
  async startBank(file, port) {
    const bank = await startPix(file, port);
    return {
      ...bank,
      names: async ({ db }) =>
        (await db.selectFrom('pix_charge').select('txid').where('state', '=', 'ACTIVE').execute()).map(
          ({ txid }) => txid,
        ),
      pay: (txid) => bank.call('pay', txid),
      lose: () => bank.call('drop'),
    };
  },
  async register(agency, bank, invoices) {
    await connectPix(agency, bank);
    return until('as cobranças serem registradas', async () => (await bank.names(agency)).length === invoices.length);
  },
};

/** Boletos by calls of Banco Inter, which numbers them after its answer. */
const boletos: Subject = {
  lost: '/^POST \\/cobrancas$/',
  async startBank(file, port) {
    const bank = await startProcess('inter-boleto-process.ts', ['--file', file, '--port', String(port)]);
    return {
      ...bank,
      names: async ({ db }) =>
        (await db.selectFrom('boleto_call').select('handle').where('state', '=', 'ACTIVE').execute()).flatMap(
          ({ handle }) => handle ?? [],
        ),
      pay: (handle) => bank.call('pay', handle),
      lose: () => bank.call('lose'),
    };
  },
  async register(agency, bank, invoices) {
    await fillAgency(agency.db);
    const { bank: code, ...fields } = AGREEMENTS['077'];
    await order(agency, 'PUT', '/agency/agreement', { bank: code, fields });
    await order(agency, 'PUT', '/boleto-link', { ...accessOf(bank.told), bank: code, fields: {} });
    await order(agency, 'POST', '/boleto/batch', {});
    return until(
      'os boletos serem numerados',
      async () => {
        await bank.call('register');
        await pause(REGISTERS_EVERY_MS);
        return (await bank.names(agency)).length === invoices.length;
      },
      REGISTER_MS,
    );
  },
};
const REGISTERS_EVERY_MS = 500;
const REGISTER_MS = 600_000;

/** Days of the debits and of their orders by the machine's clock: payments carry its time, and polls select by it. */
const DEBIT_DAY = nextBusinessDay(dayAt(new Date()));
const ORDER_DAY = addDays(DEBIT_DAY, -5);

/** Charges of Pix Automático. */
const recurring: Subject = {
  day: ORDER_DAY,
  invoice: {
    start_date: firstDay(addToReference(referenceOf(DEBIT_DAY), -2)),
    transfer_date: Number(DEBIT_DAY.slice(-2)),
    reference: referenceOf(DEBIT_DAY),
  },
  lost: '/^(POST \\/rec|PUT \\/cobr)/',
  async startBank(file, port) {
    const bank = await startPix(file, port, ['--day', ORDER_DAY]);
    return {
      ...bank,
      names: async ({ db }) =>
        (await db.selectFrom('recurring_charge').select('txid').where('state', '=', 'SENT').execute()).map(
          ({ txid }) => txid,
        ),
      pay: async (txid) => {
        await bank.call('setDay', DEBIT_DAY);
        await bank.call('collect', txid);
      },
      lose: () => bank.call('drop'),
      async begin(agency) {
        await bank.call('setDay', DEBIT_DAY);
        agency.restartOn('');
      },
    };
  },
  async register(agency, bank, invoices) {
    await connectPix(agency, bank);
    await order(agency, 'PUT', '/bank-link/recurring', {
      ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
      ...{ branch: null, account: bank.told.account, account_type: 'CORRENTE' },
    });
    const contracts = await agency.db
      .selectFrom('invoice')
      .select('proposal_id')
      .where('id', 'in', [0, ...invoices])
      .execute();
    for (const { proposal_id } of contracts) await order(agency, 'POST', `/proposal/${proposal_id}/recurrence`);
    const approved = new Set<string>();
    return until(
      'os débitos serem agendados',
      async () => {
        const made = await agency.db
          .selectFrom('recurrence')
          .select('id_rec')
          .where('id_rec', 'is not', null)
          .execute();
        for (const { id_rec } of made)
          if (id_rec !== null && !approved.has(id_rec)) {
            await bank.call('approve', id_rec);
            approved.add(id_rec);
          }
        await pause(REGISTERS_EVERY_MS);
        return (await bank.names(agency)).length === invoices.length;
      },
      REGISTER_MS,
    );
  },
};

export const SUBJECTS: Readonly<Record<string, Subject>> = { pix, boletos, recurring };
