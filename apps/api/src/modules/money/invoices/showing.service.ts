import type { Problem } from '@morada/contract/base/problem';
import { type InvoiceDetail, invoiceProblems } from '@morada/contract/money/invoices';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { takeDebits } from '@morada/domain/rent/settlement';
import { transferDueDate } from '@morada/domain/rent/transfer';
import { present } from '#api/base/present.ts';
import type { Context } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { linksOfRead } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { withholdingOfPayments } from '#api/modules/money/withholding/withholding.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import * as queries from './invoices.queries.ts';
import { asWhenPaid, chargesOn, divide } from './settling.service.ts';

/** An invoice asked for, with the amount owed on `pay_day` (default: today) and the owners' shares of `paid_amount`. */
export type Asked = { ctx: Context; id: number; pay_day?: CalendarDate | undefined; paid_amount?: number | undefined };
export type Shown = { invoice: InvoiceDetail; version: number };

/** Invoices as their screen shows them. Answers each in order. */
export async function showInvoices(ctx: Context, asked: readonly Asked[]): Promise<(Shown | Problem)[]> {
  const found = await queries.findShownInvoices(ctx.db, [...new Set(asked.map(({ id }) => id))]);
  const pending = found.filter(({ status }) => status === 'PENDING');
  const payments = await asWhenPaid(
    ctx.db,
    ctx,
    asked.flatMap(({ id, pay_day }) =>
      pending.filter((invoice) => invoice.id === id).map((invoice) => ({ invoice, pay_day: pay_day ?? ctx.today() })),
    ),
  );
  const inDebt = payments.filter(({ invoice }) => invoice.in_debt);
  const owners = inDebt.flatMap(({ invoice }) => invoice.owners.map(({ client_id }) => client_id));
  const [debits, taxes, waiting] = await Promise.all([
    transfers.findDebits(ctx.db, owners),
    withholdingOfPayments(ctx.db, payments),
    findWaitingPayments(
      ctx.db,
      pending.map(({ id }) => id),
    ),
  ]);
  return showFound(ctx, asked, found, { debits, taxes, waiting, payments });
}

/** What the screen of a pending invoice depends on beside the invoice. */
type Terms = {
  debits: readonly transfers.Debit[];
  taxes: Awaited<ReturnType<typeof withholdingOfPayments>>;
  waiting: Awaited<ReturnType<typeof findWaitingPayments>>;
  /** Pending invoices with the owners of the days asked for. */
  payments: readonly { invoice: queries.ShownInvoice; pay_day: CalendarDate }[];
};

/** Invoices already read, as their screen shows them. `terms`: needed for pending ones only. */
export async function showFound(
  ctx: Context,
  asked: readonly Asked[],
  found: readonly queries.ShownInvoice[],
  terms?: Terms,
): Promise<(Shown | Problem)[]> {
  const link = await linksOfRead(ctx, ctx.db, found);
  const invoices = new Map(found.map((invoice) => [invoice.id, invoice]));
  return asked.map((one) => {
    const invoice = invoices.get(one.id);
    if (!invoice) return invoiceProblems.INVOICE_NOT_FOUND();
    return { invoice: shownAs(one, invoice, { terms, link }), version: invoice.version };
  });
}

type Known = { terms: Terms | undefined; link: Awaited<ReturnType<typeof linksOfRead>> };

function shownAs(asked: Asked, found: queries.ShownInvoice, { terms, link }: Known): InvoiceDetail {
  const {
    tenant,
    street,
    number,
    complement,
    proposal_status,
    continues,
    contract_start: _,
    commission,
    ...read
  } = found;
  const { link_key, contract_revoked, own_revoked, ...invoice } = read;
  const { rest_fate: fate, rest_amount: rest, rest_reason: reason, balance_id: invoice_id } = found;
  const { late, transfers, tax_undeducted } =
    invoice.status === 'PAID'
      ? {
          late: { days: 0, fine: invoice.fine ?? 0, interest: invoice.interest ?? 0 },
          transfers: invoice.transfers.map(({ user_id, name, tax_undeducted: _, ...transfer }) => ({
            ...transfer,
            user: { id: user_id, name },
          })),
          tax_undeducted: sum(invoice.transfers.map((transfer) => transfer.tax_undeducted)),
        }
      : invoice.status === 'REPLACED'
        ? { late: { days: 0, fine: 0, interest: 0 }, transfers: [], tax_undeducted: 0 }
        : planned(asked, present(terms, 'the terms of pending invoices'));
  return {
    ...invoice,
    rest: fate !== null && rest !== null ? { fate, amount: rest, reason, invoice_id } : null,
    url: link({ invoice_id: invoice.id, proposal_id: invoice.proposal_id, link_key, contract_revoked, own_revoked }),
    phone: seenBy(asked.ctx) === 'names' ? null : invoice.phone,
    user: { id: invoice.user_id, name: tenant },
    proposal: { id: invoice.proposal_id, status: proposal_status, commission, continues },
    property: { id: invoice.property_id, address: addressLine({ street, number, complement }) },
    waiting: terms?.waiting.get(invoice.id) ?? null,
    late: { ...late, total: invoice.amount + late.fine + late.interest },
    transfers,
    tax_undeducted,
  };
}

/** Charges of a pending invoice on the day asked for, and the transfers that a payment would create. */
function planned({ ctx, id, pay_day, paid_amount }: Asked, { debits, taxes, payments }: Terms) {
  const payDay = pay_day ?? ctx.today();
  const of = payments.find((payment) => payment.invoice.id === id && payment.pay_day === payDay);
  const { invoice } = present(of, 'the payment that was asked for');
  const late = chargesOn(invoice, payDay);
  if (invoice.owners.length === 0) return { late, transfers: [], tax_undeducted: 0 };
  const charges = late.fine + late.interest;
  const withhold = taxes.of(invoice, payDay);
  const divided = divide(invoice, paid_amount ?? invoice.amount + charges, { charges, withhold });
  const due_date = transferDueDate(payDay, invoice.transfer_business_days);
  return {
    late,
    tax_undeducted: sum(divided.transfers.map(({ income: { withheld } }) => withheld?.undeducted ?? 0)),
    transfers: takeDebits(divided.transfers, debits).map(({ client_id, amount, lines }) => {
      const name = invoice.owners.find((owner) => owner.client_id === client_id)?.name ?? '';
      return { id: null, user: { id: client_id, name }, amount, due_date, status: 'PLANNED' as const, lines };
    }),
  };
}
