import { ticksOf } from '@morada/domain/base/axis';
import { monthName } from '@morada/domain/base/calendar';
import { type Cents, formatAmount, formatMoney, sum } from '@morada/domain/base/money';
import type { YearMonth } from '#api/modules/doors/client-area/client-area.service.ts';
import { type Html, html } from '../../../base/html.ts';

type Series = { name: string; look: 'first' | 'second'; values: readonly Cents[] };

/** What a client's year shows: a tenant's payments, an owner's receipts and transfers. */
type YearSide = 'TENANT' | 'OWNER';

function seriesOf(months: readonly YearMonth[], side: YearSide): Series[] {
  if (side === 'TENANT') return [{ name: 'Pago', look: 'first', values: months.map(({ paid }) => paid) }];
  return [
    { name: 'Recebido', look: 'first', values: months.map(({ received }) => received) },
    { name: 'Repassado', look: 'second', values: months.map(({ passed_on }) => passed_on) },
  ];
}

/** Units of the drawing, which is stretched to the width of the page: one month is 100 wide. */
const HEIGHT = 1_000;
const MONTH = 100;
/** Space on both sides of a month's bars, and between two of them. */
const SIDE = 18;
const BETWEEN = 4;

const REAIS = 100_000;
/** Thousands of reais. */
const thousands = (amount: Cents) =>
  (amount / REAIS).toLocaleString('pt-BR', { maximumFractionDigits: 1 }).replace('-', '−');

/** Bars by month. Words stand beside the drawing, so that they keep their size on every screen. */
function plot(months: readonly YearMonth[], series: readonly Series[]): Html {
  const ticks = ticksOf(series.flatMap(({ values }) => values));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const y = (amount: Cents) => (high === low ? HEIGHT : Math.round(((high - amount) / (high - low)) * HEIGHT));
  const width = Math.floor((MONTH - 2 * SIDE - BETWEEN * (series.length - 1)) / series.length);
  const bar = (place: number, index: number, look: string, value: Cents) => {
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
    const x = MONTH * place + SIDE + (width + BETWEEN) * index;
    return value !== 0 && html`<rect class="${look}" x="${x}" y="${top}" width="${width}" height="${bottom - top}"/>`;
  };
  return html`<div class="plot" role="img" aria-label="Gráfico por mês. Os valores estão na tabela.">
<ol class="ticks" aria-hidden="true">${ticks.toReversed().map((tick) => html`<li>${thousands(tick)}</li>`)}</ol>
<svg viewBox="0 0 ${MONTH * months.length} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
${ticks.map((tick) => html`<line x1="0" x2="${MONTH * months.length}" y1="${y(tick)}" y2="${y(tick)}"/>`)}
${months.map((_, place) => series.map(({ look, values }, index) => bar(place, index, look, values[place] ?? 0)))}
</svg>
<ol class="monthnames" aria-hidden="true">${months.map(({ month }) => html`<li>${monthName(month).slice(0, 3)}</li>`)}</ol>
</div>`;
}

/** A year as a plot and, with the same figures, as a table. */
export function yearView(months: readonly YearMonth[], side: YearSide, { folded }: { folded: boolean }): Html {
  const series = seriesOf(months, side);
  const table = html`<table class="yeartable"><thead><tr><th scope="col">Mês</th>${series.map(({ name }) => html`<th scope="col">${name} (R$)</th>`)}</tr></thead>
<tbody>${months.map(({ month }, place) => html`<tr><th scope="row">${monthName(month)}</th>${series.map(({ values }) => html`<td>${formatAmount(values[place] ?? 0)}</td>`)}</tr>`)}</tbody>
<tfoot><tr><th scope="row">Total</th>${series.map(({ values }) => html`<td>${formatMoney(sum(values))}</td>`)}</tr></tfoot></table>`;
  return html`<div class="year">
<p class="legend">${series.map(({ name, look, values }) => html`<span><span class="key ${look}"></span>${name} <b>${formatMoney(sum(values))}</b></span>`)}<span class="dim">em milhares de reais</span></p>
${plot(months, series)}
${folded ? html`<details><summary>Ver os valores em tabela</summary>${table}</details>` : table}
</div>`;
}

/** Whether there is anything to draw. */
export const hasMoney = (months: readonly YearMonth[], side: YearSide) =>
  seriesOf(months, side).some(({ values }) => values.some((value) => value !== 0));
