import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { formatMoney } from '@morada/domain/base/money';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { REST_FATES } from '@morada/domain/rent/rest-fate';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import classes from './invoice-window.module.css';
import { OwnerTransfers } from './owner-transfers.tsx';

/** Beside a paid invoice: what was received, and what the owners got of it. */
export function ReceiptPanel({ invoice }: { invoice: InvoiceDetail }) {
  const { amount, fine, interest, paid_amount, pay_day, payment_method } = invoice;
  const missing = amount + (fine ?? 0) + (interest ?? 0) - (paid_amount ?? 0);
  return (
    <>
      <section>
        <h3 className={classes.sideTitle}>Recebimento</h3>
        <dl className={classes.received}>
          <dt>Valor recebido</dt>
          <dd>
            <Money value={paid_amount} />
          </dd>
          <dt>Pago em</dt>
          <dd>
            <Day value={pay_day} />
          </dd>
          <dt>Forma de pagamento</dt>
          <dd>{payment_method ? PAYMENT_METHODS[payment_method] : <Missing />}</dd>
        </dl>
        {missing !== 0 && (
          <p className={classes.aside}>
            {formatMoney(Math.abs(missing))} a {missing > 0 ? 'menos' : 'mais'} que o total{restWords(invoice.rest)}.
          </p>
        )}
      </section>
      <OwnerTransfers invoice={invoice} />
    </>
  );
}

/** `: saldo em aberto na fatura 12`, `: dispensado, acordo por telefone`; empty for payments from before the choice. */
function restWords(rest: InvoiceDetail['rest']): string {
  if (!rest) return '';
  const detail = rest.invoice_id === null ? rest.reason && `, ${rest.reason}` : ` na fatura ${rest.invoice_id}`;
  return `: ${REST_FATES[rest.fate].toLowerCase()}${detail ?? ''}`;
}
