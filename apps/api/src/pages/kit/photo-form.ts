import { type Html, html } from '../../base/html.ts';
import type { FormState } from './fields.ts';

/** Kinds of pictures that a form takes, for the browser's picker; the bytes decide. */
const PHOTO_ACCEPT = 'image/jpeg,image/png,image/webp';

/** A picker of several pictures. Browsers drop the selection when the form is shown again with errors. */
export function photosField({ id, errors }: FormState, { name, label, most }: PhotoField): Html {
  const error = errors[name];
  return html`<div class="field">
<label for="${id}-${name}">${label} <span class="dim">(opcional, até ${most})</span></label>
<input type="file" id="${id}-${name}" name="${name}" accept="${PHOTO_ACCEPT}" multiple${error && html` aria-invalid="true" aria-describedby="${id}-${name}-erro"`}>
${error && html`<p class="wrong" id="${id}-${name}-erro">${error}</p>`}
</div>`;
}
type PhotoField = { name: string; label: string; most: number };
