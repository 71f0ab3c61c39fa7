import { sql } from 'kysely';

/**
 * Keeps the plans of prepared statements for the rest of the transaction, selected with its first statement. PostgreSQL
 * would plan `id = any($1)` anew at each execution, which takes longer than the statement: it takes a list that it does
 * not know for ten ids long. Only for statements whose best plan is the same for all values.
 */
export const plansKept = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;
