import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

export const visitLife = lifeCycle({
  PENDING: {
    confirm: to('CONFIRMED'),
    cancel: to('CANCELED'),
    move: to('PENDING'),
    checkIn: refuse('VISIT_STATUS'),
    checkOut: refuse('VISIT_STATUS'),
    undoCheckIn: refuse('VISIT_STATUS'),
    undoCheckOut: refuse('VISIT_STATUS'),
  },
  CONFIRMED: {
    confirm: refuse('VISIT_STATUS'),
    cancel: to('CANCELED'),
    move: to('PENDING'),
    checkIn: to('USING'),
    checkOut: refuse('VISIT_STATUS'),
    undoCheckIn: refuse('VISIT_STATUS'),
    undoCheckOut: refuse('VISIT_STATUS'),
  },
  USING: {
    confirm: refuse('VISIT_STATUS'),
    cancel: refuse('VISIT_STATUS'),
    move: refuse('VISIT_STATUS'),
    checkIn: refuse('VISIT_STATUS'),
    checkOut: to('RETURNED'),
    undoCheckIn: to('CONFIRMED'),
    undoCheckOut: refuse('VISIT_STATUS'),
  },
  RETURNED: {
    confirm: refuse('VISIT_STATUS'),
    cancel: refuse('VISIT_STATUS'),
    move: refuse('VISIT_STATUS'),
    checkIn: refuse('VISIT_STATUS'),
    checkOut: refuse('VISIT_STATUS'),
    undoCheckIn: refuse('VISIT_STATUS'),
    undoCheckOut: to('USING'),
  },
  CANCELED: {
    confirm: refuse('VISIT_STATUS'),
    cancel: refuse('VISIT_STATUS'),
    move: refuse('VISIT_STATUS'),
    checkIn: refuse('VISIT_STATUS'),
    checkOut: refuse('VISIT_STATUS'),
    undoCheckIn: refuse('VISIT_STATUS'),
    undoCheckOut: refuse('VISIT_STATUS'),
  },
});
export type VisitStatus = StateOf<typeof visitLife>;

export const VISIT_STATUSES = {
  PENDING: 'Pendente',
  CONFIRMED: 'Confirmado',
  USING: 'Em visita',
  RETURNED: 'Retornado / Finalizado',
  CANCELED: 'Cancelado',
} as const satisfies Record<VisitStatus, string>;

/** How a visit ended, said with its check-out. */
export const VISIT_RESULTS = {
  INTERESTED: 'Quer o imóvel',
  THINKING: 'Vai pensar',
  DECLINED: 'Não quer',
  ABSENT: 'Não veio',
} as const;
export type VisitResult = keyof typeof VISIT_RESULTS;

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
