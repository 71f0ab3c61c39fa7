import { boletoProblems } from '@morada/contract/bank/boletos';
import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import { BOLETO_READERS } from '@morada/contract/bank/boletos.search';
import { boletoLife } from '@morada/domain/bank/boleto-terms';
import type * as z from 'zod/mini';
import { searchBoletos } from '#api/modules/bank/slips/boletos.service.ts';
import { cancelInTransaction } from '#api/modules/bank/slips/life.service.ts';
import { type Action, recordByRecord, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import { namedBoletos } from './receipts.service.ts';

/** Has no undo: a cancelled boleto can't be reopened; a new one takes its place. */
export const boletoCancel: Action = {
  readers: BOLETO_READERS,
  name: 'boletos-cancelados',
  search: (ctx, filter: z.output<typeof BoletoSearch>, most) => searchBoletos(ctx, filter, most),
  evaluate: async (ctx, ids) =>
    (await candidates.findBoletos(ctx.db, ids)).map(({ id, version, amount, status }) => ({
      id,
      version,
      amount,
      reason: boletoLife.can(status, 'cancel') ? undefined : boletoProblems.BOLETO_NOT_OPEN().message,
    })),
  named: namedBoletos,
  act: recordByRecord(async (trx, ctx, { record_id }) => {
    await cancelInTransaction(trx, ctx, record_id);
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'boleto', recordsOf(items)),
};
