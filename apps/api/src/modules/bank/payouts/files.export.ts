import { paymentProblems } from '@morada/contract/money/payments';
import { bankName } from '@morada/domain/bank/banks';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import type { Payment, PaymentOrder } from '@morada/domain/bank/cnab/payment';
import { hasPayments, paymentsOfFiles, writePayments } from '@morada/domain/bank/cnab/payment-file';
import { paymentFileName } from '@morada/domain/bank/joint-payment';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import type { findAgreement, findCompany } from './payments.queries.ts';

type Agreement = NonNullable<Awaited<ReturnType<typeof findAgreement>>>;
type Company = Awaited<ReturnType<typeof findCompany>>;
type Ordering = { agreement: Agreement; company: Company & { cnpj: string } };

/** Data for writing the bank's file, or the reason why none can be written. */
export function orderingOf(agreement: Agreement | undefined, company: Company): Ordering | { no_file: string } {
  if (!agreement || agreement.payment_agreement === null)
    return { no_file: 'A imobiliária não tem convênio de pagamentos no banco: pague pela planilha.' };
  if (!hasPayments(agreement.bank))
    return {
      no_file: `O arquivo de pagamento existe para Itaú e Banco do Brasil, e o convênio é de ${bankName(agreement.bank)}: pague pela planilha.`,
    };
  const { cnpj } = company;
  if (cnpj === null)
    return { no_file: 'Falta o CNPJ da imobiliária para o arquivo de pagamento: pague pela planilha.' };
  return { agreement, company: { ...company, cnpj } };
}

/** Files as the bank accepts them: some want Pix in a separate file. */
export function paymentFiles(
  { agreement, company }: Ordering,
  {
    pay_on,
    ...of
  }: { pay_on: CalendarDate; sequence: number; created_on: CalendarDate; created_at: string; payments: Payment[] },
): { name: string; content: string }[] {
  const { bank, fields, payment_agreement } = agreement;
  const order: PaymentOrder = {
    ...of,
    from: {
      bank,
      agency: fields.agency ?? '',
      agency_digit: fields.agency_digit ?? '',
      account: fields.account ?? '',
      account_digit: fields.account_digit ?? '',
      agreement: payment_agreement ?? '',
    },
    company: { name: company.name, document: company.cnpj, address: company },
  };
  const parts = paymentsOfFiles(order);
  return written(order).map((content, place) => {
    const paid = parts[place] ?? [];
    const name = paymentFileName({
      bank: boletoBank(bank)?.name ?? bankName(bank),
      pix: parts.length > 1 && paid.every(({ target }) => target.kind === 'PIX'),
      pay_on,
      amount: sum(paid.map(({ amount }) => amount)),
      extension: 'rem',
    });
    return { name, content };
  });
}

/** Agreement numbers are typed by hand: one that doesn't fit is an input error, not a fault of the program. */
function written(order: PaymentOrder): string[] {
  try {
    return writePayments(order);
  } catch (error) {
    if (error instanceof RangeError) throw paymentProblems.AGREEMENT_UNFIT();
    throw error;
  }
}
