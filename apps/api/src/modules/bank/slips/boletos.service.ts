import { type BoletoDetail, boletoProblems, type boletos } from '@morada/contract/bank/boletos';
import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import type { Received } from '@morada/contract/base/endpoint';
import { isPayable } from '@morada/domain/bank/boleto-terms';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { linksOf } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { rowsToSave } from '#api/sheets/export.ts';
import * as queries from './boletos.queries.ts';
import { boletoPdf } from './slip.pdf.ts';

/** Boletos of a search, each with its link: all of them, or a page with the totals of all pending ones. */
export async function listBoletos(ctx: Context, search: z.output<typeof BoletoSearch>) {
  const [{ rows, ...page }, figures] = await Promise.all([
    queries.findBoletos(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today()),
    queries.findFigures(ctx.db, ctx.today()),
  ]);
  const link = await linksOf(ctx, ctx.db, rows);
  const data = rows.map((row) => ({ ...row, url: link(row) }));
  return search.page === undefined ? data : { data, ...page, ...figures };
}

/** Ids of the boletos that a search finds, in list order. */
export const searchBoletos = (ctx: Context, search: z.output<typeof BoletoSearch>, most?: number): Promise<number[]> =>
  queries.findBoletoIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), most);

/** Boletos of an invoice, the newest first, as they are printed. */
export const findBoletosOfInvoice = (ctx: Context, invoiceId: number): Promise<queries.FoundBoleto[]> =>
  queries.findOfInvoice(ctx.db, invoiceId, ctx.today());
export type FoundBoleto = queries.FoundBoleto;

/** A boleto as a PDF with the agency's letterhead. */
export const printBoletoOf = async (ctx: Context, boleto: FoundBoleto) => boletoPdf([boleto], await letterheadOf(ctx));

async function detailed(ctx: Context, found: queries.FoundBoleto[]): Promise<BoletoDetail[]> {
  const link = await linksOf(ctx, ctx.db, found);
  return found.map((boleto) => ({
    ...boleto,
    phone: seenBy(ctx) === 'names' ? null : boleto.phone,
    lines: boleto.slip.lines,
    payable: boleto.status === 'OPEN' && isPayable(boleto, ctx.today()),
    url: link(boleto),
    pdf: `/api/boleto/${boleto.id}/pdf`,
  }));
}

/** The invoices whose boleto has this nosso número or digitable line. */
export const findInvoiceIdsOfNumber = ({ db }: Context, query: string, limit: number) =>
  queries.findInvoiceIdsOfNumber(db, query, limit);

export async function findBoleto(ctx: Context, id: number): Promise<queries.FoundBoleto> {
  const boleto = await queries.findBoleto(ctx.db, id, ctx.today());
  if (!boleto) throw boletoProblems.BOLETO_NOT_FOUND();
  return boleto;
}

export async function showBoleto(ctx: Context, id: number): Promise<BoletoDetail> {
  const [boleto] = await detailed(ctx, [await findBoleto(ctx, id)]);
  if (!boleto) throw boletoProblems.BOLETO_NOT_FOUND();
  return boleto;
}

export const boletosOfInvoice = async (ctx: Context, invoiceId: number) =>
  detailed(ctx, await findBoletosOfInvoice(ctx, invoiceId));

/** PDF of a boleto that can still be paid. */
export async function printBoleto(ctx: Context, id: number) {
  const boleto = await findBoleto(ctx, id);
  if (boleto.status !== 'OPEN') throw boletoProblems.BOLETO_NOT_OPEN();
  return printBoletoOf(ctx, boleto);
}

/** Upper bound of boletos in one PDF: larger files take too long to generate and are too large to print. */
const MAX_SHEETS = 300;

/** PDF of the boletos that can still be paid, one a page, in list order. */
export async function printBoletos(ctx: Context, search: Received<typeof boletos.sheets>['query']) {
  const ids = await rowsToSave(search, () => searchBoletos(ctx, search, MAX_SHEETS + 1));
  if (ids.length > MAX_SHEETS) throw boletoProblems.TOO_MANY_SHEETS();
  const found = await queries.findBoletosAt(ctx.db, ids, ctx.today());
  const open = found.filter(({ status }) => status === 'OPEN');
  if (open.length === 0) throw boletoProblems.BOLETO_NOT_OPEN({ message: 'Nenhum destes boletos está em aberto.' });
  return boletoPdf(open, await letterheadOf(ctx));
}
