import { addDays, type CalendarDate, daysBetween, daysText } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type Cents, formatMoney } from '../base/money.ts';
import { CONTRACT_STATUSES, INDEFINITE_TERM, READJUSTMENT_NOTICE_DAYS } from './contract-words.ts';
import { type LeaseTerm, leaseStage, readjustsOn } from './lease-term.ts';

/**
 * Life of a contract. CLOSED: ended with nothing to settle, for good. TERMINATED: ended with a sheet, which can be undone.
 * Both are stored as CLOSED. REMOVED: deleted as a mistake, while no money had moved.
 */
export const contractLife = lifeCycle({
  APPROVED: {
    change: to('APPROVED', 'terms'),
    bill: to('APPROVED', 'invoices'),
    close: to('CLOSED', 'property'),
    terminate: to('TERMINATED', 'property', 'invoices', 'sheet'),
    reopen: refuse('TERMINATION_NOT_FOUND'),
    remove: to('REMOVED', 'property'),
  },
  CLOSED: {
    change: refuse('PROPOSAL_CLOSED'),
    bill: refuse('PROPOSAL_CLOSED'),
    close: refuse('PROPOSAL_CLOSED'),
    terminate: refuse('PROPOSAL_CLOSED'),
    reopen: refuse('TERMINATION_NOT_FOUND'),
    remove: to('REMOVED'),
  },
  TERMINATED: {
    change: refuse('PROPOSAL_CLOSED'),
    bill: refuse('PROPOSAL_CLOSED'),
    close: refuse('PROPOSAL_CLOSED'),
    terminate: refuse('PROPOSAL_CLOSED'),
    reopen: to('APPROVED', 'property', 'invoices', 'sheet'),
    remove: to('REMOVED', 'invoices'),
  },
  REMOVED: {
    change: refuse('PROPOSAL_NOT_FOUND'),
    bill: refuse('PROPOSAL_NOT_FOUND'),
    close: refuse('PROPOSAL_NOT_FOUND'),
    terminate: refuse('PROPOSAL_NOT_FOUND'),
    reopen: refuse('PROPOSAL_NOT_FOUND'),
    remove: refuse('PROPOSAL_NOT_FOUND'),
  },
});
/** As stored. */
export type ContractStatus = 'APPROVED' | 'CLOSED';

/** Stage of a contract's life; `sheet`: it ended with one that stands. */
export const contractStage = (status: ContractStatus, { sheet }: { sheet: boolean }): StateOf<typeof contractLife> =>
  status === 'CLOSED' && sheet ? 'TERMINATED' : status;

export const GUARANTEES = {
  SECURITY_DEPOSIT: 'Caução',
  BONDSMAN: 'Fiador',
  BAIL_INSURANCE: 'Seguro fiança',
  CREDPAGO: 'CredPago',
  OTHER: 'Outro',
} as const;
export type Guarantee = keyof typeof GUARANTEES;

/** Guarantors beside another kind of guarantee: Lei 8.245, art. 37, sole paragraph, makes such a contract's guarantee void. */
export function hasTwoGuarantees(guarantee: Guarantee | undefined, guarantors: number): boolean {
  return guarantee !== undefined && guarantee !== 'BONDSMAN' && guarantors > 0;
}

/** Lei 8.245, art. 38, § 2º: a deposit in money is of three months of rent at most. */
const DEPOSIT_LIMIT_RENTS = 3;

export function isDepositAboveLimit(deposit: Cents, rent: Cents): boolean {
  return deposit > DEPOSIT_LIMIT_RENTS * rent;
}

/**
 * Legal problems of a contract's guarantee: warnings only, never refusals. `deposit` is the amount handed over at
 * signing.
 */
export function guaranteeWarnings(contract: {
  guarantee: Guarantee | undefined;
  guarantors: number;
  deposit: Cents;
  /** The rent agreed at signing. */
  price: Cents;
}): string[] {
  const { guarantee, guarantors, deposit, price } = contract;
  const warnings: string[] = [];
  if (hasTwoGuarantees(guarantee, guarantors)) {
    warnings.push(
      'O contrato tem fiador e outra garantia. A Lei 8.245, art. 37, proíbe mais de uma modalidade no mesmo contrato, sob pena de nulidade.',
    );
  }
  if (guarantee !== undefined && guarantee !== 'SECURITY_DEPOSIT' && deposit > 0) {
    warnings.push(
      'O contrato tem caução e outra garantia. A Lei 8.245, art. 37, proíbe mais de uma modalidade no mesmo contrato, sob pena de nulidade.',
    );
  }
  if (isDepositAboveLimit(deposit, price)) {
    const limit = formatMoney(DEPOSIT_LIMIT_RENTS * price);
    warnings.push(`A caução passa de três aluguéis (${limit}), o limite da Lei 8.245, art. 38, § 2º.`);
  }
  return warnings;
}

/** How lists and cards show a contract; one past its end asks for a decision, whether it runs on or not. */
export function contractState(
  contract: { status: ContractStatus; end_date: CalendarDate; ends_at_term: boolean },
  today: CalendarDate,
): { word: string; tone: 'done' | 'running' | 'indefinite' | 'late'; needs?: string } {
  const stage = leaseStage(contract, today);
  if (stage === 'CLOSED') return { word: CONTRACT_STATUSES.CLOSED, tone: 'done' };
  if (stage === 'RUNNING') return { word: CONTRACT_STATUSES.APPROVED, tone: 'running' };
  const needs = 'prorrogue ou encerre';
  if (stage === 'INDEFINITE') return { word: INDEFINITE_TERM, tone: 'indefinite', needs };
  return { word: `Terminou há ${daysText(daysBetween(contract.end_date, today))}`, tone: 'late', needs };
}

export type ReadjustmentState = {
  /** The next readjustment has not passed. */
  renewed: boolean;
  /** It falls within the next 30 days, today included. */
  delayed: boolean;
  text: 'Contrato não foi reajustado!' | 'Contrato em período de reajuste!' | 'Contrato em dia.';
  tone: 'late' | 'soon' | 'plain';
};

/** `renewed` and `delayed` as the specification names them, with the sentence and colour of the row. */
export function readjustmentState(
  contract: { next_readjustment: CalendarDate | null } & Partial<LeaseTerm>,
  today: CalendarDate,
): ReadjustmentState {
  const next = readjustsOn(contract);
  if (next !== null && next < today) {
    return { renewed: false, delayed: false, text: 'Contrato não foi reajustado!', tone: 'late' };
  }
  if (next !== null && next <= addDays(today, READJUSTMENT_NOTICE_DAYS)) {
    return { renewed: true, delayed: true, text: 'Contrato em período de reajuste!', tone: 'soon' };
  }
  return { renewed: true, delayed: false, text: 'Contrato em dia.', tone: 'plain' };
}
