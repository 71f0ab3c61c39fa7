import { addToReference, type CalendarDate, dueDateIn, referenceOf } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** What the agency spends on. */
export const EXPENSE_CATEGORIES = {
  PREMISES: 'Aluguel e condomínio da sede',
  STAFF: 'Salários e encargos',
  BROKERS: 'Comissões de corretores',
  TAXES: 'Impostos e taxas',
  UTILITIES: 'Água, luz, internet e telefone',
  SYSTEMS: 'Sistemas e portais',
  MARKETING: 'Propaganda',
  SERVICES: 'Contador, advogado e outros serviços',
  UPKEEP: 'Manutenção, limpeza e materiais',
  BANK: 'Tarifas bancárias',
  OTHER: 'Outras despesas',
} as const;
export type ExpenseCategory = keyof typeof EXPENSE_CATEGORIES;

export const REPEATS = { MONTHLY: 'Todo mês', YEARLY: 'Todo ano' } as const;
export type Repeats = keyof typeof REPEATS;

/** Days before the due day on which the next of a repeated expense is planned. */
export const PLANNED_AHEAD = 30;

/** Due day of the next one: in the next month or year, on the day of the first, or the last of a shorter month. */
export const nextDue = (due: CalendarDate, repeats: Repeats, day: number): CalendarDate =>
  dueDateIn(addToReference(referenceOf(due), repeats === 'MONTHLY' ? 1 : 12), day);

/**
 * Life of an entry that the agency writes into its cash. PLANNED: an expense to be paid, without a posting. POSTED: paid,
 * or written as it happened.
 */
export const movimentationLife = lifeCycle({
  PLANNED: {
    change: to('PLANNED'),
    settle: to('POSTED', 'post'),
    reopen: refuse('EXPENSE_NOT_PAID'),
    remove: to('REMOVED'),
  },
  POSTED: {
    change: to('POSTED', 'post'),
    settle: refuse('EXPENSE_PAID'),
    reopen: to('PLANNED', 'post'),
    remove: to('REMOVED', 'post'),
  },
  REMOVED: {
    change: refuse('MOVIMENTATION_NOT_FOUND'),
    settle: refuse('MOVIMENTATION_NOT_FOUND'),
    reopen: refuse('MOVIMENTATION_NOT_FOUND'),
    remove: refuse('MOVIMENTATION_NOT_FOUND'),
  },
});
export type MovimentationState = StateOf<typeof movimentationLife>;
