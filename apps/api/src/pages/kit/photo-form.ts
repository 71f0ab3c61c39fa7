import { type Html, html } from '../../base/html.ts';
import type { FormState } from './fields.ts';
import { DRAFT_FIELD } from './form-values.ts';

/** Kinds of pictures that a form takes, for the browser's picker; the bytes decide. */
const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp';

/** Field of a photograph that the form keeps from the time before. */
export const keptField = (place: number) => `foto-${place}`;

/** A picker of several pictures. Those of the time before are shown, and are sent again unless their box is cleared. */
export function photosField({ id, values, errors }: FormState, { name, label, most, kept, path }: PhotoField): Html {
  const error = errors[name];
  const field = `${id}-${name}`;
  return html`${
    kept.length > 0 &&
    html`<fieldset class="options"><legend>Fotos guardadas</legend><p class="hint">Desmarque as que não quer mandar.</p><ul class="photos">${kept.map(
      (photograph, place) =>
        html`<li><label class="keeps"><img src="${path}/fotos/${place}?${DRAFT_FIELD}=${values[DRAFT_FIELD]}" alt=""><span><input type="checkbox" name="${keptField(place)}" value="sim" checked>${photograph}</span></label></li>`,
    )}</ul></fieldset>`
  }<div class="field">
<label for="${field}">${kept.length > 0 ? 'Mais fotos' : label} <span class="dim">(opcional, até ${most}${kept.length > 0 && ' ao todo'})</span></label>
<input type="file" id="${field}" name="${name}" accept="${PHOTO_ACCEPT}" multiple${error && html` aria-invalid="true" aria-describedby="${field}-erro"`}>
${error && html`<p class="wrong" id="${field}-erro">${error}</p>`}
</div>`;
}
type PhotoField = {
  name: string;
  label: string;
  most: number;
  /** Names of the photographs that came with the refused form. */
  kept: readonly string[];
  /** Path of the form, below which they are served. */
  path: string;
};
