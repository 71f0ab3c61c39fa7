import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OfxStatement, readOfx } from './ofx.ts';

function statementOf(content: string): OfxStatement {
  const reading = readOfx(content);
  if (reading.problem !== undefined) throw new Error(reading.problem);
  const [statement, ...more] = reading.statements;
  if (!statement || more.length > 0) throw new Error(`${more.length + 1} statements`);
  return statement;
}

/** Values without end tags, as most banks still write them. */
const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<DTSERVER>20261130100000[-03:EST]
<LANGUAGE>POR
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1001
<STMTRS>
<CURDEF>BRL
<BANKACCTFROM>
<BANKID>0341
<ACCTID>0057123457
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261101100000[-03:EST]
<DTEND>20261130100000[-03:EST]
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261105100000[-03:EST]
<TRNAMT>2811.30
<FITID>20261105001
<CHECKNUM>20261105001
<MEMO>PIX TRANSF JOÃO 05/11
</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20261106100000[-03:EST]
<TRNAMT>-49.90
<FITID>20261106001
<MEMO>TAR PACOTE &amp; EXTRATO
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>12345.67
<DTASOF>20261130100000[-03:EST]
</LEDGERBAL>
<AVAILBAL>
<BALAMT>99999.99
</AVAILBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`;

const expected: OfxStatement = {
  bank: '341',
  agency: null,
  account: '0057123457',
  from: '2026-11-01',
  until: '2026-11-30',
  balance: 1_234_567,
  balance_on: '2026-11-30',
  transactions: [
    {
      line: 35,
      fitid: '20261105001',
      kind: 'CREDIT',
      day: '2026-11-05',
      amount: 281_130,
      memo: 'PIX TRANSF JOÃO 05/11',
      check_number: '20261105001',
    },
    {
      line: 43,
      fitid: '20261106001',
      kind: 'DEBIT',
      day: '2026-11-06',
      amount: -4_990,
      memo: 'TAR PACOTE & EXTRATO',
      check_number: '',
    },
  ],
  unread: [],
};

test('OFX 1: account, period, balance and transactions', () => {
  expect(statementOf(SGML)).toEqual(expected);
});

describe('equal results for every spelling', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string]>([
    ['lines that end as Windows ends them', SGML.replaceAll('\n', '\r\n')],
    ['small letters',                       SGML.replace(/<\/?[A-Z0-9]+>/g, (tag) => tag.toLowerCase())],
    ['blanks around values',                SGML.replace(/<(\w+)>(.+)/g, '<$1>  $2  ')],
    ['values that are closed',              SGML.replace(/<(\w+)>(.+)/g, '<$1>$2</$1>')],
    ['an empty value before another',       SGML.replaceAll('<MEMO>', '<NAME>\n<MEMO>')],
    ['transactions that are not closed',    SGML.replace(/<\/STMTTRN>/g, '<NOTHING>')],
    ['no end but the list’s',               SGML.slice(0, SGML.indexOf('</STMTRS>'))],
  ])('%s', (_, content) => {
    const { transactions, ...rest } = statementOf(content);
    const withoutLines = (of: OfxStatement['transactions']) => of.map(({ line: _line, ...other }) => other);
    expect({ ...rest, transactions: withoutLines(transactions) }).toEqual({
      ...expected,
      transactions: withoutLines(expected.transactions),
    });
  });

  test('all in one line', () => {
    expect(statementOf(SGML.replaceAll('\n', ' ')).transactions.map(({ line, amount }) => [line, amount])).toEqual([
      [1, 281_130],
      [1, -4_990],
    ]);
  });
});

/** Values with end tags, a bank code without leading zeros, a separate agency, and a name beside the memo. */
const XML = (transactions: string) => `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF>
<BANKACCTFROM><BANKID>1</BANKID><BRANCHID>3344-8</BRANCHID><ACCTID>1111-X</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND>
${transactions}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const transaction = (fields: Record<string, string>) => {
  const all = { TRNTYPE: 'CREDIT', DTPOSTED: '20261105', TRNAMT: '10.00', FITID: '1', ...fields };
  return `<STMTTRN>${Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</STMTTRN>`;
};

test('OFX 2: an agency apart, no balance', () => {
  expect(statementOf(XML(transaction({ MEMO: 'Recebimento' })))).toMatchObject({
    bank: '001',
    agency: '3344-8',
    account: '1111-X',
    balance: null,
    transactions: [{ line: 6, memo: 'Recebimento' }],
  });
});

describe('fields of a transaction', () => {
  const first = (fields: Record<string, string>) => statementOf(XML(transaction(fields))).transactions[0];

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, number]>([
    ['2811.30',    281_130],
    ['2811,30',    281_130],
    ['2.811,30',   281_130],
    ['2,811.30',   281_130],
    ['+2811.30',   281_130],
    ['-2811.3',   -281_130],
    ['- 2811,30', -281_130],
    ['2811',       281_100],
    ['2811.3000',  281_130],
    ['0.00',       0],
  ])('the amount %j', (text, amount) => {
    expect(first({ TRNAMT: text })?.amount).toBe(amount);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['20261105',                     '2026-11-05'],
    ['20261105233000',               '2026-11-05'],
    ['20261105000000.000[-3:BRT]',   '2026-11-05'],
    ['20261105020000[0:GMT]',        '2026-11-05'],
  ])('the day %s', (text, day) => {
    expect(first({ DTPOSTED: text })?.day).toBe(day);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Record<string, string>, string]>([
    [{ NAME: 'JOAO', MEMO: 'PIX RECEBIDO' },                     'JOAO PIX RECEBIDO'],
    [{ NAME: 'PIX RECEBIDO', MEMO: 'PIX RECEBIDO JOAO' },        'PIX RECEBIDO JOAO'],
    [{ NAME: 'PIX RECEBIDO JOAO', MEMO: 'PIX RECEBIDO' },        'PIX RECEBIDO JOAO'],
    [{ NAME: 'JOAO' },                                           'JOAO'],
    [{ MEMO: '<![CDATA[A & B <c> &amp;]]>' },                    'A & B <c> &amp;'],
    [{ MEMO: 'a\n   b&#9;c&#0;d' },                              'a b c d'],
    [{ MEMO: 'A &amp;lt; B &copy; &unknown; &#227;' },           'A &lt; B &copy; &unknown; ã'],
    [{ MEMO: 'A', PAYEE: '<NAME>Outro</NAME>' },                 'A'],
  ])('the memo of %j', (fields, memo) => {
    expect(first(fields)?.memo).toBe(memo);
  });

  test('what cannot be read is left for a person', () => {
    const lines: Record<string, string>[] = [
      { TRNAMT: '1.234' },
      { TRNAMT: 'dez' },
      { DTPOSTED: '20261305' },
      { DTPOSTED: '' },
      {},
    ];
    const { transactions, unread } = statementOf(XML(lines.map(transaction).join('\n')));
    expect(unread).toEqual([6, 7, 8, 9]);
    expect(transactions).toHaveLength(1);
  });
});

test('statements of two accounts and a card', () => {
  const card = SGML.replaceAll('STMTRS', 'CCSTMTRS')
    .replaceAll('BANKACCTFROM', 'CCACCTFROM')
    .replaceAll('BANKMSGSRSV1', 'CREDITCARDMSGSRSV1')
    .replace('<BANKID>0341', '');
  const body = (content: string) => content.slice(content.indexOf('<OFX>') + 5, content.indexOf('</OFX>'));
  const reading = readOfx(`<OFX>${body(SGML)}${body(card)}${body(XML(''))}</OFX>`);
  expect(reading).toMatchObject({
    statements: [
      { bank: '341', transactions: [{}, {}] },
      { bank: null, account: '0057123457', transactions: [{}, {}] },
      { bank: '001', transactions: [] },
    ],
  });
});

describe('refused', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['nothing',             '',                                                     'Este não é um extrato OFX'],
    ['a page',              '<html><body>OFX</body></html>',                        'Este não é um extrato OFX'],
    ['half a statement',    SGML.slice(0, SGML.indexOf('<FITID>20261106001')),      'O extrato está incompleto: falta o final'],
    ['no account',          '<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>',         'Este arquivo OFX não tem extrato de conta'],
    ['entities of its own', XML('').replace('<?OFX', '<!DOCTYPE x [<!ENTITY a "b">]><?OFX'), 'Este arquivo tem declarações que um extrato não tem'],
  ])('%s', (_, content, problem) => {
    expect(readOfx(content)).toEqual({ problem });
  });
});

describe('currency', () => {
  const foreign = 'O extrato está em outra moeda (USD): só se lê extrato em reais (BRL)';

  test.each(['USD', 'usd'])('a statement in %s is refused', (currency) => {
    expect(readOfx(SGML.replace('BRL', currency))).toEqual({ problem: foreign.replace('USD', currency) });
  });

  test('a statement in dollars beside one in reais is refused', () => {
    const body = (content: string) => content.slice(content.indexOf('<OFX>') + 5, content.indexOf('</OFX>'));
    const other = body(SGML).replace('BRL', 'USD');
    expect(readOfx(`<OFX>${body(SGML)}${other}</OFX>`)).toEqual({ problem: foreign });
  });

  test.each(['<CURDEF>R$', '<CURDEF>brl', '<CURDEF>986', ''])('reais are told by %j', (currency) => {
    expect(statementOf(SGML.replace('<CURDEF>BRL', currency)).transactions).toHaveLength(2);
  });

  test.each([
    ['CURRENCY', 'USD', 0],
    ['CURRENCY', 'BRL', 1],
    ['ORIGCURRENCY', 'USD', 1],
  ])('a credit with %s %s', (tag, symbol, read) => {
    const written = `<FITID>20261105001\n<${tag}><CURRATE>5.40<CURSYM>${symbol}</${tag}>`;
    const { transactions, unread } = statementOf(SGML.replace('<FITID>20261105001', written));
    expect([transactions.filter(({ amount }) => amount > 0).length, unread.length]).toEqual([read, 1 - read]);
  });
});

describe('a hostile file', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['a name without an end',     `<OFX></OFX><${'a'.repeat(500_000)}`],
    ['blanks without an end',     `<OFX></OFX><a ${' '.repeat(500_000)}`],
    ['tags without an end',       `<OFX></OFX>${'<STMTRS><STMTTRN'.repeat(50_000)}`],
    ['groups never closed',       `<OFX></OFX>${'<STMTRS><STMTTRN><PAYEE>'.repeat(20_000)}`],
    ['sections never closed',     `<OFX></OFX>${'<![CDATA['.repeat(100_000)}`],
    ['names of JavaScript',       XML('<STMTTRN><CONSTRUCTOR>1</CONSTRUCTOR><__PROTO__>2</__PROTO__></STMTTRN>')],
  ])('takes no time: %s', (_, content) => {
    // CPU time in microseconds: other processes of the machine don't add to it.
    const start = process.cpuUsage();
    readOfx(content);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });

  test('whatever it holds, it is read or refused', () => {
    const pieces = fc.constantFrom(
      '<OFX>',
      '</OFX>',
      '<STMTRS>',
      '<STMTTRN>',
      '<TRNAMT>',
      '1.00',
      '<DTPOSTED>20261105',
      '&#65;',
      '<',
      '>',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces), (all) => {
        const reading = readOfx(all.join(''));
        expect('problem' in reading || reading.statements.length > 0).toBe(true);
      }),
    );
  });
});
