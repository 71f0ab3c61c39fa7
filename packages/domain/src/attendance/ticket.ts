import { type StateOf, stateMachine } from '../base/state-machine.ts';

/** Staff `reply`, clients `ask`. */
export const ticketLife = stateMachine({
  OPENED: { reply: 'REPLIED', ask: 'OPENED', close: 'CLOSED' },
  REPLIED: { reply: 'REPLIED', ask: 'AWAITING', close: 'CLOSED' },
  AWAITING: { reply: 'REPLIED', ask: 'AWAITING', close: 'CLOSED' },
  CLOSED: {},
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
