import { verifyBooks } from '../modules/ledger/postings/verify.service.ts';
import { command } from './run.ts';

await command(async ({ deps }) => {
  const found = await verifyBooks(deps.db);
  for (const { says, rows } of found) {
    console.error(`${says}: ${rows.length}`);
    for (const row of rows.slice(0, 50)) console.error(`  ${JSON.stringify(row)}`);
  }
  if (found.length > 0) process.exitCode = 1;
  else console.log('Livro-razão fechado e igual a faturas, repasses e movimentações.');
});
