import { reconciliationProblems } from '@morada/contract/bank/reconciliation';
import { statementLinkProblems } from '@morada/contract/bank/statement-link';
import { keyed } from '@morada/domain/bank/reconciliation/balances';
import { readingPeriod } from '@morada/domain/bank/reconciliation/overlap';
import { eachTried } from '#api/base/every-step.ts';
import { type Context, type Deps, systemContext } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { clientOf } from '../connections/clients.service.ts';
import { noteOutcome, noteWork } from '../connections/connections.service.ts';
import { findLinks, type Link, STATEMENTS, shownFeed } from './links.service.ts';
import { explainCertain } from './matching.service.ts';
import { keepCalled } from './statements.service.ts';

export const listFeeds = async ({ db }: Pick<Context, 'db'>) => (await findLinks(db)).map(shownFeed);

/** Reads an account at its bank, on request. @throws STATEMENT_NOT_READ with the bank's message. */
export async function fetchFeed(ctx: Context, id: number) {
  const link = (await findLinks(ctx.db)).find((one) => one.id === id);
  if (!link) throw statementLinkProblems.STATEMENT_LINK_NOT_FOUND();
  try {
    return await read(ctx, link);
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    throw reconciliationProblems.STATEMENT_NOT_READ({ message: error.message });
  }
}

/** Reads the accounts that haven't been read today. One whose bank fails is noted, and tried again an hour later; a fault of
 * ours keeps no other account waiting. */
export async function readStatementsOfToday(deps: Deps): Promise<void> {
  const ctx = systemContext(deps);
  const due = (await findLinks(deps.db)).filter(({ read_day }) => read_day === null || read_day < ctx.today());
  await eachTried(due, (link) =>
    read(ctx, link).catch((error) => {
      if (!(error instanceof BankFailure)) throw error;
    }),
  );
}

/**
 * Reads an account, from some days before the last reading on, and explains movements that have only one possible
 * explanation. All or nothing: a statement that can't be read to its end stores no movement.
 * @throws BankFailure, which is recorded for staff.
 */
async function read(ctx: Context, link: Link) {
  const period = readingPeriod(ctx.today(), link.read_day);
  try {
    const { lines, unread, balance } = await clientOf(ctx, link, STATEMENTS).read(period.start, period.end);
    return await change(ctx, async (trx) => {
      const movements = keyed(lines).filter(({ day }) => day <= period.end);
      const kept = await keepCalled(trx, ctx, link, { movements, balance, ...period });
      await noteOutcome(trx, link.id, null);
      await noteWork(trx, link.id, { read_day: period.end });
      const { account, added } = kept;
      const explained = await explainCertain(trx, ctx);
      return { movements: movements.length, added, explained, unread, account_id: account.id, until: period.end };
    });
  } catch (error) {
    if (error instanceof BankFailure) await noteOutcome(ctx.db, link.id, error.message);
    throw error;
  }
}
