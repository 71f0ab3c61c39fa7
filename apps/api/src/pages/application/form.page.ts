import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import { RESUME_CODE } from '@morada/domain/application/application';
import { CONSENT_VERSION, consentText } from '@morada/domain/application/application-messages';
import {
  type AnsweredStep,
  FORM_DOCUMENTS,
  FORM_STEPS,
  type FormDocument,
  type FormStep,
  HOMES,
  INCOME_KINDS,
  isAnswered,
  MOST_FILES,
  neededDocuments,
  otherBeginning,
  stepsOf,
  withStep,
} from '@morada/domain/application/form';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { MARITAL_STATUSES } from '@morada/domain/people/client';
import type { OpenForm } from '#api/modules/lease/applications/form.service.ts';
import { type Html, html } from '../../base/html.ts';
import type { Asset } from '../kit/assets.ts';
import { addressFields, consentField, type FormState, formNotice, inputField, selectField } from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { stepPath } from './form.paths.ts';

/** Files that one form sends; a request is read within half a minute. */
export const FILES_AT_ONCE = 6;
const MEGABYTES = DOCUMENT_UPLOAD.maxBytes / 1_000_000;

const PRIVATE = html`<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">`;

/** `wrong`: a line for each refusal. */
export type Notice = { good?: string | undefined; wrong?: readonly string[] };
type Shown = {
  agency: string;
  form: OpenForm;
  path: string;
  notice?: Notice | undefined;
};

const noticeLine = ({ good, wrong = [] }: Notice) =>
  html`${good && html`<p class="thanks" role="status">${icons.check}<span>${good}</span></p>`}${
    wrong.length > 0 && html`<div class="refused" role="alert">${wrong.map((line) => html`<p>${line}</p>`)}</div>`
  }`;

/** What the form is about. It names no person: whoever holds the link reads this. */
const about = ({ property, roleName, rent, fees }: OpenForm) =>
  html`<p class="address">${property}</p><p class="dim">${roleName}. Aluguel de ${formatMoney(rent)}${fees > 0 && html`, mais ${formatMoney(fees)} de encargos por mês`}.</p>`;

type Step = Shown & {
  step: FormStep;
  values: Values;
  errors: Errors;
  note?: string | undefined;
  /** Code for another browser, asked for a moment ago. */
  code?: string | undefined;
  scripts: readonly Asset[];
};

/** One step of a form, and the way to the others. */
export function stepPage({ agency, form, path, step, values, errors, note, notice, code, scripts }: Step): Page {
  const steps = stepsShown(form, step);
  const state = { id: 'ficha', values, errors };
  return {
    title: 'Ficha para alugar',
    agency,
    head: PRIVATE,
    script: scripts,
    main: html`<div class="offered">
<h1 class="hero">Sua ficha para alugar</h1>
${about(form)}
${form.request && html`<div class="refused" role="status"><p><strong>A imobiliária pediu uma correção:</strong></p><p>${form.request}</p></div>`}
${notice && noticeLine(notice)}
<p class="stepline"><strong>Passo ${steps.indexOf(step) + 1} de ${steps.length}</strong> ${FORM_STEPS[step]}</p>
<section aria-labelledby="passo-titulo"><h2 id="passo-titulo">${FORM_STEPS[step]}</h2>
${otherWay(form, path, step)}
${isAnswered(step) ? answeredStep(step, path, state, note) : step === 'documents' ? documentsStep(form, path) : consentStep(agency, form, path, state)}
</section>
<nav aria-label="Passos da ficha"><h2>Passos</h2><ol class="way">${steps.map((one) => wayLine(form, path, one, step))}</ol></nav>
${form.isKnown && elsewhere(path, code)}
${form.isKnown && givingUp(path)}
<p class="hint">Este endereço abre até ${formatDate(form.until)}. O que você salva fica guardado a cada passo.</p>
</div>`,
  };
}

/** Steps of the form as it is, or as the step that is shown would make it. */
const stepsShown = ({ role, answers }: OpenForm, step: FormStep) =>
  stepsOf(role, otherBeginning(role, answers) === step ? withStep(answers, step, {} as never) : answers);

/** From the first step of a person's form to that of a company's, and back. */
function otherWay({ role }: OpenForm, path: string, step: FormStep): Html | undefined {
  if (role === 'SPOUSE') return undefined;
  if (step === 'person')
    return html`<p class="hint">Quem aluga ou garante é uma empresa? <a href="${stepPath(path, 'company')}">Preencher como empresa</a></p>`;
  if (step === 'company')
    return html`<p class="hint">Não é uma empresa? <a href="${stepPath(path, 'person')}">Preencher como pessoa</a></p>`;
  return undefined;
}

function wayLine(form: OpenForm, path: string, one: FormStep, current: FormStep) {
  const isDone = isAnswered(one)
    ? form.answers[one] !== undefined
    : one === 'documents' && lacking(form).length === 0 && form.documents.length > 0;
  return html`<li${one === current ? html` class="now" aria-current="step"` : isDone && html` class="past"`}><a href="${stepPath(path, one)}">${FORM_STEPS[one]}</a>${isDone && html` <span class="dim">(salvo)</span>`}</li>`;
}

const lacking = ({ role, answers, documents }: OpenForm) =>
  neededDocuments(role, answers).filter((kind) => !documents.some((one) => one.kind === kind));

const NUMBER = { inputmode: 'numeric' } as const;
const AMOUNT = { mask: 'MONEY' } as const;
const choices = (words: Readonly<Record<string, string>>) => [['', 'Escolha'] as const, ...Object.entries(words)];
const YES_NO = { YES: 'Sim', NO: 'Não' };

const FIELDS: Record<AnsweredStep, (state: FormState, note: string | undefined) => Html> = {
  person: (state) => html`
${inputField(state, { name: 'name', label: 'Nome completo', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'cpf', label: 'CPF', mask: 'CPF' })}
${inputField(state, { name: 'rg', label: 'RG', optional: true })}
</div>
<div class="pair">
${inputField(state, { name: 'birth_date', label: 'Data de nascimento (dia/mês/ano)', autocomplete: 'bday', mask: 'DAY' })}
${selectField(state, { name: 'marital_status', label: 'Estado civil' }, choices(MARITAL_STATUSES))}
</div>
<div class="pair">
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national', mask: 'PHONE' })}
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', optional: true })}
</div>`,
  company: (state) => html`
${inputField(state, { name: 'name', label: 'Razão social', autocomplete: 'organization' })}
${inputField(state, { name: 'cnpj', label: 'CNPJ' })}
<div class="pair">
${inputField(state, { name: 'revenue', label: 'Faturamento médio por mês (R$)', ...AMOUNT })}
${inputField(state, { name: 'debts', label: 'Parcelas de empréstimos por mês (R$)', ...AMOUNT })}
</div>
<p class="hint">Se não houver, escreva 0.</p>
${inputField(state, { name: 'representative', label: 'Quem assina pela empresa', autocomplete: 'name' })}
<div class="pair">
${inputField(state, { name: 'representative_cpf', label: 'CPF de quem assina', mask: 'CPF' })}
${inputField(state, { name: 'representative_post', label: 'Cargo' })}
</div>
<div class="pair">
${inputField(state, { name: 'phone', label: 'Telefone com DDD', type: 'tel', autocomplete: 'tel-national', mask: 'PHONE' })}
${inputField(state, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', optional: true })}
</div>`,
  home: (state, note) => html`
<button class="trap" type="submit" tabindex="-1" aria-hidden="true">Salvar e continuar</button>
<div class="beside">${inputField(state, { name: 'cep', label: 'CEP', autocomplete: 'postal-code', mask: 'CEP' })}<button class="button" type="submit" name="buscar" value="cep">Buscar endereço</button></div>
<p class="hint" role="status" data-found>${note}</p>
${addressFields(state)}
${selectField(state, { name: 'home', label: 'A moradia de hoje é' }, choices(HOMES))}`,
  income: (state) => html`
${selectField(state, { name: 'income_kind', label: 'De onde vem a renda' }, choices(INCOME_KINDS))}
${inputField(state, { name: 'occupation', label: 'Profissão' })}
${inputField(state, { name: 'employer', label: 'Onde trabalha', optional: true, autocomplete: 'organization' })}
<div class="pair">
${inputField(state, { name: 'income', label: 'Renda por mês (R$)', ...AMOUNT })}
${inputField(state, { name: 'other_income', label: 'Outras rendas por mês (R$)', ...AMOUNT })}
</div>
${inputField(state, { name: 'debts', label: 'Parcelas de empréstimos e cartões por mês (R$)', ...AMOUNT })}
<p class="hint">Se não tiver, escreva 0.</p>`,
  references: (state) => html`
<p class="hint">Quem pode falar de você: o locador de hoje, um colega ou um parente.</p>
${inputField(state, { name: 'reference_name', label: 'Nome' })}
${inputField(state, { name: 'reference_phone', label: 'Telefone com DDD', type: 'tel', mask: 'PHONE' })}
${inputField(state, { name: 'other_reference_name', label: 'Outra pessoa', optional: true })}
${inputField(state, { name: 'other_reference_phone', label: 'Telefone da outra pessoa', type: 'tel', optional: true, mask: 'PHONE' })}`,
  property: (state) => html`
${selectField(state, { name: 'owns', label: 'Tem imóvel em seu nome?' }, choices(YES_NO))}
<p class="hint">Se tiver, conte dele:</p>
${inputField(state, { name: 'property_city', label: 'Cidade do imóvel', optional: true })}
<div class="pair">
${inputField(state, { name: 'registration', label: 'Número da matrícula', optional: true })}
${inputField(state, { name: 'property_value', label: 'Valor (R$)', optional: true, ...AMOUNT })}
</div>
${selectField(state, { name: 'encumbered', label: 'Há dívida ou hipoteca sobre ele?', optional: true }, choices(YES_NO))}`,
};

const answeredStep = (step: AnsweredStep, path: string, state: FormState, note: string | undefined) =>
  html`<form class="fields" method="post" action="${stepPath(path, step)}" novalidate>${formNotice(state)}
${FIELDS[step](state, note)}
<button class="button main" type="submit">Salvar e continuar</button>
</form>`;

const KINDS = Object.entries(FORM_DOCUMENTS) as [FormDocument, string][];

const HINTS: Record<FormDocument, string> = {
  IDENTITY: 'RG ou CNH, frente e verso.',
  COMPANY: 'Com a última alteração. A CNH ou o RG acima é de quem assina pela empresa.',
  ADDRESS: 'Conta de luz, água ou telefone dos últimos três meses.',
  INCOME: 'Holerites, imposto de renda ou extratos dos últimos três meses.',
  PROPERTY: 'Matrícula atualizada, do cartório.',
  OTHER: 'Se a imobiliária pediu mais alguma coisa.',
};

function documentsStep(form: OpenForm, path: string): Html {
  const { role, answers, documents } = form;
  const needed = neededDocuments(role, answers);
  const room = MOST_FILES - documents.length;
  const isThere = (kind: FormDocument) => documents.some((one) => one.kind === kind);
  const kinds = KINDS.filter(([kind]) => kind === 'OTHER' || needed.includes(kind) || isThere(kind));
  return html`<p class="hint" id="documentos-limites">Tire foto com o celular ou mande o PDF: JPG, PNG, WebP ou PDF, de até ${MEGABYTES} MB, ${FILES_AT_ONCE} por vez. O local e a data gravados nas fotos são apagados.${room < MOST_FILES && html` Cabem mais ${room}.`}</p>
${kinds.map(([kind, words]) => {
  const sent = documents.filter((one) => one.kind === kind);
  const id = `documento-${kind.toLowerCase()}`;
  return html`<section class="photographs" id="${id}" aria-labelledby="${id}-titulo"><h3 id="${id}-titulo">${words}${kind === 'OTHER' && html` <span class="dim">(opcional)</span>`}</h3>
<p class="hint">${HINTS[kind]}</p>
${sent.length > 0 && html`<ul class="papers">${sent.map((one, index) => sentLine(path, one, `${words} ${index + 1}`))}</ul>`}
${
  room > 0 &&
  html`<form class="fields" method="post" action="${path}/documentos/${kind}" enctype="multipart/form-data" data-papers="${path}?passo=documentos">
<div class="field"><label for="${id}-arquivos">${sent.length > 0 ? 'Mandar mais' : 'Escolher ou fotografar'}</label><input id="${id}-arquivos" type="file" name="arquivos" accept="${DOCUMENT_UPLOAD.accept}" multiple required aria-describedby="documentos-limites"></div>
<button class="button" type="submit">Enviar<span class="hidden"> ${words.toLowerCase()}</span></button>
</form>`
}</section>`;
})}
${room <= 0 && html`<p class="dim">Já estão aqui os ${MOST_FILES} arquivos que cabem.</p>`}
<p class="onward"><a class="button main" href="${stepPath(path, 'consent')}">Continuar</a></p>`;
}

const sentLine = (path: string, { id, name }: OpenForm['documents'][number], words: string) =>
  html`<li><a class="paper" href="${path}/documento/${id}">${name}</a><form method="post" action="${path}/documento/${id}/remover"><button class="button" type="submit" aria-label="Remover ${words}">Remover</button></form></li>`;

function consentStep(agency: string, form: OpenForm, path: string, state: FormState): Html {
  return html`${summary(form)}
${
  form.missing.length > 0
    ? html`${formNotice(state)}<div class="refused" role="status"><p><strong>Antes de enviar, ainda falta:</strong></p><ul>${form.missing.map((one) => html`<li>${one}</li>`)}</ul></div>`
    : html`<h3>Autorização</h3><div class="agreed">${consentText(CONSENT_VERSION, { agency }).map((one) => html`<p>${one}</p>`)}</div>
<form class="fields" method="post" action="${path}/enviar" novalidate>${formNotice(state)}
${consentField(state, 'Li e autorizo o uso dos meus dados para esta análise.')}
<button class="button main" type="submit">Enviar ficha</button>
</form>`
}`;
}

const summary = ({ inWords, documents }: OpenForm) => html`${inWords.map(
  ({ title, answers }) =>
    html`<h3>${title}</h3><dl>${answers.map(({ label, value }) => html`<div class="fact"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`,
)}
${documents.length > 0 && html`<h3>Documentos</h3><p>${documents.length === 1 ? '1 arquivo' : `${documents.length} arquivos`}.</p>`}`;

/** Another browser opens the form by a code, which this one shows. */
const elsewhere = (path: string, code: string | undefined) =>
  html`<section aria-labelledby="outro-aparelho"><h2 id="outro-aparelho">Continuar em outro aparelho</h2>
${
  code
    ? html`<div class="keep" role="status"><p>Abra este mesmo endereço no outro aparelho e digite o código. Ele vale por ${RESUME_CODE.minutes} minutos.</p><p class="code">${code}</p></div>`
    : html`<p>Abra este mesmo endereço no outro aparelho e digite um código.</p><form method="post" action="${path}/codigo"><button class="button" type="submit" name="pedir" value="mostrar">Mostrar um código</button></form>`
}</section>`;

/** Confirmation that works without a script: the box has to be ticked before the button. */
const givingUp = (path: string) => html`<section aria-labelledby="desistir"><h2 id="desistir">Desistir</h2>
<form class="fields" method="post" action="${path}/desistir">
<div class="field"><label class="check"><input type="checkbox" name="confirma" value="sim" required><span>Não quero mais alugar este imóvel. Isso encerra a ficha de todas as partes.</span></label></div>
<button class="button" type="submit">Desistir da locação</button>
</form></section>`;

/** A form that was sent: what was sent, until the answer comes. */
export const sentFormPage = ({ agency, form, path, notice }: Shown): Page => ({
  title: 'Ficha enviada',
  agency,
  head: PRIVATE,
  main: html`<div class="offered">
<h1 class="hero">Recebemos a sua ficha</h1>
${about(form)}
${notice && noticeLine(notice)}
<p class="answer">A imobiliária confere os dados e responde. Se faltar alguma coisa, ela pede por mensagem, e este endereço abre para corrigir.</p>
<section aria-labelledby="enviado"><h2 id="enviado">O que você enviou</h2>${summary(form)}</section>
${givingUp(path)}
</div>`,
});

type Code = Pick<Shown, 'agency' | 'path' | 'notice'> & {
  form: OpenForm;
  values: Values;
  errors: Errors;
};

/** A form that was begun in another browser: nothing of it is shown before the code. */
export function codePage({ agency, form, path, values, errors, notice }: Code): Page {
  const state = { id: 'codigo', values, errors };
  return {
    title: 'Ficha para alugar',
    agency,
    head: PRIVATE,
    main: html`<div class="offered">
<h1 class="hero">Continuar a sua ficha</h1>
<p>Esta ficha foi começada em outro aparelho. Para ver e continuar o que foi preenchido, digite o código.</p>
${notice && noticeLine(notice)}
<form class="fields" method="post" action="${path}/codigo" novalidate>${formNotice(state)}
${inputField(state, { name: 'codigo', label: 'Código de 6 números', autocomplete: 'one-time-code', ...NUMBER })}
<button class="button main" type="submit">Continuar</button>
</form>
<section aria-labelledby="sem-codigo"><h2 id="sem-codigo">Ainda não tem o código?</h2>
<p>No outro aparelho, abra este endereço e escolha “Mostrar um código”. Ou peça um à imobiliária.</p>
${form.mayMail && html`<form method="post" action="${path}/codigo"><button class="button" type="submit" name="pedir" value="email">Receber o código por e-mail</button></form>`}
</section></div>`,
  };
}

export const closedFormPage = (agency: string): Page => ({
  title: 'Este endereço não abre mais',
  agency,
  head: PRIVATE,
  main: html`<div class="message"><span class="plate">${icons.home}</span><h1>Este endereço não abre mais</h1><p>Confira se ele está completo. Se estiver, ele venceu, foi trocado por outro, ou a ficha já foi respondida: fale com a imobiliária.</p></div>`,
});
