import { ApiProblem } from '#web/lib/api/api.ts';

/** Result of a form whose password was accepted and that needs a code next. */
export const CODE_ASKED: unique symbol = Symbol('a code is asked for');

/** Makes the call; that a code is wanted is no failure but the form's next step. */
export const orAskCode = <T>(call: Promise<T>) =>
  call.catch((error: unknown): typeof CODE_ASKED => {
    if (error instanceof ApiProblem && error.code === 'second-factor-required') return CODE_ASKED;
    throw error;
  });
