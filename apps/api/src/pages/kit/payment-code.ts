import { type Html, html } from '../../base/html.ts';
import { qrPicture } from './qr-picture.ts';

/** A code that one click selects completely; buttons that copy it refer to its `id`. */
export const codeText = (id: string, shown: string, code: string): Html =>
  html`<p class="code" id="${id}" data-code="${code}">${shown}</p>`;

/** Copies a code; without scripts it stays hidden. */
export const copyButton = (id: string, label: string): Html =>
  html`<button type="button" class="button main" data-copy="${id}" hidden>${label}</button>`;

type PaymentCode = {
  id: string;
  code: string;
  /** Accessible name of the QR code. */
  picture: string;
  /** Label of the button that copies; left out where the page has it further up. */
  copy?: string;
};

/** A Pix code to copy or to scan. The button comes first: a phone can't scan its own screen. */
export const paymentCode = ({ id, code, picture, copy }: PaymentCode): Html => html`<div class="payment-code">
${copy !== undefined && html`<div class="actions">${copyButton(id, copy)}</div>`}
${qrPicture(code, picture)}
${codeText(id, code, code)}
</div>`;
