import { type Html, html } from '../../base/html.ts';
import type { SignedClient } from '../../http/client-access.ts';
import type { Standing } from '../../modules/client-area/client-area.service.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { PATHS } from './client-area.paths.ts';

/** The signed-in client and their roles, as every page of the area needs them. */
export type Area = { client: SignedClient; standing: Standing };

type Tab =
  | 'home'
  | 'invoices'
  | 'contracts'
  | 'transfers'
  | 'statement'
  | 'incomeStatements'
  | 'properties'
  | 'tickets'
  | 'account';

/** Only tabs that apply to the client's roles. */
function tabs({ rents, owns, receives }: Standing): [Tab, string, string][] {
  const all: [Tab, string, string, boolean][] = [
    ['home', 'Início', PATHS.home, true],
    ['invoices', 'Faturas', PATHS.invoices, rents],
    ['transfers', 'Repasses', PATHS.transfers, owns || receives],
    ['statement', 'Extrato', PATHS.statement, owns || receives],
    ['incomeStatements', 'Informes', PATHS.incomeStatements, rents || owns || receives],
    ['properties', 'Imóveis', PATHS.properties, owns],
    ['contracts', 'Contratos', PATHS.contracts, rents || owns],
    ['tickets', 'Atendimento', PATHS.tickets, true],
    ['account', 'Minha conta', PATHS.account, true],
  ];
  return all.filter(([, , , shown]) => shown).map(([tab, name, path]) => [tab, name, path]);
}

/** Layout of a page of the area, with its navigation. */
export const areaPage = (
  { client, standing }: Area,
  tab: Tab,
  page: Pick<Page, 'title' | 'main' | 'script'>,
): Page => ({
  ...page,
  agency: standing.agency,
  home: PATHS.home,
  menu: html`<div class="me"><p>${client.name}</p><form method="post" action="${PATHS.signOut}"><button class="button" type="submit">Sair</button></form></div>`,
  main: html`<nav class="tabs" aria-label="Área do cliente">${tabs(standing).map(
    ([name, words, path]) => html`<a href="${path}"${name === tab && html` aria-current="page"`}>${words}</a>`,
  )}</nav>
<div class="area">
${page.main}
</div>`,
});

type Row = {
  path?: string;
  title: string;
  note: string | Html;
  amount?: string;
  state?: Html | undefined;
  /** Breakdown of the amount. */
  lines?: Html | null;
  /** The link opens a PDF. */
  opens?: boolean;
};

/** List of records; each with a path is one link. */
export const rows = (items: readonly Row[]) => html`<ul class="rows">${items.map(row)}</ul>`;

function row({ path, title, note, amount, state, lines, opens }: Row) {
  const said = html`<strong class="what">${title}</strong><span class="note">${note}</span>${amount && html`<strong class="much">${amount}</strong>`}${state}${lines}`;
  if (path)
    return html`<li><a class="line" href="${path}"${opens && html` target="_blank" rel="noopener"`}>${said}${icons.right}</a></li>`;
  return html`<li><div class="line">${said}</div></li>`;
}

export type Tone = 'done' | 'late' | 'pending' | 'over';

export const stateOf = (tone: Tone, words: string) =>
  html`<span class="tone"><span class="dot ${tone}"></span>${words}</span>`;

export const empty = (words: string) => html`<p class="empty">${words}</p>`;

export const heading = (title: string, note?: string | Html) =>
  html`<div class="rowhead"><h1>${title}</h1>${note && html`<p class="dim">${note}</p>`}</div>`;

export const section = (title: string, main: Html | Html[], more?: Html) =>
  html`<section class="part"><div class="parthead"><h2>${title}</h2>${more}</div>${main}</section>`;

export const done = (title: string, words?: string) =>
  html`<div class="thanks" role="status">${icons.check}<div><p><strong>${title}</strong></p>${words && html`<p>${words}</p>`}</div></div>`;

/** Links to the newer and older pages of a list; `path` is that of the first page. */
export function pager(path: string, { page, lastPage }: { page: number; lastPage: number }) {
  if (lastPage === 1) return null;
  const link = (to: number, rel: 'prev' | 'next', name: Html) =>
    to >= 1 &&
    to <= lastPage &&
    html`<a class="button" rel="${rel}" href="${to === 1 ? path : `${path}?pagina=${to}`}">${name}</a>`;
  return html`<nav class="pager" aria-label="Páginas">${link(page - 1, 'prev', html`${icons.left}Anterior`)}<p class="dim">Página ${page} de ${lastPage}</p>${link(page + 1, 'next', html`Próxima${icons.right}`)}</nav>`;
}

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

export const formatInstant = (instant: string) => MOMENT.format(new Date(instant));
