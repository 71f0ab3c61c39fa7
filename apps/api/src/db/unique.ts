import type { Problem } from '@morada/contract/base/problem';

/** For `.catch()`: turns a unique violation in a race into the problem of the check before it. */
export const violates =
  (constraint: string, problem: () => Problem) =>
  (error: unknown): never => {
    const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown };
    throw code === '23505' && broken === constraint ? problem() : error;
  };
