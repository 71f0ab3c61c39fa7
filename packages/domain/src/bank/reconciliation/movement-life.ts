import { lifeCycle, refuse, to } from '../../base/life-cycle.ts';

const explained = {
  explain: refuse('MOVEMENT_EXPLAINED'),
  pair: refuse('MOVEMENT_EXPLAINED'),
  record: refuse('MOVEMENT_EXPLAINED'),
  mark: refuse('MOVEMENT_EXPLAINED'),
} as const;

/**
 * Life of a movement of a statement. PROPOSED: open, and the opposite movement of another account is offered. ALONE:
 * explained by the only entry that is certain. UNDONE: open, since a person undid that. PAIRED: by the opposite movement.
 * MARKED: with a reason and no entry. `match`: a person asks for what is certain. `arrive`: a statement is read, this
 * movement in it or not.
 */
export const movementLife = lifeCycle({
  OPEN: {
    explain: to('BY_HAND', 'takeEntry'),
    pair: refuse('OTHER_DIFFERS'),
    record: to('BY_HAND', 'takeEntry', 'postEntry'),
    mark: to('MARKED'),
    match: to('OPEN'),
    arrive: to('OPEN'),
    undo: refuse('EXPLANATION_NOT_FOUND'),
  },
  PROPOSED: {
    explain: refuse('ENTRIES_DIFFER'),
    pair: to('PAIRED', 'takeOther'),
    record: to('BY_HAND', 'takeEntry', 'postEntry'),
    mark: to('MARKED'),
    match: to('PROPOSED'),
    arrive: to('PROPOSED'),
    undo: refuse('EXPLANATION_NOT_FOUND'),
  },
  ALONE: { ...explained, match: to('ALONE'), arrive: to('ALONE'), undo: to('UNDONE', 'freeEntry') },
  UNDONE: {
    explain: to('BY_HAND', 'takeEntry'),
    pair: refuse('OTHER_DIFFERS'),
    record: to('BY_HAND', 'takeEntry', 'postEntry'),
    mark: to('MARKED'),
    match: to('ALONE', 'takeEntry'),
    arrive: to('UNDONE'),
    undo: refuse('EXPLANATION_UNDONE'),
  },
  BY_HAND: { ...explained, match: to('BY_HAND'), arrive: to('BY_HAND'), undo: to('OPEN', 'freeEntry') },
  PAIRED: { ...explained, match: to('PAIRED'), arrive: to('PAIRED'), undo: to('PROPOSED', 'freeOther') },
  MARKED: { ...explained, match: to('MARKED'), arrive: to('MARKED'), undo: to('OPEN') },
});
