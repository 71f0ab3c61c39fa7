import { stateMachine } from './state-machine.ts';

/** A message of the public site is read when somebody views it, and stays so. */
export const contactMessageLife = stateMachine({
  UNREAD: { view: 'READ' },
  READ: { view: 'READ' },
});
