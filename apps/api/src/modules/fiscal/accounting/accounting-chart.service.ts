import type { Received } from '@morada/contract/base/endpoint';
import type { accounting, Chart } from '@morada/contract/fiscal/fiscal-accounting';
import { ACCOUNTS, type AccountMapping } from '@morada/domain/fiscal/accounting';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@morada/domain/ledger/ledger';
import type { Context } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import * as queries from './accounting.queries.ts';

/** Record id of the single chart in the trail. */
const CHART = 1;

export const showChart = async (ctx: Context) => presented(await queries.findChart(ctx.db));

function presented({ accounts, ...codes }: queries.ChartRow): Chart & { version: number } {
  const shown = ACCOUNTS.map((account) => [account, accounts[account] ?? null]);
  return { ...codes, accounts: Object.fromEntries(shown) as Chart['accounts'] };
}

/** `Caixa: 8; Vendas: 508` */
function inWords(mapping: AccountMapping, accounts: readonly LedgerAccount[]): string | null {
  const mapped = accounts.filter((account) => mapping[account]);
  return mapped.map((account) => `${LEDGER_ACCOUNTS[account].name}: ${mapping[account]}`).join('; ') || null;
}

type Change = Received<typeof accounting.setChart>['body'];

export function setChart(ctx: Context, { accounts, ...given }: Change) {
  return change(ctx, async (trx) => {
    const { version, accounts: before, ...codes } = await queries.lockChart(trx);
    await checkVersion(trx, ctx, 'accounting_chart', { id: CHART, version });
    const { company_code = null, branch_code = null, history_code = null } = given;
    const after: AccountMapping = Object.fromEntries(Object.entries(accounts).filter(([, code]) => code));
    const changed = ACCOUNTS.filter((account) => before[account] !== after[account]);
    const changes = {
      ...difference(codes, { company_code, branch_code, history_code }),
      ...(changed.length > 0 && { accounts: [inWords(before, changed), inWords(after, changed)] }),
    };
    if (Object.keys(changes).length === 0) return presented({ ...codes, accounts: before, version });
    const saved = await queries.updateChart(trx, {
      ...{ company_code, branch_code, history_code },
      accounts: JSON.stringify(after),
    });
    await leaveTrail(trx, ctx, 'accounting_chart', CHART, 'update', changes);
    return presented(saved);
  });
}
