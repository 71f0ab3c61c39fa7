import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { measureAgencies } from './agencies.ts';
import { measureBilling } from './billing.ts';
import { measureFinance } from './finance.ts';
import { measureInvoices } from './invoices.ts';
import { measurePages } from './lighthouse.ts';
import { measureLists } from './lists.ts';
import { measureOpenings } from './openings.ts';
import { measurePalette } from './palette.ts';
import { measureSearch, measureSearchCrowd } from './search.ts';
import { measureSigning } from './signing.ts';
import { measureStart } from './start.ts';
import { measureVisitors } from './visitors.ts';

// Measures the product over HTTP against the same statements by the driver alone, in the same run: the ratio is
// comparable across machines.
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'faturas,listas,faturamento,partida,busca,financeiro' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '8' },
  },
});
const parts = values.only.split(',');
const seconds = Number(values.seconds);
const sizes = values.sizes.split(',').map(Number);

const dataDir = await mkdtemp(join(tmpdir(), 'morada-bench-'));
await chmod(dataDir, 0o711);
const postgres = await holdEmbeddedPostgres({
  dataDir,
  settings: { max_connections: parts.includes('agencias') ? '600' : '120' },
});
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.version}`);
  const place = { server: postgres.connection, dataDir };
  if (parts.includes('faturas')) await measureInvoices(place, sizes, seconds);
  if (parts.includes('listas')) await measureLists(place, sizes);
  if (parts.includes('faturamento')) await measureBilling(place);
  if (parts.includes('partida')) await measureStart(place);
  if (parts.includes('busca') || parts.includes('multidao')) await measureSearchCrowd(place, seconds);
  if (parts.includes('busca')) await measureSearch(place, seconds);
  if (parts.includes('busca') || parts.includes('paleta')) await measurePalette(place, seconds);
  if (parts.includes('financeiro')) await measureFinance(place, seconds);
  if (parts.includes('agencias')) await measureAgencies(place);
  if (parts.includes('visitantes')) await measureVisitors(Math.max(seconds, 20));
  if (parts.includes('lighthouse')) await measurePages();
  if (parts.includes('tela')) await measureOpenings();
  if (parts.includes('assinaturas')) await measureSigning();
} finally {
  await postgres.release();
  await rm(dataDir, { recursive: true, force: true });
}
