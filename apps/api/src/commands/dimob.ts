import { rename, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { fiscal } from '@morada/contract/fiscal/fiscal';
import { formatMoney } from '@morada/domain/base/money';
import { systemContext } from '../context.ts';
import { createDimob, openDimob } from '../modules/fiscal/dimob/dimob.service.ts';
import { command, fail } from './run.ts';

const { values } = parseArgs({
  options: { year: { type: 'string' }, out: { type: 'string' }, rectifies: { type: 'string' } },
});
const { out } = values;
const order = fiscal.create.body.safeParse({ year: values.year, rectifies: values.rectifies });
if (!out || !order.success) fail('Use: npm run dimob -- --year AAAA --out ARQUIVO [--rectifies RECIBO]');

await command(async ({ deps }) => {
  const ctx = systemContext(deps);
  const made = await createDimob(ctx, order.data);
  const { stream } = await openDimob(ctx, made.id);
  // Renamed when it is complete, so that `out` never holds half a file.
  const partial = `${out}.parcial`;
  try {
    await writeFile(partial, await buffer(stream));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  console.log(
    `DIMOB de ${order.data.year} em ${out}: ${made.rents} linhas de aluguel, ${made.sales} de venda, ${formatMoney(made.total)}.`,
  );
  console.log(`SHA-256 ${made.sha256}`);
});
