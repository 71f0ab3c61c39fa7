import { describe, expect, test } from 'vitest';
import { sum } from '../base/money.ts';
import { mirror, payoutPostings, settlementPostings } from '../ledger/ledger.ts';
import {
  ACCOUNTING_COLUMNS,
  type AccountingEntry,
  type AccountMapping,
  accountingEntries,
  accountingRows,
  accountTotals,
  dominioFile,
  type LedgerEntry,
} from './accounting.ts';

const MAPPING: AccountMapping = {
  CASH: { code: '8', name: 'Banco do Brasil' },
  OWNERS: { code: '2101', name: 'Aluguéis a repassar' },
  FEES_HELD: { code: '2105', name: 'IPTU e condomínio a pagar' },
  ADMIN_FEES: { code: '504', name: 'Receita de administração' },
  EXPENSES: { code: '701', name: 'Despesas gerais' },
};

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
      { account: 'CASH', amount: -30_005 },
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
  { id: 6, day: '2026-03-31', history: 'Nada', postings: [{ account: 'CASH', amount: 0 }] },
];

function exported(entries = ENTRIES, mapping = MAPPING): AccountingEntry[] {
  const found = accountingEntries(entries, mapping);
  if (found.problem !== undefined) throw new Error(found.problem);
  return found.entries;
}

describe('accountingEntries', () => {
  test('each entry is balanced, with its debits first', () => {
    for (const { lines } of exported()) {
      expect(sum(lines.map(({ debit }) => debit))).toBe(sum(lines.map(({ credit }) => credit)));
    }
    expect(exported()[2]).toEqual({
      id: 3,
      day: '2026-03-12',
      history: 'Luz e água',
      lines: [
        { account: 'EXPENSES', code: '701', name: 'Despesas gerais', debit: 10_000, credit: 0 },
        { account: 'FEES_HELD', code: '2105', name: 'IPTU e condomínio a pagar', debit: 20_005, credit: 0 },
        { account: 'CASH', code: '8', name: 'Banco do Brasil', debit: 0, credit: 30_005 },
      ],
    });
  });

  test('an entry without amounts is left out', () => {
    expect(exported().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('accounts that are used and not mapped are named', () => {
    const mapping = {
      ...MAPPING,
      CASH: { code: ' ', name: '' },
      OWNERS: undefined,
      SALES: undefined,
    } as AccountMapping;
    expect(accountingEntries(ENTRIES, mapping)).toEqual({
      problem: 'Falta a conta do plano do contador para “Caixa”, “Valores de proprietários”',
      unmapped: ['CASH', 'OWNERS'],
    });
  });

  test('refuses an entry that is not balanced', () => {
    const postings = [{ account: 'CASH', amount: 1 }] as const;
    expect(() => accountingEntries([{ id: 9, day: '2026-03-01', history: '', postings }], MAPPING)).toThrow(RangeError);
  });
});

test('accountTotals: the agency’s fees apart from third parties’ money', () => {
  const totals = accountTotals(exported());
  expect(totals.map(({ code, of, debit, credit }) => [code, of, debit, credit])).toEqual([
    ['8', 'AGENCY', 271_000, 100_111_005],
    ['2101', 'THIRD_PARTIES', 81_005, 216_000],
    ['2105', 'THIRD_PARTIES', 100_020_006, 40_000],
    ['504', 'AGENCY', 0, 15_006],
    ['701', 'AGENCY', 10_000, 0],
  ]);
  expect(sum(totals.map(({ debit }) => debit))).toBe(sum(totals.map(({ credit }) => credit)));
});

test('dominioFile: types X, D, C and V', () => {
  const text = [...dominioFile('11222333000181', exported())].join('');
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

test('accountingRows: a row a posting, under the titles', () => {
  const rows = [...accountingRows(exported(ENTRIES.slice(1, 2)))];
  expect(rows).toEqual([
    ['10/03/2026', '2', '2101', 'Aluguéis a repassar', '810,00', '', 'Terceiros', 'Repasse'],
    ['10/03/2026', '2', '8', 'Banco do Brasil', '', '810,00', 'Imobiliária', 'Repasse'],
  ]);
  expect(ACCOUNTING_COLUMNS).toHaveLength(rows[0]?.length ?? 0);
});
