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

/** Hour of a visit, `HH:MM`. */
export const VISIT_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** `14h`, `9h30` */
export function visitTimeText(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** `Manhã, 9h30`; the shift alone when no hour was agreed. */
export const visitTurn = ({ shift, time }: { shift: string; time: string | null }): string =>
  time === null ? shiftName(shift) : `${shiftName(shift)}, ${visitTimeText(time)}`;
