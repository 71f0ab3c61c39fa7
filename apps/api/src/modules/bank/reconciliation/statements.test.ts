import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';

const app = await startApp({ today: '2027-03-10' });
const { as, clock } = app;
afterAll(app.stop);

const staff = as('RECONCILIATION_VIEW', 'RECONCILIATION_EDIT');
beforeEach(app.empty);

type Line = [day: string, amount: string, fitid: string, memo: string];
type Given = { bank?: string; agency?: string; account?: string; period?: [string, string]; stated?: [string, string] };

/** A statement as its bank writes it: days as digits, amounts as text. */
const statement = (
  lines: readonly Line[],
  { bank = '0422', agency, account = '5550-1', period, stated }: Given = {},
) => `OFXHEADER:100
DATA:OFXSGML
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL
<BANKACCTFROM><BANKID>${bank}${agency ? `<BRANCHID>${agency}` : ''}<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>${period ? `<DTSTART>${period[0]}<DTEND>${period[1]}` : ''}
${lines.map(([day, amount, fitid, memo]) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${fitid}<MEMO>${memo}</STMTTRN>`).join('\n')}
</BANKTRANLIST>${stated ? `<LEDGERBAL><BALAMT>${stated[0]}<DTASOF>${stated[1]}</LEDGERBAL>` : ''}
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const post = (content: string, add = '?add=1') =>
  staff.post(
    `/reconciliation/statement${add}`,
    form(Buffer.from(content), 'extrato.ofx', { type: 'application/octet-stream' }),
  );
async function send(content: string) {
  const answer = await post(content);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const month = async (of: string, account?: number) =>
  (await staff.get(`/reconciliation?month=${of}${account ? `&account=${account}` : ''}`)).json();
const movements = async (of: string, account?: number) =>
  (await staff.get(`/reconciliation/movement?month=${of}${account ? `&account=${account}` : ''}`)).json().data;

test('lines of a balance among the movements are left out', LONG, async () => {
  await send(
    statement(
      [
        ['20270101', '10000.00', '1', 'SALDO ANTERIOR'],
        ['20270104', '1500.00', '2', 'PIX TRANSF MARIA S04/01'],
        ['20270104', '-1350.00', '3', 'PIX TRANSF JOSE P 04/01'],
        ['20270104', '10150.00', '4', 'SALDO TOTAL DISPONIVEL DIA'],
        ['20270105', '-50.00', '5', 'TAR PACOTE'],
        ['20270105', '10100.00', '6', 'SALDO TOTAL DISPONIVEL DIA'],
      ],
      { period: ['20270104', '20270106'], stated: ['10100.00', '20270105'] },
    ),
  );
  expect(await month('2027-01')).toMatchObject({
    ...{ opening: 10_000, inputs: 1_500, outputs: 1_400, closing: 10_100, open_count: 3, since: '2027-01-04' },
  });
});

test('FITIDs that begin anew in each file count each movement once', LONG, async () => {
  await send(
    statement(
      [
        ['20270302', '100.00', '1', 'PIX A'],
        ['20270303', '200.00', '2', 'PIX B'],
        ['20270305', '300.00', '3', 'PIX C'],
      ],
      { period: ['20270301', '20270305'], stated: ['600.00', '20270305'] },
    ),
  );
  const second = statement(
    [
      ['20270303', '200.00', '1', 'PIX B'],
      ['20270305', '300.00', '2', 'PIX C'],
      ['20270308', '400.00', '3', 'PIX D'],
    ],
    { period: ['20270303', '20270309'], stated: ['1000.00', '20270309'] },
  );
  expect(await send(second)).toMatchObject({ movements: 3, added: 1 });
  expect(await send(second)).toMatchObject({ movements: 3, added: 0 });
  expect(await month('2027-03')).toMatchObject({ opening: 0, inputs: 1_000, closing: 1_000, gaps: [] });
});

test('two files at once count each movement once', LONG, async () => {
  await send(statement([['20270301', '1.00', '0', 'PIX']]));
  const file = (fitid: string) =>
    statement(Array.from({ length: 20 }, (_, at): Line => ['20270303', '200.00', `${fitid}${at}`, `PIX ${at % 5}`]));
  const added = await Promise.all(['A', 'B'].map((fitid) => send(file(fitid))));
  expect(added.map((one) => one.added).sort((one, other) => one - other)).toEqual([0, 20]);
});

test('two movements under one FITID, of one day and amount, are two', async () => {
  const line: Line = ['20270305', '911.11', '0', 'CRED PIX'];
  expect(await send(statement([line, line]))).toMatchObject({ added: 2 });
  expect(await send(statement([line, line, line]))).toMatchObject({ added: 1 });
});

describe('balances', () => {
  const february: [Line[], Given] = [
    [['20270212', '100,00', 'N10C', 'TRANSF PGTO PIX REM: ANA']],
    { period: ['20270201', '20270215'] },
  ];

  test('one without its day is none, and makes no gap', async () => {
    await send(
      statement([['20270104', '800,00', 'N10A', 'TRANSF PGTO PIX REM: JOSE']], {
        ...{ period: ['20270104', '20270108'], stated: ['0,00', '00000000'] },
      }),
    );
    expect(await month('2027-01')).toMatchObject({ opening: null, closing: null, gaps: [] });
    await send(statement(february[0], { ...february[1], stated: ['5.875,00', '20270215'] }));
    expect(await month('2027-02')).toMatchObject({ closing: 5_875, gaps: [] });
  });

  test('one of a day after the statement counts once that day is read', LONG, async () => {
    await send(statement(february[0], { ...february[1], stated: ['804.87', '20270220'] }));
    expect(await month('2027-02')).toMatchObject({ opening: null, closing: null });
    await send(statement([['20270218', '50.00', 'Z', 'PIX BRUNA']], { period: ['20270216', '20270228'] }));
    // 804,87 on the 20th, after 100,00 and 50,00.
    expect(await month('2027-02')).toMatchObject({ opening: 654.87, closing: 804.87 });
  });

  test('one without a separator, beside movements with centavos, is not taken for reais', async () => {
    await send(statement([['20270104', '1500.00', '1', 'PIX']], { stated: ['1010000', '20270104'] }));
    expect(await month('2027-01')).toMatchObject({ closing: null });
  });
});

describe('accounts', () => {
  const line = (fitid: string): Line[] => [['20270305', `${fitid}.00`, fitid, 'PIX']];

  test.each<[string, Given, Given]>([
    [
      'with and without the agency before it',
      { bank: '0341', account: '0057123457' },
      { bank: '341', agency: '0057', account: '12345-7' },
    ],
    [
      'with and without its digit',
      { bank: '0237', account: '1133/56535' },
      { bank: '0237', agency: '1133', account: '0056535-4' },
    ],
    ['with and without zeros', { bank: '0033', account: '0000130012345' }, { bank: '033', account: '130012345' }],
  ])('one account %s', async (_, one, other) => {
    const first = await send(statement(line('1'), one));
    const second = await post(statement(line('2'), other), '');
    expect([second.statusCode, second.json().account?.id]).toEqual([200, first.account.id]);
  });

  test('one number at two agencies is two accounts', LONG, async () => {
    const first = await send(statement(line('1'), { bank: '001', agency: '3344-8', account: '1111-X' }));
    const other = statement(line('2'), { bank: '001', agency: '3345-6', account: '1111-X' });
    expect((await post(other, '')).json().code).toBe('STATEMENT_ACCOUNT_NEW');
    expect((await send(other)).account.id).not.toBe(first.account.id);
  });
});

test(
  'a receipt, a payment and a fee that cancel out by chance are no transfer between own accounts',
  LONG,
  async () => {
    clock.today = '2027-03-12' as CalendarDate;
    const one = await send(
      statement(
        [
          ['20270311', '-1357.90', 'a1', 'PIX ENVIADO - JOSE PEREIRA LOPES'],
          ['20270310', '-49.90', 'a2', 'TARIFA PACOTE DE SERVICOS'],
          ['20270310', '-70.00', 'a3', 'PIX ENVIADO'],
        ],
        { bank: '0756', account: '77001-1' },
      ),
    );
    const other = await send(
      statement(
        [
          ['20270308', '1357.90', 'b1', 'RECEBIMENTO PIX - MARIA DAS GRACAS SOUZA'],
          ['20270310', '49.90', 'b2', 'RECEBIMENTO PIX'],
          ['20270309', '70.00', 'b3', 'RECEBIMENTO PIX'],
        ],
        { bank: '0748', account: '88002-2' },
      ),
    );
    expect([one.explained, other.explained]).toEqual([0, 0]);
    for (const { id } of [one.account, other.account])
      for (const movement of await movements('2027-03', id))
        expect([movement.memo, movement.state, movement.candidates]).toEqual([movement.memo, 'OPEN', []]);
    // Nor by hand: a fee goes to the bank, and no credit precedes its debit.
    const [, fee] = await movements('2027-03', other.account.id);
    const debits: { id: number; amount: number }[] = await movements('2027-03', one.account.id);
    for (const amount of [-49.9, -70]) {
      const id = debits.find((movement) => movement.amount === amount)?.id;
      const credit = (await movements('2027-03', other.account.id)).find(
        (movement: { amount: number }) => movement.amount === -amount,
      );
      const body = { kind: 'OWN_TRANSFER', entries: [], other_id: credit.id };
      expect((await staff.post(`/reconciliation/movement/${id}/explain`, body)).json().code).toBe('OTHER_DIFFERS');
    }
    expect(fee.is_fee).toBe(false);
  },
);

test('damaged UTF-8 loses one letter alone', async () => {
  const content = Buffer.from(statement([['20270305', '600.00', '1', 'TRANSFERÊNCIA - JOSÉ CONCEIÇÃ']]));
  const at = content.lastIndexOf(0xc3);
  const cut = Buffer.concat([content.subarray(0, at + 1), content.subarray(at + 2)]);
  await staff.post('/reconciliation/statement?add=1', form(cut, 'extrato.ofx', { type: 'application/octet-stream' }));
  expect((await movements('2027-03'))[0].memo).toBe('TRANSFERÊNCIA - JOSÉ CONCEIÇ\ufffd');
});
