import { describe, expect, test } from 'vitest';
import { type TicketStatus, ticketLife, waitsForStaff } from './ticket.ts';

describe('a ticket', () => {
  test.each<[TicketStatus, 'reply' | 'ask' | 'close', TicketStatus, string]>([
    ['OPENED', 'reply', 'REPLIED', 'staff answer'],
    ['OPENED', 'ask', 'OPENED', 'the client adds something before any answer'],
    ['REPLIED', 'ask', 'AWAITING', 'the client comes back'],
    ['REPLIED', 'reply', 'REPLIED', 'staff add something'],
    ['AWAITING', 'reply', 'REPLIED', 'staff answer again'],
    ['AWAITING', 'close', 'CLOSED', 'staff close it'],
  ])('%s, %s: %s (%s)', (from, action, to) => {
    expect(ticketLife.next(from, action)).toBe(to);
  });

  test('says nothing more once closed', () => {
    expect(ticketLife.actions('CLOSED')).toEqual([]);
  });

  test('waits for staff while the client has the last word', () => {
    expect(ticketLife.states.filter(waitsForStaff)).toEqual(['OPENED', 'AWAITING']);
  });
});
