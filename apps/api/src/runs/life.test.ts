import { describe, expect, test } from 'vitest';
import { runLife } from './life.ts';

describe('a run', () => {
  test.each<[Parameters<typeof runLife.can>[0], boolean, boolean]>([
    ['STAGED', true, false],
    ['RUNNING', false, false],
    ['DONE', false, true],
    ['FAILED', true, true],
    ['UNDOING', false, false],
    ['UNDONE', false, false],
  ])('%s: started %s, undone %s', (status, started, undone) => {
    expect([runLife.can(status, 'start'), runLife.can(status, 'undo')]).toEqual([started, undone]);
  });

  test('that began ends, with or without success', () => {
    expect([runLife.next('RUNNING', 'finish'), runLife.next('RUNNING', 'giveUp')]).toEqual(['DONE', 'FAILED']);
    expect([runLife.next('UNDOING', 'finish'), runLife.next('UNDOING', 'leave')]).toEqual(['UNDONE', 'DONE']);
    expect(runLife.next('UNDOING', 'giveUp')).toBe('DONE');
  });
});
