import { lifeCycle, refuse, to } from '@morada/domain/base/life-cycle';

/**
 * Life of a run over a file or a selection. A person starts and undoes it; the worker finishes it, or gives it up when
 * the attempts of its job are used up. `leave` ends an undo of a bank's file that could not take everything back.
 */
export const runLife = lifeCycle({
  STAGED: {
    start: to('RUNNING'),
    finish: refuse('BULK_NOT_DONE'),
    giveUp: refuse('BULK_NOT_DONE'),
    undo: refuse('BULK_NOT_DONE'),
    leave: refuse('BULK_NOT_DONE'),
  },
  RUNNING: {
    start: refuse('BULK_STARTED'),
    finish: to('DONE'),
    giveUp: to('FAILED'),
    undo: refuse('BULK_NOT_DONE'),
    leave: refuse('BULK_NOT_DONE'),
  },
  DONE: {
    start: refuse('BULK_STARTED'),
    finish: refuse('BULK_NOT_DONE'),
    giveUp: refuse('BULK_NOT_DONE'),
    undo: to('UNDOING'),
    leave: refuse('BULK_NOT_DONE'),
  },
  FAILED: {
    start: to('RUNNING'),
    finish: refuse('BULK_NOT_DONE'),
    giveUp: refuse('BULK_NOT_DONE'),
    undo: to('UNDOING'),
    leave: refuse('BULK_NOT_DONE'),
  },
  UNDOING: {
    start: refuse('BULK_STARTED'),
    finish: to('UNDONE'),
    // What is left is undone again. A new start would carry out what the undo has just taken back.
    giveUp: to('DONE'),
    undo: refuse('BULK_NOT_DONE'),
    leave: to('DONE'),
  },
  UNDONE: {
    start: refuse('BULK_STARTED'),
    finish: refuse('BULK_NOT_DONE'),
    giveUp: refuse('BULK_NOT_DONE'),
    undo: refuse('BULK_NOT_DONE'),
    leave: refuse('BULK_NOT_DONE'),
  },
});
