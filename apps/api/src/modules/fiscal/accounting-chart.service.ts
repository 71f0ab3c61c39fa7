import type { Received } from '@morada/contract/endpoint';
import type { accounting, Chart } from '@morada/contract/fiscal-accounting';
import { ACCOUNTS, type AccountMapping } from '@morada/domain/fiscal/accounting';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@morada/domain/ledger/ledger';
import type { Context } from '../../context.ts';
import { difference, leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import * as queries from './accounting.queries.ts';

/** Record id of the single chart in the trail. */
const CHART = 1;

export const showChart = async (ctx: Context) => presented(await queries.findChart(ctx.db));

function presented({ accounts, ...codes }: queries.ChartRow): Chart & { version: number } {
  const shown = ACCOUNTS.map((account) => {
    const { code = null, name = null } = accounts[account] ?? {};
    return [account, { code, name }];
  });
  return { ...codes, accounts: Object.fromEntries(shown) as Chart['accounts'] };
}

type Change = Received<typeof accounting.setChart>['body'];

/** Accounts with a code: a name alone maps nothing, and is dropped. */
function mappingOf(accounts: Change['accounts']): AccountMapping {
  const mapped = ACCOUNTS.flatMap((account) => {
    const { code, name = null } = accounts[account];
    return code ? [[account, { code, name }]] : [];
  });
  return Object.fromEntries(mapped);
}

/** `Caixa: 8 Banco do Brasil`, the accounts that differ. */
function inWords(mapping: AccountMapping, accounts: readonly LedgerAccount[]): string | null {
  const words = accounts.flatMap((account) => {
    const { code, name } = mapping[account] ?? {};
    return code ? [`${LEDGER_ACCOUNTS[account].name}: ${[code, name].filter(Boolean).join(' ')}`] : [];
  });
  return words.join('; ') || null;
}

export function setChart(ctx: Context, { accounts, ...given }: Change) {
  return change(ctx, async (trx) => {
    const { version, accounts: before, ...codes } = await queries.lockChart(trx);
    await checkVersion(trx, ctx, 'accounting_chart', { id: CHART, version });
    const { company_code = null, branch_code = null, history_code = null } = given;
    const after = mappingOf(accounts);
    const changed = ACCOUNTS.filter(
      (account) => before[account]?.code !== after[account]?.code || before[account]?.name !== after[account]?.name,
    );
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
