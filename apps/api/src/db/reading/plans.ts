import { sql } from 'kysely';

/**
 * Forces generic plans of prepared statements for the rest of the transaction, when selected with its first statement.
 * PostgreSQL would otherwise plan `id = any($1)` at each execution, which takes longer than running it: a generic plan
 * assumes ten ids, and so seems more expensive. Only for statements whose best plan is the same for all values.
 */
export const plansKept = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;
