import { createHash } from 'node:crypto';
import { reconciliationProblems } from '@morada/contract/bank/reconciliation';
import type { StatementAccount } from '@morada/contract/bank/reconciliation-tasks';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import { bankName } from '@morada/domain/bank/banks';
import type { OfxStatement } from '@morada/domain/bank/ofx';
import { accountKey, isSameAccount } from '@morada/domain/bank/reconciliation/account';
import { type KeyedMovement, keyed, type StatedBalance } from '@morada/domain/bank/reconciliation/balances';
import { claimed, unlisted } from '@morada/domain/bank/reconciliation/overlap';
import { type CalendarDate, earlier, later } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import type { Link } from './links.service.ts';
import { explainCertain } from './matching.service.ts';
import { readStatements, unreadable } from './statement.reader.ts';
import * as queries from './statements.queries.ts';

export const shownAccount = ({ bank, ...account }: queries.AccountRow): StatementAccount => ({
  ...account,
  bank,
  bank_name: bankName(bank),
});

/**
 * Imports the statements of an OFX file, and explains movements that have only one possible explanation. A movement
 * read before counts once.
 * @throws STATEMENT_ACCOUNT_NEW unless the caller accepts an account that is new.
 */
export async function importStatement(ctx: Context, file: UploadedFile, { addAccount }: { addAccount: boolean }) {
  const { statements, fingerprint } = await readStatements(file.bytes);
  const read = statements.map((statement) => readable(ctx, statement));
  return change(ctx, async (trx) => {
    const kept = [];
    for (const statement of read) {
      const account = await accountOf(trx, ctx, statement, addAccount);
      kept.push(await keep(trx, ctx, { ...statement, account, fingerprint, name: cleanName(file.name) }));
    }
    const [first] = kept;
    if (!first) throw unreadable('Este arquivo OFX não tem extrato de conta');
    return {
      account: shownAccount(first.account),
      movements: kept.reduce((many, { movements }) => many + movements, 0),
      added: kept.reduce((many, { added }) => many + added, 0),
      explained: await explainCertain(trx, ctx),
      unread: statements.reduce((many, { unread }) => many + unread.length, 0),
      until: first.until,
    };
  });
}

/** The parts of a statement that an import needs. Movements of future days are left for a later statement. */
function readable(ctx: Context, { bank, agency, account, ...statement }: OfxStatement) {
  if (!account) throw unreadable('O extrato não diz de que conta é');
  if (!bank) throw unreadable('O extrato não é de conta corrente: não diz de que banco é');
  const today = ctx.today();
  const movements = keyed(statement.transactions).filter(({ day }) => day <= today);
  const days = movements.map(({ day }) => day).sort();
  const stated = statement.balance_on;
  const [firstDay = statement.from] = days;
  const end = statement.until ?? stated;
  const lastDay = days.at(-1) ?? end;
  if (!firstDay || !lastDay) throw unreadable('O extrato não tem movimentos nem período');
  return {
    ...{ bank, agency, number: account, movements },
    from: earlier(statement.from ?? firstDay, firstDay),
    until: earlier(later(end ?? lastDay, lastDay), today),
    balance:
      statement.balance === null || stated === null ? null : { balance: statement.balance, on: earlier(stated, today) },
  };
}

type Readable = ReturnType<typeof readable>;

type Named = Pick<Readable, 'bank' | 'agency' | 'number'>;

/** The account, however an earlier statement wrote it; the one written in the same way first. */
async function knownAccount(trx: Db, { bank, agency, number }: Named) {
  const accounts = (await queries.findAccounts(trx)).filter(
    (account) => account.bank === bank && isSameAccount(account, { agency, account: number }),
  );
  return accounts.find(({ account }) => accountKey(account) === accountKey(number)) ?? accounts[0];
}

async function accountOf(trx: Db, ctx: Context, named: Named, addAccount: boolean) {
  const { bank, agency, number } = named;
  const known = await knownAccount(trx, named);
  if (known) return known;
  if (!addAccount)
    throw reconciliationProblems.STATEMENT_ACCOUNT_NEW({
      message: `Este extrato é da conta ${number} do ${bankName(bank)}, que ainda não está na conciliação.`,
    });
  const is_main = (await queries.findAccounts(trx)).length === 0;
  const row = { bank, agency, account: number, account_key: accountKey(number), is_main };
  const added = await queries.insertAccount(trx, row);
  const account = added ?? (await knownAccount(trx, named));
  if (!account) throw new Error('an account that is neither new nor known');
  if (added) await leaveTrail(trx, ctx, 'statement_account', added.id, 'create', { bank, account: number });
  return account;
}

/** Stores a file's movements. Those that earlier files or calls have brought count once. */
async function keep(
  trx: Db,
  ctx: Context,
  statement: Readable & { account: queries.AccountRow; fingerprint: string; name: string },
) {
  const { account, movements, from, until, balance, fingerprint, name } = statement;
  // Two imports at once would each find a movement new.
  await queries.lockAccounts(trx);
  const stored = await queries.findStored(trx, account.id, { start: from, end: until });
  const { fresh, claims } = claimed(movements, stored);
  await queries.claimMovements(trx, claims);
  return store(trx, ctx, { account, fresh, movements, name, fingerprint, from, until, balance });
}

type Called = Span & { movements: readonly KeyedMovement[]; balance: StatedBalance | null };

/** Stores the movements that a link's bank lists, except those already stored by files and earlier readings. */
export async function keepCalled(trx: Db, ctx: Context, link: Link, { movements, balance, start, end }: Called) {
  const { bank, agency, account: number } = link;
  const account = await accountOf(trx, ctx, { bank, agency, number }, true);
  await queries.lockAccounts(trx);
  const days = movements.map(({ day }) => day);
  const around = { start: days.reduce(earlier, start), end: days.reduce(later, end) };
  const fresh = unlisted(movements, await queries.findStored(trx, account.id, around), { start, end });
  const stated = balance && balance.day <= end ? { balance: balance.balance, on: balance.day } : null;
  const fingerprint = createHash('sha256')
    .update(movements.map(({ key }) => key).join('\n'))
    .digest('hex');
  return store(trx, ctx, {
    ...{ account, fresh, movements, fingerprint, from: start, until: end, balance: stated },
    ...{ name: 'Lido no banco', linkId: link.id },
  });
}

type Storing = Pick<Readable, 'from' | 'until' | 'balance'> & {
  account: queries.AccountRow;
  movements: readonly KeyedMovement[];
  fresh: readonly KeyedMovement[];
  name: string;
  fingerprint: string;
  linkId?: number;
};

async function store(trx: Db, ctx: Context, statement: Storing) {
  const { account, movements, fresh, from, until, balance, fingerprint, name, linkId = null } = statement;
  const { id } = await queries.insertImport(trx, {
    ...{ account_id: account.id, link_id: linkId, name, fingerprint, from_day: from, until_day: until },
    ...{ balance: balance?.balance ?? null, balance_on: balance?.on ?? null },
    ...{ movements: movements.length, added: 0, imported_on: ctx.today(), admin_user_id: ctx.actor.id },
  });
  const added = await queries.insertMovements(trx, { account_id: account.id, import_id: id, movements: fresh });
  await queries.setAdded(trx, id, added);
  await leaveTrail(trx, ctx, 'statement_import', id, linkId === null ? 'create' : 'read', {
    account: account.account,
    movements: movements.length,
    added,
  });
  return { account, movements: movements.length, added, until };
}

/** Ledger entries without a movement are expected on the main account from now on. */
/** Sets the day from which an account is reconciled: what is older is neither expected nor listed. */
export const setBegin = (ctx: Context, id: number, begins_on: CalendarDate | null) =>
  change(ctx, async (trx) => {
    if (begins_on !== null && begins_on > ctx.today()) throw reconciliationProblems.BEGIN_IN_FUTURE();
    const before = await queries.setBegin(trx, id, begins_on);
    if (!before) throw reconciliationProblems.STATEMENT_ACCOUNT_NOT_FOUND();
    const changes = difference(before, { begins_on });
    if (Object.keys(changes).length > 0) await leaveTrail(trx, ctx, 'statement_account', id, 'begin', changes);
  });

export const setMain = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await queries.lockAccounts(trx);
    if (!(await queries.makeMain(trx, id))) throw reconciliationProblems.STATEMENT_ACCOUNT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'statement_account', id, 'update');
  });
