import type { BankMovement, reconciliation } from '@morada/contract/bank/reconciliation';
import type { Received } from '@morada/contract/base/endpoint';
import { EXPLANATION_NAMES } from '@morada/domain/bank/reconciliation/explain';
import type { ListSheet } from '#api/sheets/export.ts';
import { day, money, number, text } from '#api/sheets/write.ts';
import { movementIds, shownMovements } from './reconciliation.service.ts';

type Search = Received<typeof reconciliation.exportMovements>['query'];

const STATES = { OPEN: 'Sem identificação', EXPLAINED: 'Conciliado', MARKED: 'Com motivo' } as const;

export const MOVEMENT_LIST: ListSheet<Search, BankMovement> = {
  name: 'conciliacao',
  title: 'Conciliação',
  columns: [
    day('Data', 12, (row) => row.day),
    text('Movimento', 48, (row) => row.memo),
    money('Valor', 14, (row) => row.amount),
    text('Situação', 16, (row) => STATES[row.state]),
    text('Identificação', 28, (row) => row.explanation && EXPLANATION_NAMES[row.explanation.kind]),
    text('Motivo', 36, (row) => row.explanation?.reason ?? null),
    number('Lançamentos', 12, (row) => row.explanation?.entries.length ?? 0),
    text('Descrição', 48, (row) => row.explanation?.entries[0]?.description ?? null),
    text('Pessoa', 32, (row) => row.explanation?.entries[0]?.person ?? null),
    text('Por', 24, (row) => row.explanation && (row.explanation.is_automatic ? 'Automático' : row.explanation.by)),
  ],
  find: movementIds,
  load: ({ db }, ids) => shownMovements(db, ids),
};
