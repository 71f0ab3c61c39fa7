import { daysText, formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { closingLabel } from '@morada/domain/rent/statement';
import type { CheckedPaper } from '#api/modules/collection/punctuality/punctuality.service.ts';
import { html } from '../../base/html.ts';
import type { Page } from '../kit/layout.ts';

type Fact = [label: string, value: string];

function contentsOf(paper: CheckedPaper): { title: string; facts: Fact[] } {
  if (paper.kind === 'STATEMENT') {
    const { start, end, opening, credits, debits, closing, events } = paper.figures;
    return {
      title: 'Extrato do proprietário',
      facts: [
        ['Período', `${formatDate(start)} a ${formatDate(end)}`],
        ['Saldo anterior', formatMoney(opening)],
        ['Créditos', formatMoney(credits)],
        ['Débitos', formatMoney(debits)],
        [closingLabel(end, paper.issued_on), formatMoney(closing)],
        ['Lançamentos', String(events.length)],
      ],
    };
  }
  const { months, on_time, late, partial, agreed, open, average_delay } = paper.figures;
  return {
    title: 'Comprovante de pontualidade',
    facts: [
      ['Aluguéis vencidos ou pagos', String(months)],
      ['Pagos em dia', String(on_time)],
      ['Pagos com atraso', String(late)],
      ['Pagos em parte', String(partial)],
      ['Em acordo', String(agreed)],
      ['Em aberto', String(open)],
      ['Atraso médio', average_delay === null ? 'sem atraso' : daysText(average_delay)],
    ],
  };
}

/** Contents of a paper, to be compared with the printed one. The printed name is left out. */
export function paperPage(agency: string, paper: CheckedPaper): Page {
  const { code, issued_on, sha256 } = paper;
  const { title, facts } = contentsOf(paper);
  const all: Fact[] = [['Emitido em', formatDate(issued_on)], ...facts];
  return {
    title,
    agency,
    head: html`<meta name="robots" content="noindex, nofollow">`,
    main: html`<div class="invoice">
<div class="head"><h1>${title}</h1>
<p class="address">Emitido por ${agency}. Compare estes dados com os do papel, e o nome do papel com um documento da pessoa.</p></div>
<section class="bill" aria-label="Dados do documento">
<table><tbody>${all.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)}</tbody></table>
<p class="rule">Código ${code}</p>
<p class="rule">SHA-256 dos dados ${sha256.slice(0, 32)} ${sha256.slice(32)}</p>
</section>
</div>`,
  };
}
