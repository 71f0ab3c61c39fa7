import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startPixServer } from './pix-server.ts';

/**
 * The Pix server as a process: `node pix-server-process.ts --file F --port P [--key K] [--refunds 'at once']`. It prints a
 * line of JSON with its addresses and certificates, and then one for each line of its input, which names a method:
 * `{"call":"pay","args":["txid…"]}` is answered by `{"answer":{…}}` or `{"error":"…"}`.
 */

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    port: { type: 'string', default: '0' },
    key: { type: 'string', multiple: true },
    refunds: { type: 'string' },
  },
});

const psp = await startPixServer({
  ...(values.file !== undefined && { file: values.file }),
  ...(values.key && { keys: values.key }),
  refunds: values.refunds === 'at once' ? 'at once' : 'in process',
  port: Number(values.port),
});

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const { url, tokenUrl, ca, clientCertificate, otherCertificate, clientId, clientSecret, key } = psp;
say({ url, tokenUrl, ca, clientCertificate, otherCertificate, clientId, clientSecret, key });

const METHODS = [
  'pay',
  'payStatic',
  'refundByMed',
  'finishRefund',
  'removeByProvider',
  'notify',
  'fail',
  'hang',
  'recover',
  'hold',
  'flush',
  'drop',
  'redeliver',
  'delivered',
  'expireTokens',
] as const;

async function carryOut(line: string) {
  const { call, args = [] } = JSON.parse(line);
  const method = METHODS.find((name) => name === call);
  if (!method) throw new RangeError(`unknown call ${call}`);
  return (psp[method] as (...args: unknown[]) => unknown)(...args);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  carryOut(line).then(
    (answer) => say({ answer: answer ?? null }),
    (error: Error) => say({ error: error.message }),
  );
});

process.once('SIGTERM', () => void psp.close().then(() => process.exit(0)));
