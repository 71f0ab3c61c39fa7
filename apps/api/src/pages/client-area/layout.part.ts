import type { Standing } from '#api/modules/doors/client-area/client-area.service.ts';
import { type Html, html } from '../../base/html.ts';
import type { SignedClient } from '../../http/client-access.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { PATHS } from './client-area.paths.ts';

/** The signed-in client and their roles, as every page of the area needs them. */
export type Area = { client: SignedClient; standing: Standing };

type Tab =
  | 'home'
  | 'invoices'
  | 'transfers'
  | 'statement'
  | 'properties'
  | 'contracts'
  | 'documents'
  | 'tickets'
  | 'account';

type Link = { tab: Tab; words: string; path: string; icon: Html };

/** Only tabs that apply to the client's roles. */
function tabs({ rents, owns, receives }: Standing): Link[] {
  const gets = owns || receives;
  const all: [boolean, Link][] = [
    [true, { tab: 'home', words: 'Início', path: PATHS.home, icon: icons.home }],
    [rents, { tab: 'invoices', words: 'Faturas', path: PATHS.invoices, icon: icons.receipt }],
    [gets, { tab: 'transfers', words: 'Repasses', path: PATHS.transfers, icon: icons.arrows }],
    [gets, { tab: 'statement', words: 'Extrato', path: PATHS.statement, icon: icons.receipt }],
    [owns, { tab: 'properties', words: 'Imóveis', path: PATHS.properties, icon: icons.home }],
    [rents || owns, { tab: 'contracts', words: 'Contratos', path: PATHS.contracts, icon: icons.folder }],
    [true, { tab: 'documents', words: 'Documentos', path: PATHS.documents, icon: icons.folder }],
    [true, { tab: 'tickets', words: 'Chamados', path: PATHS.tickets, icon: icons.message }],
    [true, { tab: 'account', words: 'Conta', path: PATHS.account, icon: icons.person }],
  ];
  return all.flatMap(([shown, link]) => (shown ? [link] : []));
}

/** The five tabs of a phone's bar. A client who is tenant and owner has both; documents are a link on the first page then. */
function barOf({ rents, owns, receives }: Standing): readonly Tab[] {
  if (rents && (owns || receives)) return ['home', 'invoices', 'transfers', 'tickets', 'account'];
  return ['home', rents ? 'invoices' : 'transfers', 'documents', 'tickets', 'account'];
}

/** Pages that a phone's bar leaves out, as links. */
export const otherPages = (standing: Standing): { path: string; title: string }[] => {
  const bar = barOf(standing);
  return tabs(standing)
    .filter(({ tab }) => !bar.includes(tab))
    .map(({ path, words }) => ({ path, title: words }));
};

function navigation(standing: Standing, current: Tab) {
  const bar = barOf(standing);
  return html`<nav class="tabs" aria-label="Área do cliente"><ul>${tabs(standing).map(
    ({ tab, words, path, icon }) =>
      html`<li${!bar.includes(tab) && html` class="far"`}><a href="${path}"${tab === current && html` aria-current="page"`}>${icon}<span>${words}</span></a></li>`,
  )}</ul></nav>`;
}

/** Layout of a page of the area, with its navigation: tabs above, on a phone a bar at the bottom. */
export const areaPage = (
  { client, standing }: Area,
  tab: Tab,
  page: Pick<Page, 'title' | 'main' | 'script'>,
): Page => ({
  ...page,
  agency: standing.agency,
  home: PATHS.home,
  menu: html`<div class="me"><p>${client.person ? `${client.person.name}, por ${client.name}` : client.name}</p><form method="post" action="${PATHS.signOut}"><button class="button" type="submit">Sair</button></form></div>`,
  main: html`${navigation(standing, tab)}
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
