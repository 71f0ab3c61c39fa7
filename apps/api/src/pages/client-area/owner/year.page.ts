import type { YearMonth } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../../base/html.ts';
import { PATHS } from '../client-area.paths.ts';
import { type Area, areaPage, empty, heading, section } from '../layout.part.ts';
import { hasMoney, yearView } from './year.part.ts';

type Shown = { year: number; years: readonly number[]; months: readonly YearMonth[] };

/** Links to the years of a page. */
export const yearLinks = (path: string, { year, years }: Pick<Shown, 'year' | 'years'>) =>
  years.length > 1 &&
  html`<nav class="months" aria-label="Ano">${years.map((one) => html`<a class="button" href="${path}?ano=${one}"${one === year && html` aria-current="true"`}>${one}</a>`)}</nav>`;

/** A year of payments, and of receipts and transfers. */
export function yearPage(area: Area, { year, years, months }: Shown) {
  const { rents, owns, receives } = area.standing;
  const part = (title: string, side: 'TENANT' | 'OWNER', nothing: string) =>
    section(title, hasMoney(months, side) ? yearView(months, side, { folded: false }) : empty(nothing));
  return areaPage(area, 'home', {
    title: `O ano de ${year}`,
    main: html`${heading(`O ano de ${year}`)}
${yearLinks(PATHS.year, { year, years })}
<div class="sides">
${rents && part('Pagamentos', 'TENANT', 'Nenhum pagamento neste ano.')}
${(owns || receives) && part('Recebimentos e repasses', 'OWNER', 'Nada recebido neste ano.')}
</div>`,
  });
}
