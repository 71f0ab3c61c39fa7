import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import type { notesOf } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, empty, heading, pager, rows, stateOf } from './layout.part.ts';

type Shown = Awaited<ReturnType<typeof notesOf>>;

/** Notes that the client issued or that were issued for them, the newest first, each with its paper and its XML. */
export function notesPage(area: Area, { papers, ...pages }: Shown) {
  return areaPage(area, 'documents', {
    title: 'Notas fiscais',
    main: html`${heading('Notas fiscais', 'As dos seus aluguéis e as da taxa de administração, em PDF e XML')}
${papers.length === 0 ? empty('Nenhuma nota fiscal por aqui: ela aparece quando é emitida.') : rows(papers.map(paperRow))}
${pager(PATHS.notes, pages)}`,
  });
}

function paperRow(paper: Shown['papers'][number]) {
  const { number, issuer, taker, issued_on, amount, description, cancelled } = paper;
  return {
    title: `Nota ${number}, de ${issuer}`,
    note: `${[taker && `para ${taker}`, `emitida em ${formatDate(issued_on)}`].filter(Boolean).join(' · ')}. ${description}`,
    amount: formatMoney(amount),
    state: cancelled ? stateOf('over', 'Cancelada') : undefined,
    lines: html`<p class="papers">${filesOf(paper)}</p>`,
  };
}

/** Paper and XML of a note; of a city's, the page where its paper is. */
function filesOf({ source, id, number, verification, url }: Shown['papers'][number]) {
  const link = (href: string, words: string) =>
    html`<a class="button" href="${href}" target="_blank" rel="noopener noreferrer" aria-label="${words} da nota ${number}">${words}</a>`;
  if (source === 'CITY') {
    const check = verification === null ? '' : `Código de verificação: ${verification}`;
    return html`${url === null ? '' : link(url, 'Página da prefeitura')}<span>${check}</span>`;
  }
  const at = `${PATHS.notes}/${source === 'NOTE' ? id : `locacao/${id}`}`;
  return html`${link(`${at}/danfse`, 'PDF')}${link(`${at}/xml`, 'XML')}`;
}
