import { type CalendarDate, daysText, formatDate, formatMonth, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { invoiceState } from '@morada/domain/rent/invoice';
import { html } from '../../base/html.ts';
import { present } from '../../base/present.ts';
import type { OpenedInvoice } from '../../modules/boletos/public.service.ts';
import type { invoicesOf, OpenInvoice } from '../../modules/client-area/client-area.service.ts';
import { invoiceTitle, invoiceView } from '../invoice/invoice-view.part.ts';
import type { Asset } from '../kit/assets.ts';
import { icons } from '../kit/icons.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, empty, heading, pager, rows, section, stateOf } from './layout.part.ts';

export const openRows = (open: readonly OpenInvoice[], today: CalendarDate) =>
  rows(
    open.map((invoice) => {
      const { id, reference, property, due_date, amount, owed } = invoice;
      const { tone, days } = invoiceState({ status: 'PENDING', due_date }, today);
      const charged = owed > amount ? `, com multa e juros de hoje` : '';
      return {
        path: `${PATHS.invoices}/${id}`,
        title: `Aluguel de ${formatMonth(shownReference(reference))}`,
        note: property,
        amount: formatMoney(owed),
        state:
          tone === 'late'
            ? stateOf('late', `Venceu há ${daysText(days)}${charged}`)
            : stateOf('pending', `Vence em ${formatDate(due_date)}`),
      };
    }),
  );

export function invoicesPage(area: Area, { today, open, paid }: Awaited<ReturnType<typeof invoicesOf>>) {
  return areaPage(area, 'invoices', {
    title: 'Faturas',
    main: html`${heading('Faturas')}
${section('Em aberto', open.length > 0 ? openRows(open, today) : empty('Nada a pagar. Suas faturas estão em dia.'))}
${section(
  'Pagas',
  paid.invoices.length > 0
    ? rows(
        paid.invoices.map(({ id, reference, property, pay_day, paid_amount }) => ({
          path: `${PATHS.invoices}/${id}`,
          title: `Aluguel de ${formatMonth(shownReference(reference))}`,
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

/** `impossible`: a boleto was requested and can't be issued now. */
export function invoicePage(area: Area, opened: OpenedInvoice, copying: Asset, impossible: boolean) {
  const path = `${PATHS.invoices}/${opened.invoice.id}`;
  const receipt = html`<p><a class="button main" href="${path}/recibo" target="_blank" rel="noopener">Abrir o recibo em PDF</a></p>`;
  return areaPage(area, 'invoices', {
    title: invoiceTitle(opened.invoice),
    script: copying,
    main: html`<p class="back"><a href="${PATHS.invoices}">${icons.left}Faturas</a></p>
${invoiceView(opened, {
  pdf: `${path}/boleto`,
  withoutBoleto: impossible
    ? html`<p role="alert">O boleto não pode ser emitido agora. <a class="lead" href="${PATHS.newTicket}">Peça à imobiliária</a>.</p>`
    : html`<form method="post" action="${path}/boleto"><button class="button" type="submit">Emitir boleto</button></form>`,
  ...(!opened.owed && { receipt }),
})}`,
  });
}
