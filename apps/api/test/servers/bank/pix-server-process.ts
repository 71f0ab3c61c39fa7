import { parseArgs } from 'node:util';
import { serveBank } from './bank-process.ts';
import { startPixServer } from './pix-server.ts';

// The Pix server as a process: `node pix-server-process.ts --file F --port P [--key K] [--refunds 'at once']`.

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    port: { type: 'string', default: '0' },
    key: { type: 'string', multiple: true },
    refunds: { type: 'string' },
    /** Day of recurrences and their debits; by default that of the machine. */
    day: { type: 'string' },
  },
});

let day = values.day;
const psp = {
  ...(await startPixServer({
    ...(values.file !== undefined && { file: values.file }),
    ...(values.key && { keys: values.key }),
    refunds: values.refunds === 'at once' ? 'at once' : 'in process',
    port: Number(values.port),
    debitsNow: () => (day === undefined ? new Date() : new Date(`${day}T15:00:00Z`)),
  })),
  setDay(next: string) {
    day = next;
  },
};

const { url, tokenUrl, ca, clientCertificate, otherCertificate, clientId, clientSecret, key, account } = psp;
serveBank(
  psp,
  [
    'pay',
    'payAndAuthorise',
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
    'approve',
    'collect',
    'setDay',
  ],
  { url, tokenUrl, ca, clientCertificate, otherCertificate, clientId, clientSecret, key, account },
);
