import type { Statement } from '@morada/contract/money/statements';
import { clientProblems } from '@morada/contract/registry/clients';
import { type Span, spanOf } from '@morada/domain/base/span';
import { addressLine } from '@morada/domain/property/property';
import { statementOf, statementRule, statementTitle } from '@morada/domain/rent/statement';
import { actorId, type Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { ownerStatementPdf } from './statements.export.ts';
import * as queries from './statements.queries.ts';

export async function showStatement(ctx: Context, id: number, search: Partial<Span>): Promise<Statement> {
  const span = spanOf(search, ctx.today());
  const [account, entries] = await snapshot(ctx.db, async (trx) => [
    await queries.findAccount(trx, id, span.start),
    await queries.findEntries(trx, id, span),
  ]);
  if (!account) throw clientProblems.CLIENT_NOT_FOUND();
  const { name, cpf_cnpj, opening } = account;
  return { ...span, user: { id, name, cpf_cnpj }, ...statementOf(opening, entries.map(event)) };
}

function event({ kind, to_tenant, reversal, street, number, complement, lines, ...entry }: queries.Entry) {
  const told = { kind, amount: entry.amount, to_tenant, reversal };
  const title = statementTitle(told);
  // A debit included in the transfer already moved the balance on the day of its own entry.
  const own = lines?.filter((line) => line.kind !== 'DEBIT');
  const made = own ?? [{ kind, name: title, amount: reversal ? 0 - entry.amount : entry.amount }];
  return {
    ...entry,
    title,
    rule: statementRule(told),
    property: street === null ? null : addressLine({ street, number, complement }),
    lines: made.map((line) => (reversal ? { ...line, amount: 0 - line.amount } : line)),
  };
}

/** Shows a statement for download; the trail records whose it was and who took it. */
export async function takenOut(ctx: Context, id: number, format: 'pdf' | 'xlsx', search: Partial<Span>) {
  const statement = await showStatement(ctx, id, search);
  const { start, end } = statement;
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', {
      list: 'extrato',
      format,
      user_id: id,
      start,
      end,
    }),
  );
  return statement;
}

/** For the owner themselves: leaves no trail, since no staff member saw it. */
export const printOwn = async (ctx: Context, id: number, search: Partial<Span>) =>
  ownerStatementPdf(await showStatement(ctx, id, search), await letterheadOf(ctx));

/** What came in for the client and what was passed on to them, by month; months without either are left out. */
export const accountMonths = (ctx: Pick<Context, 'db'>, id: number, span: Span) =>
  queries.findAccountMonths(ctx.db, id, span);
