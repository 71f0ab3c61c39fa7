import type { MovementState } from '@morada/contract/bank/reconciliation.search';

export const MOVEMENT_STATES: Readonly<Record<MovementState, string>> = {
  OPEN: 'Sem identificação',
  EXPLAINED: 'Conciliado',
  MARKED: 'Com motivo',
};
