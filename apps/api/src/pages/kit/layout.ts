import { type Html, html } from '../../base/html.ts';
import type { Asset, Assets } from './assets.ts';

export type Link = {
  name: string;
  path: string;
  button?: boolean;
  /** A different kind of link, placed at the far end. */
  apart?: boolean;
};

export type Page = {
  title: string;
  /** The agency's name; unknown while the database is down. */
  agency?: string;
  head?: Html;
  main: Html;
  /** Navigation of the public site. */
  links?: readonly Link[];
  /** Navigation of pages that have their own, instead of `links`. */
  menu?: Html;
  /** Target of the agency's name; by default the site's home page on pages with `links`. */
  home?: string;
  /** Additional stylesheet. */
  dress?: Asset;
  /** Overlay. */
  over?: Html;
  /** Optional: the page works without it. */
  script?: Asset;
};

const LOGO = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#0f606d"/><g fill="none" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"><path stroke="#f3b397" d="M5.2 11.9 12 6.2l6.8 5.7"/><path stroke="#fff" d="M8.6 13.6v4.1M12 12v5.7M15.4 13.6v4.1"/></g></svg>`;

const navigation = (links: readonly Link[]) =>
  html`<nav aria-label="Site">${links.map(({ name, path, button, apart }) => html`<a${(button || apart) && html` class="${button ? 'button' : 'apart'}"`} href="${path}">${name}</a>`)}</nav>`;

/** Layout of every public page. */
export const layout = (
  { style, font }: Assets,
  { title, agency, head, main, links, menu, home = links && '/site', dress, over, script }: Page,
): Html =>
  html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${agency ? `${title} | ${agency}` : title}</title>
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${font && html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`}
<link rel="stylesheet" href="${style.path}">
${dress && html`<link rel="stylesheet" href="${dress.path}">`}
${script && html`<script src="${script.path}" defer></script>`}
</head>
<body>
<header class="top"><div class="wide"><p class="brand">${agency && home ? html`<a href="${home}">${LOGO}${agency}</a>` : html`${LOGO}${agency}`}</p>${menu ?? (links && navigation(links))}</div></header>
<main class="wide">
${main}
</main>
${agency && html`<footer class="wide bottom"><p>${agency}</p></footer>`}
${over}
</body>
</html>
`;
