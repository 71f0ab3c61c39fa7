import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** Elements that no page of ours holds: each runs something, brings something in or changes what addresses mean. */
const FOREIGN = new Set(
  (
    'iframe frame frameset object embed applet base math animate animatetransform set foreignobject image use marquee ' +
    'template noscript noembed xmp plaintext listing portal fencedframe keygen audio video source track style'
  ).split(' '),
);
const HANDLER = /^(on|v-|x-|ng-|hx-|@|:)|^(srcdoc|formaction|style|http-equiv|ping|background|is)$/i;
const ADDRESS = /^(href|src|srcset|action|data|xlink:href|poster|cite|manifest)$/i;
/** Of the server itself, a place on the page, a call or a letter: nothing else is linked to. */
const OWN_ADDRESS = /^(https?:\/\/localhost(?::\d+)?(?:\/|$)|\/(?!\/)|#|tel:\+?\d+$|mailto:[^?]+$|data:image\/)/;

/** Every element of a page, in its order. */
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

/** What in a page could run, load from elsewhere or lead away: in a page of ours nothing, whatever it says. */
export const foreignMarkup = (page: string): string[] => elementsOf(page).flatMap(wrongIn);

function wrongIn(element: Element): string[] {
  const { name, attribs } = element;
  const wrong = FOREIGN.has(name) ? [`<${name}>`] : [];
  if (name === 'script' && !isOurs(element)) wrong.push(`<script ${JSON.stringify(attribs)}>`);
  if (name === 'link' && !/^\/(?!\/)|^https?:\/\/localhost/.test(attribs.href ?? ''))
    wrong.push(`<link ${attribs.href}>`);
  for (const [attribute, value] of Object.entries(attribs)) {
    if (!/^[a-z][a-z:-]*\d*$/i.test(attribute) || HANDLER.test(attribute)) wrong.push(`${name} ${attribute}=${value}`);
    if (ADDRESS.test(attribute) && !OWN_ADDRESS.test(value)) wrong.push(`${name} ${attribute}=${value}`);
  }
  return wrong;
}

/** A program of ours, from our address; or data for search engines, which must still be data. */
function isOurs({ attribs, children: [child, ...others] }: Element) {
  if (attribs.type !== 'application/ld+json') return /^\/(site|assets)\/[\w-]+\.js$/.test(attribs.src ?? '') && !child;
  if (!child || !isText(child) || others.length > 0) return false;
  const data = JSON.parse(child.data);
  return data['@context'] === 'https://schema.org';
}

/** What a page is made of, without what it says: the same for any text. */
export const skeleton = (page: string): string[] =>
  elementsOf(page).map(({ name, attribs }) => `${name} ${Object.keys(attribs).join(' ')}`);

/** The same length and blanks, and no letter that means anything. */
export const masked = (text: string) => text.replace(/\S/gu, 'a');

/** What a page is headed by, as it is read. */
export const headingOf = (page: string): string =>
  elementsOf(page)
    .filter(({ name }) => name === 'h1')
    .map(wordsOf)
    .join('');

function wordsOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
