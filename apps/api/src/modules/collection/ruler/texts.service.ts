import { invoicePix } from '@morada/domain/bank/pix/invoice-pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { StepRecipients } from '@morada/domain/collection/ruler';
import { type CollectedPayment, stepMessage } from '@morada/domain/collection/step-text';
import { addressLine } from '@morada/domain/property/property';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import type { Context, Db } from '#api/context.ts';
import { linksOf } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import * as queries from './steps.queries.ts';

type Text = { subject: string; body: string };

/** People that a step goes to. */
export function recipientsOf({ tenant, co_tenants, guarantors }: queries.Billed, recipients: StepRecipients) {
  if (recipients === 'GUARANTOR') return guarantors;
  return recipients === 'TENANT' ? [tenant, ...co_tenants] : [tenant, ...co_tenants, ...guarantors];
}

/**
 * Returns a function that writes the text of a step for one of these invoices, with the charges and the link of today.
 */
export async function writerOf(ctx: Context, db: Db, billed: readonly queries.Billed[], today: CalendarDate) {
  const agency = await queries.findAgency(db);
  const named = ({ id, proposal_id }: queries.Billed) => ({ invoice_id: id, proposal_id });
  const link = await linksOf(ctx, db, billed.map(named));
  const paymentOf = (invoice: queries.Billed): CollectedPayment => {
    const { id, tenant, reference, due_date, amount, old_charges: oldCharges } = invoice;
    const fromBusinessDay = agency.late_from_business_day;
    const { fine, interest } = lateCharges(amount, due_date, today, { fromBusinessDay, oldCharges });
    const pix = invoicePix(agency, id, amount + fine + interest).code;
    const property = addressLine(invoice);
    return { tenant, property, reference, due_date, amount, fine, interest, pix, url: link(named(invoice)) };
  };
  return (invoice: queries.Billed, { subject, body }: Text, person: { name: string; cpf_cnpj: string }) =>
    stepMessage({ subject, text: body }, paymentOf(invoice), person, agency, today);
}
