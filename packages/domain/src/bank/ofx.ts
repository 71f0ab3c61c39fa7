import { type CalendarDate, isCalendarDate } from '../base/calendar.ts';
import { type Cents, parseMoney } from '../base/money.ts';
import { isBalanceLine } from './balance-line.ts';

export type OfxTransaction = {
  line: number;
  /** The bank's own identifier, meant to be unique within the account. */
  fitid: string;
  /** `CREDIT`, `DEBIT`, `XFER`…, as the bank writes it; the amount's sign is more reliable. */
  kind: string;
  day: CalendarDate;
  /** Below zero for money sent. */
  amount: Cents;
  /** Name and memo as the statement prints them, without repetition. */
  memo: string;
  check_number: string;
};

export type OfxStatement = {
  /** Three digits. */
  bank: string | null;
  agency: string | null;
  account: string | null;
  from: CalendarDate | null;
  until: CalendarDate | null;
  /** Null where the bank states none, or one without its day. */
  balance: Cents | null;
  balance_on: CalendarDate | null;
  /** Movements; lines that state a balance among them are left out. */
  transactions: OfxTransaction[];
  /** Lines of transactions whose day or amount cannot be read; they need review. */
  unread: number[];
};

export type OfxReading = { statements: OfxStatement[]; problem?: never } | { problem: string };

type Fields = Readonly<Record<string, string>>;
/** Data of an open aggregate (a transaction, an account, a balance). */
type Group = { name: string; line: number; fields: Record<string, string>; foreign?: boolean };

/** Aggregates that are read; any other one is passed through. */
const GROUPS = ['STMTRS', 'CCSTMTRS', 'BANKACCTFROM', 'CCACCTFROM', 'BANKTRANLIST', 'STMTTRN', 'LEDGERBAL', 'AVAILBAL'];
/** Aggregates within a transaction that describe something else. */
const OTHERS = ['BANKACCTTO', 'CCACCTTO', 'PAYEE', 'CURRENCY', 'ORIGCURRENCY'];

/** A bank's statement, OFX 1 (SGML, in which values are not closed) or 2 (XML). */
export function readOfx(content: string): OfxReading {
  // Statements have no declarations; those of a hostile file could expand without limit.
  if (/<!(?!\[CDATA\[|--)/.test(content)) return { problem: 'Este arquivo tem declarações que um extrato não tem' };
  if (!/<OFX[\s>]/i.test(content)) return { problem: 'Este não é um extrato OFX' };
  if (!/<\/(OFX|BANKTRANLIST)>/i.test(content)) return { problem: 'O extrato está incompleto: falta o final' };
  const groups = groupsOf(withoutSections(content));
  if (!groups) return { problem: 'O extrato tem mais de 50.000 movimentos: divida o período em partes' };
  const foreign = groups.map(({ fields: { CURDEF = '' } }) => CURDEF).find(isForeign);
  if (foreign !== undefined)
    return { problem: `O extrato está em outra moeda (${foreign.slice(0, 10)}): só se lê extrato em reais (BRL)` };
  const statements = statementsOf(groups);
  return statements.length > 0 ? { statements } : { problem: 'Este arquivo OFX não tem extrato de conta' };
}

/** A tag, matched without backtracking. Text runs up to the next one: `<` alone is part of it. */
const TAG = /<(\/?)([a-z][\w.]*)(?:[\s/][^<>]*)?>/gi;

/** Texts of a transaction, in which markup may stand. */
const TEXTS = ['MEMO', 'NAME'];
/** Elements beside those that end a text where they begin. Any other tag in the line of a text is part of it. */
const ELEMENTS = new Set([
  ...['TRNTYPE', 'DTPOSTED', 'DTUSER', 'DTAVAIL', 'TRNAMT', 'FITID', 'CORRECTFITID', 'CORRECTACTION', 'SRVRTID'],
  ...['CHECKNUM', 'REFNUM', 'SIC', 'PAYEEID', 'NAME', 'EXTDNAME', 'MEMO', 'CURRATE', 'CURSYM', 'BANKID', 'BRANCHID'],
  ...['ACCTID', 'ACCTTYPE', 'ACCTKEY', 'BALAMT', 'DTASOF', 'DTSTART', 'DTEND', 'CURDEF', 'OFX', 'BANKMSGSRSV1'],
  ...['CREDITCARDMSGSRSV1', 'STMTTRNRS', 'CCSTMTTRNRS', 'MKTGINFO', 'BALLIST', 'BAL'],
]);
/** Tags of pages, which mark a text up and say nothing. */
const MARKUP = new Set(['B', 'I', 'U', 'P', 'BR', 'A', 'EM', 'DIV', 'FONT', 'SPAN', 'SMALL', 'STRONG', 'SUB', 'SUP']);

/** CDATA content, escaped as plain text. */
function withoutSections(content: string): string {
  const [head = '', ...sections] = content.split('<![CDATA[');
  const rest = sections.map((section) => {
    const [text = '', ...after] = section.split(']]>');
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') + after.join(']]>');
  });
  return head + rest.join('');
}

/** Aggregates of a file with 50,000 movements, more than any agency's year. */
const MOST_GROUPS = 60_000;
const MOST_TAGS = 1_200_000;
/** Characters of a text that are kept. */
const LONGEST_TEXT = 1_000;

/** Undefined: there are too many. */
function groupsOf(content: string): Group[] | undefined {
  const groups: Group[] = [];
  const open: Group[] = [];
  /** Text that goes on after markup in its line. */
  let text: { fields: Record<string, string>; name: string } | undefined;
  let tags = 0;
  for (const { name, written, isEnd, value, isLine, line } of tagsOf(content)) {
    tags += 1;
    if (tags > MOST_TAGS) return undefined;
    const isGroup = GROUPS.includes(name) || OTHERS.includes(name);
    if (text && !isGroup && !ELEMENTS.has(name)) {
      const word = isEnd || MARKUP.has(name) ? '' : written;
      const before = text.fields[text.name] ?? '';
      if (before.length < LONGEST_TEXT) text.fields[text.name] = [before, word, value].filter(Boolean).join(' ');
      if (isLine) text = undefined;
      continue;
    }
    text = undefined;
    if (isGroup) close(open, name);
    if (isGroup && !isEnd) {
      const group = { name, line, fields: {} };
      open.push(group);
      if (groups.push(group) > MOST_GROUPS) return undefined;
    }
    const inside = open.at(-1);
    if (inside && !isGroup && !isEnd) {
      if (TEXTS.includes(name) && inside.fields[name] === undefined && !isLine) text = { fields: inside.fields, name };
      if (value !== '') inside.fields[name] ??= value;
    }
    // `ORIGCURRENCY` marks an amount that the bank has converted; `CURRENCY` one that it has not.
    const transaction = open.at(-2);
    if (transaction && inside?.name === 'CURRENCY' && isForeign(inside.fields.CURSYM)) transaction.foreign = true;
  }
  return groups;
}

/** A statement without a currency is in reais, as Brazilian banks write it; `BRC` is Santander's. */
const isForeign = (currency = '') => !/^(|BRL|BRC|R\$|986|REAL|REAIS)$/i.test(currency);

/** Closes the group of that name, and all unclosed groups inside it. */
function close(open: Group[], name: string): void {
  const from = open.findLastIndex((group) => group.name === name);
  if (from >= 0) open.splice(from);
}

function* tagsOf(content: string) {
  let line = 1;
  let at = 0;
  const tags = content.matchAll(TAG);
  let next = tags.next();
  while (!next.done) {
    const { 0: tag, 1: slash, 2: written = '', index } = next.value;
    line += linesIn(content.slice(at, index));
    at = index;
    next = tags.next();
    const text = content.slice(index + tag.length, next.done ? content.length : next.value.index);
    const [name, isEnd] = [written.toUpperCase(), slash === '/'];
    // A line that ends after the value ends the text as well.
    yield { name, written, isEnd, value: plain(text), isLine: /[\r\n]/.test(text), line };
  }
}

const linesIn = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text on one line, with entities decoded. */
function plain(value: string): string {
  return value
    .replace(/&(?:#(\d{1,5})|([a-z]{2,4}));/g, (whole, code?: string, name?: string) =>
      code ? String.fromCharCode(Number(code)) : (CHARACTERS[name ?? ''] ?? whole),
    )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function statementsOf(groups: readonly Group[]): OfxStatement[] {
  const starts = groups.flatMap(({ name }, index) => (name === 'STMTRS' || name === 'CCSTMTRS' ? [index] : []));
  return starts.map((start, index) => statementOf(groups.slice(start, starts[index + 1])));
}

function statementOf(groups: readonly Group[]): OfxStatement {
  const fieldsOf = (...names: string[]): Fields => groups.find(({ name }) => names.includes(name))?.fields ?? {};
  const { BANKID: bank, BRANCHID: agency, ACCTID: account } = fieldsOf('BANKACCTFROM', 'CCACCTFROM');
  const { DTSTART: from, DTEND: until } = fieldsOf('BANKTRANLIST');
  const moved = groups.filter(({ name, fields }) => name === 'STMTTRN' && !isBalanceLine(memoOf(fields)));
  const amounts = moved.flatMap(({ fields }) => fields.TRNAMT ?? []);
  const isUnsigned = amounts.every((amount) => !amount.includes('-'));
  const read = moved.map((group) => ({ line: group.line, transaction: transactionOf(group, isUnsigned) }));
  return {
    bank: bankCode(bank),
    ...accountOf(agency, account),
    from: dayOf(from) ?? null,
    until: dayOf(until) ?? null,
    ...balanceOf(fieldsOf('LEDGERBAL'), amounts),
    transactions: read.flatMap(({ transaction }) => transaction ?? []),
    unread: read.flatMap(({ line, transaction }) => (transaction ? [] : [line])),
  };
}

/** `1133/56535` has the agency before the account. */
function accountOf(agency: string | undefined, account: string | undefined) {
  const parts = account?.split('/') ?? [];
  if (parts.length === 2 && parts.every((part) => /\d/.test(part)))
    return { agency: agency ?? parts[0] ?? null, account: parts[1] ?? null };
  return { agency: agency ?? null, account: account ?? null };
}

const CENTS = /[.,]\d0$/;

/**
 * The balance that the bank states. Without its day it is none: some banks write a zero there. Neither is one written
 * without a separator by a bank that writes the centavos of its movements: it may be in centavos.
 */
function balanceOf({ BALAMT: text = '', DTASOF: on }: Fields, amounts: readonly string[]) {
  const day = dayOf(on);
  const balance = amountOf(text);
  const isDoubtful =
    balance !== 0 && !/[.,]/.test(text) && (amounts.length === 0 || amounts.some((one) => CENTS.test(one)));
  if (day === undefined || balance === undefined || isDoubtful) return { balance: null, balance_on: null };
  return { balance, balance_on: day };
}

/** `341`, `0341`, and `1` for Banco do Brasil. */
function bankCode(text: string | undefined): string | null {
  const digits = text?.replace(/^0+(?=\d)/, '') ?? '';
  return /^\d{1,3}$/.test(digits) ? digits.padStart(3, '0') : null;
}

/** @param isUnsigned no amount of the statement has a sign: its kind tells money sent from money received. */
function transactionOf({ line, fields, foreign = false }: Group, isUnsigned: boolean): OfxTransaction | undefined {
  const {
    DTPOSTED: posted,
    TRNAMT: value,
    FITID: fitid = '',
    TRNTYPE: kind = '',
    CHECKNUM: check_number = '',
  } = fields;
  const day = dayOf(posted);
  const written = amountOf(value);
  const amount = written !== undefined && isUnsigned && SENT.test(kind) ? 0 - written : written;
  if (!day || amount === undefined || (foreign && amount > 0)) return undefined;
  return { line, fitid, kind, day, amount, memo: memoOf(fields), check_number };
}

const SENT = /^(DEBIT|PAYMENT|FEE|SRVCHG|CHECK|ATM|POS|CASH)$/i;

function memoOf({ NAME: name = '', MEMO: memo = '' }: Fields): string {
  if (name === '' || memo.startsWith(name)) return memo;
  return memo === '' || name.startsWith(memo) ? name : `${name} ${memo}`;
}

/** `20261105`, `20261105120000[-3:BRT]`, `2026-11-05`: the day as the bank writes it, in Brazil's time. */
function dayOf(text: string | undefined): CalendarDate | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : undefined;
}

/** The standard has no thousands separator, but banks use one. Three decimals are ambiguous and refused. */
function amountOf(text: string | undefined): Cents | undefined {
  const plus = text?.replace(/\s/g, '').replace(/^\+/, '') ?? '';
  if (/^-?\d+[.,]\d{2}0{2,}$/.test(plus)) return parseMoney(plus.replace(/([.,]\d{2})0+$/, '$1'));
  if (/^-?\d{1,3}(,\d{3})+\.\d{2}$/.test(plus)) return parseMoney(plus.replaceAll(',', ''));
  return /[.,]\d{3}$/.test(plus) ? undefined : parseMoney(plus);
}
