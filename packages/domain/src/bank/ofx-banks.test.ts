import { describe, expect, test } from 'vitest';
import { readBankFile } from './bank-file.ts';
import { bankText } from './bank-text.ts';
import { type OfxStatement, readOfx } from './ofx.ts';

// Statements as banks write them: each form was seen in public files of that bank. Names and figures are invented.

function statementOf(content: string): OfxStatement {
  const reading = readOfx(content);
  if (reading.problem !== undefined) throw new Error(reading.problem);
  const [statement] = reading.statements;
  if (!statement) throw new Error('no statement');
  return statement;
}

/** Days, amounts and memos of the movements. */
const moved = (content: string) =>
  statementOf(content).transactions.map(({ day, amount, memo }) => `${day} ${amount} ${memo}`.trim());

/** Values without end tags, in lines of their own: `<TRNTYPE>` … of each movement. */
const sgml = (account: string, lines: readonly string[], after = '') => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>BRL
<BANKACCTFROM>
${account}
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20270104
<DTEND>20270108
${lines.map((line) => `<STMTTRN>\n${line.replaceAll('<', '\n<').trim()}\n</STMTTRN>`).join('\n')}
</BANKTRANLIST>
${after}
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>`;

const ITAU = '<BANKID>0341\n<BRANCHID>0444\n<ACCTID>123457';
const stated = (balance: string, on: string) => `<LEDGERBAL>\n<BALAMT>${balance}\n<DTASOF>${on}\n</LEDGERBAL>`;

describe('Itaú', () => {
  const lines = [
    '<TRNTYPE>CREDIT<DTPOSTED>20270101100000[-03:EST]<TRNAMT>10000.00<FITID>20270101001<MEMO>SALDO ANTERIOR',
    '<TRNTYPE>CREDIT<DTPOSTED>20270104100000[-03:EST]<TRNAMT>1500.00<FITID>20270104001<MEMO>PIX TRANSF MARIA S04/01',
    '<TRNTYPE>DEBIT<DTPOSTED>20270104100000[-03:EST]<TRNAMT>-1350.00<FITID>20270104002<MEMO>PIX TRANSF JOSE P 04/01',
    '<TRNTYPE>CREDIT<DTPOSTED>20270104100000[-03:EST]<TRNAMT>10150.00<FITID>20270104003<MEMO>SALDO TOTAL DISPON\u00cdVEL DIA',
    '<TRNTYPE>DEBIT<DTPOSTED>20270105100000[-03:EST]<TRNAMT>-50.00<FITID>20270105001<MEMO>TAR PACOTE ITAU JAN/27',
  ];
  const content = sgml(ITAU, lines, stated('10100.00', '20270105100000[-03:EST]'));

  test('lines of a balance are no movements', () => {
    expect(moved(content)).toEqual([
      '2027-01-04 150000 PIX TRANSF MARIA S04/01',
      '2027-01-04 -135000 PIX TRANSF JOSE P 04/01',
      '2027-01-05 -5000 TAR PACOTE ITAU JAN/27',
    ]);
    expect(statementOf(content)).toMatchObject({ from: '2027-01-04', balance: 1_010_000, balance_on: '2027-01-05' });
  });

  test('they are no payments either', () => {
    const reading = readBankFile(content, { isReport: false, today: '2027-01-20' });
    if (reading.problem !== undefined) throw new Error(reading.problem);
    expect(reading.entries.map(({ label, paid_amount }) => [label, paid_amount])).toEqual([
      ['PIX TRANSF MARIA S04/01', 150_000],
    ]);
  });

  test('one whose amount can’t be read asks nobody', () => {
    const damaged = content.replace('10150.00', 'x');
    expect(statementOf(damaged).unread).toEqual([]);
  });

  test.each([
    ['1010000', null],
    ['10100', null],
    ['0', 0],
    ['10100.00', 1_010_000],
    ['10100.5', 1_010_050],
  ])('a balance of %s beside movements with centavos', (balance, expected) => {
    expect(statementOf(sgml(ITAU, lines, stated(balance, '20270105'))).balance).toBe(expected);
  });

  test('a bank that writes no centavos in its movements writes none in its balance', () => {
    const whole = ['<TRNTYPE>CREDIT<DTPOSTED>20270104<TRNAMT>1500<FITID>1<MEMO>PIX'];
    expect(statementOf(sgml(ITAU, whole, stated('10100', '20270105'))).balance).toBe(1_010_000);
  });
});

describe('Bradesco', () => {
  const line =
    '<TRNTYPE>CREDIT<DTPOSTED>20270104000000<TRNAMT>800,00<FITID>N10A:04/01/27:800,00<MEMO>TRANSF PIX REM: ANA';

  test.each(['00000000', '', '00000000000000'])('a balance of the day %j is none', (on) => {
    const content = sgml('<BANKID>0237\n<ACCTID>0056789', [line], stated('0,00', on));
    expect(statementOf(content)).toMatchObject({ balance: null, balance_on: null, transactions: [{ amount: 80_000 }] });
  });

  test('the agency before the account', () => {
    const content = sgml('<BANKID>0237\n<ACCTID>1133/56535', [line]);
    expect(statementOf(content)).toMatchObject({ bank: '237', agency: '1133', account: '56535' });
  });
});

test('Banco do Brasil: name and memo apart, empty memos and FITIDs, balances by name', () => {
  const content = sgml('<BANKID>1\n<BRANCHID>3344-8\n<ACCTID>1111-X', [
    '<TRNTYPE>OTHER<DTPOSTED>20270104000000[-3:BRT]<TRNAMT>2500.00<FITID><NAME>Saldo Anterior<MEMO>',
    '<TRNTYPE>CREDIT<DTPOSTED>20270105000000[-3:BRT]<TRNAMT>900.00<FITID>11.848.430.597.722<NAME>Pix - Recebido<MEMO>05/01 10:21 ANA PRADO',
    '<TRNTYPE>DEBIT<DTPOSTED>20270105000000[-3:BRT]<TRNAMT>-12.90<NAME>Tarifa Pacote de Servi\u00e7os',
    '<TRNTYPE>OTHER<DTPOSTED>20270105000000[-3:BRT]<TRNAMT>3387.10<FITID><NAME>Saldo do dia<MEMO>',
    '<TRNTYPE>OTHER<DTPOSTED>20270108000000[-3:BRT]<TRNAMT>3387.10<FITID><NAME>S A L D O<MEMO>',
  ]);
  expect(statementOf(content)).toMatchObject({ bank: '001', agency: '3344-8', account: '1111-X' });
  expect(moved(content)).toEqual([
    '2027-01-05 90000 Pix - Recebido 05/01 10:21 ANA PRADO',
    '2027-01-05 -1290 Tarifa Pacote de Serviços',
  ]);
});

test('Santander: its own name of the currency, blanks before amounts, one moment for a whole period', () => {
  const content = sgml('<BANKID>033\n<ACCTID>0319130084955', [
    '<TRNTYPE>OTHER<DTPOSTED>20261228000000[-3:GMT]<TRNAMT>           1690,70<FITID>00801000<CHECKNUM>00801000<PAYEEID>0<MEMO>PIX RECEBIDO   ANA PRADO',
    '<TRNTYPE>OTHER<DTPOSTED>20261229000000[-3:GMT]<TRNAMT>          -123.67<FITID>00801000<CHECKNUM>00801000<PAYEEID>0<MEMO>TARIFA MENSALIDADE PACOTE',
  ])
    .replace('<CURDEF>BRL', '<CURDEF>BRC')
    .replace('<DTSTART>20270104', '<DTSTART>20270108174723[-3:GMT]');
  expect(moved(content)).toEqual([
    '2026-12-28 169070 PIX RECEBIDO ANA PRADO',
    '2026-12-29 -12367 TARIFA MENSALIDADE PACOTE',
  ]);
});

test('Caixa: FITIDs of zero', () => {
  const line = '<TRNTYPE>CREDIT<DTPOSTED>20270105<TRNAMT>911.11<FITID>0<MEMO>CRED PIX';
  expect(moved(sgml('<BANKID>0104\n<ACCTID>0007770852952', [line, line]))).toEqual([
    '2027-01-05 91111 CRED PIX',
    '2027-01-05 91111 CRED PIX',
  ]);
});

test('Sicoob: the kind alone tells money sent, and the name follows the memo', () => {
  const content = sgml('<BANKID>756\n<BRANCHID>4436-9\n<ACCTID>39449-1', [
    '<TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20270105</DTPOSTED><TRNAMT>30.00</TRNAMT><FITID>S1</FITID><MEMO>TARIFA</MEMO>',
    '<TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20270105</DTPOSTED><TRNAMT>500.00</TRNAMT><FITID>S2</FITID><MEMO>PIX RECEBIDO - OUTRA IF</MEMO><NAME>Recebimento Pix Ana Prado</NAME>',
  ]);
  expect(moved(content)).toEqual([
    '2027-01-05 -3000 TARIFA',
    '2027-01-05 50000 Recebimento Pix Ana Prado PIX RECEBIDO - OUTRA IF',
  ]);
  // Beside a single amount with a sign, kinds are not trusted: banks mistake them.
  expect(moved(content.replace('>500.00', '>-500.00'))[0]).toBe('2027-01-05 3000 TARIFA');
});

test('Sicredi: agency within the account, blanks after memos, memos that are empty', () => {
  const content = sgml('<BANKID>748</BANKID>\n<BRANCHID>0710</BRANCHID>\n<ACCTID>07101234567</ACCTID>', [
    '<TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20270105</DTPOSTED><TRNAMT>16.00</TRNAMT><FITID>A2</FITID><REFNUM>A2</REFNUM><MEMO></MEMO><NAME>RECEBIMENTO PIX-PIX_CRED  ANA      </NAME>',
  ]);
  expect(statementOf(content)).toMatchObject({ agency: '0710', account: '07101234567' });
  expect(moved(content)).toEqual(['2027-01-05 1600 RECEBIMENTO PIX-PIX_CRED ANA']);
});

test('C6: a header with blanks, no text at all, a balance as the last line', () => {
  const content = sgml('<BANKID>336</BANKID>\n<BRANCHID>1</BRANCHID>\n<ACCTID>170084280</ACCTID>', [
    '<TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20270105004538[-3:BRT]</DTPOSTED><TRNAMT>-0.02</TRNAMT><FITID>01KWD0NEE2</FITID><REFNUM>1484</REFNUM>',
    '<TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20270108</DTPOSTED><TRNAMT>1000.00</TRNAMT><FITID>saldo</FITID><MEMO>SALDO EM CONTA</MEMO>',
  ]).replaceAll(/^([A-Z]+):/gm, '$1: ');
  expect(moved(content)).toEqual(['2027-01-05 -2']);
});

test('Nubank: a reversal under the FITID of what it reverses', () => {
  const content = sgml('<BANKID>0260</BANKID>\n<BRANCHID>1</BRANCHID>\n<ACCTID>0001234-5</ACCTID>', [
    '<TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20270105120000[-3:BRT]</DTPOSTED><TRNAMT>3.00</TRNAMT><FITID>a</FITID><MEMO>Valor adicionado</MEMO>',
    '<TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20270105120000[-3:BRT]</DTPOSTED><TRNAMT>-3.00</TRNAMT><FITID>a:reversal</FITID><MEMO>Transfer\u00eancia</MEMO>',
  ]);
  expect(moved(content)).toEqual(['2027-01-05 300 Valor adicionado', '2027-01-05 -300 Transferência']);
});

test('Banrisul: dates as FITIDs, and days with dashes', () => {
  const content = sgml('<BANKID>041\n<ACCTID>06055341', [
    '<TRNTYPE>DEBIT<DTPOSTED>2027-01-05<TRNAMT>-2444.62<FITID>270105<MEMO>EMPRESTIMO',
    '<TRNTYPE>CREDIT<DTPOSTED>20270105120000[-3:BRT]<TRNAMT>3965.48<FITID>000001<MEMO>OP. CREDITO C/GARANTIA',
  ]);
  expect(moved(content)).toEqual(['2027-01-05 -244462 EMPRESTIMO', '2027-01-05 396548 OP. CREDITO C/GARANTIA']);
});

describe('texts', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['PIX <b>JOSE</b> LIMA',                    'PIX JOSE LIMA'],
    ['PIX <JOSE> LIMA',                         'PIX JOSE LIMA'],
    ['<b>PIX</b>',                              'PIX'],
    ['PAGTO < 10 PARCELAS',                     'PAGTO < 10 PARCELAS'],
    ['PIX JOSE<br/>LIMA</MEMO><NATUREZA>1',     'PIX JOSE LIMA'],
    ['A & B',                                   'A & B'],
  ])('markup in %j', (memo, expected) => {
    // In one line, as they are within a text.
    const content = sgml(ITAU, ['<TRNAMT>1.00<DTPOSTED>20270105<FITID>1']).replace('<FITID>1', `<FITID>1\n<MEMO>${memo}`);
    expect(statementOf(content).transactions[0]).toMatchObject({ amount: 100, memo: expected });
  });

  test('a letter cut within its bytes is lost alone', () => {
    const content = sgml(ITAU, [
      '<TRNTYPE>CREDIT<DTPOSTED>20270104<TRNAMT>6.00<FITID>B1<MEMO>TRANSFER\u00caNCIA - JOS\u00c9 CONCEI\u00c7\u00c3',
    ]);
    const bytes = new TextEncoder().encode(content);
    const at = bytes.lastIndexOf(0xc3);
    const cut = Uint8Array.from([...bytes.subarray(0, at + 1), ...bytes.subarray(at + 2)]);
    expect(moved(bankText(cut))).toEqual(['2027-01-04 600 TRANSFERÊNCIA - JOSÉ CONCEIÇ\ufffd']);
    expect(moved(bankText(new TextEncoder().encode(content.replaceAll('Ã', 'A'))))[0]).toContain('CONCEIÇA');
  });
});
