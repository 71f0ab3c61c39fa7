import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { CONTRACT_STATUSES, INDEFINITE_TERM } from '@morada/domain/lease/contract-words';
import type { TenantRecurrences } from '#api/modules/bank/charges/recurrences.service.ts';
import type { SignedContract } from '#api/modules/doors/client-area/client-area.service.ts';
import { type Html, html } from '../../base/html.ts';
import type { Asset } from '../kit/assets.ts';
import { automaticPix } from './automatic-pix.part.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, empty, heading, stateOf } from './layout.part.ts';

const fact = (label: string, value: string | Html) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

type Shown = { contracts: readonly SignedContract[]; automatic: TenantRecurrences };
type Outcome = {
  copying: Asset;
  /** A change of Pix Automático was refused, since its state had changed meanwhile. */
  impossible: boolean;
};

export const contractsPage = (area: Area, { contracts, automatic }: Shown, { copying, impossible }: Outcome) =>
  areaPage(area, 'contracts', {
    title: 'Contratos',
    script: copying,
    main: html`${heading('Contratos')}
${impossible && html`<p role="alert">O Pix Automático mudou enquanto a página estava aberta. Confira como está agora.</p>`}
${contracts.length > 0 ? contracts.map((signed) => contract(signed, automatic)) : empty('Nenhum contrato por aqui.')}`,
  });

function contract(
  { id, status, type, property, rents, tenant, documents, ...terms }: SignedContract,
  automatic: TenantRecurrences,
) {
  const let_ = type === 'RENT';
  return html`<section class="panel" aria-label="Contrato ${id}">
<div class="parthead"><h2>${property}</h2>${stateOf(status === 'APPROVED' ? 'done' : 'over', terms.indefinite ? INDEFINITE_TERM : CONTRACT_STATUSES[status])}</div>
<dl class="terms">
${fact('Contrato', `nº ${id}`)}
${rents ? fact('Você é', let_ ? 'parte locatária' : 'parte compradora') : fact(let_ ? 'Inquilino' : 'Comprador', tenant)}
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
${rents && let_ && status === 'APPROVED' && automaticPix(id, automatic)}
</section>`;
}
