import { stateMachine } from '@morada/domain/base/state-machine';

/**
 * Life of a run over a file or a selection. A person starts and undoes it; the worker finishes it, or gives it up when
 * the attempts of its job are used up. `leave` ends an undo that could not take everything back.
 */
export const runLife = stateMachine({
  STAGED: { start: 'RUNNING' },
  RUNNING: { finish: 'DONE', giveUp: 'FAILED' },
  DONE: { undo: 'UNDOING' },
  FAILED: { start: 'RUNNING', undo: 'UNDOING' },
  UNDOING: { finish: 'UNDONE', leave: 'DONE', giveUp: 'FAILED' },
  UNDONE: {},
});
