import { STATES } from '@morada/contract/fields';
import { sentence } from '@morada/domain/base/sentence';
import { LOCATIONS } from '@morada/domain/property/property';
import { html } from '../../base/html.ts';
import {
  consentField,
  type FormState,
  formNotice,
  inputField,
  selectField,
  textField,
  trapField,
} from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';

export const OFFER_PATH = '/anuncie';

type Offer = { agency: string; origin: string; sent: boolean; values?: Values; errors?: Errors };

/** Form by which owners offer a property; staff review it before it is published. */
export function offerPage({ agency, origin, sent, values = {}, errors = {} }: Offer): Page {
  const title = 'Anuncie seu imóvel';
  return {
    title,
    agency,
    previewAt: origin,
    head: html`<meta name="description" content="${sentence(`Anuncie seu imóvel para alugar ou vender com ${agency}`)}">
<link rel="canonical" href="${origin}${OFFER_PATH}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${agency}">
<meta property="og:url" content="${origin}${OFFER_PATH}">`,
    main: html`<h1 class="hero">${title}</h1>
${
  sent
    ? html`<div class="thanks" role="status">${icons.check}<div><p><strong>Recebemos seu imóvel</strong></p><p>Vamos conferir os dados e entrar em contato antes de publicar o anúncio.</p></div></div>`
    : offerForm(agency, { id: 'anuncie', values, errors })
}`,
  };
}

const offerForm = (
  agency: string,
  state: FormState,
) => html`<form class="fields" method="post" action="${OFFER_PATH}" novalidate>
${formNotice(state)}
${trapField(state)}
<h2>O imóvel</h2>
<div class="pair">
${selectField(state, { name: 'type', label: 'Para' }, [
  ['', 'Escolha'],
  ['RENT', 'Alugar'],
  ['SALE', 'Vender'],
])}
${selectField(state, { name: 'location', label: 'Tipo' }, [['', 'Escolha'], ...Object.entries(LOCATIONS)])}
</div>
<div class="pair">
${inputField(state, { name: 'price', label: 'Preço (R$)', inputmode: 'decimal' })}
${inputField(state, { name: 'cep', label: 'CEP', inputmode: 'numeric', autocomplete: 'postal-code' })}
</div>
${inputField(state, { name: 'street', label: 'Rua' })}
<div class="pair">
${inputField(state, { name: 'number', label: 'Número' })}
${inputField(state, { name: 'complement', label: 'Complemento', optional: true })}
</div>
${inputField(state, { name: 'neighborhood', label: 'Bairro' })}
<div class="pair">
${inputField(state, { name: 'city', label: 'Cidade' })}
${selectField(state, { name: 'state', label: 'Estado' }, [['', 'Escolha'], ...STATES.map((code) => [code, code] as const)])}
</div>
${textField(state, { name: 'description', label: 'Sobre o imóvel', optional: true })}
<h2>Seus dados</h2>
${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national' })}
</div>
${consentField(state, `Concordo que ${agency} guarde estes dados para responder a este pedido.`)}
<button class="button main" type="submit">Enviar imóvel</button>
</form>`;
