import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** Staff `reply`, clients `ask`. */
export const ticketLife = lifeCycle({
  OPENED: {
    reply: to('REPLIED'),
    ask: to('OPENED'),
    close: to('CLOSED'),
  },
  REPLIED: {
    reply: to('REPLIED'),
    ask: to('AWAITING'),
    close: to('CLOSED'),
  },
  AWAITING: {
    reply: to('REPLIED'),
    ask: to('AWAITING'),
    close: to('CLOSED'),
  },
  CLOSED: {
    reply: refuse('TICKET_CLOSED'),
    ask: refuse('TICKET_CLOSED'),
    close: refuse('TICKET_CLOSED'),
  },
});
export type TicketStatus = StateOf<typeof ticketLife>;

export const TICKET_STATUSES = {
  OPENED: 'Aberto',
  REPLIED: 'Respondido',
  AWAITING: 'Aguardando resposta',
  CLOSED: 'Fechado',
} as const satisfies Record<TicketStatus, string>;

export const TICKET_PRIORITIES = {
  LOW: 'Baixa',
  MEDIUM: 'Média',
  HIGH: 'Alta',
} as const;
export type TicketPriority = keyof typeof TICKET_PRIORITIES;

/** Whether the ticket is counted in the menu's badge. */
export function waitsForStaff(status: TicketStatus): boolean {
  return status === 'OPENED' || status === 'AWAITING';
}
