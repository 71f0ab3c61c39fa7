import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Received } from '@morada/contract/base/endpoint';
import { fiscalProblems } from '@morada/contract/fiscal/fiscal';
import { type AccountingFormat, type accounting, accountingProblems } from '@morada/contract/fiscal/fiscal-accounting';
import { type Reference, referenceOf } from '@morada/domain/base/calendar';
import { bareDocument } from '@morada/domain/base/documents';
import type { Cents } from '@morada/domain/base/money';
import { type DominioHead, dominioWriter, unmappedInWords } from '@morada/domain/fiscal/accounting';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { reportDb } from '#api/db/connection/standby.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { removeOnFailure, whenMissing } from '#api/files/storage.ts';
import { SHEET_TYPES, writeSheet } from '#api/sheets/write.ts';
import { storeWritten } from '../fiscal-files/fiscal-files.service.ts';
import { POSTINGS, type PostingRow } from './accounting.export.ts';
import { entryOf, type ShownEntry } from './accounting.map.ts';
import * as queries from './accounting.queries.ts';
import { shownFile, totalsOf } from './accounting.service.ts';

const FORMATS = {
  DOMINIO: { name: 'dominio', extension: 'txt', type: 'text/plain; charset=iso-8859-1' },
  CSV: { name: 'lancamentos', extension: 'csv', type: SHEET_TYPES.csv },
} as const satisfies Record<AccountingFormat, { name: string; extension: string; type: string }>;

type Month = Awaited<ReturnType<typeof totalsOf>>;

/** Counts what is written, to be compared with the totals of the month. */
class Tally {
  entries = 0;
  debit: Cents = 0;
  credit: Cents = 0;

  add({ lines }: ShownEntry) {
    this.entries += 1;
    for (const { debit, credit } of lines) {
      this.debit += debit;
      this.credit += credit;
    }
  }

  /** @throws Error when the file is not what the page shows: a fault of the program. */
  prove({ entries, debit, credit }: Month) {
    if (this.entries !== entries || this.debit !== debit || this.credit !== credit)
      throw new Error(`The file holds ${JSON.stringify(this)}, not ${JSON.stringify({ entries, debit, credit })}`);
  }
}

/** Entries of a month in order, each counted as it is read. */
async function* counted(trx: Db, month: Reference, { accounts }: queries.ChartRow, tally: Tally) {
  for await (const rows of queries.streamEntries(trx, month)) {
    const block = rows.map((row) => entryOf(row, accounts));
    for (const entry of block) tally.add(entry);
    yield block;
  }
}

type Blocks = AsyncIterable<ShownEntry[]>;

async function* dominioBytes(head: DominioHead, blocks: Blocks) {
  const writer = dominioWriter(head);
  yield Buffer.from(writer.opening(), 'latin1');
  for await (const block of blocks)
    yield Buffer.from(block.flatMap((entry) => [...writer.entry(entry)]).join(''), 'latin1');
}

async function* postingsOf(
  { company_code, branch_code }: queries.ChartRow,
  blocks: Blocks,
): AsyncGenerator<PostingRow> {
  for await (const block of blocks)
    for (const { id, day, history, document, lines } of block)
      for (const line of lines)
        yield { ...line, day, history, document, entry_id: id, company: company_code, branch: branch_code };
}

/** Refuses a month without entries, or with an account that has no code in the chart. */
function refuseIncomplete({ entries, unmapped }: Month) {
  if (entries === 0) throw accountingProblems.ACCOUNTING_EMPTY();
  const message = unmappedInWords(unmapped);
  if (message)
    throw accountingProblems.ACCOUNTING_UNMAPPED({ message: `${message}. Preencha antes de gerar o arquivo.` });
}

async function headOf(trx: Db, { branch_code, history_code }: queries.ChartRow): Promise<DominioHead> {
  const { cnpj } = await readAgency(trx, ['cnpj']);
  if (!cnpj) throw accountingProblems.ACCOUNTING_CNPJ();
  return { cnpj: bareDocument(cnpj), branch: branch_code ?? '', history: history_code ?? '' };
}

/** Writes the month to a file from one snapshot, and answers its totals. */
const writeMonth = async (ctx: Context, { month, format }: Order, path: string) =>
  snapshot(await reportDb(ctx), async (trx) => {
    const totals = await totalsOf(trx, month);
    refuseIncomplete(totals);
    const { chart } = totals;
    const tally = new Tally();
    const blocks = counted(trx, month, chart, tally);
    const bytes =
      format === 'DOMINIO'
        ? Readable.from(dominioBytes(await headOf(trx, chart), blocks))
        : writeSheet('csv', { name: 'Lançamentos', columns: POSTINGS, rows: postingsOf(chart, blocks) });
    await pipeline(bytes, createWriteStream(path));
    tally.prove(totals);
    return totals;
  });

type Order = Received<typeof accounting.create>['body'];

/** Makes the file of a month and stores it with its hash. Refused, naming the accounts, while one has no code. */
export async function createAccounting(ctx: Context, order: Order) {
  const { month, format } = order;
  if (month > referenceOf(ctx.today())) throw accountingProblems.ACCOUNTING_FUTURE();
  const kind = FORMATS[format];
  const { written, ...stored } = await storeWritten(ctx.files, kind, (path) => writeMonth(ctx, order, path));
  const { chart, entries, debit: total } = written;
  const name = [kind.name, chart.company_code, month].filter(Boolean).join('-');
  const id = await change(ctx, async (trx) => {
    const file = {
      ...{ ...stored, period: month, name: `${name}.${kind.extension}`, admin_user_id: ctx.actor.id },
      summary: { format, entries, total },
    };
    const made = await queries.insertFile(trx, file).catch(removeOnFailure(ctx.files, [stored.key]));
    await leaveTrail(trx, ctx, 'fiscal_file', made.id, 'create', {
      list: 'contabilidade',
      month,
      format,
      rows: entries,
    });
    return made.id;
  });
  return shownFile(await fileOf(ctx, id), written);
}

async function fileOf({ db }: Context, id: number) {
  const file = await queries.findFile(db, id);
  if (!file) throw fiscalProblems.FISCAL_FILE_NOT_FOUND();
  return file;
}

/** The stored bytes; the trail records who downloads names and amounts. */
export async function openAccounting(ctx: Context, id: number) {
  const { key, name, summary } = await fileOf(ctx, id);
  const stream = await ctx.files.stream(key).catch(whenMissing(fiscalProblems.FISCAL_FILE_NOT_FOUND));
  await leaveTrail(ctx.db, ctx, 'fiscal_file', id, 'download');
  return { stream, name, type: FORMATS[summary.format as AccountingFormat].type };
}
