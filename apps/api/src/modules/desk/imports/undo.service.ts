import { type ImportRun, importProblems } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { Context, Db } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { endAccess } from '#api/modules/registry/clients/sessions.service.ts';
import { removeImported } from '#api/modules/registry/leads/importing.service.ts';
import { restoreBeforeContracts } from '#api/modules/registry/properties/status.service.ts';
import { tryLockImport } from './imports.queries.ts';
import { ownRun } from './runs.service.ts';
import * as queries from './undo.queries.ts';

const REMOVE: Record<ImportKind, (trx: Db, ctx: Context, ids: number[]) => Promise<unknown>> = {
  people: async (trx, _, ids) => {
    await endAccess(trx, ids);
    await queries.deletePeople(trx, ids);
  },
  properties: (trx, _, ids) => queries.deleteProperties(trx, ids),
  contracts: async (trx, ctx, ids) => {
    await restoreBeforeContracts(trx, ctx, ids);
    await queries.deleteContracts(trx, ids);
  },
  leads: (trx, _, ids) => removeImported(trx, ids),
};

/** Undoes everything that a run created, or nothing if any record is tied, with the ties. */
export async function undo(ctx: Context, id: number): Promise<ImportRun> {
  const { kind } = await ownRun(ctx, id);
  await change(ctx, async (trx) => {
    if (!(await tryLockImport(trx))) throw importProblems.IMPORT_BUSY();
    if (!(await queries.markUndone(trx, id))) throw importProblems.IMPORT_NOT_DONE();
    const ids = await queries.lockMade(trx, id, kind);
    refuseWhileTied(kind, await queries.countTies(trx, kind, ids));
    await REMOVE[kind](trx, ctx, ids);
    await leaveTrails(trx, ctx, queries.TABLES[kind], ids, 'undo-import');
    await queries.forgetRun(trx, id);
  });
  return ownRun(ctx, id);
}

const OF: Record<ImportKind, string> = {
  people: 'das pessoas',
  properties: 'dos imóveis',
  contracts: 'dos contratos',
  leads: 'dos leads',
};

/** Texts of each tie, singular and plural. */
const WORDS: Record<queries.Tie, readonly [one: string, many: string]> = {
  properties: ['tem imóvel', 'têm imóveis'],
  contracts: ['tem contrato', 'têm contratos'],
  money: ['tem faturas ou repasses', 'têm faturas ou repasses'],
  tickets: ['tem tickets', 'têm tickets'],
  repairs: ['tem pedidos de manutenção', 'têm pedidos de manutenção'],
  visits: ['tem visitas', 'têm visitas'],
  records: ['tem outros registros', 'têm outros registros'],
  extras: ['tem lançamentos', 'têm lançamentos'],
  edited: ['mudou depois de importar', 'mudaram depois de importar'],
};
const list = new Intl.ListFormat('pt-BR');

function refuseWhileTied(kind: ImportKind, counts: Partial<Record<queries.Tie, number>>) {
  const ties = Object.entries(counts).filter(([, count]) => count > 0) as [queries.Tie, number][];
  if (ties.length === 0) return;
  const said = ties.map(([tie, count]) => `${count.toLocaleString('pt-BR')} ${WORDS[tie][count === 1 ? 0 : 1]}`);
  throw importProblems.IMPORT_IN_USE({
    message: `Não dá para desfazer: ${OF[kind]} que esta importação cadastrou, ${list.format(said)}. Nada mudou.`,
    extra: { ties: Object.fromEntries(ties) },
  });
}
