import { describe, expect, test } from 'vitest';
import { restChoice } from '#web/entities/invoice/rest-choice.ts';
import { guarantorPlaces, NOBODY } from '#web/features/contracts/terms/contract-values.ts';
import type { DueContract } from '#web/features/readjustments/readjustment-queries.ts';
import { type Choice, simulate } from '#web/features/readjustments/simulation.ts';
import { orProposed } from '#web/ui/input/field.ts';

test('a field shows its proposal until it is edited, and emptying it is an edit', () => {
  expect(orProposed(undefined, 150_000)).toBe(150_000);
  expect(orProposed<number | null>(null, 150_000)).toBeNull();
  expect(orProposed(0, 150_000)).toBe(0);
});

describe('a readjustment', () => {
  const period = { from: '2025-03', to: '2026-02', percent: 450, missing: [], new_price: 156_750 };
  const due = { ...period, id: 12, current_price: 150_000, index: 'IPCA' } as unknown as DueContract;

  test.each<[Choice, boolean]>([
    [{}, false],
    [{ base: 'IPCA' }, true],
    [{ base: 'MANUAL', percent: 450 }, true],
    [{ chosen: true }, true],
    [{ base: 'IPCA', chosen: false }, false],
    // Without a rent to apply nothing is chosen.
    [{ base: 'MANUAL', chosen: true }, false],
  ])('with %j is chosen: %s', (choice, chosen) => expect(simulate(due, choice).chosen).toBe(chosen));

  test('is reckoned before anybody looked at it', () => expect(simulate(due).after).toBe(156_750));
});

describe('the choice for a difference', () => {
  test('the first that is offered, due ten days from today', () => {
    expect(restChoice(undefined, ['OPEN_BALANCE', 'WAIVED'], '2026-03-05')).toEqual({
      fate: 'OPEN_BALANCE',
      due_date: '2026-03-15',
    });
  });

  test('the one that was chosen, with its day', () => {
    const held = { fate: 'WAIVED', due_date: '2026-03-10', reason: 'Acordo' } as const;
    expect(restChoice(held, ['OPEN_BALANCE', 'WAIVED'], '2026-03-05')).toEqual(held);
  });

  test('a choice that is no longer offered gives way to the first: too little became too much', () => {
    expect(restChoice({ fate: 'OPEN_BALANCE' }, ['CREDIT', 'RETURN'], '2026-03-05').fate).toBe('CREDIT');
  });
});

describe('the pickers of guarantors', () => {
  test.each([
    ['BONDSMAN', [], [NOBODY]],
    ['BONDSMAN', [undefined], [NOBODY]],
    ['BONDSMAN', [7, NOBODY], [7, NOBODY]],
    ['SECURITY_DEPOSIT', [NOBODY], []],
    ['SECURITY_DEPOSIT', [7], [7]],
    ['OTHER', undefined, []],
  ] as const)('%s with %j: %j', (guarantee, held, places) => {
    const guarantors = held as number[] | undefined;
    expect(guarantorPlaces({ guarantee, guarantors })).toEqual(places);
  });
});
