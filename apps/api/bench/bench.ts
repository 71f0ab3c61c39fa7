import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { measureFinance } from './finance.ts';
import { measureInvoices } from './invoices.ts';
import { measurePages } from './lighthouse.ts';
import { measureSearch } from './search.ts';

// The product through HTTP, beside the same statements by the driver alone, in the same run on the same machine: the
// ratio is what travels from machine to machine.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'faturas,busca,financeiro' },
    sizes: { type: 'string', default: '10000,1000000' },
    seconds: { type: 'string', default: '8' },
  },
});
const parts = values.only.split(',');
const seconds = Number(values.seconds);

const dataDir = await mkdtemp(join(tmpdir(), 'morada-bench-'));
await chmod(dataDir, 0o711);
const postgres = await holdEmbeddedPostgres({ dataDir });
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.version}`);
  const place = { server: postgres.connection, dataDir };
  if (parts.includes('faturas')) await measureInvoices(place, values.sizes.split(',').map(Number), seconds);
  if (parts.includes('busca')) await measureSearch(place, seconds);
  if (parts.includes('financeiro')) await measureFinance(place, seconds);
  if (parts.includes('lighthouse')) await measurePages();
} finally {
  await postgres.release();
  await rm(dataDir, { recursive: true, force: true });
}
