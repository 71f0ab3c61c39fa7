import { describe, expect, test } from 'vitest';
import { InvalidTransition, stateMachine } from './state-machine.ts';

const door = stateMachine({
  OPEN: { close: 'CLOSED' },
  CLOSED: { open: 'OPEN', lock: 'LOCKED' },
  LOCKED: {},
});

describe('a life cycle', () => {
  test('follows its table', () => {
    expect(door.states).toEqual(['OPEN', 'CLOSED', 'LOCKED']);
    expect(door.next('OPEN', 'close')).toBe('CLOSED');
    expect(door.can('CLOSED', 'lock')).toBe(true);
    expect(door.actions('CLOSED')).toEqual(['open', 'lock']);
    expect(door.actions('LOCKED')).toEqual([]);
  });

  test('refuses other actions and names them', () => {
    expect(door.can('OPEN', 'lock')).toBe(false);
    expect(() => door.next('OPEN', 'lock')).toThrow(InvalidTransition);
    expect(() => door.next('LOCKED', 'open')).toThrow(
      expect.objectContaining({ name: 'InvalidTransition', from: 'LOCKED', action: 'open' }),
    );
  });

  test('lists reachable states', () => {
    expect(door.reachable('OPEN').toSorted()).toEqual(['CLOSED', 'LOCKED', 'OPEN']);
    expect(door.reachable('LOCKED')).toEqual([]);
  });

  test('ignores inherited object properties', () => {
    const action = 'constructor' as 'open';
    expect(door.can('OPEN', action)).toBe(false);
    expect(() => door.next('OPEN', action)).toThrow(InvalidTransition);
  });
});

test('the types follow the table', () => {
  const knows = () => {
    // @ts-expect-error no such state
    door.next('AJAR', 'close');
    // @ts-expect-error no such action
    door.next('OPEN', 'kick');
    // @ts-expect-error leads nowhere
    stateMachine({ OPEN: { close: 'SHUT' } });
  };
  expect(knows).toBeTypeOf('function');
});
