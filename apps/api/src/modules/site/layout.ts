import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';

export type Page = {
  title: string;
  /** In whose name the page speaks; not known while the database is away. */
  agency?: string;
  head?: Html;
  main: Html;
  /** What lies over the page, with the script that it is moved by. */
  over?: Html;
};

const LOGO = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#0f606d"/><g fill="none" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"><path stroke="#f3b397" d="M5.2 11.9 12 6.2l6.8 5.7"/><path stroke="#fff" d="M8.6 13.6v4.1M12 12v5.7M15.4 13.6v4.1"/></g></svg>`;

/** What every page of the public site shares. */
export const layout = ({ style, gallery, font }: Assets, { title, agency, head, main, over }: Page): Html =>
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
${over && html`<script src="${gallery.path}" defer></script>`}
</head>
<body>
<header class="top"><div class="wide"><p class="brand">${LOGO}${agency}</p></div></header>
<main class="wide">
${main}
</main>
${agency && html`<footer class="wide bottom"><p>${agency}</p></footer>`}
${over}
</body>
</html>
`;
