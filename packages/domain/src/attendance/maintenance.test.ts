import { describe, expect, test } from 'vitest';
import { signedExtra } from '../rent/invoice.ts';
import { type CostBearer, costAsExtra, costRefusal, type MaintenanceState, maintenanceLife } from './maintenance.ts';
import { WAITING_FOR_STAFF } from './maintenance-words.ts';

describe('a request for repair', () => {
  test.each<[MaintenanceState, Parameters<typeof maintenanceLife.next>[1], MaintenanceState, string]>([
    ['OPENED', 'quote', 'QUOTING', 'staff add a quote'],
    ['QUOTING', 'submit', 'AWAITING_APPROVAL', 'staff send the quotes to the owner'],
    ['AWAITING_APPROVAL', 'approve', 'APPROVED', 'the owner agrees'],
    ['AWAITING_APPROVAL', 'refuse', 'REFUSED', 'the owner refuses'],
    ['REFUSED', 'quote', 'QUOTING', 'staff bring another quote'],
    ['APPROVED', 'start', 'IN_PROGRESS', 'the supplier begins'],
    ['OPENED', 'start', 'IN_PROGRESS', 'a small repair needs no quote'],
    ['IN_PROGRESS', 'conclude', 'DONE', 'it is finished'],
    ['IN_PROGRESS', 'cancel', 'CANCELLED', 'it is given up'],
  ])('%s, %s: %s (%s)', (from, action, to) => {
    expect(maintenanceLife.next(from, action)).toBe(to);
  });

  test.each<[MaintenanceState, Parameters<typeof maintenanceLife.can>[1]]>([
    ['OPENED', 'submit'],
    ['OPENED', 'approve'],
    ['APPROVED', 'approve'],
    ['APPROVED', 'refuse'],
    ['REFUSED', 'start'],
    ['AWAITING_APPROVAL', 'start'],
    ['AWAITING_APPROVAL', 'quote'],
    ['APPROVED', 'conclude'],
  ])('%s can not %s', (state, action) => {
    expect(maintenanceLife.can(state, action)).toBe(false);
  });

  test.each<MaintenanceState>(['DONE', 'CANCELLED'])('ends with %s', (state) => {
    expect(maintenanceLife.actions(state)).toEqual([]);
  });

  test('waits for staff where the next step is theirs to begin', () => {
    expect(WAITING_FOR_STAFF).toEqual(['OPENED', 'APPROVED', 'REFUSED']);
  });
});

describe('the cost', () => {
  test('is added to the tenant’s invoice, and taken from the owner’s transfer', () => {
    const [tenant, owner] = [costAsExtra('TENANT', 'Torneira', 35_000), costAsExtra('OWNER', 'Torneira', 35_000)];
    expect([signedExtra(tenant), tenant.boleto, tenant.transfer]).toEqual([35_000, true, false]);
    expect([signedExtra(owner), owner.boleto, owner.transfer]).toEqual([-35_000, false, true]);
    expect([tenant.influence, owner.influence]).toEqual(['EXPENSE', 'EXPENSE']);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[CostBearer, number | null, boolean, number | null, ReturnType<typeof costRefusal>]>([
    ['NONE',   null,    false, null,    undefined],
    ['NONE',   50_000,  false, null,    undefined],
    ['TENANT', 50_000,  true,  null,    undefined],
    ['TENANT', 50_000,  false, null,    'NO_CONTRACT'],
    ['OWNER',  50_000,  false, 50_000,  'NO_CONTRACT'],
    ['OWNER',  50_000,  true,  null,    'NOT_APPROVED'],
    ['OWNER',  50_000,  true,  50_000,  undefined],
    ['OWNER',  49_999,  true,  50_000,  undefined],
    ['OWNER',  50_001,  true,  50_000,  'ABOVE_APPROVED'],
    ['TENANT', 50_001,  true,  50_000,  undefined],
  ])('%s, %s, contract %s, approved %s: %s', (bearer, amount, hasContract, approved, refusal) => {
    expect(costRefusal(bearer, amount, { hasContract, approved })).toBe(refusal);
  });
});
