import { ofAgency } from '@morada/domain/base/agency-name';
import { formatLongDate } from '@morada/domain/base/calendar';
import { postPath, postSummary } from '@morada/domain/property/post';
import type { FoundPost, FoundPostCard } from '#api/modules/doors/site/blog.service.ts';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import { html, jsonData } from '../../base/html.ts';
import { richText, textOf } from '../../base/rich-text.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { picture } from './listing/photographs.part.ts';

export const BLOG_PATH = '/blog';
const pagePath = (page: number) => (page > 1 ? `${BLOG_PATH}?pagina=${page}` : BLOG_PATH);

const CARD_SIZES = '(min-width: 1024px) 352px, (min-width: 768px) 50vw, 100vw';
const HEADER_SIZES = '(min-width: 768px) 720px, 100vw';

const time = (day: FoundPost['day']) => html`<time datetime="${day}">${formatLongDate(day)}</time>`;

/** Grid of cards, each one link. `first`: visible without scrolling, so the first image loads eagerly. */
const postCards = (posts: readonly FoundPostCard[], first: boolean) =>
  html`<ul class="cards">${posts.map(
    (post, index) => html`<li><a class="card" href="${postPath(post)}">
${picture(post, '', CARD_SIZES, first && index === 0)}
<div class="said">
<p class="near">${time(post.day)}</p>
<h2>${post.title}</h2>
<p class="begins">${postSummary(textOf(post.beginning))}</p>
</div>
</a></li>`,
  )}</ul>`;

type Shared = { agency: string; title: string; summary: string; url: string };

const head = (type: 'website' | 'article', { agency, title, summary, url }: Shared) =>
  html`<meta name="description" content="${summary}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="${type}">
<meta property="og:locale" content="pt_BR">
<meta property="og:site_name" content="${agency}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${url}">`;

type Blog = { agency: string; posts: FoundPostCard[]; page: number; lastPage: number; origin: string };

export function blogPage({ agency, posts, page, lastPage, origin }: Blog): Page {
  const title = 'Blog';
  const summary = `Notícias e dicas ${ofAgency(agency)} para quem aluga, compra ou vende um imóvel.`;
  return {
    measured: true,
    title: page > 1 ? `${title}, página ${page}` : title,
    agency,
    previewAt: origin,
    head: html`${head('website', { agency, title, summary, url: origin + pagePath(page) })}
${posts.length === 0 && html`<meta name="robots" content="noindex">`}`,
    main: html`<div class="rowhead"><h1>${title}</h1><p class="dim">Notícias e dicas para quem aluga, compra ou vende</p></div>
${posts.length > 0 ? postCards(posts, true) : nothing(page)}
${pager(page, lastPage)}`,
  };
}

const nothing = (page: number) =>
  page > 1
    ? html`<div class="message"><span class="plate">${icons.photo}</span><h2>Esta página não existe mais</h2><p><a class="lead" href="${BLOG_PATH}">Voltar à primeira página</a></p></div>`
    : html`<div class="message"><span class="plate">${icons.photo}</span><h2>Nenhuma notícia publicada ainda</h2><p>Volte em breve: o que publicarmos aparece aqui.</p></div>`;

function pager(page: number, lastPage: number) {
  if (lastPage === 1 || page > lastPage) return null;
  return html`<nav class="pager" aria-label="Páginas">${page > 1 && html`<a class="button" rel="prev" href="${pagePath(page - 1)}">${icons.left}Anterior</a>`}<p class="dim">Página ${page} de ${lastPage}</p>${page < lastPage && html`<a class="button" rel="next" href="${pagePath(page + 1)}">Próxima${icons.right}</a>`}</nav>`;
}

type Shown = { agency: string; post: FoundPost; others: FoundPostCard[]; origin: string };

export function postPage({ agency, post, others, origin }: Shown): Page {
  const { title, day } = post;
  return {
    measured: true,
    title,
    agency,
    head: postHead(agency, post, origin),
    main: html`<article class="post">
<nav class="trail" aria-label="Onde esta notícia está"><a href="${BLOG_PATH}">Blog</a> ${icons.right} <span>${title}</span></nav>
<h1>${title}</h1>
<p class="when">${time(day)}</p>
${picture(post, '', HEADER_SIZES, true)}
<div class="prose">${richText(post.body, 2)}</div>
</article>
${others.length > 0 && html`<section class="row after" aria-labelledby="outras"><div class="rowhead"><p class="also" id="outras">Leia também</p><a class="lead" href="${BLOG_PATH}">Ver todas</a></div>${postCards(others, false)}</section>`}`,
  };
}

/** Metadata for search engines and link previews. */
function postHead(agency: string, post: FoundPost, origin: string) {
  const { title, created_at, updated_at, key, width, height } = post;
  const url = origin + postPath(post);
  const image = origin + imagePath('full', key);
  const summary = postSummary(textOf(post.body));
  return html`${head('article', { agency, title, summary, url })}
<meta property="article:published_time" content="${created_at}">
<meta property="article:modified_time" content="${updated_at}">
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
${jsonData({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  '@id': url,
  url,
  mainEntityOfPage: url,
  headline: title,
  description: summary,
  inLanguage: 'pt-BR',
  image: { '@type': 'ImageObject', url: image, width, height },
  datePublished: created_at,
  dateModified: updated_at,
  // An agent needs an address and a telephone, which the home page gives; an author is named.
  author: { '@type': 'Organization', name: agency, url: `${origin}/` },
  publisher: { '@type': 'Organization', name: agency, url: `${origin}/` },
})}`;
}
