import { type Cents, formatMoney } from '@morada/domain/base/money';
import { Html, html } from '#api/base/html.ts';

type ListedCharge = {
  txid: string;
  payer: string;
  about: string;
  /** As due today. */
  amount: Cents;
  /** A recurrence of Pix Automático is authorised with its payment. */
  authorises: boolean;
  /** Its code may also authorise the recurrence that waits for its payer. */
  joins: boolean;
};

type ListedRecurrence = {
  id: string;
  payer: string;
  about: string;
  first: string;
  isAuthorised: boolean;
};

type ListedPayment = {
  end_to_end_id: string;
  payer: string;
  amount: Cents;
  /** Given back to the payer. */
  isReturned: boolean;
};

export type Listed = { charges: ListedCharge[]; recurrences: ListedRecurrence[]; payments: ListedPayment[] };

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dcdf, #3a3f44); --soft: light-dark(#5c6670, #a3abb3) }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 860px; padding: 24px 16px 48px }
h1 { font-size: 22px; margin: 0 } h2 { font-size: 17px; margin: 32px 0 8px } p { margin: 4px 0; color: var(--soft) }
ul { list-style: none; margin: 0; padding: 0 }
li { align-items: center; border-top: 1px solid var(--line); display: flex; gap: 16px; min-height: 60px; padding: 8px 0 }
li > div { flex: 1; min-width: 0 } li small { color: var(--soft); display: block } li strong { white-space: nowrap }
button { background: #0f6470; border: 0; border-radius: 8px; color: #fff; cursor: pointer; font: inherit; font-weight: 600;
  min-height: 44px; padding: 0 20px }
button.plain { background: none; border: 1px solid var(--line); color: inherit; font-weight: 400 }
@media (max-width: 560px) { li { flex-wrap: wrap } li > div { flex-basis: 100% } li form { margin-left: auto } }`;

/** Charges that a payer may pay, authorisations, and what was paid, newest first. */
export function bankPage({ charges, recurrences, payments }: Listed): Html {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Banco de demonstração</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<h1>Banco de demonstração</h1>
<p>Faz o papel do banco de quem paga. Pague uma cobrança e veja, na outra janela, a fatura ser baixada.</p>
<h2>Cobranças em aberto</h2>
${charges.length === 0 ? html`<p>Nenhuma ainda: elas chegam até um minuto depois de o sistema abrir. Recarregue a página.</p>` : ''}
<ul>${charges.map(chargeItem)}</ul>
<h2>Pix Automático</h2>
${recurrences.length === 0 ? html`<p>Nenhuma autorização pedida ainda: o inquilino pede na área do cliente, em Contratos.</p>` : ''}
<ul>${recurrences.map(recurrenceItem)}</ul>
<h2>Pagamentos</h2>
${payments.length === 0 ? html`<p>Nada foi pago ainda.</p>` : ''}
<ul>${payments.map(paymentItem)}</ul>
</body>
</html>`;
}

const chargeItem = ({ txid, payer, about, amount, authorises, joins }: ListedCharge) => html`<li>
<div>${payer}<small>${about}</small></div>
<strong>${formatMoney(amount)}</strong>
${
  authorises
    ? html`<form method="post" action="/charges/${txid}/authorise"><button aria-label="Pagar a cobrança de ${payer} e autorizar">Pagar e autorizar</button></form>`
    : html`${
        joins
          ? html`<form method="post" action="/charges/${txid}/join"><button class="plain" aria-label="Pagar a cobrança de ${payer} e autorizar">Pagar e autorizar</button></form>`
          : ''
      }<form method="post" action="/charges/${txid}/pay"><button aria-label="Pagar a cobrança de ${payer}">Pagar</button></form>`
}
</li>`;

const recurrenceItem = ({ id, payer, about, first, isAuthorised }: ListedRecurrence) => html`<li>
<div>${payer}<small>${about}</small><small>${isAuthorised ? 'Autorizado' : 'Espera a autorização'}, a partir de ${first}</small></div>
${
  isAuthorised
    ? html`<form method="post" action="/recurrences/${id}/cancel"><button class="plain" aria-label="Cancelar o Pix Automático de ${payer}">Cancelar</button></form>`
    : html`<form method="post" action="/recurrences/${id}/authorise"><button aria-label="Autorizar o Pix Automático de ${payer}">Autorizar</button></form>`
}
</li>`;

const paymentItem = ({ end_to_end_id, payer, amount, isReturned }: ListedPayment) => html`<li>
<div>${payer}${isReturned ? html`<small>Devolvido ao pagador</small>` : ''}</div>
<strong>${formatMoney(amount)}</strong>
${
  isReturned
    ? ''
    : html`<form method="post" action="/payments/${end_to_end_id}/return">
<button class="plain" aria-label="Devolver o pagamento de ${payer}">Devolver</button></form>`
}
</li>`;
