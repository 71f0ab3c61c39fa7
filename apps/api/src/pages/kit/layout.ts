import { accentOf } from '@morada/domain/brand/accent';
import { isMeasured, measurers } from '@morada/domain/brand/measurement';
import { type Html, html } from '../../base/html.ts';
import { type Asset, type Assets, stylePath } from './assets.ts';
import { DEFAULT_ACCENT, type Face, initialIcon, initialOf, initialPath } from './face.ts';
import { footer, PRIVACY_PATH } from './footer.ts';
import { icons } from './icons.ts';

export type Link = {
  name: string;
  path: string;
  button?: boolean;
  /** A different kind of link, placed at the far end. */
  apart?: boolean;
  /** The page of favourites, shown by the script alone, with their number. */
  favorites?: boolean;
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
  /** Optional: the page works without them. */
  script?: Asset | readonly Asset[];
  /** A page that others may measure: its address holds no secret. */
  measured?: boolean;
  /** Script of every page of the site. */
  siteScript?: Asset;
  /** Origin of a page without a picture of its own, whose link preview shows the agency's. */
  previewAt?: string;
};

const navigation = (links: readonly Link[]) =>
  html`<nav aria-label="Site">${links.map(({ name, path, button, apart, favorites }) =>
    favorites
      ? html`<a class="kept" data-favorites="${path}" href="${path}" hidden>${icons.heart}<span>${name}</span><span class="count"></span></a>`
      : html`<a${(button || apart) && html` class="${button ? 'button' : 'apart'}"`} href="${path}">${name}</a>`,
  )}</nav>`;

/** Space for the logo in the head of a page, in CSS pixels. */
const MARK = { width: 200, height: 40 };

/** Letters from which a name is set smaller, so that it takes two lines of a phone. */
const LONG_NAME = 40;
const nameOf = (name: string) =>
  html`<span class="name${name.length > LONG_NAME && ' long'}" title="${name}">${name}</span>`;

/** Logo, or the icon beside the name. In dark themes a logo without a dark form stands on white. */
function brand({ name, logo, logo_dark, logo_ratio, shows_name, icons: pictures, accent = DEFAULT_ACCENT }: Face) {
  if (logo) {
    const width = logo_ratio && Math.min(MARK.width, Math.round((MARK.height * logo_ratio) / 100));
    const size = width && html` width="${width}" height="${MARK.height}"`;
    return html`<picture${!logo_dark && html` class="onpaper"`}>${logo_dark && html`<source srcset="${logo_dark}" media="(prefers-color-scheme: dark)">`}<img class="mark" src="${logo}"${size} alt="${shows_name ? '' : name}"></picture>${shows_name && nameOf(name)}`;
  }
  const icon = pictures
    ? html`<img class="logo" src="${pictures.tab}" srcset="${pictures.touch} 6x" width="28" height="28" alt="">`
    : initialIcon(initialOf(name), accent);
  return html`${icon}${nameOf(name)}`;
}

/** Icons, colour and link preview of the agency, for the head of a page. */
function faceHead(face: Face, previewAt: string | undefined) {
  const { accent, icons: pictures, share } = face;
  const shades = accent && accentOf(accent);
  return html`${
    pictures
      ? html`<link rel="icon" href="${pictures.tab}" type="image/png" sizes="32x32">
<link rel="icon" href="${pictures.list}" type="image/png" sizes="192x192">
<link rel="apple-touch-icon" href="${pictures.touch}">
<link rel="manifest" href="${MANIFEST_PATH}">`
      : html`<link rel="icon" href="${initialPath(face)}" type="image/svg+xml">`
  }
${
  shades &&
  html`<meta name="theme-color" content="${shades.light.fill}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${shades.dark.fill}" media="(prefers-color-scheme: dark)">`
}
${
  previewAt !== undefined &&
  share &&
  html`<meta property="og:image" content="${previewAt}${share}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${face.name}">
<meta name="twitter:card" content="summary_large_image">`
}`;
}

/** Asked by the script of the measurement, while the visitor has not answered. */
const consentBanner = (face: Face) => html`<section class="consent" data-consent aria-label="Medição de visitas" hidden>
<p>Podemos medir as visitas deste site com ${measurers(face)}, e guardar com o que você nos enviar os últimos imóveis que viu? Só depois do seu sim. <a href="${PRIVACY_PATH}">Aviso de privacidade</a></p>
<p class="actions"><button class="button" type="button" data-answer="nao">Recusar</button><button class="button" type="button" data-answer="sim">Aceitar</button></p>
</section>`;

export const MANIFEST_PATH = '/manifest.webmanifest';

/** Layout of every public page. `face` is unknown while the database is down. */
export const layout = (
  assets: Assets,
  face: Face | undefined,
  {
    title,
    agency,
    head,
    main,
    links,
    menu,
    home = links && '/',
    dress,
    over,
    script,
    siteScript,
    previewAt,
    measured,
  }: Page,
): Html =>
  html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${agency ? `${title} | ${agency}` : title}</title>
${head}
${face && faceHead(face, previewAt)}
${assets.font && html`<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>`}
<link rel="stylesheet" href="${stylePath(assets, face?.accent)}">
${dress && html`<link rel="stylesheet" href="${dress.path}">`}
${[script, siteScript].flat().map((one) => one && html`<script src="${one.path}" defer></script>`)}
${measured && face && isMeasured(face) && html`<script src="${assets.measure.path}" defer data-analytics="${face.analytics_id}" data-ads="${face.ads_id}" data-meta="${face.meta_pixel}"></script>`}
</head>
<body>
<header class="top"><div class="wide"><p class="brand">${face ? (home ? html`<a href="${home}">${brand(face)}</a>` : brand(face)) : icons.home}</p>${menu ?? (links && navigation(links))}</div></header>
<main class="wide">
${main}
</main>
${face && footer(face, links !== undefined)}
${over}
${measured && face && isMeasured(face) && consentBanner(face)}
</body>
</html>
`;
