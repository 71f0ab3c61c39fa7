import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { findFileKeys, isNamed } from '#api/backup/kept-files.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { type Agency, until } from './agency.ts';

/** The job that resumes work of dead workers runs every five minutes. */
const RESUME_TIMEOUT_MS = 330_000;

/**
 * Queries that must return no row after any fault, besides those of `npm run verify` (both in one snapshot of a quiet
 * server).
 */
const QUERIES: Record<string, string> = {
  'fatura paga sem lançamento em vigor': `select i.id from invoice i where i.status = 'PAID' and i.deleted_at is null and not exists (
      select from ledger_entry e where e.invoice_id = i.id and e.kind = 'SETTLEMENT'
        and not exists (select from ledger_entry u where u.reverses = e.id))`,
  'duas faturas vivas de um contrato e mês': `select proposal_id, reference from invoice where deleted_at is null group by 1, 2 having count(*) > 1`,
  'lançamento que não fecha': `select entry_id from ledger_line group by entry_id having sum(amount) <> 0`,
  'fatura cujo estado não é o do último ato da trilha': `select i.id, i.status, last.action from invoice i left join lateral (
      select action from trail where record = 'invoice' and record_id = i.id and action in ('pay', 'refund') order by id desc limit 1) last on true
      where i.deleted_at is null and (i.status = 'PAID') <> (coalesce(last.action, 'refund') = 'pay')`,
  'repasse cujo estado não é o do último ato da trilha': `select t.id, t.status, last.action from transfer t left join lateral (
      select action from trail where record = 'transfer' and record_id = t.id and action in ('conclude', 'undo') order by id desc limit 1) last on true
      where t.deleted_at is null and (t.status = 'DONE') <> (coalesce(last.action, 'undo') = 'conclude')`,
  'repasse efetuado sem lançamento em vigor': `select t.id from transfer t where t.status = 'DONE' and t.deleted_at is null and not exists (
      select from ledger_entry e where e.transfer_id = t.id and e.kind = 'PAYOUT'
        and not exists (select from ledger_entry u where u.reverses = e.id))`,
  'fatura emitida ou deletada sem a sua trilha': `select i.id from invoice i where not exists (
      select from trail where record = 'invoice' and record_id = i.id and action = 'issue')
      or (i.deleted_at is not null) <> exists (select from trail where record = 'invoice' and record_id = i.id and action = 'delete')`,
  'documento sem o repasse ou contrato de que é': `select id from stored_file f where not exists (select from transfer_file where file_id = f.id)
      and not exists (select from proposal_document where file_id = f.id) and f.deleted_at is null`,
  'importação terminada com linhas por trazer': `select run.id from import_run run where run.status = 'DONE'
      and exists (select from import_line where run_id = run.id)`,
  'importação terminada sem tudo o que trouxe': `select run.id from import_run run where run.status = 'DONE'
      and run.fresh <> (select count(*) from import_record where run_id = run.id)`,
};

/** Violated invariants, in words. Waits until background work has ended. */
export async function brokenInvariants({ db, pool, files }: Pick<Agency, 'db' | 'pool' | 'files'>): Promise<string[]> {
  const broken: string[] = [];
  await until('o que corre em segundo plano terminar', () => isQuiet(pool), RESUME_TIMEOUT_MS).catch(async (error) => {
    broken.push(`${error.message}: ${JSON.stringify((await pool.query(BUSY)).rows)}`);
  });
  for (const { says, rows } of await verifyBooks(db))
    broken.push(`${says}: ${rows.length}, ${JSON.stringify(rows[0])}`);
  for (const [says, query] of Object.entries(QUERIES)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken.push(`${says}: ${rows.length}, ${JSON.stringify(rows[0])}`);
  }
  return [...broken, ...(await brokenFiles(pool, files))];
}

/** Due jobs without a worker, and unfinished imports and bank files. */
const BUSY = `select 'importação' as what, id::text as which from import_run where status = 'RUNNING'
  union all select 'arquivo de banco', id::text from bank_file where status in ('RUNNING', 'UNDOING')
  union all select 'tarefa', task_identifier from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts`;

const isQuiet = (pool: Pool) =>
  pool.query(BUSY).then(
    ({ rows }) => rows.length === 0,
    () => false,
  );

/** Rows that refer to a missing or truncated file. */
async function brokenFiles(pool: Pool, folder: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ key: string; bytes: number }>(
      `select key, bytes from stored_file union all select 'image/full/' || key || '.jpg', bytes from property_image`,
    );
    const sizes = new Map(rows.map(({ key, bytes }) => [key, Number(bytes)]));
    const broken: string[] = [];
    for (const key of await findFileKeys(client)) {
      const found = await stat(join(folder, key)).catch(() => undefined);
      if (!found) broken.push(`uma linha nomeia um arquivo que não existe: ${key}`);
      else if (found.size === 0 || found.size !== (sizes.get(key) ?? found.size))
        broken.push(`arquivo pela metade: ${key}, ${found.size} de ${sizes.get(key) ?? '?'} bytes`);
    }
    return broken;
  } finally {
    client.release();
  }
}

/** Files without a row: harmless, but they take space. */
export async function unnamedFiles({ pool, files }: Agency) {
  const client = await pool.connect();
  const named = await findFileKeys(client).finally(() => client.release());
  const there = (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const left = there.filter(({ parentPath, name }) => !isNamed(named, join(parentPath, name).slice(files.length + 1)));
  return `${there.length} arquivos, ${left.length} sem linha que os nomeie`;
}
