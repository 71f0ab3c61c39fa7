import { lastPage } from '@morada/contract/base/fields';
import type { IncomeStatementYear, incomeStatements } from '@morada/contract/fiscal/fiscal-statements';
import { incomeStatementProblems } from '@morada/contract/fiscal/fiscal-statements';
import type { StatementParty, StatementSearch } from '@morada/contract/fiscal/fiscal-statements.search';
import { yearOf } from '@morada/domain/base/calendar';
import { baseAddress } from '@morada/domain/base/ends';
import type { Cents } from '@morada/domain/base/money';
import { type CarneLeaoMonth, carneLeao } from '@morada/domain/fiscal/carne-leao';
import { dimobRows } from '@morada/domain/fiscal/dimob';
import { withMonthlyExclusions } from '@morada/domain/fiscal/income-statement';
import { incomeStatementMessage } from '@morada/domain/fiscal/income-statement-message';
import type { Validity } from '@morada/domain/fiscal/validity';
import type { WithholdingTable } from '@morada/domain/fiscal/withholding';
import { ownerShares, ownerWeights, partsOf } from '@morada/domain/lease/ownership';
import type * as z from 'zod/mini';
import { actorId, type Context, type Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { whenMissing } from '#api/files/storage.ts';
import { canMail, queueMails } from '#api/mail/mail.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { type IncomeStatement, ownerStatementPdf, tenantStatementPdf } from './income-statements.pdf.ts';
import * as queries from './income-statements.queries.ts';

type Settings = {
  dimob_obligations: boolean;
  withholding_discount: boolean;
  tables: readonly (WithholdingTable & Validity)[];
};

async function settingsOf(db: Db): Promise<Settings> {
  const agency = await readAgency(db, ['dimob_obligations', 'withholding_discount']);
  const found = await readFiscalTables(db, 'WITHHOLDING');
  const tables = found.map(({ valid_from, valid_to, figures }) => ({
    ...(figures as WithholdingTable),
    valid_from,
    valid_to,
  }));
  return { ...agency, tables };
}

/** Statements of the people who have income in the year, in the given order. */
async function statementsOf(db: Db, settings: Settings, year: number, party: StatementParty, ids: readonly number[]) {
  const receipts = await queries.findReceipts(db, year, party, ids);
  const contracts = await queries.findContracts(db, [...new Set(receipts.map(({ proposal_id }) => proposal_id))]);
  const people = await queries.findNamed(db, [
    ...new Set(receipts.flatMap(({ owner_id, tenant_id }) => [owner_id, tenant_id])),
  ]);
  const mine = Map.groupBy(receipts, ({ owner_id, tenant_id }) => (party === 'OWNER' ? owner_id : tenant_id));
  const found = { party, contracts, people };
  return ids.flatMap((id) => {
    const own = mine.get(id);
    return own ? statementOf(year, id, own, settings, found) : [];
  });
}

type Found = {
  party: StatementParty;
  contracts: ReadonlyMap<number, queries.Contract>;
  people: ReadonlyMap<number, queries.Person>;
};

function statementOf(
  year: number,
  id: number,
  receipts: readonly queries.Receipt[],
  settings: Settings,
  { party, contracts, people }: Found,
): IncomeStatement {
  const rows = dimobRows(receipts, settings.dimob_obligations ? 'OBLIGATIONS' : 'RENT');
  const person = known(people, id);
  const ofContract = Map.groupBy(rows, ({ proposal_id }) => proposal_id);
  return {
    year,
    person,
    contracts: [...ofContract].map(([contractId, parts]) => {
      const { owners, ...contract } = known(contracts, contractId);
      const shares = ownerShares(owners);
      return {
        ...contract,
        counterparts: parts.map(({ owner_id, tenant_id, months }) => ({
          ...known(people, party === 'OWNER' ? tenant_id : owner_id),
          share: shares.find(({ client_id }) => client_id === owner_id)?.share ?? null,
          months,
        })),
      };
    }),
    taxCodes: [...new Set(receipts.flatMap(({ tax_code }) => tax_code ?? []))],
    carneLeao:
      party === 'OWNER' && person.person_type === 'FISICA' && !person.non_resident
        ? carneLeaoOf(year, id, receipts, settings, { contracts, people })
        : null,
  };
}

function carneLeaoOf(
  year: number,
  ownerId: number,
  receipts: readonly queries.Receipt[],
  { tables, withholding_discount: allowsDiscount }: Settings,
  { contracts, people }: Omit<Found, 'party'>,
): CarneLeaoMonth[] | null {
  const paid = receipts.map((one) => ({ ...one, payer_person_type: known(people, one.tenant_id).person_type }));
  if (paid.every(({ payer_person_type }) => payer_person_type !== 'FISICA')) return null;
  const monthlyOf = ({ proposal_id }: { proposal_id: number }) => borne(known(contracts, proposal_id), ownerId);
  return carneLeao({ year, receipts: withMonthlyExclusions(paid, monthlyOf), tables, allowsDiscount });
}

/** The owner's part of IPTU and condominium that the contract says the owners bear, by month. */
function borne({ owners, ...contract }: queries.Contract, ownerId: number): Cents {
  const monthly = contract.withholding_iptu + contract.withholding_condominium;
  return partsOf(monthly, ownerWeights(owners)).get(ownerId) ?? 0;
}

function known<T>(found: ReadonlyMap<number, T>, id: number): T {
  const one = found.get(id);
  if (!one) throw new TypeError(`Record ${id} of a receipt is missing`);
  return one;
}

// Reads -------------------------------------------------------------------------------------------------------------------

/** Last year if rents were received in it, otherwise the present one: statements are made in January. */
async function chosenYear(ctx: Pick<Context, 'db' | 'today'>, year: number | undefined) {
  const years = await queries.findYears(ctx.db);
  const now = yearOf(ctx.today());
  const chosen = year ?? (years.includes(now - 1) ? now - 1 : now);
  return { chosen, years: years.includes(chosen) ? years : [...years, chosen].toSorted((a, b) => b - a) };
}

const netOf = (totals: queries.Totals) => ({ ...totals, net: totals.gross - totals.fee - totals.tax });

export async function showYear(ctx: Context, asked: number | undefined): Promise<IncomeStatementYear> {
  return snapshot(ctx.db, async (db) => {
    const { chosen: year, years } = await chosenYear({ ...ctx, db }, asked);
    const { owners, tenants } = await queries.findTotals(db, year);
    const run = await queries.findLastRun(db, year);
    return {
      ...{ year, years, owners: netOf(owners), tenants: netOf(tenants) },
      can_mail: canMail(ctx),
      mail: {
        OWNER: await queries.countMails(db, year, 'OWNER'),
        TENANT: await queries.countMails(db, year, 'TENANT'),
      },
      run: run ? runOf(run) : null,
      files: await queries.findFiles(db, year),
    };
  });
}

export const runOf = ({ id, status, total, done }: queries.Run) => ({ id, status, total, done });

export async function listPeople(ctx: Context, search: z.output<typeof StatementSearch>) {
  const { chosen: year } = await chosenYear(ctx, search.year);
  const { rows, total } = await queries.findPeople(ctx.db, { ...search, year, seen: seenBy(ctx) });
  return { data: rows, page: search.page, lastPage: lastPage(total), total };
}

async function findStatement(db: Db, year: number, party: StatementParty, id: number): Promise<IncomeStatement> {
  const [statement] = await snapshot(db, async (trx) => statementsOf(trx, await settingsOf(trx), year, party, [id]));
  if (!statement) throw incomeStatementProblems.STATEMENT_NOT_FOUND();
  return statement;
}

export const pdfOf = (party: StatementParty, statement: IncomeStatement, agency: Letterhead) =>
  party === 'OWNER' ? ownerStatementPdf(statement, agency) : tenantStatementPdf(statement, agency);

/** For the person themselves: leaves no trail, since no staff member saw it. */
export const printOwn = async (ctx: Context, clientId: number, year: number, party: StatementParty) =>
  pdfOf(party, await findStatement(ctx.db, year, party, clientId), await letterheadOf(ctx));

/** For staff: the trail records whose it was and who took it. */
export async function printStatement(
  ctx: Context,
  { year, party, id }: { year: number; party: StatementParty; id: number },
) {
  const pdf = await printOwn(ctx, id, year, party);
  const what = { list: 'informe de rendimentos', format: 'pdf', user_id: id, year };
  await change(ctx, (trx) => leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'export', what));
  return pdf;
}

/** Years in which the client received or paid rents. */
export const yearsOf = async ({ db }: Pick<Context, 'db'>, clientId: number) => ({
  OWNER: await queries.findYearsOf(db, clientId, 'OWNER'),
  TENANT: await queries.findYearsOf(db, clientId, 'TENANT'),
});

/** A block of people for the file of all statements. */
export const readBlock = (db: Db, year: number, party: StatementParty, ids: readonly number[]) =>
  snapshot(db, async (trx) => statementsOf(trx, await settingsOf(trx), year, party, ids));

// Changes -----------------------------------------------------------------------------------------------------------------

export async function openFile(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  if (!file) throw incomeStatementProblems.STATEMENT_FILE_NOT_FOUND();
  const stream = await ctx.files.stream(file.key).catch(whenMissing(incomeStatementProblems.STATEMENT_FILE_NOT_FOUND));
  await leaveTrail(ctx.db, ctx, 'fiscal_file', id, 'download', { year: Number(file.period) });
  return { stream, name: file.name, type: 'application/zip' };
}

type Mail = z.output<(typeof incomeStatements)['mail']['body']>;

/** E-mails people, once a year or again on request, that the statement is in the client area. */
export const mailPeople = (ctx: Context, year: number, { party, again }: Mail) =>
  change(ctx, async (trx) => {
    if (!canMail(ctx)) throw incomeStatementProblems.STATEMENT_MAIL_OFF();
    const people = await queries.recordMails(trx, year, { party, again, by: ctx.actor.id });
    if (people.length === 0) throw incomeStatementProblems.STATEMENT_MAIL_NOBODY();
    const { name: agency } = await readAgency(trx, ['name']);
    const url = `${baseAddress(ctx.publicUrl ?? '')}/cliente/informes`;
    await queueMails(
      trx,
      people.map(({ name: client, email }) => ({
        recipient: email,
        ...incomeStatementMessage({ party, client, agency, year, url }),
      })),
    );
    const ids = people.map(({ id }) => id);
    await leaveTrails(trx, ctx, 'client', ids, 'mail-statement');
    return { sent: people.length };
  });
