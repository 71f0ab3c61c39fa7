import { emailOf, listingOf, type PortalLead, phoneOf } from '@morada/domain/attendance/portal-lead';

/** Longest message that a lead keeps of a mail. */
const MOST_NOTE = 4000;

type Field = 'name' | 'phone' | 'email' | 'listing' | 'note';

/** What portals write before a value, without accents and in lower case. */
const LABELS: Readonly<Record<string, Field>> = {
  ...{
    nome: 'name',
    'nome completo': 'name',
    cliente: 'name',
    interessado: 'name',
    interessada: 'name',
    contato: 'name',
  },
  ...{ telefone: 'phone', fone: 'phone', celular: 'phone', whatsapp: 'phone', tel: 'phone' },
  ...{ email: 'email', 'e-mail': 'email', 'e-mail do cliente': 'email', 'e-mail do contato': 'email' },
  ...{
    codigo: 'listing',
    'codigo do anuncio': 'listing',
    'codigo do imovel': 'listing',
    'codigo do anunciante': 'listing',
  },
  ...{ referencia: 'listing', ref: 'listing', anuncio: 'listing' },
  ...{ mensagem: 'note', comentario: 'note', observacao: 'note' },
};

/** `Nome: Ana` is the name Ana; undefined for a line without a label that is known. */
function labelled(line: string): { field: Field; value: string } | undefined {
  const at = line.indexOf(':');
  if (at < 1 || at > 40) return undefined;
  const label = line.slice(0, at).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const field = LABELS[label];
  return field && { field, value: line.slice(at + 1).trim() };
}

/** The first address in a text. */
const addressIn = (text: string) => text.split(/[\s<>;,]/).find((word) => word.includes('@')) ?? '';

/** Address of a listing of ours, as portals repeat it. */
const LISTING_PATH = /\/imovel\/[a-z0-9-]*?(\d{1,15})(?:[/?#\s]|$)/i;

/**
 * A lead as portals mail it: lines of a label and a value, in Portuguese; a mail with its headers is decoded first. Undefined
 * where it names neither phone nor e-mail.
 */
export function readPortalMail(mail: string): PortalLead | undefined {
  const { body, replyTo } = decoded(mail);
  const lines = body.split('\n').map((line) => line.trim());
  const found: Partial<Record<Field, string>> = {};
  let noteFrom: number | undefined;
  for (const [index, line] of lines.entries()) {
    const told = labelled(line);
    if (!told || found[told.field] !== undefined) continue;
    found[told.field] = told.value;
    if (told.field === 'note') noteFrom = index;
  }
  const phone = phoneOf(found.phone ?? '');
  const email = emailOf(addressIn(found.email ?? '')) ?? emailOf(replyTo ?? '');
  if (!phone && !email) return undefined;
  const words = body.toLowerCase();
  return {
    name: found.name?.slice(0, 120) || email || phone || '',
    ...{ phone, email },
    note: noteFrom === undefined ? null : noteOf(lines.slice(noteFrom), found.note ?? ''),
    listing: listingOf(found.listing?.replace('#', '').trim() ?? body.match(LISTING_PATH)?.[1] ?? ''),
    kind: /\b(?:alugar|aluguel|loca[çc][ãa]o)/.test(words)
      ? 'RENT'
      : /\b(?:comprar|compra|venda)\b/.test(words)
        ? 'SALE'
        : null,
  };
}

/** The message: its first line, and those below it up to the next label or blank line. */
function noteOf([, ...rest]: readonly string[], first: string): string | null {
  const end = rest.findIndex((line, index) => (line === '' && index > 0) || isLabelled(line));
  const note = [first, ...rest.slice(0, end === -1 ? undefined : end)].join('\n').trim();
  return note.slice(0, MOST_NOTE) || null;
}

const isLabelled = (line: string) => labelled(line) !== undefined;

type Part = { headers: ReadonlyMap<string, string>; body: string };

/** Headers and body. Text without headers, as pasted from a screen, is a body alone. */
function split(text: string): Part {
  const [head = '', ...rest] = text.replace(/\r\n?/g, '\n').split(/\n\n/);
  const unfolded = head.replace(/\n[ \t]+/g, ' ').split('\n');
  if (
    !unfolded.every((line) => /^[!-9;-~]+:/.test(line)) ||
    !/^(?:from|received|date|mime-version|content-type|return-path|delivered-to):/im.test(head)
  )
    return { headers: new Map(), body: text };
  const headers = new Map(
    unfolded.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: rest.join('\n\n') };
}

function decoded(mail: string): { body: string; replyTo: string | undefined } {
  const part = split(mail);
  return {
    body: textOf(part, 0),
    replyTo: addressIn(part.headers.get('reply-to') ?? ''),
  };
}

/** Depth of parts within parts that is read. */
const DEEPEST = 5;

/** The text of a mail: of several parts the plain one, else the HTML without its tags. */
function textOf({ headers, body }: Part, depth: number): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const [, boundary] = type.match(/boundary="?([^";]+)"?/i) ?? [];
  if (/^multipart\//i.test(type) && boundary && depth < DEEPEST) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => split(part.replace(/^\n/, '')));
    const kindOf = (part: Part) => (part.headers.get('content-type') ?? 'text/plain').toLowerCase();
    const chosen =
      parts.find((part) => kindOf(part).startsWith('text/plain')) ??
      parts.find((part) => /^(?:text\/html|multipart\/)/.test(kindOf(part)));
    return chosen ? textOf(chosen, depth + 1) : '';
  }
  const text = unwrapped(
    body,
    headers.get('content-transfer-encoding') ?? '',
    /charset="?(?:iso-8859-1|windows-1252)/i.test(type),
  );
  return /^text\/html/i.test(type) || /^\s*<(?:!doctype|html|body|table|div)/i.test(text) ? withoutTags(text) : text;
}

function unwrapped(body: string, encoding: string, latin: boolean): string {
  const decode = (bytes: Uint8Array) => new TextDecoder(latin ? 'windows-1252' : 'utf-8').decode(bytes);
  if (/base64/i.test(encoding)) {
    const bare = body.replace(/[^A-Za-z0-9+/]/g, '');
    return decode(
      Uint8Array.from(atob(bare.slice(0, bare.length - (bare.length % 4 === 1 ? 1 : 0))), (c) => c.charCodeAt(0)),
    );
  }
  if (!/quoted-printable/i.test(encoding)) return body;
  const bytes: number[] = [];
  const joined = body.replace(/=\n/g, '');
  const encoder = new TextEncoder();
  for (let index = 0; index < joined.length; index += 1) {
    const [, hex] = joined.slice(index, index + 3).match(/^=([0-9A-F]{2})$/i) ?? [];
    if (hex === undefined) bytes.push(...encoder.encode(joined[index]));
    else {
      bytes.push(Number.parseInt(hex, 16));
      index += 2;
    }
  }
  return decode(Uint8Array.from(bytes));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" };

const LINES = ['br', '/p', '/div', '/tr', '/li', '/h1', '/h2', '/h3', '/h4', '/td'];

/** The text of a page: tags that end a line become one, and what scripts and styles hold is left out. */
function withoutTags(html: string): string {
  const words: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    words.push(html.slice(at, open === -1 || close === -1 ? undefined : open));
    if (open === -1 || close === -1) break;
    const [tag = ''] = html
      .slice(open + 1, Math.min(close, open + 20))
      .toLowerCase()
      .split(/\s/);
    const ends = tag === 'script' || tag === 'style' ? lower.indexOf(`</${tag}`, close) : -1;
    words.push(LINES.includes(tag.endsWith('/') ? tag.slice(0, -1) : tag) ? '\n' : ' ');
    at = ends === -1 ? close + 1 : ends;
  }
  return words
    .join('')
    .replace(/&#(\d{1,6});/g, (_, code: string) => (Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : ''))
    .replace(/&([a-z]{2,6});/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
