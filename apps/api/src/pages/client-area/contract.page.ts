import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { CONTRACT_STATUSES, INDEFINITE_TERM } from '@morada/domain/lease/contract';
import { type Html, html } from '../../base/html.ts';
import type { SignedContract } from '../../modules/client-area/client-area.service.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, empty, heading, stateOf } from './layout.part.ts';

const fact = (label: string, value: string | Html) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

export const contractsPage = (area: Area, contracts: readonly SignedContract[]) =>
  areaPage(area, 'contracts', {
    title: 'Contratos',
    main: html`${heading('Contratos')}
${contracts.length > 0 ? contracts.map(contract) : empty('Nenhum contrato por aqui.')}`,
  });

function contract({ id, status, type, property, rents, tenant, documents, ...terms }: SignedContract) {
  const let_ = type === 'RENT';
  return html`<section class="panel" aria-label="Contrato ${id}">
<div class="parthead"><h2>${property}</h2>${stateOf(status === 'APPROVED' ? 'done' : 'over', terms.indefinite ? INDEFINITE_TERM : CONTRACT_STATUSES[status])}</div>
<dl class="terms">
${fact('Contrato', `nº ${id}`)}
${rents ? fact('Você é', let_ ? 'inquilino' : 'comprador') : fact(let_ ? 'Inquilino' : 'Comprador', tenant)}
${let_ && fact('Aluguel', formatMoney(terms.current_price))}
${let_ && fact('Vencimento', `todo dia ${terms.transfer_date}`)}
${fact('Início', formatDate(terms.start_date))}
${let_ && fact('Término', formatDate(terms.end_date))}
${let_ && status === 'APPROVED' && terms.readjusts_on && fact('Próximo reajuste', formatDate(terms.readjusts_on))}
</dl>
${
  documents.length > 0
    ? html`<ul class="papers">${documents.map((document) => html`<li><a class="button" href="${PATHS.documents}/${document.id}" target="_blank" rel="noopener">Abrir ${document.name}</a></li>`)}</ul>`
    : html`<p class="dim">O contrato ainda não foi anexado pela imobiliária.</p>`
}
</section>`;
}
