import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readPixAmount } from '@morada/domain/bank/pix/pix-charge';
import { cents } from '@morada/domain/base/money';
import { dayAt } from '#api/base/clock.ts';
import { DEMO_USER } from '#api/demo/user.ts';
import { type PixReceiver, startPixServer } from '#test/servers/bank/pix-server.ts';
import { STATEMENT_ACCOUNTS, startStatementServer } from '#test/servers/bank/statement-server.ts';
import { openBankWindow } from './bank-window.ts';

// Bank of `npm run demo`: `node demo-bank.ts --app http://localhost:3000 --port 3001`. It plays the agency's Pix
// provider and the payers' bank, and connects the demonstration agency to itself as its administrator would, for
// charges, Pix Automático and the statement.

const { values } = parseArgs({ options: { app: { type: 'string' }, port: { type: 'string', default: '0' } } });
const { app, port } = values;
if (!app) throw new RangeError('use: demo-bank.ts --app URL [--port P]');

const READY_MS = 60_000;
const STEP_MS = 250;

await whenReady(Date.now() + READY_MS);
const token = await signIn();
const psp = await startPixServer({ refunds: 'at once', receiver: await receiverOf(token) });
const bank = await openBankWindow(psp, Number(port));
// What payers pay here is on the statement of the agency's account at once.
const statements = await startStatementServer('077', {
  today: () => dayAt(new Date()),
  also: () =>
    [...psp.payments.values()].map(({ endToEndId, valor, horario }) => ({
      ...{ id: endToEndId, endToEndId, text: 'Pix recebido' },
      ...{ day: dayAt(new Date(horario)), amount: cents(readPixAmount(valor) ?? 0) },
    })),
});
const close = () => Promise.all([psp.close(), bank.close(), statements.close()]);
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
process.once('SIGINT', () => {});
process.once('disconnect', () => process.exit(0));

await connect(token);
await connectStatements(token);
console.log(`Banco de demonstração em ${bank.url}`);

async function whenReady(until: number): Promise<void> {
  const ready = await fetch(`${app}/health/ready`).catch(() => undefined);
  if (ready?.ok) return;
  if (Date.now() > until) throw new Error('o sistema não respondeu');
  await pause(STEP_MS);
  await whenReady(until);
}

async function signIn(): Promise<string> {
  const { email, password } = DEMO_USER;
  const { token } = (await call('POST', '/user/admin/session', { email, password })) as { token: string };
  return token;
}

/** The agency, which payers see in their bank. */
async function receiverOf(token: string): Promise<PixReceiver> {
  const answer = await fetch(`${app}/api/agency`, { headers: { authorization: `Bearer ${token}` } });
  const { name, cnpj, street, number, city, state, cep } = (await answer.json()) as Record<string, string | null>;
  return {
    ...{ nome: name ?? '', cnpj: cnpj ?? '', logradouro: [street, number].filter(Boolean).join(', ') },
    ...{ cidade: city ?? '', uf: state ?? '', cep: cep ?? '' },
  };
}

async function connect(token: string) {
  const { url, tokenUrl, ca, clientId, clientSecret, clientCertificate, key } = psp;
  const link = {
    ...{ base_url: url, token_url: tokenUrl, client_id: clientId, client_secret: clientSecret, pix_key: key },
    ...{ certificate: clientCertificate.cert, private_key: clientCertificate.key, authority: ca },
  };
  await call('PUT', '/bank-link', link, token);
  await call(
    'PUT',
    '/bank-link/recurring',
    {
      ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
      ...{ branch: null, account: psp.account, account_type: 'CORRENTE' },
    },
    token,
  );
}

function connectStatements(token: string) {
  const { url, tokenUrl, ca, clientId, clientSecret, clientCertificate } = statements;
  const link = {
    ...{ bank: '077', ...STATEMENT_ACCOUNTS['077'], base_url: url, token_url: tokenUrl, client_id: clientId },
    ...{ client_secret: clientSecret, certificate: clientCertificate.cert, private_key: clientCertificate.key },
    authority: ca,
  };
  return call('PUT', '/statement-link', link, token);
}

async function call(method: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${app}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}
