import { parseArgs } from 'node:util';
import { serveBank } from './bank-process.ts';
import { startInterBoletos } from './inter-boleto-server.ts';

// Boletos of Banco Inter as a process: `node inter-boleto-process.ts --file F --port P`.

const { values } = parseArgs({ options: { file: { type: 'string' }, port: { type: 'string', default: '0' } } });

const bank = await startInterBoletos({
  ...(values.file !== undefined && { file: values.file }),
  port: Number(values.port),
});
const { url, tokenUrl, ca, clientCertificate, clientId, clientSecret } = bank;
serveBank(bank, ['register', 'pay', 'fail', 'recover', 'hold', 'flush', 'lose', 'delivered'], {
  ...{ url, tokenUrl, ca, clientCertificate, clientId, clientSecret },
});
