import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import type { Cents } from '../base/money.ts';

/**
 * A request for repair. Staff `quote`, `submit` the quotes to the owner, `start`, `conclude` and `cancel`; the owner
 * decides by `approve` or `refuse`. A small repair may start without an owner's decision. When the owner who approved
 * leaves the property, the owners of today are asked (`askAgain`), also about work that is under way.
 */
export const maintenanceLife = lifeCycle({
  OPENED: {
    quote: to('QUOTING'),
    start: to('IN_PROGRESS'),
    cancel: to('CANCELLED'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
  QUOTING: {
    quote: to('QUOTING'),
    start: to('IN_PROGRESS'),
    cancel: to('CANCELLED'),
    submit: to('AWAITING_APPROVAL', 'askOwners'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
  AWAITING_APPROVAL: {
    quote: refuse('MAINTENANCE_STATE'),
    start: refuse('MAINTENANCE_STATE'),
    cancel: to('CANCELLED'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: to('APPROVED'),
    refuse: to('REFUSED'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
  APPROVED: {
    quote: refuse('MAINTENANCE_STATE'),
    start: to('IN_PROGRESS'),
    cancel: to('CANCELLED'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: to('AWAITING_APPROVAL', 'askOwners'),
  },
  REFUSED: {
    quote: to('QUOTING'),
    start: refuse('MAINTENANCE_STATE'),
    cancel: to('CANCELLED'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
  IN_PROGRESS: {
    quote: refuse('MAINTENANCE_STATE'),
    start: refuse('MAINTENANCE_STATE'),
    cancel: to('CANCELLED'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: to('DONE'),
    askAgain: to('AWAITING_APPROVAL', 'askOwners'),
  },
  DONE: {
    quote: refuse('MAINTENANCE_STATE'),
    start: refuse('MAINTENANCE_STATE'),
    cancel: refuse('MAINTENANCE_STATE'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
  CANCELLED: {
    quote: refuse('MAINTENANCE_STATE'),
    start: refuse('MAINTENANCE_STATE'),
    cancel: refuse('MAINTENANCE_STATE'),
    submit: refuse('MAINTENANCE_STATE'),
    approve: refuse('MAINTENANCE_STATE'),
    refuse: refuse('MAINTENANCE_STATE'),
    conclude: refuse('MAINTENANCE_STATE'),
    askAgain: refuse('MAINTENANCE_STATE'),
  },
});
export type MaintenanceState = StateOf<typeof maintenanceLife>;

/** Person who bears the cost. NONE: the agency, a guarantee, or the person paid the supplier directly. */
export const COST_BEARERS = {
  TENANT: 'Inquilino, a partir da próxima fatura',
  OWNER: 'Proprietário, a partir do próximo repasse',
  NONE: 'Sem cobrança por aqui',
} as const;
export type CostBearer = keyof typeof COST_BEARERS;

/** Pictures of one request. */
export const MOST_PHOTOS = 6;

/**
 * The cost as an extra value of the contract: an increase of the tenant's invoice, or a deduction from the owner's
 * transfer. It is an expense, so the administration fee stays as it is.
 */
export function costAsExtra(bearer: Exclude<CostBearer, 'NONE'>, description: string, amount: Cents) {
  const common = { description, amount, influence: 'EXPENSE' } as const;
  return bearer === 'TENANT'
    ? ({ ...common, type: 'DEBIT', boleto: true, transfer: false } as const)
    : ({ ...common, type: 'CREDIT', boleto: false, transfer: true } as const);
}

export type CostRefusal = 'NO_CONTRACT' | 'NOT_APPROVED' | 'ABOVE_APPROVED';

/**
 * Why a cost can't be charged; undefined: it can. An owner pays what an owner approved, and no more.
 * @param approved amount of the approved quote; null: no quote was approved
 */
export function costRefusal(
  bearer: CostBearer,
  amount: Cents | null,
  { hasContract, approved }: { hasContract: boolean; approved: Cents | null },
): CostRefusal | undefined {
  if (bearer === 'NONE' || amount === null) return undefined;
  if (!hasContract) return 'NO_CONTRACT';
  if (bearer === 'TENANT') return undefined;
  if (approved === null) return 'NOT_APPROVED';
  return amount > approved ? 'ABOVE_APPROVED' : undefined;
}
