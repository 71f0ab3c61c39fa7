import type { StatementFeed } from '@morada/contract/bank/reconciliation-tasks';
import {
  type StatementLink,
  type StatementLinkChange,
  statementLinkProblems,
} from '@morada/contract/bank/statement-link';
import { bankName } from '@morada/domain/bank/banks';
import { accountKey, isSameAccount } from '@morada/domain/bank/reconciliation/account';
import { statementBank } from '@morada/domain/bank/reconciliation/statement-banks';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { statementReader } from '#api/outside/statements/statement-banks.ts';
import type { StatementReader } from '#api/outside/statements/statement-reader.ts';
import { type BankApi, type LinkOf, requireSecret, secretOf } from '../connections/clients.service.ts';
import * as connections from '../connections/connections.service.ts';
import { findAccounts } from './statements.queries.ts';

/** A connection to the bank of one account, for reading alone. */
export type Link = LinkOf<'STATEMENT'>;
type FoundLink = Link & { account_id: number | null };

const APPLICATION = 'fields.application_key';

export const STATEMENTS: BankApi<Link, StatementReader> = {
  name: 'statements',
  open: (access, link, { secrets }) => {
    const { bank, agency, account } = link;
    const application_key =
      secretOf(link, APPLICATION) === undefined ? null : requireSecret(secrets, link, APPLICATION);
    return statementReader(bank, access, { agency, account, application_key });
  },
};

/** Active links with the account of the reconciliation, null before its first statement. */
export async function findLinks(db: Db): Promise<FoundLink[]> {
  const links = await connections.findActive(db, 'STATEMENT');
  const accounts = links.length === 0 ? [] : await findAccounts(db);
  return links.map((link) => {
    const account = accounts.find((one) => one.bank === link.bank && isSameAccount(one, link));
    return { ...link, account_id: account?.id ?? null };
  });
}

export function shownFeed(link: FoundLink): StatementFeed {
  const { id, bank, agency, account, account_id, read_day, answered_at, failing_since, problem } = link;
  return {
    ...{ id, bank, agency, account, account_id, answered_at, failing_since, problem },
    ...{ read_until: read_day, bank_name: bankName(bank) },
  };
}

export const listLinks = async (ctx: Pick<Context, 'db' | 'secrets'>): Promise<StatementLink[]> =>
  (await findLinks(ctx.db)).map((link) => ({
    ...connections.shownLink(ctx, link),
    ...{ ...shownFeed(link), bank: link.bank },
  }));

/** Saves how an account is read: one link for each account, changed in place. */
export async function saveLink(ctx: Context, given: z.output<typeof StatementLinkChange>) {
  const id = await connections.saveLink(ctx, given, async (trx) => {
    const { client_secret, application_key, certificate, private_key, ...open } = given;
    const { bank, account, base_url } = open;
    const { hasSecret, hasApplicationKey, hasAgency } = statementBank(bank);
    const agency = hasAgency ? open.agency : null;
    const before = (await connections.lockActive(trx, 'STATEMENT')).find(
      (link) => link.bank === bank && isSameAccount(link, { agency, account }),
    );
    return {
      ...{ kind: 'STATEMENT', before, isSame: true },
      entered: { ...open, agency, account_key: accountKey(account) },
      secrets: {
        ...(hasSecret && { client_secret }),
        ...(hasApplicationKey && { [APPLICATION]: application_key }),
        ...{ certificate, private_key },
      },
      missingField: statementLinkProblems.STATEMENT_LINK_APPLICATION_KEY,
      trail: { bank, account, base_url },
    };
  });
  return { id };
}

/** Disconnects an account: nothing is read any more, and what was read stays. */
export const removeLink = (ctx: Context, id: number) =>
  connections.removeLink(ctx, 'STATEMENT', async () => (link) => link.id === id);
