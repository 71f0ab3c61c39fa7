import { emailOf, listingOf, type PortalLead, phoneOf } from '@morada/domain/attendance/portal-lead';
import PostalMime from 'postal-mime';

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
export async function readPortalMail(mail: string): Promise<PortalLead | undefined> {
  const { body, replyTo } = await decoded(mail);
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

/** Fields that a mail with its headers has among the first. */
const HEADER = /^(?:from|received|date|mime-version|content-type|return-path|delivered-to):/im;

/** Whether a text begins with the headers of a mail; one that was pasted from a screen doesn't. */
function isMail(text: string): boolean {
  const [head = ''] = text.split(/\n\n/, 1);
  return HEADER.test(head) && head.split('\n').every((line) => /^(?:[!-9;-~]+:|[ \t])/.test(line));
}

/** Depth of parts within parts that is read, and bytes of headers. */
const LIMITS = { maxNestingDepth: 5, maxHeadersSize: 100_000 };

/** Text of a mail, and the address to which it asks to be answered. */
async function decoded(given: string): Promise<{ body: string; replyTo: string | undefined }> {
  const text = given.replace(/\r\n?/g, '\n');
  if (!isMail(text)) return { body: isPage(text) ? withoutTags(text) : text, replyTo: undefined };
  // Letters beyond ASCII were decoded by the program that the mail was copied from, whatever it declares.
  const mail = /[^\0-\x7f]/.test(text) ? text.replace(/charset="?[\w-]+"?/gi, 'charset=utf-8') : text;
  try {
    const read = await PostalMime.parse(mail, LIMITS);
    const plain = read.text?.trim();
    const body = plain && !isPage(plain) ? plain : withoutTags(read.html ?? plain ?? '');
    return { body, replyTo: read.replyTo?.[0]?.address };
  } catch {
    // Beyond the limits: no portal sends such a mail.
    return { body: '', replyTo: undefined };
  }
}

const isPage = (text: string) => /^\s*<(?:!doctype|html|body|table|div)/i.test(text);

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
