import { type Html, html } from '../../base/html.ts';
import { qrCode } from '../../base/qr-code.ts';

/** QR code of `text`. `label` is its accessible name; without one it is decorative. */
export function qrPicture(text: string, label?: string): Html {
  const { size, bars } = qrCode(text);
  const drawn = bars.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const named = label ? html`role="img" aria-label="${label}"` : html`aria-hidden="true"`;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" ${named}><path d="${drawn}"/></svg>`;
}
