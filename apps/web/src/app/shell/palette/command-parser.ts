import {
  addToReference,
  type CalendarDate,
  isReference,
  monthName,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';

/** Grammar of the command palette: 'baixar 1234', 'contrato maria', 'faturas de outubro'. */
export type Subject =
  | 'clients'
  | 'properties'
  | 'proposals'
  | 'invoices'
  | 'boletos'
  | 'transfers'
  | 'tickets'
  | 'readjustments';

export type ParsedCommand = {
  /** Kind of record that the text names. */
  subject?: Subject;
  /** The record of this number. */
  id?: number;
  /** Those of this month. */
  month?: Reference;
  /** The remaining search text. */
  query?: string;
  /** Set for a command that settles an invoice: 'baixar', 'pagar', 'receber'. */
  settle?: true;
};

const SUBJECTS: Record<Subject, string[]> = {
  clients: ['cliente', 'clientes', 'inquilino', 'inquilina', 'proprietario', 'proprietaria', 'fiador', 'fiadora'],
  properties: ['imovel', 'imoveis'],
  proposals: ['contrato', 'contratos', 'proposta', 'propostas'],
  invoices: ['fatura', 'faturas'],
  boletos: ['boleto', 'boletos'],
  transfers: ['repasse', 'repasses'],
  tickets: ['ticket', 'tickets', 'chamado', 'chamados'],
  readjustments: ['reajuste', 'reajustes'],
};

/** Those that have months, and those that a search finds by words. */
const MONTHLY: readonly Subject[] = ['invoices', 'boletos', 'transfers', 'readjustments'];
const SEARCHED: readonly Subject[] = ['clients', 'properties', 'proposals', 'invoices'];

const SETTLE = ['baixar', 'baixa', 'pagar', 'receber', 'quitar', 'liquidar'];
const OPEN = ['abrir', 'ver', 'ir', 'dar', 'buscar', 'mostrar'];
const LINKS = ['a', 'o', 'as', 'os', 'de', 'da', 'do', 'das', 'dos', 'em', 'na', 'no', 'para', 'n', 'nº', '#'];
const FEWEST_LETTERS = 2;
const SHORTEST_START = 3;
const LONGEST_NUMBER = 9;

/** Without accents and capitals. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
const isLink = (word: string) => LINKS.includes(plain(word));
const numberIn = (word: string | undefined) =>
  word && new RegExp(`^#?\\d{1,${LONGEST_NUMBER}}$`).test(word)
    ? Number(word.replace('#', '')) || undefined
    : undefined;

/** The text taken apart. What it doesn't understand is looked for as it stands: nothing typed is lost. */
export function parseCommand(text: string, today: CalendarDate): ParsedCommand {
  const all = wordsOf(text);
  let at = 0;
  const skip = (isSkipped: (word: string) => boolean) => {
    while (at < all.length && isSkipped(all[at] ?? '')) at += 1;
  };
  skip((word) => OPEN.includes(plain(word)) || isLink(word));
  const settle = SETTLE.includes(plain(all[at] ?? ''));
  if (settle) at += 1;
  skip(isLink);
  const rest = all.slice(at + 1);
  while (rest.length > 0 && isLink(rest[0] ?? '')) rest.shift();
  const number = rest.length === 1 ? numberIn(rest[0]) : undefined;
  const subject = subjectOf(all[at] ?? '', number !== undefined);

  if (settle && (subject === undefined || subject === 'invoices')) {
    const left = subject ? rest : all.slice(at);
    const id = left.length === 1 ? numberIn(left[0]) : undefined;
    if (id) return { subject: 'invoices', id, settle: true };
    return left.length > 0 ? { subject: 'invoices', settle: true, ...looked(left) } : looked(all);
  }
  if (subject && rest.length > 0) {
    if (number !== undefined && subject !== 'readjustments') return { subject, id: number };
    const month = MONTHLY.includes(subject) ? monthOf(rest, today) : undefined;
    if (month) return { subject, month };
    if (SEARCHED.includes(subject)) return { subject, ...looked(rest) };
  }
  const id = all.length === 1 ? numberIn(all[0]) : undefined;
  return { ...looked(all), ...(id && { id }) };
}

const looked = (words: string[]): ParsedCommand => {
  const query = words.join(' ');
  return query.length >= FEWEST_LETTERS ? { query } : {};
};

/** Prefixes and typos match only before a number; elsewhere the word may be a name. */
function subjectOf(word: string, isNumbered: boolean): Subject | undefined {
  const typed = plain(word);
  const names = Object.entries(SUBJECTS) as [Subject, string[]][];
  const whole = names.find(([, spellings]) => spellings.includes(typed));
  if (whole || !isNumbered || typed.length < SHORTEST_START) return whole?.[0];
  return (names.find(([, spellings]) => spellings.some((spelling) => spelling.startsWith(typed))) ??
    names.find(([, spellings]) => spellings.some((spelling) => isNearly(typed, spelling))))?.[0];
}

/** 'outubro' is the one nearest to today, the past one of two as near; 'outubro de 2025', '10/2025', 'mês passado'. */
function monthOf(words: string[], today: CalendarDate): Reference | undefined {
  const now = referenceOf(today);
  const [first = '', second = '', ...others] = words.map(plain).filter((word) => !LINKS.includes(word));
  if (others.length > 0) return undefined;
  const spoken = [first, second].join(' ').trim();
  if (/^(este|deste|neste|esse|desse|nesse) mes$/.test(spoken) || spoken === 'mes') return now;
  if (spoken === 'mes passado' || spoken === 'ultimo mes') return addToReference(now, -1);
  if (spoken === 'proximo mes' || spoken === 'mes vem' || spoken === 'mes seguinte') return addToReference(now, 1);
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(spoken) ?? [];
  if (month && year) return valid(`${year}-${month.padStart(2, '0')}`);
  if (first.length < SHORTEST_START) return undefined;
  const nearest = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6]
    .map((months) => addToReference(now, months))
    .find((reference) => plain(monthName(reference)).startsWith(first));
  if (!nearest || second === '') return nearest;
  return /^\d{4}$/.test(second) ? valid(`${second}${nearest.slice(4)}`) : undefined;
}

const valid = (text: string) => (isReference(text) ? text : undefined);

// Actions, found by their words --------------------------------------------------------------------------------------

/** Words that find an action: its label, and synonyms. */
export type Named = { label: string; also?: string };

/**
 * Rates how well the text matches an action. Every word typed must be a prefix of one of the action's words, in singular or
 * plural: of its label (4 when the first word typed begins the label, else 3), of label or synonyms (2), or with one typo
 * (1). 0: no match.
 */
export function closeness(text: string, { label, also = '' }: Named): 0 | 1 | 2 | 3 | 4 {
  const said = spelt(text).filter((word) => !LINKS.includes(word));
  // 'Ver comissões' means the commissions.
  const typed = said.length > 1 && OPEN.includes(said[0] ?? '') ? said.slice(1) : said;
  if (typed.length === 0) return 0;
  const named = spelt(label);
  const known = [...named, ...spelt(also)];
  // A plural typed is no name of one thing: 'visitas' are looked at, not made.
  if (typed.every((word) => named.some((one) => begins(word, one))))
    return begins(typed[0] ?? '', named[0] ?? '') ? 4 : 3;
  const means = (word: string, one: string) => formsOf(word).some((form) => begins(form, one));
  if (typed.every((word) => known.some((one) => means(word, one)))) return 2;
  return typed.every((word) => known.some((one) => begins(word, one) || isNearly(word, one))) ? 1 : 0;
}

const ENDINGS = [
  ['oes', 'ao'],
  ['eis', 'el'],
  ['ais', 'al'],
  ['ns', 'm'],
  ['s', ''],
] as const;
const SHORTEST_PLURAL = 5;

/** The word, and its singular where it may be a plural. */
function formsOf(word: string): string[] {
  const [plural, singular] = (word.length >= SHORTEST_PLURAL && ENDINGS.find(([end]) => word.endsWith(end))) || [];
  return plural === undefined ? [word] : [word, word.slice(0, -plural.length) + singular];
}

const begins = (typed: string, word: string) => formsOf(word).some((form) => form.startsWith(typed));

/** Letters of the shortest text that is matched with synonyms, too. */
const TELLING = 3;

/**
 * The actions that the text may mean, the likeliest first, then those that it names only with a typo. Of two that match
 * as well, the shorter name comes first: it is the nearer one.
 */
export function rankActions<Action extends Named>(text: string, actions: readonly Action[]) {
  const lengthOf = ({ label }: Named) => spelt(label).length;
  const rated = actions
    .map((action) => ({ action, rate: closeness(text, action) }))
    .filter(({ rate }) => rate > (text.trim().length < TELLING ? 2 : 0))
    .sort((one, other) =>
      one.rate === other.rate && one.rate > 2 ? lengthOf(one.action) - lengthOf(other.action) : other.rate - one.rate,
    );
  const isNear = ({ rate }: { rate: number }) => rate > 1;
  return {
    near: rated.filter(isNear).map(({ action }) => action),
    far: rated.some(isNear) ? [] : rated.map(({ action }) => action),
  };
}

const spelt = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const LONG_ENOUGH = 5;

/** One letter is missing, too many, another or in its neighbour's place, at the word's beginning. */
function isNearly(typed: string, word: string): boolean {
  if (typed.length < LONG_ENOUGH) return false;
  return [0, -1, 1].some((more) => oneAmiss(typed, word.slice(0, typed.length + more)));
}

function oneAmiss(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
