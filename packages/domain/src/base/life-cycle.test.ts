import { describe, expect, test } from 'vitest';
import { InvalidTransition, lifeCycle, refuse, to } from './life-cycle.ts';

const door = lifeCycle({
  OPEN: { open: refuse('ALREADY_OPEN'), close: to('CLOSED'), lock: refuse('STILL_OPEN') },
  CLOSED: { open: to('OPEN', 'ringBell'), close: refuse('ALREADY_CLOSED'), lock: to('LOCKED') },
  LOCKED: { open: refuse('LOCKED'), close: refuse('LOCKED'), lock: refuse('LOCKED') },
});

describe('a life cycle', () => {
  test('follows its table', () => {
    expect(door.states).toEqual(['OPEN', 'CLOSED', 'LOCKED']);
    expect(door.events).toEqual(['open', 'close', 'lock']);
    expect(door.next('OPEN', 'close')).toBe('CLOSED');
    expect(door.can('CLOSED', 'lock')).toBe(true);
    expect(door.actions('CLOSED')).toEqual(['open', 'lock']);
    expect(door.actions('LOCKED')).toEqual([]);
    expect(door.cell('CLOSED', 'open')).toEqual({ to: 'OPEN', effects: ['ringBell'] });
  });

  test('refuses other events with the code of the cell', () => {
    expect(door.can('OPEN', 'lock')).toBe(false);
    expect(() => door.next('OPEN', 'lock')).toThrow(InvalidTransition);
    expect(() => door.next('LOCKED', 'open')).toThrow(
      expect.objectContaining({ name: 'InvalidTransition', from: 'LOCKED', event: 'open', refusal: 'LOCKED' }),
    );
  });

  test('lists reachable states', () => {
    expect(door.reachable('OPEN').toSorted()).toEqual(['CLOSED', 'LOCKED', 'OPEN']);
    expect(door.reachable('LOCKED')).toEqual([]);
  });

  test('ignores inherited object properties', () => {
    const event = 'constructor' as 'open';
    expect(door.can('OPEN', event)).toBe(false);
    expect(() => door.next('OPEN', event)).toThrow(InvalidTransition);
  });
});

test('the types follow the table, which is total', () => {
  const checked = () => {
    // @ts-expect-error no such state
    door.next('AJAR', 'close');
    // @ts-expect-error no such event
    door.next('OPEN', 'kick');
    const cell = door.cell('OPEN', 'open');
    // @ts-expect-error no such refusal
    if ('refusal' in cell) cell.refusal satisfies 'ALREADY_OPEN';
    // @ts-expect-error leads nowhere
    lifeCycle({ OPEN: { close: to('SHUT') } });
    // @ts-expect-error a state without a cell for `open`
    lifeCycle({ OPEN: { close: to('SHUT'), open: refuse('OPEN') }, SHUT: { close: refuse('SHUT') } });
  };
  expect(checked).toBeTypeOf('function');
});
