import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** Elements that our pages never contain: each runs or loads code, or changes how URLs resolve. */
const FOREIGN = new Set(
  (
    'iframe frame frameset object embed applet base math animate animatetransform set foreignobject image use marquee ' +
    'template noscript noembed xmp plaintext listing portal fencedframe keygen audio video track style'
  ).split(' '),
);
const HANDLER = /^(on|v-|x-|ng-|hx-|@|:)|^(srcdoc|formaction|style|http-equiv|ping|background|is)$/i;
const ADDRESS = /^(href|src|srcset|action|data|xlink:href|poster|cite|manifest)$/i;
/** The server itself, a fragment, a phone, a mail address, WhatsApp or a profile: the only allowed link targets. */
const OWN_ADDRESS =
  /^(https?:\/\/localhost(?::\d+)?(?:\/|$)|\/(?!\/)|#|tel:\+?\d+$|mailto:[^?]+$|data:image\/|https:\/\/wa\.me\/(?:55\d+)?(?:\?text=[\w%.!~*'()-]*)?$|https:\/\/www\.(?:instagram|facebook|youtube|linkedin)\.com\/[\w@./-]+$)/;

/** All elements of a page, in order. */
export function elementsOf(page: string): Element[] {
  const found: Element[] = [];
  const walk = (nodes: readonly AnyNode[]) => {
    for (const node of nodes) {
      if (isTag(node)) found.push(node);
      if ('children' in node) walk(node.children);
    }
  };
  walk(parseDocument(page, { recognizeSelfClosing: true }).children);
  return found;
}

/** Markup that could run, load or link to something foreign: none on our pages, whatever their data. */
export const foreignMarkup = (page: string): string[] => elementsOf(page).flatMap(wrongIn);

function wrongIn(element: Element): string[] {
  const { name, attribs } = element;
  const wrong = FOREIGN.has(name) || isStray(element) ? [`<${name}>`] : [];
  if (name === 'script' && !isOurs(element)) wrong.push(`<script ${JSON.stringify(attribs)}>`);
  if (name === 'link' && !/^\/(?!\/)|^https?:\/\/localhost/.test(attribs.href ?? ''))
    wrong.push(`<link ${attribs.href}>`);
  for (const [attribute, value] of Object.entries(attribs)) {
    if (!/^[a-z][a-z:-]*\d*$/i.test(attribute) || HANDLER.test(attribute)) wrong.push(`${name} ${attribute}=${value}`);
    if (ADDRESS.test(attribute) && !OWN_ADDRESS.test(value)) wrong.push(`${name} ${attribute}=${value}`);
  }
  return wrong;
}

/** A `source` outside of a `picture`, in which our pages offer the variant for dark themes. */
const isStray = ({ name, parent }: Element) =>
  name === 'source' && !(parent && isTag(parent) && parent.name === 'picture');

/** A script from our own address; or JSON-LD, which must be valid. */
function isOurs({ attribs, children: [child, ...others] }: Element) {
  if (attribs.type !== 'application/ld+json') return /^\/(site|assets)\/[\w-]+\.js$/.test(attribs.src ?? '') && !child;
  if (!child || !isText(child) || others.length > 0) return false;
  const data = JSON.parse(child.data);
  return data['@context'] === 'https://schema.org';
}

/** Structure of a page without its text: the same for any text. */
export const skeleton = (page: string): string[] =>
  elementsOf(page).map(({ name, attribs }) => `${name} ${Object.keys(attribs).join(' ')}`);

/** The same length and blanks, without meaningful characters. */
export const masked = (text: string) => text.replace(/\S/gu, 'a');

/** The heading of a page, as text. */
export const headingOf = (page: string): string =>
  elementsOf(page)
    .filter(({ name }) => name === 'h1')
    .map(wordsOf)
    .join('');

function wordsOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
