import { qrCode } from '../qr-code.ts';
import { type Html, html } from './html.ts';

/** A QR code that says `text`. `label` tells what it is to whoever can't see it; without one it is decoration. */
export function qrPicture(text: string, label?: string): Html {
  const { size, bars } = qrCode(text);
  const drawn = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const named = label ? html`role="img" aria-label="${label}"` : html`aria-hidden="true"`;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" ${named}><path d="${drawn}"/></svg>`;
}
