import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { bankFileRuns } from '#api/modules/bank/receipts/runs.service.ts';
import { bulkRuns } from '#api/modules/desk/bulk/runs.service.ts';
import { demonstrationRuns } from '#api/modules/desk/demonstration/demonstration.service.ts';
import { importRuns } from '#api/modules/desk/imports/runs.service.ts';
import { billingRuns } from '#api/modules/money/invoices/billing-runs.service.ts';
import { startApp } from '../harness.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);

// Jobs that an earlier version queued wait in databases, and servers of two versions share a queue during an upgrade.
test('a job of a background run is written as every earlier version writes and reads it', async () => {
  await app.db.transaction().execute(async (trx) => {
    await importRuns.enqueue(trx, 11);
    await bankFileRuns.enqueue(trx, 12);
    await bulkRuns.enqueue(trx, 13);
    await billingRuns.enqueue(trx);
    await demonstrationRuns.enqueue(trx);
  });
  const { rows } = await sql`
    select t.identifier as task, j.payload, j.key, j.max_attempts from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`.execute(app.db);
  expect(rows).toEqual([
    { task: 'import', payload: { run: 11 }, key: 'import:11', max_attempts: 3 },
    { task: 'bank-file', payload: { file: 12 }, key: 'bank-file:12', max_attempts: 3 },
    { task: 'bulk', payload: { run: 13 }, key: 'bulk:13', max_attempts: 3 },
    { task: 'billing', payload: {}, key: 'billing', max_attempts: 3 },
    { task: 'demonstration', payload: {}, key: 'demonstration', max_attempts: 3 },
  ]);
});
