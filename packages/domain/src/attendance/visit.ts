import { type StateOf, stateMachine } from '../base/state-machine.ts';

export const visitLife = stateMachine({
  PENDING: { confirm: 'CONFIRMED', cancel: 'CANCELED' },
  CONFIRMED: { checkIn: 'USING', cancel: 'CANCELED' },
  USING: { checkOut: 'RETURNED', undoCheckIn: 'CONFIRMED' },
  RETURNED: { undoCheckOut: 'USING' },
  CANCELED: {},
});
export type VisitStatus = StateOf<typeof visitLife>;

export const VISIT_STATUSES = {
  PENDING: 'Pendente',
  CONFIRMED: 'Confirmado',
  USING: 'Em visita',
  RETURNED: 'Retornado / Finalizado',
  CANCELED: 'Cancelado',
} as const satisfies Record<VisitStatus, string>;

/** AM is the morning, anything else the afternoon. */
export function shiftName(shift: string): 'Manhã' | 'Tarde' {
  return shift === 'AM' ? 'Manhã' : 'Tarde';
}
