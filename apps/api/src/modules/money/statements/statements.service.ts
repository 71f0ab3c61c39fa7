import type { Statement } from '@morada/contract/money/statements';
import { clientProblems } from '@morada/contract/registry/clients';
import { type Span, spanOf } from '@morada/domain/base/span';
import { addressLine } from '@morada/domain/property/property';
import { statementOf, statementRule, statementTitle } from '@morada/domain/rent/statement';
import { actorId, type Context, type Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { issuePaper } from '#api/modules/registry/issued-papers/issued-papers.service.ts';
import { type IssuedStatement, ownerStatementPdf, ownerStatementSheet } from './statements.export.ts';
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

/** Keeps a statement's figures under the code that its paper bears. */
async function issued(trx: Db, ctx: Context, { user, ...statement }: Statement): Promise<IssuedStatement> {
  const { events, start, end, opening, credits, debits, closing } = statement;
  const figures = {
    ...{ start, end, opening, credits, debits, closing },
    events: events.map(({ date, title, amount, due_date, end_to_end_id }) => ({
      ...{ date, title, amount, due_date, end_to_end_id },
    })),
  };
  const mark = await issuePaper(trx, ctx, { kind: 'STATEMENT', client_id: user.id, figures });
  return { issued_on: ctx.today(), mark };
}

/** Shows a statement for download; the trail records whose it was and who took it. */
async function takenOut<T>(
  ctx: Context,
  id: number,
  { format, search }: { format: 'pdf' | 'xlsx'; search: Partial<Span> },
  make: (trx: Db, statement: Statement) => T | Promise<T>,
) {
  const statement = await showStatement(ctx, id, search);
  const { start, end } = statement;
  return change(ctx, async (trx) => {
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', {
      list: 'extrato',
      format,
      user_id: id,
      start,
      end,
    });
    return make(trx, statement);
  });
}

const printed = async (trx: Db, ctx: Context, statement: Statement) =>
  ownerStatementPdf(statement, await letterheadOf({ db: trx, files: ctx.files }), await issued(trx, ctx, statement));

export const printStatement = (ctx: Context, id: number, search: Partial<Span>) =>
  takenOut(ctx, id, { format: 'pdf', search }, (trx, statement) => printed(trx, ctx, statement));

export const statementSheet = (ctx: Context, id: number, search: Partial<Span>) =>
  takenOut(ctx, id, { format: 'xlsx', search }, (_, statement) => ownerStatementSheet(statement, ctx.today()));

/** For the owner themselves: leaves no trail, since no staff member saw it. */
export async function printOwn(ctx: Context, id: number, search: Partial<Span>) {
  const statement = await showStatement(ctx, id, search);
  return change(ctx, (trx) => printed(trx, ctx, statement));
}

/** What came in for the client and what was passed on to them, by month; months without either are left out. */
export const accountMonths = (ctx: Pick<Context, 'db'>, id: number, span: Span) =>
  queries.findAccountMonths(ctx.db, id, span);
