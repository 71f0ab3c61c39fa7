import type { ExportFormat } from '@morada/contract/base/export';
import type { BulkItem, BulkState } from '@morada/contract/desk/bulk';
import type { Context } from '#api/context.ts';
import { saveList } from '#api/sheets/export.ts';
import { type Column, money, number, text } from '#api/sheets/write.ts';
import * as queries from './bulk.queries.ts';
import { named, ownRun } from './bulk.service.ts';
import { actionOf } from './registry.action.ts';

const STATES: Record<BulkState, string> = {
  READY: 'A fazer',
  REFUSED: 'Ficou de fora',
  DONE: 'Feito',
  FAILED: 'Não foi feito',
  UNDONE: 'Desfeito',
  LEFT: 'Não foi desfeito',
};

const COLUMNS: Column<BulkItem>[] = [
  number('ID', 10, (item) => item.record_id),
  text('Quem', 36, (item) => item.title),
  text('O quê', 48, (item) => item.below),
  money('Valor', 16, (item) => item.amount),
  text('Resultado', 18, (item) => STATES[item.state]),
  text('Motivo', 48, (item) => item.reason),
];

/** Export of a run's results, record by record. */
export async function saveResult(ctx: Context, id: number, format: ExportFormat) {
  const { action } = await ownRun(ctx.db, ctx, id);
  return saveList<{ id: number }, BulkItem>(
    ctx,
    format,
    {
      name: actionOf(action).name,
      title: 'Resultado',
      columns: COLUMNS,
      find: ({ db }) => queries.findPositions(db, id),
      load: async (held, positions) => named(held.db, ctx, action, await queries.findItemsAt(held.db, id, positions)),
    },
    { id },
  );
}
