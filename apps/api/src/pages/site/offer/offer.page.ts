import { namedAgency } from '@morada/domain/base/agency-name';
import { sentence } from '@morada/domain/base/sentence';
import { OFFER_KEPT_DAYS } from '@morada/domain/property/offer';
import { LOCATIONS } from '@morada/domain/property/property-words';
import { type Html, html } from '../../../base/html.ts';
import type { Asset } from '../../kit/assets.ts';
import {
  addressFields,
  consentField,
  type FormState,
  formNotice,
  inputField,
  selectField,
  textField,
  trapField,
} from '../../kit/fields.ts';
import type { Errors, Values } from '../../kit/form-values.ts';
import { icons } from '../../kit/icons.ts';
import type { Page } from '../../kit/layout.ts';

export const OFFER_PATH = '/anuncie';

/** `start`: kind and CEP. `details`: the rest, with the address filled in. Photographs follow on the owner's page. */
export type OfferStep = 'start' | 'details';

type Offer = {
  agency: string;
  origin: string;
  step: OfferStep | 'sent';
  values?: Values;
  errors?: Errors;
  /** About the address that was looked up. */
  note?: string | undefined;
  script: Asset;
};

/** Form by which owners offer a property; staff review it before it is published. */
export function offerPage({ agency, origin, step, values = {}, errors = {}, note, script }: Offer): Page {
  const title = 'Anuncie seu imóvel';
  const state = { id: 'anuncie', values, errors };
  return {
    title,
    agency,
    previewAt: origin,
    script,
    head: html`<meta name="description" content="${sentence(`Anuncie seu imóvel para alugar ou vender com ${namedAgency(agency)}`)}">
<link rel="canonical" href="${origin}${OFFER_PATH}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${agency}">
<meta property="og:url" content="${origin}${OFFER_PATH}">`,
    main: html`<h1 class="hero">${title}</h1>
${step === 'sent' ? THANKS : html`<div class="guided"><div>${step === 'start' ? startForm(state) : detailsForm(agency, state, note)}</div>${GUIDE}</div>`}`,
  };
}

const THANKS = html`<div class="thanks" role="status">${icons.check}<div><p><strong>Recebemos seu imóvel</strong></p><p>Vamos conferir os dados e entrar em contato antes de publicar o anúncio. Se você já tinha enviado este imóvel, o endereço para acompanhar é o que mostramos naquela hora.</p></div></div>`;

/** The steps after an offer. */
const GUIDE = html`<aside class="guide" aria-labelledby="como-funciona"><h2 id="como-funciona">Como funciona</h2>
<ol class="way"><li>Você conta do imóvel e manda as fotos</li><li>Conferimos os dados e, se for preciso, marcamos uma visita</li><li>Você lê a resposta no endereço que recebe ao enviar</li><li>Combinamos o contrato, e só então o anúncio sai</li></ol></aside>`;

/** Current step, in words instead of a picture, so that everybody can read it. */
export const stepLine = (number: 1 | 2 | 3, words: string) =>
  html`<p class="stepline"><strong>Passo ${number} de 3</strong> ${words}</p>`;

const form = (fields: Html) =>
  html`<form class="fields" method="post" action="${OFFER_PATH}" novalidate>${fields}</form>`;

const kindFields = (state: FormState) => html`<div class="pair">
${selectField(state, { name: 'type', label: 'Para' }, [
  ['', 'Escolha'],
  ['RENT', 'Alugar'],
  ['SALE', 'Vender'],
])}
${selectField(state, { name: 'location', label: 'Tipo' }, [['', 'Escolha'], ...Object.entries(LOCATIONS)])}
</div>`;

const cepField = (state: FormState) =>
  inputField(state, { name: 'cep', label: 'CEP', autocomplete: 'postal-code', mask: 'CEP' });

const startForm = (state: FormState) => html`${stepLine(1, 'O que você quer anunciar')}
<p class="intro">Leva poucos minutos. Você acompanha a resposta por um endereço só seu, e pode desistir quando quiser.</p>
${form(html`${formNotice(state)}
<input type="hidden" name="passo" value="inicio">
${kindFields(state)}
${cepField(state)}
<button class="button main" type="submit">Continuar</button>`)}`;

const NUMBER = { inputmode: 'numeric', optional: true } as const;
const AREA = { inputmode: 'decimal', optional: true } as const;
const AMOUNT = { mask: 'MONEY', optional: true } as const;

const detailsForm = (
  agency: string,
  state: FormState,
  note: string | undefined,
) => html`${stepLine(2, 'O imóvel e seus dados')}
${form(html`${formNotice(state)}
${trapField(state)}
<input type="hidden" name="envio" value="${state.values.envio}">
<button class="trap" type="submit" tabindex="-1" aria-hidden="true">Enviar imóvel</button>
<h2>O imóvel</h2>
${kindFields(state)}
<div class="beside">${cepField(state)}<button class="button" type="submit" name="passo" value="cep">Buscar endereço</button></div>
${note && html`<p class="hint" role="status">${note}</p>`}
${addressFields(state)}
<h2>Como ele é</h2>
<div class="triple">
${inputField(state, { name: 'bedrooms', label: 'Quartos', ...NUMBER })}
${inputField(state, { name: 'bathrooms', label: 'Banheiros', ...NUMBER })}
${inputField(state, { name: 'garage', label: 'Vagas', ...NUMBER })}
</div>
<div class="pair">
${inputField(state, { name: 'building_area', label: 'Área construída em m²', ...AREA })}
${inputField(state, { name: 'land_area', label: 'Terreno em m²', ...AREA })}
</div>
${textField(state, { name: 'description', label: 'Sobre o imóvel', optional: true })}
<h2>Valores</h2>
${inputField(state, {
  name: 'price',
  label: state.values.type === 'SALE' ? 'Preço desejado (R$)' : 'Aluguel desejado por mês (R$)',
  mask: 'MONEY',
})}
<div class="pair">
${inputField(state, { name: 'condominium', label: 'Condomínio por mês (R$)', ...AMOUNT })}
${inputField(state, { name: 'iptu', label: 'IPTU por mês (R$)', ...AMOUNT })}
</div>
<h2>Seus dados</h2>
${inputField(state, { name: 'name', label: 'Nome', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' })}
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national', mask: 'PHONE' })}
</div>
${consentField(state, `Concordo que ${namedAgency(agency)} guarde estes dados para analisar o imóvel e responder a este pedido. Se não seguirmos juntos, eles são apagados ${OFFER_KEPT_DAYS} dias depois.`)}
<button class="button main" type="submit">Enviar imóvel</button>
<p class="hint">Depois de enviar, você pode mandar as fotos.</p>`)}`;
