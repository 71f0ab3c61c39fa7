import { STATES } from '@morada/contract/base/fields';
import type { PATTERNS } from '@morada/domain/base/masks';
import { type Html, html } from '../../base/html.ts';
import { DRAFT_FIELD, PRESSED } from './form-values.ts';

/** State of a form: values and errors, by field. `id` distinguishes it from other forms of the page. */
export type FormState = {
  id: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
};
type Field = { name: string; label: string; optional?: boolean };

function labelled(form: FormState, { name, label, optional }: Field, control: (attributes: Html) => Html) {
  const id = `${form.id}-${name}`;
  const error = form.errors[name];
  const attributes = html`id="${id}" name="${name}"${!optional && html` aria-required="true"`}${error && html` aria-invalid="true" aria-describedby="${id}-erro"`}`;
  return html`<div class="field">
<label for="${id}">${label}${optional && html` <span class="dim">(opcional)</span>`}</label>
${control(attributes)}
${error && html`<p class="wrong" id="${id}-erro">${error}</p>`}
</div>`;
}

/** Shaped while it is typed, where there is a script; `money` in reais. */
export type Mask = keyof typeof PATTERNS | 'MONEY';

type Input = Field & {
  type?: 'text' | 'email' | 'tel' | 'date' | 'password';
  autocomplete?: string;
  inputmode?: 'numeric' | 'decimal';
  mask?: Mask;
  min?: string;
  max?: string;
};

export const inputField = (
  form: FormState,
  { type = 'text', autocomplete, inputmode, mask, min, max, ...field }: Input,
) =>
  labelled(
    form,
    field,
    (attributes) =>
      html`<input type="${type}" ${attributes}${type !== 'password' && html` value="${form.values[field.name]}"`}${autocomplete && html` autocomplete="${autocomplete}"`}${inputmode && html` inputmode="${inputmode}"`}${mask && masked(mask)}${min && html` min="${min}"`}${max && html` max="${max}"`}>`,
  );

const masked = (mask: Mask) =>
  mask === 'MONEY'
    ? html` inputmode="decimal" data-mask="MONEY"`
    : html` inputmode="${mask === 'PHONE' ? 'tel' : 'numeric'}" data-mask="${mask}"`;

export const textField = (form: FormState, field: Field) =>
  labelled(
    form,
    field,
    // The HTML parser drops the first line break of a textarea.
    (attributes) => html`<textarea ${attributes} rows="4">\n${form.values[field.name]}</textarea>`,
  );

/** An address below its CEP. */
export const addressFields = (form: FormState): Html => html`
${inputField(form, { name: 'street', label: 'Rua', autocomplete: 'address-line1' })}
<div class="pair">
${inputField(form, { name: 'number', label: 'Número' })}
${inputField(form, { name: 'complement', label: 'Complemento', optional: true })}
</div>
${inputField(form, { name: 'neighborhood', label: 'Bairro' })}
<div class="pair">
${inputField(form, { name: 'city', label: 'Cidade' })}
${selectField(form, { name: 'state', label: 'Estado' }, [['', 'Escolha'], ...STATES.map((code) => [code, code] as const)])}
</div>`;

/** `choices`: value and label. */
export const selectField = (form: FormState, field: Field, choices: readonly (readonly [string, string])[]) =>
  labelled(
    form,
    field,
    (attributes) =>
      html`<select ${attributes}>${choices.map(
        ([value, name]) =>
          html`<option value="${value}"${value === (form.values[field.name] ?? '') && html` selected`}>${name}</option>`,
      )}</select>`,
  );

export function consentField({ id, values, errors }: FormState, words: string): Html {
  const error = errors.consent;
  return html`<div class="field">
<label class="check"><input type="checkbox" name="consent" value="sim"${values.consent === 'sim' && html` checked`}${error && html` aria-invalid="true" aria-describedby="${id}-consent-erro"`}><span>${words}</span></label>
${error && html`<p class="wrong" id="${id}-consent-erro">${error}</p>`}
</div>`;
}

/** A box that may stay empty. */
export const choiceField = ({ values }: FormState, { name, label }: Field): Html =>
  html`<div class="field">
<label class="check"><input type="checkbox" name="${name}" value="sim"${values[name] === 'sim' && html` checked`}><span>${label}</span></label>
</div>`;

/** Honeypot: hidden from people, and filled by bots that fill every field. */
export const trapField = ({ id }: FormState) =>
  html`<div class="trap" aria-hidden="true"><label for="${id}-website">Não preencha</label><input id="${id}-website" name="website" tabindex="-1" autocomplete="off"></div>`;

/** What a form begins with: the number of its draft, and its error as a whole, or a notice that fields have errors. */
export function formNotice({ values, errors }: FormState) {
  const { '': whole, ...fields } = errors;
  const notice = whole ?? (Object.keys(fields).length > 0 ? 'Confira os campos destacados.' : undefined);
  const { [DRAFT_FIELD]: draft } = values;
  return html`${draft && html`<input type="hidden" name="${DRAFT_FIELD}" value="${draft}">`}${notice && html`<p class="notice" role="alert">${notice}</p>`}`;
}

/** A form of one button that posts to the page's own address. */
export const pressForm = (words: string) =>
  html`<form method="post"><button class="button main" type="submit" name="${PRESSED.name}" value="${PRESSED.value}">${words}</button></form>`;
