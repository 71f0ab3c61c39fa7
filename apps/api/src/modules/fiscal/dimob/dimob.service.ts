import { createHash, randomBytes } from 'node:crypto';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { type DimobFinding, type fiscal, fiscalProblems } from '@morada/contract/fiscal/fiscal';
import type { DimobSearch } from '@morada/contract/fiscal/fiscal.search';
import { addDays, addToReference, type CalendarDate, yearOf } from '@morada/domain/base/calendar';
import { bareDocument } from '@morada/domain/base/documents';
import { sum } from '@morada/domain/base/money';
import { yearSpan } from '@morada/domain/base/span';
import { type DimobHead, type DimobMonth, dimobWriter, readDimob } from '@morada/domain/fiscal/dimob';
import { dimobYear } from '@morada/domain/fiscal/dimob-contract';
import { dimobProblems } from '@morada/domain/fiscal/dimob-problems';
import { type FiscalObligation, fiscalDates } from '@morada/domain/fiscal/fiscal-calendar';
import { OBLIGATIONS } from '@morada/domain/fiscal/fiscal-tables';
import { tableOn } from '@morada/domain/fiscal/validity';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { municipalityCodes } from '#api/base/municipalities.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { reportDb } from '#api/db/connection/standby.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { removeOnFailure, whenMissing } from '#api/files/storage.ts';
import { findHeldByTax } from '#api/modules/money/invoices/billing.service.ts';
import { endingCertificates } from '../certificates/certificates.service.ts';
import { reformAgenda } from '../reform/reform.service.ts';
import { monthsOf, type RentLine, rentOf, type SaleLine, salesOf, withoutMode, withoutSeller } from './dimob.map.ts';
import * as queries from './dimob.queries.ts';

type Order = Received<typeof fiscal.create>['body'];
type Special = Pick<DimobHead, 'rectifies' | 'special'>;

const ORDINARY: Special = { rectifies: null, special: null };

/** The agency as the declarant, the lookup of municipality codes, and what counts as rent. */
async function headOf(db: Db, year: number, special: Special) {
  const [agency, codeOf] = await Promise.all([
    readAgency(db, [
      'name',
      'cnpj',
      'dimob_responsible',
      'dimob_obligations',
      'street',
      'number',
      'complement',
      'neighborhood',
      'city',
      'state',
    ]),
    municipalityCodes(),
  ]);
  const { street, neighborhood, city } = agency;
  const head: DimobHead = {
    year,
    ...special,
    declarant: {
      cnpj: bareDocument(agency.cnpj ?? ''),
      name: agency.name,
      responsible_cpf: agency.dimob_responsible ?? '',
      address: street ? [addressLine({ ...agency, street }), neighborhood, city].filter(Boolean).join(', ') : '',
      uf: agency.state ?? '',
      municipality: codeOf(city, agency.state).receita,
    },
  };
  return { head, codeOf, counted: { year, with_obligations: agency.dimob_obligations } };
}

/** Findings of a walk over the year, each once. */
class Findings {
  readonly #found = new Map<string, DimobFinding>();

  add(findings: Iterable<DimobFinding>) {
    for (const { kind, subject, id, message } of findings) {
      const key = `${subject} ${id} ${message}`;
      if (!this.#found.has(key)) this.#found.set(key, { kind, subject, id, message });
    }
  }

  of = (kind: DimobFinding['kind']) => [...this.#found.values()].filter((finding) => finding.kind === kind);
}

/** What a walk over the year does with the rows besides examining them. */
type Visitor = { rents?: (rows: readonly RentLine[]) => void; sales?: (rows: readonly SaleLine[]) => void };

/** Reads the year once, in blocks, in the caller's snapshot. */
async function walk(trx: Db, year: number, special: Special, visitor: (head: DimobHead) => Visitor = () => ({})) {
  const { head, codeOf, counted } = await headOf(trx, year, special);
  const visit = visitor(head);
  const findings = new Findings();
  const months: DimobMonth[] = Array.from({ length: 12 }, () => ({ rent: 0, fee: 0, tax: 0 }));
  const seen = { owners: new Set<number>(), tenants: new Set<number>(), contracts: new Set<number>() };
  let rents = 0;
  findings.add(dimobProblems({ ...head, rents: [], sales: [] }));
  for await (const rows of queries.streamRents(trx, counted)) {
    const block = rows.map((row) => rentOf(row, codeOf));
    rents += block.length;
    for (const line of block) {
      seen.owners.add(line.owner_id);
      seen.tenants.add(line.tenant_id);
      seen.contracts.add(line.proposal_id);
      for (const [index, { rent, fee, tax }] of line.months.entries()) {
        const month = months[index];
        if (!month) continue;
        month.rent += rent;
        month.fee += fee;
        month.tax += tax;
      }
    }
    findings.add(dimobProblems({ ...head, rents: block, sales: [] }));
    findings.add(rows.flatMap((row) => withoutMode(row) ?? []));
    visit.rents?.(block);
  }
  const found = await queries.findSales(trx, year);
  const sales = found.flatMap((row) => salesOf(row, codeOf));
  findings.add(found.filter(({ sellers }) => sellers.length === 0).map(withoutSeller));
  findings.add(dimobProblems({ ...head, rents: [], sales }));
  visit.sales?.(sales);
  const isEmpty = rents + found.length === 0;
  return {
    months,
    rents,
    sales: sales.length,
    isEmpty,
    ...{ owners: seen.owners.size, tenants: seen.tenants.size, contracts: seen.contracts.size },
    with_obligations: counted.with_obligations,
    // An agency without operations hands in no DIMOB: nothing blocks it.
    blocking: isEmpty ? [] : findings.of('BLOCKING'),
    warnings: isEmpty ? [] : findings.of('WARNING'),
  };
}

const totalOf = (months: readonly DimobMonth[]): DimobMonth => ({
  rent: sum(months.map(({ rent }) => rent)),
  fee: sum(months.map(({ fee }) => fee)),
  tax: sum(months.map(({ tax }) => tax)),
});

/** Findings that the page shows; it says how many there are. */
const SHOWN = 100;

export async function showYear(ctx: Context, year = dimobYear(ctx.today())) {
  const { months, rents, isEmpty, blocking, warnings, ...counts } = await snapshot(await reportDb(ctx), (trx) =>
    walk(trx, year, ORDINARY),
  );
  await queries.storeCheck(ctx.db, { year, rows: isEmpty ? 0 : rents + counts.sales, blocking: blocking.length });
  const [files, due] = await Promise.all([queries.findFiles(ctx.db, year), dueOf(ctx.db, year)]);
  return {
    year,
    due,
    ...counts,
    months: months.map((month, index) => ({ month: addToReference(`${year}-01`, index), ...month })),
    total: totalOf(months),
    blocking: blocking.slice(0, SHOWN),
    blocking_total: blocking.length,
    warnings: warnings.slice(0, SHOWN),
    warnings_total: warnings.length,
    files: files.map(shownFile),
  };
}

async function obligationsOn(db: Db, day: CalendarDate) {
  const tables = (await readFiscalTables(db, 'CALENDAR')) as unknown as {
    valid_from: CalendarDate;
    valid_to: CalendarDate | null;
    figures: { obligations: FiscalObligation[] };
  }[];
  return tableOn(tables, day)?.figures.obligations ?? [];
}

async function dueOf(db: Db, year: number): Promise<CalendarDate | null> {
  const { start: from, end: to } = yearSpan(year + 1);
  const obligations = (await obligationsOn(db, from)).filter(({ name }) => OBLIGATIONS.DIMOB.test(name));
  return fiscalDates(obligations, from, to)[0]?.date ?? null;
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof queries.findFile>>>;

function shownFile({ key: _, summary, created_at, ...file }: FoundFile) {
  const { rents, sales, total } = summary as { rents: number; sales: number; total: number };
  return { ...file, rents, sales, total, created_at };
}

type Search = z.output<typeof DimobSearch>;

const countedOf = async (ctx: Context, { year }: Search) => ({
  year: year ?? dimobYear(ctx.today()),
  with_obligations: (await readAgency(ctx.db, ['dimob_obligations'])).dimob_obligations,
});

export const findLineIds = async (ctx: Context, search: Search) =>
  queries.findRentIds(ctx.db, await countedOf(ctx, search), { query: search.query, seen: seenBy(ctx) });

/** Lines of the list with these ids, for its sheet. */
export async function loadLines(ctx: Context, ids: readonly number[], search: Search) {
  const rows = await queries.findRentsOf(ctx.db, await countedOf(ctx, search), ids);
  return rows.map((row) => {
    const months = monthsOf(row);
    return { ...row, property: addressLine(row), months, total: totalOf(months) };
  });
}

export async function listLines(ctx: Context, search: Search) {
  const { page = 1, query } = search;
  const counted = await countedOf(ctx, search);
  const { rows, total } = await queries.findRentPage(ctx.db, counted, page, { query, seen: seenBy(ctx) });
  const data = rows.map((row) => {
    const months = monthsOf(row);
    return {
      id: `${row.owner_id}-${row.proposal_id}-${row.tenant_id}`,
      owner: { id: row.owner_id, name: row.owner_name },
      tenant: { id: row.tenant_id, name: row.tenant_name },
      proposal_id: row.proposal_id,
      property: addressLine(row),
      ...totalOf(months),
      months,
    };
  });
  return { data, page, lastPage: lastPage(total), total };
}

/** Bytes of the file are kept in pieces of some 800 KB: lines alone would be many small objects. */
class Pieces {
  readonly #pieces: Buffer[] = [];

  add(lines: Iterable<string>) {
    this.#pieces.push(Buffer.from([...lines].join(''), 'latin1'));
  }

  bytes = () => Buffer.concat(this.#pieces);
}

function specialOf({ year, rectifies, situation, situation_date }: Order): Special {
  if (situation && (!situation_date || yearOf(situation_date) !== year)) throw fiscalProblems.SITUATION_DATE();
  return {
    rectifies: rectifies ?? null,
    special: situation && situation_date ? { code: situation, date: situation_date } : null,
  };
}

/**
 * Writes the year from one snapshot. Writing stops at the first row that blocks; the walk goes on, to collect all
 * findings.
 */
function writeYear(db: Db, year: number, special: Special) {
  return snapshot(db, async (trx) => {
    const pieces = new Pieces();
    let isWritten = true;
    const walked = await walk(trx, year, special, (head) => {
      const write = dimobWriter(head);
      const add = (
        lines: () => Iterable<string>,
        rows: { rents?: readonly RentLine[]; sales?: readonly SaleLine[] },
      ) => {
        isWritten &&= dimobProblems({ ...head, rents: rows.rents ?? [], sales: rows.sales ?? [] }).every(
          ({ kind }) => kind !== 'BLOCKING',
        );
        if (isWritten) pieces.add(lines());
      };
      add(() => write.opening(), {});
      return {
        rents: (rents) => add(() => write.rents(rents), { rents }),
        sales: (sales) => {
          add(() => write.sales(sales), { sales });
          if (isWritten) pieces.add(write.closing());
        },
      };
    });
    return { ...walked, pieces };
  });
}

const NAMED = 5;

/** The first findings in words, and how many more there are. */
function refusalOf(year: number, blocking: readonly DimobFinding[]) {
  const named = blocking.slice(0, NAMED).map(({ message }) => message);
  const more = blocking.length - named.length;
  return `A DIMOB de ${year} não pode ser gerada. ${named.join('. ')}${more > 0 ? `; e mais ${more}` : ''}.`;
}

/** Reads the file back before it is stored. @throws Error when it is not what the page shows: a fault of the program. */
function proveFile(bytes: Buffer, expected: { rents: number; sales: number; total: number }) {
  const { problem, declaration } = { declaration: undefined, ...readDimob(bytes.toString('latin1')) };
  if (problem !== undefined) throw new Error(problem);
  const total = sum((declaration?.rents ?? []).map(({ months }) => totalOf(months).rent));
  if (
    declaration?.rents.length !== expected.rents ||
    declaration.sales.length !== expected.sales ||
    total !== expected.total
  )
    throw new Error(
      `DIMOB's file holds ${declaration?.rents.length} rents of ${total}, not ${JSON.stringify(expected)}`,
    );
}

/** Makes the file of a year and stores it with its hash. Refused, naming people and properties, while something blocks. */
export async function createDimob(ctx: Context, order: Order) {
  const { year } = order;
  if (year > yearOf(ctx.today())) throw fiscalProblems.DIMOB_FUTURE();
  const { pieces, months, rents, sales, isEmpty, blocking } = await writeYear(
    await reportDb(ctx),
    year,
    specialOf(order),
  );
  if (isEmpty) throw fiscalProblems.DIMOB_EMPTY();
  await queries.storeCheck(ctx.db, { year, rows: rents + sales, blocking: blocking.length });
  if (blocking.length > 0) throw fiscalProblems.DIMOB_BLOCKED({ message: refusalOf(year, blocking) });
  const bytes = pieces.bytes();
  proveFile(bytes, { rents, sales, total: totalOf(months).rent });
  const key = `fiscal/${randomBytes(16).toString('hex')}.txt`;
  await ctx.files.put(key, bytes, 'text/plain');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = await change(ctx, async (trx) => {
    const file = {
      kind: 'DIMOB' as const,
      period: String(year),
      rectifies: order.rectifies ?? null,
      name: `DIMOB${String(year).slice(2)}.TXT`,
      ...{ key, bytes: bytes.length, sha256, admin_user_id: ctx.actor.id },
      summary: JSON.stringify({ rents, sales, total: totalOf(months).rent }),
    };
    const made = await queries.insertFile(trx, file).catch(removeOnFailure(ctx.files, [key]));
    const { year: _, ...special } = order;
    await leaveTrail(trx, ctx, 'fiscal_file', made.id, 'create', { kind: 'DIMOB', period: String(year), ...special });
    return made.id;
  });
  return fileOf(ctx, id);
}

async function fileOf(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  if (!file) throw fiscalProblems.FISCAL_FILE_NOT_FOUND();
  return shownFile(file);
}

/** The stored bytes; the trail records who downloads names and documents. */
export async function openDimob(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  if (!file) throw fiscalProblems.FISCAL_FILE_NOT_FOUND();
  const stream = await ctx.files.stream(file.key).catch(whenMissing(fiscalProblems.FISCAL_FILE_NOT_FOUND));
  await leaveTrail(ctx.db, ctx, 'fiscal_file', id, 'download');
  return { stream, name: file.name, type: 'text/plain; charset=us-ascii' };
}

export async function noteReceipt(ctx: Context, id: number, receipt: string) {
  await change(ctx, async (trx) => {
    const file = await queries.findFile(trx, id);
    if (!file) throw fiscalProblems.FISCAL_FILE_NOT_FOUND();
    if (file.receipt === receipt) return;
    await queries.setReceipt(trx, id, receipt);
    await leaveTrail(trx, ctx, 'fiscal_file', id, 'receipt', { receipt: [file.receipt, receipt] });
  });
  return fileOf(ctx, id);
}

/** Examines the year in preparation, for the dashboard. */
export async function checkDimob(ctx: Pick<Context, 'db' | 'reports' | 'today'>) {
  const year = dimobYear(ctx.today());
  const { rents, sales, blocking } = await snapshot(await reportDb(ctx), (trx) => walk(trx, year, ORDINARY));
  await queries.storeCheck(ctx.db, { year, rows: rents + sales, blocking: blocking.length });
}

const NOTICE_DAYS = 60;

/**
 * Yearly obligations that are due soon, and the stored results of the last checks of DIMOB and the reform: reads no
 * payments.
 */
export async function fiscalAgenda(ctx: Context) {
  const today = ctx.today();
  const year = dimobYear(today);
  const [check, isDelivered, obligations, reform, held, certificates] = await Promise.all([
    queries.findCheck(ctx.db, year),
    queries.isDelivered(ctx.db, year),
    obligationsOn(ctx.db, today),
    reformAgenda(ctx),
    findHeldByTax(ctx),
    endingCertificates(ctx),
  ]);
  const isDimobDue = check !== undefined && check.rows > 0 && !isDelivered;
  const yearly = obligations.filter(
    ({ name, rule }) =>
      (rule.kind === 'ON' || rule.month !== undefined) && (!OBLIGATIONS.DIMOB.test(name) || isDimobDue),
  );
  return {
    dates: fiscalDates(yearly, today, addDays(today, NOTICE_DAYS)),
    blocked: check && check.blocking > 0 ? { year, blocking: check.blocking, checked_at: check.checked_at } : null,
    reform,
    held: held.length,
    certificates,
  };
}
