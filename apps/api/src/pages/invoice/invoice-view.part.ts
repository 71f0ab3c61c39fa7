import { formatDigitableLine } from '@morada/domain/bank/boleto';
import type { SlipLine } from '@morada/domain/bank/slip';
import { daysText, formatDate, formatMonth, type Reference, shownReference } from '@morada/domain/base/calendar';
import { documentKind, hiddenDocument } from '@morada/domain/base/documents';
import { type Cents, formatAmount, formatMoney, sum } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import { undeductedWords } from '@morada/domain/fiscal/withholding';
import { addressLine } from '@morada/domain/property/property';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { receiptDifference } from '@morada/domain/rent/receipt-difference';
import type { OpenedInvoice, Owed } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { type Html, html } from '../../base/html.ts';
import { present } from '../../base/present.ts';
import { telLink, waLink } from '../kit/face.ts';
import { registration } from '../kit/footer.ts';
import { codeText, copyButton, paymentCode } from '../kit/payment-code.ts';

type Titled = { reference: Reference; debt_agreement_id: number | null; instalment: number | null };

export const invoiceTitle = ({ reference, debt_agreement_id, instalment }: Titled) =>
  debt_agreement_id === null
    ? `Aluguel de ${formatMonth(shownReference(reference))}`
    : `Parcela ${instalment} do acordo nº ${debt_agreement_id}`;

type Ways = {
  /** The page's own path. */
  path: string;
  /** Address of the boleto's PDF. */
  pdf: string;
  /** Shown when no boleto is payable any more. */
  withoutBoleto: Html;
  /** Shown in place of the Pix code while the invoice's charge is changed at the bank. */
  underway?: Html;
  /** Shown with the amount received. */
  receipt?: Html;
};

/**
 * Amount due today with its charges and ways to pay; or the amount received. While it is owed the page is read again by
 * itself (`data-watch`, `public/copy.js`), and each thing that it waits for has a link that does so by hand.
 */
export const invoiceView = (
  { agency, invoice, owed }: OpenedInvoice,
  { path, pdf, withoutBoleto, underway, receipt }: Ways,
): Html =>
  html`<div class="invoice">
<div class="head">
${owed ? state(invoice, owed) : html`<p class="state"><span class="dot"></span>Pago</p>`}
<h1>${invoiceTitle(invoice)}</h1>
<p class="address">${propertyLine(invoice)}</p>
</div>
${owed ? bill(invoice, owed) : received(invoice)}
<div class="pay"${owed && html` data-watch`}>
${
  owed &&
  (owed.waiting
    ? beingChecked(owed.waiting, path)
    : html`${pix(owed, path, underway)}
${boleto(owed, { path, pdf, withoutBoleto })}`)
}
${!owed && html`<p>Obrigado. Não há nada a pagar por esta fatura.</p>`}
${receipt}
${who(agency, invoice)}
</div>
</div>`;

type Invoice = OpenedInvoice['invoice'];

const propertyLine = (invoice: Invoice) =>
  [addressLine(invoice), invoice.neighborhood, [invoice.city, invoice.state].filter(Boolean).join('/')]
    .filter(Boolean)
    .join(', ');

function state({ due_date, id }: Invoice, { today, waiting }: Owed) {
  const late = due_date < today;
  const words = late ? `Venceu em ${formatDate(due_date)}` : `Vence em ${formatDate(due_date)}`;
  if (waiting)
    return html`<p class="state"><span class="dot pending"></span>Pagamento em conferência <span class="dim">Fatura ${id}</span></p>`;
  return html`<p class="state"><span class="dot ${late ? 'late' : 'pending'}"></span>${words} <span class="dim">Fatura ${id}</span></p>`;
}

const row = (name: string, note: string | undefined, amount: Cents) =>
  html`<tr><th scope="row">${name}${note && html`<span>${note}</span>`}</th><td>${formatAmount(amount)}</td></tr>`;

const table = (rows: Html[], label: string, total: Cents) => html`<table>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">${label}</th><td>${formatMoney(total)}</td></tr></tfoot>
</table>`;

function bill(invoice: Invoice, { amount, days, charges, today, waiting, pix: { code } }: Owed) {
  const rows = invoice.lines.map((line) => row(line.name, line.note, line.amount));
  const late = [charges.fine, charges.interest].filter((charge) => charge.amount > 0);
  const owed = late.map(({ label, why, note, amount }) => row(label, why.sum ?? note, amount));
  const counted = days > 0 ? `, com ${daysText(days)} de atraso` : '';
  return html`<section class="bill" aria-label="Valor a pagar">
<p class="dim">${waiting ? 'Valor da fatura hoje' : 'A pagar hoje'}, ${formatDate(today)}${counted}</p>
<p class="amount">${formatMoney(amount)}</p>
${code !== null && html`<p class="first">${copyButton('pix', 'Copiar código Pix')}<a class="button main" href="#pix">Ver o código Pix</a></p>`}
${table([...rows, ...owed], 'Total', amount)}
<p class="rule">Multa. ${charges.fine.why.rule}</p>
<p class="rule">Juros. ${charges.interest.why.rule}</p>
</section>`;
}

/** In place of the ways to pay, while a payment that arrived waits for the agency. */
function beingChecked({ amount, paid_on }: NonNullable<Owed['waiting']>, path: string) {
  const on = paid_on && ` em ${formatDate(paid_on)}`;
  return html`<section aria-label="Pagamento em conferência">
<h2>Pagamento em conferência</h2>
<p role="status">Recebemos ${formatMoney(amount)}${on}. A imobiliária está conferindo este pagamento: não é preciso pagar de novo. A confirmação aparece aqui. ${readAgain(path)}</p>
</section>`;
}

/** Same breakdown as the tenant's receipt. */
function received({ lines, fine, interest, paid_amount, pay_day, payment_method, tax_undeducted }: Invoice) {
  const paid = present(paid_amount, 'the amount of a paid invoice');
  const charges: SlipLine[] = [
    { name: 'Multa', amount: fine ?? 0 },
    { name: 'Juros', amount: interest ?? 0 },
  ];
  const all = [...lines, ...charges.filter(({ amount }) => amount !== 0)];
  const beside = receiptDifference(sum(all.map(({ amount }) => amount)), paid);
  const rows = [...all, ...(beside ? [beside] : [])].map(({ name, note, amount }: SlipLine) => row(name, note, amount));
  const by = payment_method ? `, ${PAYMENT_METHODS[payment_method]}` : '';
  return html`<section class="bill" aria-label="Valor recebido">
<p class="dim">Recebemos em ${pay_day && formatDate(pay_day)}${by}</p>
<p class="amount">${formatMoney(paid)}</p>
${table(rows, 'Total recebido', paid)}
${tax_undeducted > 0 && html`<p class="rule">${undeductedWords(tax_undeducted)}</p>`}
</section>`;
}

function pix({ pix: { code, missing }, amount }: Owed, path: string, underway: Html = changing(path)) {
  if (missing === 'UNDERWAY') return underway;
  if (code === null) return null;
  return html`<section aria-label="Pix">
<h2>Pagar com Pix</h2>
<p>Copie o código e cole no aplicativo do seu banco, em Pix copia e cola<span class="scans">, ou leia o QR code com o celular</span>. O valor é o de hoje: ${formatMoney(amount)}.</p>
${paymentCode({ id: 'pix', code, picture: 'QR code do Pix' })}
${paidAlready(path, 'Pagou? O pagamento aparece aqui em segundos.')}
</section>`;
}

const paidAlready = (path: string, words: string) => html`<p class="dim">${words} <a href="${path}">Já paguei</a></p>`;

const readAgain = (path: string) => html`<a href="${path}">Atualizar a página</a>`;

const changing = (path: string) => html`<section aria-label="Pix"><h2>Pagar com Pix</h2>
<p role="status">O código Pix desta fatura está sendo trocado no banco. O novo aparece aqui assim que vier. ${readAgain(path)}</p></section>`;

function boleto({ boleto, amount, today }: Owed, { path, pdf, withoutBoleto }: Ways) {
  if (!boleto)
    return html`<section aria-label="Boleto"><h2>Boleto</h2><p>Não há um boleto com o valor de hoje.</p>${withoutBoleto}</section>`;
  const { digitable_line, registration, due_date } = boleto;
  if (digitable_line === null)
    return html`<section aria-label="Boleto"><h2>Boleto</h2>
<p>${registration === 'REFUSED' ? REFUSED : html`${UNNUMBERED} ${readAgain(path)}`}</p></section>`;
  return html`<section aria-label="Boleto">
<h2>Pagar com boleto</h2>
<p>${boletoWords({ registered: registration === 'REGISTERED', late: due_date < today, printed: boleto.amount, amount })}</p>
${codeText('boleto', formatDigitableLine(digitable_line), digitable_line)}
<div class="actions">${copyButton('boleto', 'Copiar a linha digitável')}<a class="button" href="${pdf}" target="_blank" rel="noopener">Abrir o boleto em PDF</a></div>
${paidAlready(path, 'Pagou o boleto? O pagamento aparece aqui assim que o banco avisar, em geral no dia útil seguinte.')}
</section>`;
}

const UNNUMBERED = 'O banco está registrando o boleto. A linha digitável aparece aqui assim que ele responder.';
const REFUSED = 'O boleto está sem registro no banco. Fale com a imobiliária.';

function boletoWords({
  registered,
  late,
  printed,
  amount,
}: {
  registered: boolean;
  late: boolean;
  printed: Cents;
  amount: Cents;
}) {
  if (!registered) return 'Sem registro: o banco ainda não confirmou este boleto e pode recusar o pagamento.';
  if (late && printed !== amount)
    return `O boleto é de ${formatMoney(printed)}: o banco soma a multa e os juros ao receber.`;
  return `O boleto é de ${formatMoney(printed)}.`;
}

function who(agency: OpenedInvoice['agency'], { id, tenant, tenant_document }: Invoice) {
  const { name, email, phone, whatsapp } = agency;
  const registered = registration(agency);
  const asking =
    whatsapp && `${waLink(whatsapp)}?text=${encodeURIComponent(`Olá! Tenho uma dúvida sobre a fatura ${id}.`)}`;
  return html`<div class="who">
<p>Inquilino: ${tenant}, ${documentKind(tenant_document)} ${hiddenDocument(tenant_document)}</p>
<p>${name}${registered && html` · ${registered}`}</p>
${
  (phone || whatsapp || email) &&
  html`<p>Dúvidas? Fale com a gente:</p>
<p class="actions">${phone && html`<a class="button" href="${telLink(phone)}">${formatPhone(phone)}</a>`}${asking && html`<a class="button" href="${asking}" rel="noopener">WhatsApp</a>`}${email && html`<a class="button" href="mailto:${email}">${email}</a>`}</p>`
}
</div>`;
}
