import type { Problem } from '@morada/contract/problem';

/** For `.catch()`: when a race broke a unique index, the person hears what the check before it would have said. */
export const violates =
  (constraint: string, problem: () => Problem) =>
  (error: unknown): never => {
    const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown };
    throw code === '23505' && broken === constraint ? problem() : error;
  };
