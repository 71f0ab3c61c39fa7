/**
 * A contract template is HTML from the editor with variables and block marks in it, each in one of two forms:
 * `{{inquilino.nome}}` within one run of text, or the editor's node `<span data-variable="inquilino.nome">…</span>`,
 * whose text is only its label. A mark starts with `#` (block), `^` (block for when there is none) or `/` (its end).
 * Inside tags, that is in attributes, and inside comments nothing is a variable.
 */
export type Token =
  | { kind: 'text'; html: string }
  | { kind: 'tag'; html: string; name: string; closing: boolean }
  | { kind: 'variable'; name: string }
  | { kind: 'open'; name: string; negated: boolean }
  | { kind: 'close'; name: string }
  /** Braces that never close, and the text after them. */
  | { kind: 'unclosed'; html: string; near: string };

/** Longest distance searched for closing braces, more than any name, so that parsing stays linear. */
const LONGEST_MARK = 100;

const TAG = /^<(\/?)([a-z][a-z0-9-]*)/i;
const VARIABLE = /\sdata-variable=(?:"([^"]*)"|'([^']*)')/i;

/** Reads a template once, from start to end. */
export function tokens(html: string): Token[] {
  const found: Token[] = [];
  const special = /[<{]/g;
  let text = 0;
  for (let match = special.exec(html); match; match = special.exec(html)) {
    const at = match.index;
    const read = match[0] === '<' ? readTag(html, at) : readBraces(html, at);
    if (!read) continue;
    if (at > text) found.push({ kind: 'text', html: html.slice(text, at) });
    found.push(read.token);
    text = read.end;
    special.lastIndex = read.end;
  }
  if (text < html.length) found.push({ kind: 'text', html: html.slice(text) });
  return withoutBareParagraphs(found);
}

type Read = { token: Token; end: number };

function readTag(html: string, at: number): Read | undefined {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at);
    return raw(html, at, end < 0 ? html.length : end + 3);
  }
  const named = TAG.exec(html.slice(at, at + LONGEST_MARK));
  if (!named) return undefined;
  const end = endOfTag(html, at);
  if (end === undefined) return raw(html, at, html.length);
  const tag = html.slice(at, end);
  const name = (named[2] ?? '').toLowerCase();
  const variable = name === 'span' ? VARIABLE.exec(tag) : null;
  if (variable) {
    const closed = endOfLabel(html, end);
    if (closed !== undefined) return { token: mark(variable[1] ?? variable[2] ?? ''), end: closed };
  }
  return { token: { kind: 'tag', html: tag, name, closing: named[1] === '/' }, end };
}

const raw = (html: string, at: number, end: number): Read => ({
  token: { kind: 'text', html: html.slice(at, end) },
  end,
});

/** Position after the `>` that closes a tag; one between quotes does not. */
function endOfTag(html: string, at: number): number | undefined {
  let quote = '';
  for (let index = at + 1; index < html.length; index += 1) {
    const character = html[index] ?? '';
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return undefined;
}

/** Position after the `</span>` of a variable's node, whose label is plain text. */
function endOfLabel(html: string, from: number): number | undefined {
  const tag = html.indexOf('<', from);
  return tag >= 0 && html.startsWith('</span>', tag) ? tag + '</span>'.length : undefined;
}

function readBraces(html: string, at: number): Read | undefined {
  if (html[at + 1] !== '{') return undefined;
  const ahead = html.slice(at + 2, at + 2 + LONGEST_MARK);
  const inside = /^[^<{}]*(?=\}\})/.exec(ahead)?.[0];
  if (inside === undefined) {
    const near = /^[^<{}]{0,30}/.exec(ahead)?.[0] ?? '';
    return { token: { kind: 'unclosed', html: '{{', near }, end: at + 2 };
  }
  return { token: mark(inside), end: at + 2 + inside.length + 2 };
}

function mark(inside: string): Token {
  const text = inside.replaceAll('&nbsp;', ' ').trim();
  const name = text.slice(1).trim();
  if (text.startsWith('#')) return { kind: 'open', name, negated: false };
  if (text.startsWith('^')) return { kind: 'open', name, negated: true };
  if (text.startsWith('/')) return { kind: 'close', name };
  return { kind: 'variable', name: text };
}

const isMark = (token: Token | undefined) => token?.kind === 'open' || token?.kind === 'close';
const isBlank = (token: Token | undefined) =>
  (token?.kind === 'text' && /^(?:\s|&nbsp;)*$/.test(token.html)) || (token?.kind === 'tag' && token.name === 'br');

/** Drops the tags of paragraphs that hold only marks: they must not leave an empty line in the contract. */
function withoutBareParagraphs(all: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const token = all[index];
    if (!token) continue;
    const end = token.kind === 'tag' && token.name === 'p' && !token.closing ? endOfBare(all, index + 1) : undefined;
    if (end === undefined) kept.push(token);
    else {
      kept.push(...all.slice(index, end).filter(isMark));
      index = end;
    }
  }
  return kept;
}

function endOfBare(all: readonly Token[], from: number): number | undefined {
  let index = from;
  while (isMark(all[index]) || isBlank(all[index])) index += 1;
  const last = all[index];
  const isClosed = last?.kind === 'tag' && last.name === 'p' && last.closing;
  return isClosed && all.slice(from, index).some(isMark) ? index : undefined;
}
