import { boletoLink } from '@morada/contract/bank/boleto-link';
import { boletos } from '@morada/contract/bank/boletos';
import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import { type Chosen, type ExportFormat, exported } from '@morada/contract/base/export';
import { invoices } from '@morada/contract/money/invoices';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { putAnswer } from '#web/lib/api/answers.ts';
import { download } from '#web/lib/api/files.ts';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

type Search = z.output<typeof BoletoSearch>;

export const boletosQuery = ({ page = 1, ...filters }: Search) =>
  pageQuery(
    boletos.list,
    { query: { ...filters, page } },
    { failure: 'Ocorreu um erro ao tentar buscar pelos boletos', live: ['bank-payments'] },
  );

/** The filtered list as a spreadsheet, or what is chosen of it. */
export const saveBoletos = (format: ExportFormat, search: Omit<Search, 'page'>, chosen?: Chosen<object>) =>
  download(boletos.export, { params: { format }, query: { ...search, ...exported(chosen) } });

/** The papers of the chosen ones, one a page. */
export const savePapers = (search: Omit<Search, 'page'>, chosen: Chosen<object>) =>
  download(boletos.sheets, { query: { ...search, ...exported(chosen) } }, { as: 'boletos.pdf' });

export const boletoQuery = (id: number) => query(boletos.show, { params: { id } }, { live: ['bank-payments'] });

/** The boletos of an invoice, the newest first. */
export const invoiceBoletosQuery = (invoiceId: number) =>
  query(boletos.ofInvoice, { params: { id: invoiceId } }, { live: ['bank-payments'] });

/** The invoices of a contract that wait for a payment, the oldest first. */
export const pendingInvoicesQuery = (contractId: number) =>
  queryOptions({
    ...query(invoices.ofProposal, { params: { id: contractId } }),
    select: (all) =>
      all.filter(({ status }) => status === 'PENDING').toSorted((a, b) => a.due_date.localeCompare(b.due_date)),
  });

export const remittancesQuery = query(boletos.remittances, {});

export const useCreateBoleto = () =>
  useMutation({
    ...mutation(boletos.create),
    onSuccess: (made, _variables, _result, { client }) => putAnswer(client, boletoQuery(made.id), made),
  });

export const useCancelBoleto = () => useMutation(mutation(boletos.cancel));

/** Sends a refused boleto to the bank again, with the payer as the register has it now. */
export const useRetryBoleto = () => useMutation(mutation(boletoLink.retry));

export const useRemit = () => useMutation(mutation(boletos.remit));
