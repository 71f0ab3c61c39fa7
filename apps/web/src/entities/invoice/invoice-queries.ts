import { type Chosen, type ExportFormat, exported } from '@morada/contract/base/export';
import { invoices } from '@morada/contract/money/invoices';
import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { download } from '#web/lib/api/files.ts';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, pageQuery, query } from '#web/lib/api/query.ts';

type Search = z.output<typeof InvoiceSearch>;

export const invoicesQuery = (search: Search) =>
  pageQuery(
    invoices.list,
    { query: search },
    { failure: 'Ocorreu um erro ao tentar buscar pelas faturas', live: ['billing', 'bank-payments'] },
  );

/** The filtered list as a spreadsheet, or what is chosen of it. */
export const saveInvoices = (format: ExportFormat, search: Search, chosen?: Chosen<object>) =>
  download(invoices.export, { params: { format }, query: { ...search, ...exported(chosen) } });

export const invoiceQuery = (id: number) =>
  query(
    invoices.show,
    { params: { id }, query: {} },
    { failure: 'Ocorreu um erro ao tentar buscar pela fatura', live: ['bank-payments'] },
  );

/** Link, Pix and message of an open invoice, as of today. */
export const invoiceLinkQuery = (id: number) => query(invoices.link, { params: { id } });

/** Gives the tenant's page another address. */
export const useRenewLink = () => useMutation(mutation(invoices.renewLink));

export const useMailLink = () => useMutation(mutation(invoices.mailLink));

export type Payment = { payDay?: CalendarDate; paid?: Cents };

/**
 * The invoice as if it were paid on that day, with that amount: its charges and the transfers that would follow. Held apart
 * from the record, whose version must stay that of what is shown.
 */
export const previewQuery = (id: number, payment: Payment) => ({
  ...combinedQuery([invoices.show], { id, payment }, (call) =>
    call(invoices.show, { params: { id }, query: { pay_day: payment.payDay, paid_amount: payment.paid } }),
  ),
  placeholderData: keepPreviousData,
});

export const monthsQuery = (contractId: number) => query(invoices.months, { params: { id: contractId } });

const recordOf = ({ params }: { params: { id: number | string } }) => invoiceQuery(Number(params.id));

export const useSettleInvoice = () => useMutation(recordMutation(invoices.pay, recordOf));

export const useRefundInvoice = () =>
  useMutation(
    recordMutation(invoices.refund, recordOf, { failure: 'Ocorreu um problema ao tentar estornar a transferência.' }),
  );

/** The removed invoice stays in the cache as it was: its window is open until the caller closes it and forgets it. */
export const useRemoveInvoice = (id: number) =>
  useMutation(
    recordMutation(invoices.remove, invoiceQuery(id), {
      failure: 'Não foi possível deletar a fatura',
      answers: 'gone',
    }),
  );

export const useAnticipateInvoice = () => useMutation(mutation(invoices.anticipate));
