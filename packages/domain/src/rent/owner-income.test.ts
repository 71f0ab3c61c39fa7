import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import { isBalanced } from '../ledger/ledger.ts';
import type { InvoiceFigures, InvoiceLine } from './invoice.ts';
import { settle, type Withheld } from './settlement.ts';
import { withTaxLines } from './tax-lines.ts';

const invoiceOf = (price: Cents, ...lines: InvoiceLine[]): InvoiceFigures => ({
  price,
  fees: sum(lines.map(({ amount }) => amount)),
  lines: [{ kind: 'RENT', name: 'Aluguel', amount: price }, ...lines],
});

const extra = (name: string, amount: Cents, rest: Partial<InvoiceLine>): InvoiceLine => ({
  ...{ kind: 'EXTRA', name, amount, influence: 'EXPENSE', transfer: true },
  ...rest,
});

const one = [{ client_id: 1, share: 10_000 }];
const base = { contract: { commission: 1_000, with_commission: true }, extras: [], lateToOwner: 10_000, owners: one };

type Row = { rent: Cents; gross: Cents; obligations: Cents; fee: Cents };

/** Income of each owner, without the tax. */
const incomes = (input: Partial<Parameters<typeof settle>[0]> & { invoice: InvoiceFigures; paid: Cents }): Row[] =>
  settle({ ...base, ...input }).transfers.map(({ income: { withheld: _, ...row } }) => row);

describe('income of the owners in a payment', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, InvoiceLine[], { paid: Cents; lateToOwner?: number }, Row]>([
    ['the rent, less 10%', [], { paid: 100_000 },
      { rent: 100_000, gross: 100_000, obligations: 0, fee: 10_000 }],
    ['part of it', [], { paid: 40_000 },
      { rent: 40_000, gross: 40_000, obligations: 0, fee: 4_000 }],
    ['with late charges of 50,00, all of the owner', [], { paid: 105_000 },
      { rent: 100_000, gross: 105_000, obligations: 0, fee: 10_000 }],
    ['with late charges of 50,00, half of the owner', [], { paid: 105_000, lateToOwner: 5_000 },
      { rent: 100_000, gross: 102_500, obligations: 0, fee: 10_000 }],
    ['with condominium that the owner gets back', [{ kind: 'FEE', name: 'Condomínio', amount: 30_000, to_owner: true }], { paid: 130_000 },
      { rent: 100_000, gross: 100_000, obligations: 30_000, fee: 10_000 }],
    ['with IPTU that the agency pays', [{ kind: 'FEE', name: 'IPTU', amount: 10_000, to_owner: false }], { paid: 110_000 },
      { rent: 100_000, gross: 100_000, obligations: 0, fee: 10_000 }],
    ['a discount on the rent', [extra('Desconto', -5_000, { influence: 'RENT' })], { paid: 95_000 },
      { rent: 100_000, gross: 95_000, obligations: 0, fee: 9_500 }],
    ['a repair that the tenant paid for the owner', [extra('Reparo', -15_000, {})], { paid: 85_000 },
      { rent: 100_000, gross: 100_000, obligations: 0, fee: 10_000 }],
    ['a penalty for leaving early', [extra('Multa por rescisão antecipada', 141_000, { income: true })], { paid: 241_000 },
      { rent: 100_000, gross: 241_000, obligations: 0, fee: 10_000 }],
    ['rent given back: 450,00 by the owner, the fee of 50,00 by the agency',
      [extra('Aluguel cobrado além da saída', -45_000, { income: true }), extra('Aluguel cobrado além da saída', -5_000, { income: true, transfer: false })],
      { paid: 50_000 }, { rent: 100_000, gross: 50_000, obligations: 0, fee: 5_000 }],
  ])('%s', (_, lines, { paid, ...changes }, expected) => {
    expect(incomes({ invoice: invoiceOf(100_000, ...lines), paid, ...changes })).toEqual([expected]);
  });

  test('1.000,01 in thirds: no owner is more than a centavo from the exact third', () => {
    const owners = [1, 2, 3].map((client_id) => ({ client_id, share: 1 }));
    const rents = incomes({ invoice: invoiceOf(100_001), paid: 100_001, owners }).map(({ rent }) => rent);
    expect(rents).toEqual([33_334, 33_334, 33_333]);
  });

  test('1.500,00 at 60% and 40%', () => {
    const owners = [
      { client_id: 1, share: 6_000 },
      { client_id: 2, share: 4_000 },
    ];
    expect(incomes({ invoice: invoiceOf(150_000), paid: 150_000, owners })).toEqual([
      { rent: 90_000, gross: 90_000, obligations: 0, fee: 9_000 },
      { rent: 60_000, gross: 60_000, obligations: 0, fee: 6_000 },
    ]);
  });
});

/** 394,54 of a rent of 6.000,00 with the simplified discount. */
const taxOf = (by: Withheld['by'], tax = 39_454): Withheld => ({
  ...{ by, code: '3208', gross: 600_000, exclusions: 0, base: 539_280, tax, note: 'base 5.392,80' },
});

describe('income tax of a rent of 6.000,00, fee 600,00', () => {
  const invoice = invoiceOf(600_000);

  test('withheld by the agency: it leaves the transfer and is owed to the tax office', () => {
    const { transfers, postings } = settle({ ...base, invoice, paid: 600_000, withhold: () => taxOf('AGENCY') });
    expect(transfers[0]?.amount).toBe(500_546);
    expect(transfers[0]?.lines.at(-1)).toEqual({
      ...{ kind: 'TAX', name: 'IRRF retido na fonte', note: 'base 5.392,80', amount: -39_454 },
    });
    expect(postings).toEqual([
      { account: 'CASH', amount: 600_000 },
      { account: 'OWNERS', amount: -500_546, client_id: 1 },
      { account: 'ADMIN_FEES', amount: -60_000 },
      { account: 'WITHHELD_TAX', amount: -39_454, client_id: 1 },
    ]);
  });

  test('outside: invoice, transfer and ledger are as without it, and the transfer says so', () => {
    const { transfers, postings } = settle({ ...base, invoice, paid: 600_000, withhold: () => taxOf('OUTSIDE') });
    expect(transfers[0]).toMatchObject({ amount: 540_000, income: { withheld: { tax: 39_454 } } });
    expect(transfers[0]?.lines.at(-1)).toEqual({
      ...{ kind: 'TAX', name: 'IRRF retido na fonte', amount: 0 },
      note: '394,54 recolhido pelo inquilino, base 5.392,80',
    });
    expect(postings.map(({ account }) => account)).toEqual(['CASH', 'OWNERS', 'ADMIN_FEES']);
  });

  test('withheld by the tenant: the invoice is net, and the tax enters and leaves the books', () => {
    const net = withTaxLines(invoice, {
      contract: base.contract,
      owners: [{ client_id: 1, share: 10_000, name: 'João da Silva' }],
      withhold: () => taxOf('TENANT'),
    });
    expect([net.price, net.fees]).toEqual([600_000, -39_454]);
    expect(net.lines.at(-1)).toEqual({
      ...{ kind: 'TAX', name: 'IRRF retido na fonte', note: 'base 5.392,80', amount: -39_454, client_id: 1 },
      tax: { code: '3208', gross: 600_000, exclusions: 0, base: 539_280 },
    });
    const { rent, admin_fee, transfers, postings } = settle({ ...base, invoice: net, paid: 560_546, tenant: 7 });
    expect([rent, admin_fee]).toEqual([600_000, 60_000]);
    expect(transfers[0]).toMatchObject({
      amount: 500_546,
      income: { gross: 600_000, withheld: { by: 'TENANT', tax: 39_454, base: 539_280 } },
    });
    expect(isBalanced(postings)).toBe(true);
    expect(postings.filter(({ account }) => account === 'WITHHELD_TAX')).toEqual([
      { account: 'WITHHELD_TAX', amount: -39_454, client_id: 1 },
      { account: 'WITHHELD_TAX', amount: 39_454, client_id: 7 },
    ]);
  });

  test('two owners are taxed apart, and the invoice names each', () => {
    const owners = [
      { client_id: 1, share: 5_000, name: 'João' },
      { client_id: 2, share: 5_000, name: 'Maria' },
    ];
    const withhold = ({ client_id }: { client_id: number }) => (client_id === 1 ? taxOf('TENANT', 1_000) : null);
    const net = withTaxLines(invoice, { contract: base.contract, owners, withhold });
    expect(net.lines.slice(1).map(({ note, amount }) => [note, amount])).toEqual([['João: base 5.392,80', -1_000]]);
    const { transfers } = settle({ ...base, invoice: net, paid: 599_000, owners });
    expect(transfers.map(({ amount }) => amount)).toEqual([269_000, 270_000]);
  });

  test('the tax of someone who sold the property goes to the first owner', () => {
    const owner = { client_id: 1, share: 10_000, name: 'João' };
    const net = withTaxLines(invoice, {
      ...{ contract: base.contract, owners: [owner], withhold: () => taxOf('TENANT') },
    });
    const { transfers, postings } = settle({
      ...base,
      invoice: net,
      paid: 560_546,
      owners: [{ ...owner, client_id: 9 }],
    });
    expect(transfers[0]).toMatchObject({ client_id: 9, amount: 500_546 });
    expect(isBalanced(postings)).toBe(true);
  });
});

describe('tax that the month of the payment owes of a tenant who withholds', () => {
  const invoice = invoiceOf(600_000);
  const owners = [{ client_id: 1, share: 10_000, name: 'João da Silva' }];
  const net = withTaxLines(invoice, { contract: base.contract, owners, withhold: () => taxOf('TENANT') });
  const paidWith = (due: Cents | null, paid: Cents = 560_546) =>
    settle({ ...base, invoice: net, paid, tenant: 7, withhold: () => (due === null ? null : taxOf('TENANT', due)) });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Cents | null, { tax: Cents; undeducted: Cents; lines: [string, Cents][] }]>([
    ['as the invoice deducts it', 39_454,
      { tax: 39_454, undeducted: 0, lines: [['IRRF retido na fonte', -39_454]] }],
    ['more: the rest is told, and changes no amount', 62_333,
      { tax: 62_333, undeducted: 22_879, lines: [['IRRF retido na fonte', -39_454], ['IRRF de 228,79 não descontado pelo inquilino', 0]] }],
    ['less: what was deducted stays', 10_000,
      { tax: 39_454, undeducted: 0, lines: [['IRRF retido na fonte', -39_454]] }],
    ['none, since the owner is a company by now', null,
      { tax: 39_454, undeducted: 0, lines: [['IRRF retido na fonte', -39_454]] }],
  ])('%s', (_, due, expected) => {
    const { transfers, postings } = paidWith(due);
    const [transfer] = transfers;
    const { tax, undeducted = 0 } = transfer?.income.withheld ?? {};
    const lines = transfer?.lines.filter(({ kind }) => kind === 'TAX').map(({ name, amount }) => [name, amount]);
    expect({ tax, undeducted, lines }).toEqual(expected);
    expect(transfer?.amount).toBe(500_546);
    expect(isBalanced(postings)).toBe(true);
    expect(sum(postings.filter(({ account }) => account === 'WITHHELD_TAX').map(({ amount }) => amount))).toBe(0);
  });

  test('nothing was deducted: one line tells the whole', () => {
    const { transfers } = settle({ ...base, invoice, paid: 600_000, withhold: () => taxOf('TENANT') });
    expect(transfers[0]?.amount).toBe(540_000);
    expect(transfers[0]?.lines.filter(({ kind }) => kind === 'TAX')).toEqual([
      {
        ...{ kind: 'TAX', name: 'IRRF de 394,54 não descontado pelo inquilino', amount: 0 },
        note: 'o inquilino o recolhe por DARF, base 5.392,80',
      },
    ]);
  });
});
