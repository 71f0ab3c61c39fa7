import { describe, expect, test } from 'vitest';
import { sum } from '../base/money.ts';
import { mirror, payoutPostings, settlementPostings } from '../ledger/ledger.ts';
import {
  ACCOUNTS,
  type AccountMapping,
  accountingEntry,
  accountingResult,
  accountTotals,
  chartProblems,
  dominioWriter,
  holderOf,
  type LedgerEntry,
  unmappedAccounts,
  unmappedInWords,
} from './accounting.ts';

const MAPPING: AccountMapping = { CASH: '8', OWNERS: '2101', FEES_HELD: '2105', ADMIN_FEES: '504', EXPENSES: '701' };

/** A rent of 1.500,00 with a condominium of 400,00, a fee of 10%, of two owners. */
const RECEIPT = settlementPostings({
  paid: 190_000,
  owners: [
    { client_id: 1, amount: 81_000 },
    { client_id: 2, amount: 54_000 },
  ],
  fees_held: 40_000,
  admin_fee: 15_000,
  late: 0,
  extra_values: 0,
});

const ENTRIES: LedgerEntry[] = [
  { id: 1, day: '2026-03-05', history: 'Aluguel recebido | João – “apto 301”\n2º andar', postings: RECEIPT },
  { id: 2, day: '2026-03-10', history: 'Repasse', postings: payoutPostings({ client_id: 1, amount: 81_000 }) },
  {
    id: 3,
    day: '2026-03-12',
    history: 'Luz e água',
    postings: [
      { account: 'CASH', amount: -30_005, person: 'Copasa' },
      { account: 'EXPENSES', amount: 10_000 },
      { account: 'FEES_HELD', amount: 20_005 },
    ],
  },
  { id: 4, day: '2026-03-31', history: 'Estorno', postings: mirror(payoutPostings({ client_id: 1, amount: 81_000 })) },
  {
    id: 5,
    day: '2026-03-31',
    history: 'Acerto',
    postings: [
      { account: 'OWNERS', amount: 5 },
      { account: 'FEES_HELD', amount: 100_000_001 },
      { account: 'CASH', amount: -100_000_000 },
      { account: 'ADMIN_FEES', amount: -6 },
    ],
  },
];

const exported = (entries = ENTRIES, mapping = MAPPING) => entries.map((entry) => accountingEntry(entry, mapping));

describe('accountingEntry', () => {
  test('is balanced, with its debits first', () => {
    for (const { lines } of exported()) {
      expect(sum(lines.map(({ debit }) => debit))).toBe(sum(lines.map(({ credit }) => credit)));
    }
    expect(exported()[2]).toEqual({
      id: 3,
      day: '2026-03-12',
      history: 'Luz e água',
      lines: [
        { account: 'EXPENSES', code: '701', name: 'Despesas', debit: 10_000, credit: 0, person: null },
        {
          account: 'FEES_HELD',
          code: '2105',
          name: 'Taxas de imóveis a pagar',
          debit: 20_005,
          credit: 0,
          person: null,
        },
        { account: 'CASH', code: '8', name: 'Caixa', debit: 0, credit: 30_005, person: 'Copasa' },
      ],
    });
  });

  test('leaves out lines without an amount, and shows what is not mapped', () => {
    const postings = [
      { account: 'CASH', amount: 0 },
      { account: 'CASH', amount: 700 },
      { account: 'SALES', amount: -700 },
    ] as const;
    const { lines } = accountingEntry({ id: 6, day: '2026-03-31', history: '', postings }, MAPPING);
    expect(lines.map(({ code, name }) => [code, name])).toEqual([
      ['8', 'Caixa'],
      [null, 'Vendas'],
    ]);
  });

  test('refuses an entry that is not balanced', () => {
    const postings = [{ account: 'CASH', amount: 1 }] as const;
    expect(() => accountingEntry({ id: 9, day: '2026-03-01', history: '', postings }, MAPPING)).toThrow(RangeError);
  });
});

test('unmappedAccounts: those in use, in the order of the ledger', () => {
  const mapping = { ...MAPPING, CASH: '', OWNERS: undefined };
  const unmapped = unmappedAccounts(['OWNERS', 'ADMIN_FEES', 'CASH', 'OWNERS'], mapping as AccountMapping);
  expect(unmapped).toEqual(['CASH', 'OWNERS']);
  expect(unmappedInWords(unmapped)).toBe('Faltam as contas de “Caixa” e “Valores de proprietários” no plano de contas');
  expect(unmappedInWords(['SALES'])).toBe('Falta a conta de “Vendas” no plano de contas');
  expect(unmappedInWords([])).toBeUndefined();
});

describe('whose money an account is', () => {
  test('liabilities and advances are third parties’, the rest the agency’s', () => {
    expect(ACCOUNTS.filter((account) => holderOf(account) === 'THIRD_PARTIES')).toEqual([
      ...['OWNERS', 'TENANTS', 'DEPOSITS', 'FEES_HELD', 'WITHHELD_TAX', 'LEASE_TAX', 'OWNER_ADVANCES'],
    ]);
  });

  test('one code is not both', () => {
    const mapping = { ...MAPPING, DEPOSITS: '504', OWNER_ADVANCES: '2101' };
    expect(chartProblems(mapping)).toEqual([
      {
        account: 'DEPOSITS',
        message:
          'A conta 504 é de “Taxas de administração”, dinheiro da imobiliária: use outra para dinheiro de terceiros',
      },
    ]);
    expect(chartProblems(MAPPING)).toEqual([]);
  });
});

test('accountTotals: in the order of the ledger, the agency’s apart from third parties’', () => {
  const sums = [
    { account: 'ADMIN_FEES', debit: 0, credit: 15_006 },
    { account: 'SALES', debit: 0, credit: 9 },
    { account: 'OWNERS', debit: 81_005, credit: 216_000 },
  ] as const;
  expect(accountTotals(sums, MAPPING)).toEqual([
    {
      account: 'OWNERS',
      code: '2101',
      name: 'Valores de proprietários',
      of: 'THIRD_PARTIES',
      debit: 81_005,
      credit: 216_000,
    },
    { account: 'ADMIN_FEES', code: '504', name: 'Taxas de administração', of: 'AGENCY', debit: 0, credit: 15_006 },
    { account: 'SALES', code: null, name: 'Vendas', of: 'AGENCY', debit: 0, credit: 9 },
  ]);
});

test('accountingResult: what the cash grew by is the agency’s and third parties’', () => {
  const totals = [
    { account: 'CASH', debit: 13_725_50, credit: 3_834_54 },
    { account: 'OWNERS', debit: 3_150_00, credit: 9_130_46 },
    { account: 'ADMIN_FEES', debit: 200_00, credit: 1_050_00 },
    { account: 'SALES', debit: 0, credit: 3_025_50 },
    { account: 'EXPENSES', debit: 90_00, credit: 0 },
    { account: 'FEES_HELD', debit: 0, credit: 200_00 },
    { account: 'OWNER_ADVANCES', debit: 75_00, credit: 0 },
  ] as const;
  // 5.980,46 + 200,00 − 75,00; 9.890,96 of cash = 3.875,50 − 90,00 + 6.105,46.
  expect(accountingResult(totals)).toEqual({ revenue: 3_875_50, expenses: 90_00, third_parties: 6_105_46 });
});

describe('dominioWriter', () => {
  const write = (entries = exported(), head = { cnpj: '11222333000181', branch: '', history: '' }) => {
    const writer = dominioWriter(head);
    return [writer.opening(), ...entries.flatMap((entry) => [...writer.entry(entry)])].join('');
  };

  test('types X, D, C and V', () => {
    const text = write();
    expect(text).toBe(
      [
        '|0000|11222333000181|',
        '|6000|D||||',
        '|6100|05/03/2026|8||1900,00||Aluguel recebido João - "apto 301" 2º andar||||',
        '|6100|05/03/2026||2101|810,00||Aluguel recebido João - "apto 301" 2º andar||||',
        '|6100|05/03/2026||2101|540,00||Aluguel recebido João - "apto 301" 2º andar||||',
        '|6100|05/03/2026||2105|400,00||Aluguel recebido João - "apto 301" 2º andar||||',
        '|6100|05/03/2026||504|150,00||Aluguel recebido João - "apto 301" 2º andar||||',
        '|6000|X||||',
        '|6100|10/03/2026|2101|8|810,00||Repasse||||',
        '|6000|C||||',
        '|6100|12/03/2026||8|300,05||Luz e água||||',
        '|6100|12/03/2026|2105||200,05||Luz e água||||',
        '|6100|12/03/2026|701||100,00||Luz e água||||',
        '|6000|X||||',
        '|6100|31/03/2026|8|2101|810,00||Estorno||||',
        '|6000|V||||',
        '|6100|31/03/2026|2101||0,05||Acerto||||',
        '|6100|31/03/2026|2105||1000000,01||Acerto||||',
        '|6100|31/03/2026||8|1000000,00||Acerto||||',
        '|6100|31/03/2026||504|0,06||Acerto||||',
        '',
      ].join('\r\n'),
    );
    expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
  });

  test('an entry between two accounts of one code is two postings', () => {
    const entry = accountingEntry(
      {
        ...{ id: 9, day: '2026-03-31', history: 'Adiantamento' },
        postings: [
          { account: 'OWNER_ADVANCES', amount: 5_000 },
          { account: 'OWNERS', amount: -5_000 },
        ],
      },
      { OWNERS: '2101', OWNER_ADVANCES: '2101' },
    );
    expect(write([entry]).split('\r\n').slice(1, -1)).toEqual([
      '|6000|V||||',
      '|6100|31/03/2026|2101||50,00||Adiantamento||||',
      '|6100|31/03/2026||2101|50,00||Adiantamento||||',
    ]);
  });

  test('codes of branch and history, and a history of at most 255 letters of Latin-1', () => {
    const history = `Conta de a\u0301gua ☂ ${'x'.repeat(300)}`;
    const [payout] = exported([{ ...(ENTRIES[1] as LedgerEntry), history }]);
    const text = write(payout ? [payout] : [], { cnpj: '11222333000181', branch: '2', history: '105' });
    expect(text.split('\r\n')[2]).toBe(
      `|6100|10/03/2026|2101|8|810,00|105|${`Conta de água ${'x'.repeat(300)}`.slice(0, 255)}||2||`,
    );
  });

  test('refuses an account without a code', () => {
    const [payout] = exported(ENTRIES.slice(1, 2), {});
    expect(() => write(payout ? [payout] : [])).toThrow('Account OWNERS has no code');
  });
});
