import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, instant } from '../base/fields.ts';
import { RECONCILIATION_READERS } from './reconciliation.search.ts';

export const StatementAccount = z.object({
  id: z.int(),
  bank: z.string(),
  bank_name: z.string(),
  agency: z.nullable(z.string()),
  account: z.string(),
  /** The account on which ledger entries without a movement are expected. */
  is_main: z.boolean(),
  /** First day that is reconciled; null: that of the first statement. */
  begins_on: z.nullable(calendarDate()),
});
export type StatementAccount = z.output<typeof StatementAccount>;

/** State of the reading of an account from its bank. */
export const StatementFeed = z.object({
  id: z.int(),
  bank: z.string(),
  bank_name: z.string(),
  agency: z.nullable(z.string()),
  account: z.string(),
  /** Id of the account in the reconciliation; null before the first reading. */
  account_id: z.nullable(z.int()),
  /** Last day read. */
  read_until: z.nullable(calendarDate()),
  answered_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  problem: z.nullable(z.string()),
});
export type StatementFeed = z.output<typeof StatementFeed>;

/** Tasks of the reconciliation. A module of its own: the dashboard loads it without the other calls. */
export const reconciliationTasks = endpoints('reconciliation', {
  list: {
    method: 'GET',
    path: '/reconciliation/task',
    access: RECONCILIATION_READERS,
    summary:
      'O que a conciliação pede a uma pessoa: movimentos sem identificação há mais de sete dias, e extratos que o banco não dá',
    response: z.object({
      open: z.array(z.object({ account: StatementAccount, count: z.int(), oldest: calendarDate() })),
      failing: z.array(StatementFeed),
    }),
  },
});
