import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { Callout } from '#web/ui/feedback/callout.tsx';

type Waiting = NonNullable<InvoiceDetail['waiting']>;

/** "R$ 1.499,00 de 10/03/2026" */
export const waitingWords = ({ amount, paid_on }: Waiting) =>
  `${formatMoney(amount)}${paid_on ? ` de ${formatDate(paid_on)}` : ''}`;

/** A payment that arrived for an open invoice and waits for a person: the tenant is not asked to pay again. */
export function PaymentChecked({ waiting }: { waiting: Waiting }) {
  return (
    <Callout tone="warning">
      Um pagamento desta fatura espera conferência: {waitingWords(waiting)}. Resolva em Boletos, Efetuar baixa, A
      resolver. Enquanto isso, o inquilino não é cobrado.
    </Callout>
  );
}
