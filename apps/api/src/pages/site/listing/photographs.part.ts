import { IMAGE_SIZES } from '@morada/contract/registry/images';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import { html } from '../../../base/html.ts';
import { icons } from '../../kit/icons.ts';

export type Photograph = { key: string; width: number; height: number };

const SIZES = Object.keys(IMAGE_SIZES) as (keyof typeof IMAGE_SIZES)[];

/** Candidates of `srcset` with their widths. Sizes larger than the photograph are left out: they equal the full one. */
function candidates({ key, width, height }: Photograph) {
  const longer = Math.max(width, height);
  return SIZES.filter((size) => size === 'full' || IMAGE_SIZES[size] < longer)
    .map((size) => {
      const scale = Math.min(1, IMAGE_SIZES[size] / longer);
      return `${imagePath(size, key)} ${Math.round(width * scale)}w`;
    })
    .join(', ');
}

export const picture = (photograph: Photograph, alt: string, sizes: string, first: boolean) =>
  html`<img src="${imagePath('full', photograph.key)}" srcset="${candidates(photograph)}" sizes="${sizes}" width="${photograph.width}" height="${photograph.height}" alt="${alt}"${first ? html` fetchpriority="high"` : html` loading="lazy"`}>`;

const alt = (title: string, index: number, count: number) => `${title}, foto ${index + 1} de ${count}`;

/** Widths in CSS pixels of one, two or three photographs side by side. */
const WIDTHS = [[1072], [532, 532], [709, 355, 355]];

/** The first photographs as a grid, on a phone all of them in a scrolling row; each opens the viewer. */
export function gallery(title: string, photographs: readonly Photograph[]) {
  const count = photographs.length;
  if (count === 0)
    return html`<div class="unseen"><span class="plate">${icons.photo}</span><p>Este anúncio ainda não tem fotos.</p></div>`;
  const shown = WIDTHS[Math.min(count, WIDTHS.length) - 1] ?? [];
  return html`<section class="gallery" id="fotos" aria-label="Fotos" data-count="${Math.min(count, WIDTHS.length)}">
<ul>${photographs.map(
    (photograph, index) =>
      html`<li><a href="#foto-${index + 1}">${picture(photograph, alt(title, index, count), `(min-width: 768px) ${shown[index] ?? 355}px, 100vw`, index === 0)}</a></li>`,
  )}</ul>
<a class="button" href="#foto-1">${icons.photo}${count === 1 ? 'Ver foto' : `Ver ${count} fotos`}</a>
</section>`;
}

const step = (to: number, count: number, name: 'previous' | 'next', icon: typeof icons.left, label: string) =>
  to >= 1 && to <= count && html`<a class="round ${name}" href="#foto-${to}" aria-label="${label}">${icon}</a>`;

/**
 * Full-size viewer, shown by `:target` while a photograph is the address's fragment; it opens, turns and closes by
 * links.
 */
export function viewer(title: string, photographs: readonly Photograph[]) {
  const count = photographs.length;
  return html`<div class="viewer" role="dialog" aria-modal="true" aria-label="Fotos do imóvel">
<a class="round close" href="#fotos" aria-label="Fechar fotos">${icons.close}</a>
<ol tabindex="0" aria-label="Todas as fotos">${photographs.map(
    (photograph, index) => html`<li id="foto-${index + 1}">
${picture(photograph, alt(title, index, count), '100vw', false)}
<p>${index + 1} de ${count}</p>
${step(index, count, 'previous', icons.left, 'Foto anterior')}${step(index + 2, count, 'next', icons.right, 'Próxima foto')}
</li>`,
  )}</ol>
</div>`;
}
