import { formatDate, formatMonth, type Reference, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { monthSpan } from '@morada/domain/base/span';
import type { papersOf } from '#api/modules/doors/client-area/client-area.service.ts';
import { html } from '../../base/html.ts';
import { invoiceTitle } from '../invoice/invoice-view.part.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, empty, heading, rows, section } from './layout.part.ts';
import { yearLinks } from './owner/year.page.ts';

type Papers = Awaited<ReturnType<typeof papersOf>>;
type Row = Parameters<typeof rows>[0][number];

type Shown = {
  year: number;
  papers: Papers;
  /** The client has rents to prove. */
  punctual: boolean;
  /** There are notes of the client. */
  noted: boolean;
};

/** Papers of a year, each a file that opens. */
export function documentsPage(area: Area, { year, papers, punctual, noted }: Shown) {
  const { contracts, paid, received, statements, income, years } = papers;
  const part = (title: string, items: readonly Row[]) =>
    items.length > 0 && section(title, rows(items.map((item) => ({ ...item, opens: true }))));
  const nothing = [contracts, paid, received, statements].every((list) => list.length === 0);
  const declared = incomeRows(year, income);
  return areaPage(area, 'documents', {
    title: 'Documentos',
    main: html`${heading('Documentos', `Contratos, recibos e extratos de ${year}`)}
${yearLinks(PATHS.documents, { year, years })}
<div class="shelves">
${part('Imposto de renda', declared)}
${noted && section('Notas fiscais', rows([NOTES]))}
${part('Contratos', contracts.map(contractRow))}
${part(
  'Recibos de pagamento',
  paid.map((one) => ({
    path: `${PATHS.invoices}/${one.id}/recibo`,
    title: invoiceTitle(one),
    note: `${one.property} · pago em ${formatDate(one.day)}`,
    amount: formatMoney(one.amount),
  })),
)}
${part(
  'Demonstrativos de repasse',
  received.map(({ id, reference, property, day, amount }) => ({
    path: `${PATHS.transfers}/${id}/recibo`,
    title: reference === null ? 'Repasse' : `Aluguel de ${formatMonth(shownReference(reference))}`,
    note: `${property} · efetuado em ${formatDate(day)}`,
    amount: formatMoney(amount),
  })),
)}
${statements.length > 0 && section('Extratos do mês', statementLinks(statements))}
${
  punctual &&
  part('Pontualidade', [
    {
      path: PATHS.punctuality,
      title: 'Comprovante de pontualidade',
      note: 'PDF com os aluguéis pagos em dia e com atraso, que outra pessoa confere pelo código',
    },
  ])
}
</div>
${nothing && declared.length === 0 && empty(`Nenhum documento de ${year}.`)}`,
  });
}

const NOTES: Row = {
  path: PATHS.notes,
  title: 'Notas fiscais',
  note: 'As dos aluguéis e as da taxa de administração, de todos os anos, em PDF e XML',
};

const contractRow = ({ id, proposal_id, name, property, day }: Papers['contracts'][number]): Row => ({
  path: `${PATHS.documents}/${id}`,
  title: name,
  note: `Contrato nº ${proposal_id}, ${property} · anexado em ${formatDate(day)}`,
});

/** Links to the PDF of each month; the statement's own page covers a year. */
const statementLinks = (months: readonly Reference[]) =>
  html`<p class="dim">O que entrou e o que foi repassado, em PDF.</p>
<p class="papers">${months.map((month) => {
    const { start, end } = monthSpan(month);
    return html`<a class="button" href="${PATHS.statement}/pdf?inicio=${start}&fim=${end}" target="_blank" rel="noopener" aria-label="Extrato de ${formatMonth(month)}">${formatMonth(month).replace(/ de \d+$/, '')}</a>`;
  })}</p>`;

const incomeRows = (year: number, { OWNER, TENANT }: Papers['income']): Row[] =>
  [
    OWNER && { path: 'recebidos', title: `Informe de rendimentos de ${year}` },
    TENANT && { path: 'pagos', title: `Aluguéis pagos em ${year}` },
  ]
    .filter((row) => row !== false)
    .map(({ path, title }) => ({
      path: `${PATHS.incomeStatements}/${year}/${path}`,
      title,
      note: 'PDF para a declaração do imposto de renda',
    }));
