import { type InvoiceLink, invoiceProblems } from '@morada/contract/money/invoices';
import { addressLine } from '@morada/domain/property/property';
import { invoiceMessage } from '@morada/domain/rent/invoice-message';
import { type Context, inside } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { linksOf, revokeLinks } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import * as queries from './invoice-link.queries.ts';
import { openInvoice } from './invoice-page.service.ts';

/** Link, Pix and message of an open invoice as of today: what its tenant's page shows, for the staff. */
export async function showLink(ctx: Context, id: number): Promise<InvoiceLink> {
  const payer = await payerOf(ctx, id);
  if (payer.status === 'REPLACED') throw invoiceProblems.INVOICE_REPLACED();
  const { agency, invoice, owed } = await openInvoice(ctx, id);
  if (!owed) throw invoiceProblems.INVOICE_ALREADY_PAID();
  const { today, amount, days, charges, pix, waiting = null } = owed;
  const billed = { invoice_id: id, proposal_id: payer.proposal_id };
  const url = (await linksOf(ctx, ctx.db, [billed]))(billed);
  const isReachable = seenBy(ctx) !== 'names';
  return {
    url,
    today,
    due_date: invoice.due_date,
    days,
    fine: charges.fine.amount,
    interest: charges.interest.amount,
    amount,
    pix: pix.code,
    pix_missing: pix.missing,
    waiting,
    message: invoiceMessage({ ...invoice, property: addressLine(invoice), amount, pix: pix.code, url }, agency, today),
    user: {
      id: payer.user_id,
      name: invoice.tenant,
      phone: isReachable ? payer.phone : null,
      email: isReachable ? payer.email : null,
    },
    mail: canMail(ctx) ? (payer.email ? 'READY' : 'NO_ADDRESS') : 'OFF',
  };
}

async function payerOf(ctx: Context, id: number) {
  const payer = await queries.findPayer(ctx.db, id);
  if (!payer) throw invoiceProblems.INVOICE_NOT_FOUND();
  return payer;
}

/** Revokes the links of the invoice that were sent; `showLink` answers a new one. */
export const renewLink = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await payerOf(inside(ctx, trx), id);
    await revokeLinks(trx, ctx, id);
  });

/** Queues the message of `showLink` to the tenant's e-mail. */
export async function mailLink(ctx: Context, id: number): Promise<void> {
  if (!canMail(ctx)) throw invoiceProblems.LINK_MAIL_OFF();
  // Before the transaction, since the first link of an installation creates the key that links are derived from.
  const { message, waiting } = await showLink(ctx, id);
  if (waiting) throw invoiceProblems.LINK_PAYMENT_WAITS();
  await change(ctx, async (trx) => {
    const { email, status } = await payerOf(inside(ctx, trx), id);
    if (status === 'REPLACED') throw invoiceProblems.INVOICE_REPLACED();
    if (status !== 'PENDING') throw invoiceProblems.INVOICE_ALREADY_PAID();
    if (!email) throw invoiceProblems.LINK_MAIL_NO_ADDRESS();
    await queueMail(trx, { recipient: email, subject: message.subject, body: message.text });
    await leaveTrail(trx, ctx, 'invoice', id, 'send', { kind: 'INVOICE_LINK', channel: 'MAIL' });
  });
}
