import { type CalendarDate, daysText, formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { invoiceState } from '@morada/domain/rent/invoice';
import type { ImmediatePayment } from '#api/modules/bank/charges/immediate-charges.service.ts';
import type { AutomaticPayment } from '#api/modules/bank/charges/recurrences.service.ts';
import type { invoicesOf, OpenInvoice } from '#api/modules/doors/client-area/client-area.service.ts';
import type { OpenedInvoice } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { html } from '../../base/html.ts';
import { present } from '../../base/present.ts';
import { invoiceTitle, invoiceView } from '../invoice/invoice-view.part.ts';
import type { Asset } from '../kit/assets.ts';
import { icons } from '../kit/icons.ts';
import { paymentCode } from '../kit/payment-code.ts';
import { agreementRows } from './agreement.page.ts';
import { PATHS } from './client-area.paths.ts';
import { immediateOffer, immediateUnderway } from './immediate-payment.part.ts';
import { type Area, areaPage, empty, heading, pager, rows, section, stateOf } from './layout.part.ts';

export const openRows = (open: readonly OpenInvoice[], today: CalendarDate) =>
  rows(
    open.map((invoice) => {
      const { id, property, due_date, amount, owed, waiting } = invoice;
      const { tone, days } = invoiceState({ status: 'PENDING', due_date }, today);
      const charged = owed > amount ? `, com multa e juros de hoje` : '';
      return {
        path: `${PATHS.invoices}/${id}`,
        title: invoiceTitle(invoice),
        note: property,
        amount: formatMoney(owed),
        state: waiting
          ? stateOf('pending', 'Pagamento em conferência')
          : tone === 'late'
            ? stateOf('late', `Venceu há ${daysText(days)}${charged}`)
            : stateOf('pending', `Vence em ${formatDate(due_date)}`),
      };
    }),
  );

export function invoicesPage(area: Area, { today, open, paid, agreements }: Awaited<ReturnType<typeof invoicesOf>>) {
  return areaPage(area, 'invoices', {
    title: 'Faturas',
    main: html`${heading('Faturas')}
${agreements.length > 0 && section('Acordos', agreementRows(agreements))}
${section('Em aberto', open.length > 0 ? openRows(open, today) : empty('Nada a pagar. Suas faturas estão em dia.'))}
${section(
  'Pagas',
  paid.invoices.length > 0
    ? rows(
        paid.invoices.map(({ id, property, pay_day, paid_amount, ...invoice }) => ({
          path: `${PATHS.invoices}/${id}`,
          title: invoiceTitle(invoice),
          note: property,
          amount: formatMoney(present(paid_amount, 'the amount of a paid invoice')),
          state: stateOf('done', `Pago em ${pay_day && formatDate(pay_day)}`),
        })),
      )
    : empty('Nenhuma fatura paga por aqui ainda.'),
)}
${pager(PATHS.invoices, paid)}`,
  });
}

type Shown = {
  automatic: AutomaticPayment;
  immediate: ImmediatePayment | undefined;
  copying: Asset;
  /** A requested boleto, or payment with authorisation, isn't possible now. */
  impossible: 'BOLETO' | 'PAYMENT' | undefined;
};

export function invoicePage(area: Area, opened: OpenedInvoice, shown: Shown) {
  const { automatic, immediate, copying, impossible } = shown;
  const path = `${PATHS.invoices}/${opened.invoice.id}`;
  const underway = immediate && immediateUnderway(path, immediate);
  const receipt = html`<p><a class="button main" href="${path}/recibo" target="_blank" rel="noopener">Abrir o recibo em PDF</a></p>`;
  return areaPage(area, 'invoices', {
    title: invoiceTitle(opened.invoice),
    script: copying,
    main: html`<p class="back"><a href="${PATHS.invoices}">${icons.left}Faturas</a></p>
${impossible === 'PAYMENT' && html`<p role="alert">A fatura mudou enquanto a página estava aberta, ou não pode ser paga assim agora. Confira como está.</p>`}
${opened.owed && scheduled(automatic.charge)}
${invoiceView(opened, {
  path,
  pdf: `${path}/boleto`,
  ...(underway && { underway }),
  withoutBoleto: underway
    ? html`<p>Enquanto o código de pagar e autorizar vale, não emita boleto.</p>`
    : impossible === 'BOLETO'
      ? html`<p role="alert">O boleto não pode ser emitido agora. <a class="lead" href="${PATHS.newTicket}">Peça à imobiliária</a>.</p>`
      : html`<form method="post" action="${path}/boleto"><button class="button" type="submit">Emitir boleto</button></form>`,
  ...(!opened.owed && { receipt }),
})}
${opened.owed && automatic.code !== null && payAndAuthorise(automatic.code)}
${immediate && !underway && immediateOffer(path, immediate)}`,
  });
}

/** The debit of Pix Automático that is on its way, or failed. */
function scheduled(charge: AutomaticPayment['charge']) {
  if (charge?.state === 'FAILED' || charge?.state === 'REFUSED')
    return html`<p role="status"><b>O Pix Automático desta fatura não deu certo.</b> Pague por aqui, com Pix ou boleto.</p>`;
  if (charge?.state !== 'WAITING' && charge?.state !== 'SENT') return null;
  return html`<p role="status"><b>Pix Automático em ${formatDate(charge.retry_on ?? charge.due_date)}.</b> O valor de ${formatMoney(charge.amount)} sai da sua conta sozinho: não precisa pagar por aqui.</p>`;
}

/** Journey 4: one code pays this invoice and authorises the next ones. */
const payAndAuthorise = (code: string) => html`<section class="panel" aria-label="Pix Automático">
<h2>Pagar esta e autorizar as próximas</h2>
<p>Este código paga a fatura e, no aplicativo do seu banco, oferece o Pix Automático para as próximas.</p>
${paymentCode({ id: 'automatico', code, picture: 'QR code que paga e autoriza o Pix Automático', copy: 'Copiar o código que paga e autoriza' })}
</section>`;
