import { daysText, formatDate } from '@morada/domain/base/calendar';
import { html } from '../../base/html.ts';
import type { CheckedPaper } from '../../modules/punctuality/punctuality.service.ts';
import type { Page } from '../kit/layout.ts';

/** What a paper says, without the name that it prints: the reader compares the two. */
export function paperPage(agency: string, { code, issued_on, sha256, figures }: CheckedPaper): Page {
  const { months, on_time, late, partial, agreed, open, average_delay } = figures;
  const facts: [label: string, value: string][] = [
    ['Emitido em', formatDate(issued_on)],
    ['Aluguéis vencidos ou pagos', String(months)],
    ['Pagos em dia', String(on_time)],
    ['Pagos com atraso', String(late)],
    ['Pagos em parte', String(partial)],
    ['Em acordo', String(agreed)],
    ['Em aberto', String(open)],
    ['Atraso médio', average_delay === null ? 'sem atraso' : daysText(average_delay)],
    ['Código', code],
    ['SHA-256 dos dados', sha256],
  ];
  return {
    title: 'Comprovante de pontualidade',
    agency,
    head: html`<meta name="robots" content="noindex, nofollow">`,
    main: html`<h1>Comprovante de pontualidade</h1>
<p>Este código é de um comprovante emitido por ${agency}. Compare os dados abaixo com os do papel, e o nome do papel com um documento da pessoa.</p>
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`,
  };
}
