import { describe, expect, test } from 'vitest';
import { addToReference, type CalendarDate, dueDateIn, type Reference } from '../../base/calendar.ts';
import { type Cents, sum } from '../../base/money.ts';
import { type InvoiceLine, isFeeByDays } from '../invoice.ts';
import { type OpenInvoice, payerWords, type Termination, terminationSheet, totalWords } from './termination.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const contract: Termination['contract'] = {
  start_date: '2024-12-01',
  current_price: 235_000,
  discount: 0,
  prorate: true,
  price: 220_000,
};
const leaving: Termination = {
  contract,
  on: '2026-11-20',
  made: '2026-11-20',
  chargedFrom: '2026-12',
  open: [],
  billed: [],
  penalty: null,
  extras: [],
  deposit: null,
};
const sheetLines = (changes: Partial<Termination>) =>
  terminationSheet({ ...leaving, ...changes }).lines.map(({ name, note, amount }) =>
    plain([name, note, amount].filter((part) => part !== undefined).join(' | ')),
  );

describe('fees of months that no invoice charged, of a rent of 2.350,00', () => {
  const fees = [
    { id: 1, name: 'Condomínio', price: 46_130, to_owner: false },
    { id: 2, name: 'Seguro incêndio', price: 3_500, to_owner: true },
  ];
  const feesByDays = [1];
  const ofFees = (changes: Partial<Termination>) =>
    terminationSheet({ ...leaving, fees, feesByDays, ...changes })
      .lines.filter(({ kind }) => kind === 'FEE')
      .map(({ name, note, amount }) => `${name} | ${note} | ${amount}`);

  // 46.130 × 20 ÷ 30 = 30.753,33.
  const november = ['Condomínio | 20 de 30 dias, nov/2026 | 30753', 'Seguro incêndio | mês inteiro, nov/2026 | 3500'];
  const october = ['Condomínio | mês inteiro, out/2026 | 46130', 'Seguro incêndio | mês inteiro, out/2026 | 3500'];
  const paid = { reference: '2026-12', price: 235_000 } as const;
  test.each<[string, Partial<Termination>, string[]]>([
    ['by days and whole, as chosen', {}, november],
    [
      'leaving on the last day',
      { on: '2026-11-30' },
      ['Condomínio | mês inteiro, nov/2026 | 46130', 'Seguro incêndio | mês inteiro, nov/2026 | 3500'],
    ],
    ['a month before it, whole', { chargedFrom: '2026-11' }, [...october, ...november]],
    ['the month before it was paid', { chargedFrom: '2026-11', billed: [{ ...paid, reference: '2026-11' }] }, november],
    ['the month of leaving was paid without them', { billed: [paid] }, []],
    ['the month before it is in an agreement', { chargedFrom: '2026-11', agreed: ['2026-11'] }, november],
  ])('%s', (_, changes, expected) => {
    expect(ofFees(changes)).toEqual(expected);
  });

  test('they are fees of the last invoice; the owner bears what falls after the lease', () => {
    const { lines } = terminationSheet({ ...leaving, fees, feesByDays });
    expect(lines.flatMap(({ kind, parts }) => (kind === 'FEE' ? parts : []))).toMatchObject([
      { kind: 'FEE', amount: 46_130, to_owner: false, source_id: 1 },
      { kind: 'EXTRA', name: 'Condomínio, além da saída', amount: -15_377, transfer: true },
      { kind: 'FEE', amount: 3_500, to_owner: true, source_id: 2 },
    ]);
  });

  test.each([
    ['Condomínio', true, true],
    ['condominio bloco B', true, true],
    ['IPTU 2026', true, true],
    ['Taxa de condomínio', true, true],
    ['Taxa de lixo', true, false],
    ['Seguro incêndio', true, false],
    ['Água', true, false],
    ['Condomínio', false, false],
  ])('%s, where the contract charges by days (%s): by days %s', (name, prorate, expected) => {
    expect(isFeeByDays(name, { prorate })).toBe(expected);
  });
});

describe('fees of months from the month of leaving on that an invoice charged', () => {
  const condominium: InvoiceLine = { kind: 'FEE', name: 'Condomínio', amount: 46_130, to_owner: false, source_id: 1 };
  const iptu: InvoiceLine = { kind: 'FEE', name: 'IPTU', amount: 9_000, to_owner: true, source_id: 2 };
  const pending = (reference: Reference, lines: InvoiceLine[] = [condominium, iptu]): OpenInvoice => ({
    ...{ reference, due_date: '2026-12-05', price: 235_000, lines },
    fees: sum(lines.map(({ amount }) => amount)),
  });
  const paid = (reference: Reference, received: [Cents, Cents] = [46_130, 9_000]) => ({
    ...{ reference, price: 235_000 },
    charged_fees: [
      { ...condominium, received: received[0] },
      { ...iptu, received: received[1] },
    ],
  });
  const ofFees = (changes: Partial<Termination>) =>
    terminationSheet({ ...leaving, feesByDays: [1], ...changes })
      .lines.filter(({ kind }) => kind === 'FEE')
      .map((line) => plain(`${line.name} | ${line.note} | ${line.amount} | ${payerWords(line)}`));

  // 20 of 30 days of 461,30 are 307,53, and of 90,00 are 60,00.
  const part = 'Condomínio, além da saída | 20 de 30 dias, nov/2026, já cobrado R$ 461,30';
  const december = 'além da saída | 0 de 31 dias, dez/2026, já cobrado';
  // The rest of 461,30 is 161,30 that was not received of it: an open balance, which has no ids.
  const balance = { ...pending('2026-12', [{ ...condominium, amount: 16_130, source_id: undefined }]), price: 0 };
  const settledInPart = {
    reference: '2026-12' as const,
    price: 235_000,
    charged_fees: [{ ...condominium, amount: 30_000, received: 30_000 }],
  };
  test.each<[string, Partial<Termination>, string[]]>([
    [
      'pending, held for the condominium: the owner bears it',
      { open: [pending('2026-12')] },
      [`${part} | -15377 | proprietário`],
    ],
    [
      'pending, passed on: taken off the invoice',
      { open: [pending('2026-12')], feesByDays: [2] },
      ['IPTU, além da saída | 20 de 30 dias, nov/2026, já cobrado R$ 90,00 | -3000 | abatido da fatura em aberto'],
    ],
    [
      'paid, held for the condominium: the owner bears it',
      { billed: [paid('2026-12')] },
      [`${part} | -15377 | proprietário`],
    ],
    [
      'paid, passed on: the owner gives it back',
      { billed: [paid('2026-12')], feesByDays: [2] },
      ['IPTU, além da saída | 20 de 30 dias, nov/2026, já cobrado R$ 90,00 | -3000 | proprietário'],
    ],
    ['paid, each whole as chosen', { billed: [paid('2026-12')], feesByDays: [] }, []],
    ['pending, each whole as chosen', { open: [pending('2026-12')], feesByDays: [] }, []],
    ['leaving on the last day', { billed: [paid('2026-12')], on: '2026-11-30' }, []],
    [
      'of which 400,00 came in: 92,47 above the days lived',
      { billed: [paid('2026-12', [40_000, 9_000])] },
      [`${part} | -9247 | proprietário`],
    ],
    ['of which 300,00 came in: less than was lived', { billed: [paid('2026-12', [30_000, 9_000])] }, []],
    [
      'paid in part, with an open balance: the balance gives way first',
      { billed: [settledInPart], open: [balance] },
      [`${part} | -15377 | proprietário`],
    ],
    [
      'and then what was paid: 10 of 30 days are 153,77, so 307,53 goes, of which 161,30 is pending',
      { billed: [settledInPart], open: [balance], on: '2026-11-10' },
      [
        'Condomínio, além da saída | 10 de 30 dias, nov/2026, já cobrado R$ 461,30 | -16130 | proprietário',
        'Condomínio, além da saída | 10 de 30 dias, nov/2026, já cobrado R$ 461,30 | -14623 | proprietário',
      ],
    ],
    [
      'a month paid ahead, not lived: all of it',
      { billed: [paid('2026-12'), paid('2027-01')], feesByDays: [] },
      [
        `Condomínio, ${december} R$ 461,30 | -46130 | proprietário`,
        `IPTU, ${december} R$ 90,00 | -9000 | proprietário`,
      ],
    ],
    [
      'a month before: as it was charged',
      { chargedFrom: '2026-11', billed: [paid('2026-11'), paid('2026-12')], on: '2026-11-30' },
      [],
    ],
    [
      'from the first day of the contract: 11 of 30 days are 169,14',
      { billed: [paid('2026-12')], contract: { ...contract, start_date: '2026-11-10' } },
      ['Condomínio, além da saída | 11 de 30 dias, nov/2026, já cobrado R$ 461,30 | -29216 | proprietário'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(ofFees(changes)).toEqual(expected);
  });

  test('a fee held for a third party keeps its whole month, and the owner’s days are a value of their own', () => {
    const { lines } = terminationSheet({
      ...leaving,
      open: [pending('2026-12')],
      billed: [paid('2027-01')],
      feesByDays: [1],
    });
    expect(lines.flatMap(({ kind, parts }) => (kind === 'FEE' ? parts : []))).toMatchObject([
      { kind: 'EXTRA', amount: -15_377, transfer: true, influence: 'EXPENSE' },
      { kind: 'EXTRA', amount: -46_130, transfer: true, influence: 'EXPENSE' },
      { kind: 'EXTRA', amount: -9_000, transfer: true, influence: 'EXPENSE' },
    ]);
  });
});

describe('a month that its invoice charged by days', () => {
  // From 10 November: 21 of 30 days of 461,30 are 322,91. Left on the 20th, 11 days are owed: 169,14.
  const condominium: InvoiceLine = { kind: 'FEE', name: 'Condomínio', amount: 32_291, to_owner: false, source_id: 1 };
  const first = { ...contract, start_date: '2026-11-10' as const };
  test.each<[string, Partial<Termination>]>([
    [
      'pending',
      {
        open: [
          {
            reference: '2026-12',
            due_date: '2026-12-05',
            price: 0,
            fees: 32_291,
            lines: [{ ...condominium, whole: 46_130 }],
          },
        ],
      },
    ],
    [
      'paid',
      {
        billed: [
          { reference: '2026-12', price: 0, charged_fees: [{ ...condominium, whole: 46_130, received: 32_291 }] },
        ],
      },
    ],
  ])('%s: the days lived of the whole month', (_, changes) => {
    const { lines } = terminationSheet({ ...leaving, contract: first, feesByDays: [1], ...changes });
    expect(lines.find(({ kind }) => kind === 'FEE')?.amount).toBe(16_914 - 32_291);
  });

  test('the first month that no invoice charged: by days by its kind', () => {
    const fees = [
      { id: 1, name: 'Condomínio', price: 46_130, to_owner: false },
      { id: 2, name: 'Seguro incêndio', price: 3_500, to_owner: true },
    ];
    const { lines } = terminationSheet({ ...leaving, contract: first, on: '2026-12-31', made: '2026-12-31', fees });
    expect(lines.filter(({ kind }) => kind === 'FEE').map(({ amount }) => amount)).toEqual([
      32_291, 3_500, 46_130, 3_500,
    ]);
  });
});

describe('late charges count on what is owed only', () => {
  const february: OpenInvoice = {
    ...{ reference: '2026-03', due_date: '2026-03-01', price: 280_000, fees: 28_000 },
    lines: [
      { kind: 'RENT', name: 'Aluguel', amount: 280_000 },
      { kind: 'FEE', name: 'Condomínio', amount: 28_000, to_owner: false, source_id: 1 },
    ],
  };
  const dearer: OpenInvoice = {
    ...{ ...february, fees: 30_000 },
    lines: [
      { kind: 'RENT', name: 'Aluguel', amount: 280_000 },
      { kind: 'FEE', name: 'Condomínio', amount: 30_000, to_owner: false, source_id: 1 },
    ],
  };
  const late = (changes: Partial<Termination>) =>
    terminationSheet({
      ...leaving,
      ...{ contract: { ...contract, current_price: 280_000 }, on: '2026-02-04', made: '2026-03-11', open: [february] },
      ...{ chargedFrom: '2026-03', feesByDays: [1], ...changes },
    })
      .lines.filter(({ kind }) => kind === 'LATE')
      .map(({ amount }) => amount);

  test.each<[string, Partial<Termination>, Cents[]]>([
    // 4 of 28 days of 2.800,00 and of 280,00 are 440,00: a tenth, and 0,03% on each of 5 days, 0,66.
    ['four days of February', {}, [4_466]],
    // 400,00 and 42,86: 44,29 and 0,66, where the whole month of 3.100,00 would bear 310,00 and 4,65.
    ['four days, of a condominium of 300,00', { open: [dearer] }, [4_495]],
    ['the whole month, of a condominium of 300,00', { on: '2026-02-28', open: [dearer] }, [31_465]],
    // 400,00 and 280,00.
    ['four days of rent, the condominium whole', { feesByDays: [] }, [6_902]],
    ['the whole month', { on: '2026-02-28' }, [31_262]],
    // The balance of 400,00 is the rent of the four days that is still missing.
    [
      'a balance that gives way whole',
      {
        billed: [{ reference: '2026-03', price: 240_000 }],
        open: [{ ...february, price: 40_000, fees: 0, lines: [] }],
      },
      [],
    ],
  ])('%s', (_, changes, expected) => {
    expect(late(changes)).toEqual(expected);
  });
});

describe('days of rent owed, of a rent of 2.350,00', () => {
  const days = (changes: Partial<Termination>, more: Partial<Termination['contract']> = {}) =>
    sheetLines({ ...changes, contract: { ...contract, ...more } });

  test.each<[string, Partial<Termination>, Partial<Termination['contract']>, string[]]>([
    ['20 of 30 days: 1.566,6667', {}, {}, ['Aluguel | 20 de 30 dias, nov/2026 | 156667']],
    ['the first of the month', { on: '2026-11-01' }, {}, ['Aluguel | 1 de 30 dias, nov/2026 | 7833']],
    ['the last: a whole month', { on: '2026-11-30' }, {}, ['Aluguel | mês inteiro, nov/2026 | 235000']],
    [
      'February of a leap year: 1.215,5172',
      { on: '2028-02-15', chargedFrom: '2028-03' },
      {},
      ['Aluguel | 15 de 29 dias, fev/2028 | 121552'],
    ],
    [
      'across the turn of the year',
      { on: '2027-01-10', chargedFrom: '2027-01' },
      {},
      ['Aluguel | mês inteiro, dez/2026 | 235000', 'Aluguel | 10 de 31 dias, jan/2027 | 75806'],
    ],
    [
      'October falls due on the 25th and is not billed yet',
      { on: '2026-11-05', chargedFrom: '2026-11' },
      {},
      ['Aluguel | mês inteiro, out/2026 | 235000', 'Aluguel | 5 de 30 dias, nov/2026 | 39167'],
    ],
    [
      'starts and ends inside the month: 2.350 × 11 ÷ 30',
      {},
      { start_date: '2026-11-10' },
      ['Aluguel | 11 de 30 dias, nov/2026 | 86167'],
    ],
    ['the discount comes off first', {}, { discount: 15_000 }, ['Aluguel | 20 de 30 dias, nov/2026 | 146667']],
    ['a contract that charges whole months', {}, { prorate: false }, ['Aluguel | mês inteiro, nov/2026 | 235000']],
    [
      'by days in spite of it',
      { lastByDays: true },
      { prorate: false },
      ['Aluguel | 20 de 30 dias, nov/2026 | 156667'],
    ],
    ['whole in spite of days', { lastByDays: false }, {}, ['Aluguel | mês inteiro, nov/2026 | 235000']],
    ['never moved in', { on: '2026-11-20' }, { start_date: '2026-12-01' }, []],
    [
      'the whole month is paid already: the rest comes back',
      { billed: [{ reference: '2026-12', price: 235_000 }] },
      {},
      ['Aluguel cobrado além da saída, nov/2026 | 20 de 30 dias, nov/2026, já cobrado R$ 2.350,00 | -78333'],
    ],
    [
      'and the next one too',
      {
        chargedFrom: '2027-02',
        billed: [
          { reference: '2026-12', price: 235_000 },
          { reference: '2027-01', price: 235_000 },
        ],
      },
      {},
      [
        'Aluguel cobrado além da saída, nov/2026 | 20 de 30 dias, nov/2026, já cobrado R$ 2.350,00 | -78333',
        'Aluguel cobrado além da saída, dez/2026 | 0 de 31 dias, dez/2026, já cobrado R$ 2.350,00 | -235000',
      ],
    ],
    [
      'ten days were charged, twenty lived: 1.566,67 − 783,33',
      { billed: [{ reference: '2026-12', price: 78_333 }] },
      {},
      ['Aluguel | 20 de 30 dias, nov/2026, já cobrado R$ 783,33 | 78334'],
    ],
    [
      'whole months, the month of leaving charged: nothing',
      { billed: [{ reference: '2026-12', price: 235_000 }] },
      { prorate: false },
      [],
    ],
    [
      'whole months, but December is not lived',
      {
        billed: [
          { reference: '2026-12', price: 235_000 },
          { reference: '2027-01', price: 235_000 },
        ],
      },
      { prorate: false },
      ['Aluguel cobrado além da saída, dez/2026 | 0 de 31 dias, dez/2026, já cobrado R$ 2.350,00 | -235000'],
    ],
    [
      'months before are as they were billed',
      { chargedFrom: '2026-10', billed: [{ reference: '2026-11', price: 220_000 }] },
      {},
      ['Aluguel | mês inteiro, set/2026 | 235000', 'Aluguel | 20 de 30 dias, nov/2026 | 156667'],
    ],
  ])('%s', (_, changes, more, expected) => {
    expect(days(changes, more)).toEqual(expected);
  });

  test('48 months × days 1 to 31', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (let months = 0; months < 48; months += 1) {
      const month = addToReference('2025-01', months);
      const [year = 0, number = 0] = month.split('-').map(Number);
      const length = number === 2 && year % 4 === 0 ? 29 : (lengths[number - 1] ?? 0);
      for (let day = 1; day <= length; day += 1) {
        const on = dueDateIn(month, day);
        const { total } = terminationSheet({ ...leaving, on, chargedFrom: addToReference(month, 1) });
        expect(total).toBe(Math.floor((2 * 235_000 * day + length) / (2 * length)));
      }
    }
  });
});

const rent: InvoiceLine = { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 235_000 };
const october: OpenInvoice = {
  reference: '2026-11',
  due_date: '2026-11-05',
  price: 235_000,
  fees: 46_130,
  lines: [
    rent,
    { kind: 'FEE', name: 'Condomínio', note: 'taxa do imóvel', amount: 48_000, to_owner: false, source_id: 31 },
    { kind: 'FEE', name: 'IPTU', note: 'taxa do imóvel', amount: 11_240, to_owner: true, source_id: 32 },
    { kind: 'FEE', name: 'Seguro incêndio', amount: 1_890, to_owner: false, source_id: 33 },
    { kind: 'EXTRA', name: 'Reparo', note: 'desconto em boleto', amount: -15_000, transfer: true, source_id: 7 },
  ],
};

describe('open invoices', () => {
  test('15 days late: 10% and 10 days of 0,03% on 2.811,30', () => {
    expect(sheetLines({ open: [october] })).toEqual([
      'Fatura 10/2026 | 281130',
      'Multa e juros | Fatura 10/2026, 15 dias de atraso | 28956',
      'Aluguel | 20 de 30 dias, nov/2026 | 156667',
    ]);
  });

  test.each<[string, CalendarDate, Partial<Termination>, Cents]>([
    ['not due yet', '2026-11-04', {}, 0],
    ['four days late: still free', '2026-11-09', {}, 0],
    ['five: the fine', '2026-11-10', {}, 28_113],
    ['due on a Saturday, counted from Monday: 3 days', '2026-11-12', { late: { fromBusinessDay: true } }, 0],
  ])('%s', (name, on, changes, charges) => {
    const due_date = name.includes('Saturday') ? '2026-11-07' : october.due_date;
    const { lines } = terminationSheet({ ...leaving, ...changes, made: on, open: [{ ...october, due_date }] });
    expect(sum(lines.filter(({ kind }) => kind === 'LATE').map(({ amount }) => amount))).toBe(charges);
  });

  test('keep what each line is, and whose', () => {
    const [invoice, late] = terminationSheet({ ...leaving, open: [october] }).lines;
    expect(invoice?.parts).toEqual([
      rent,
      { ...october.lines[1], note: 'taxa do imóvel, Fatura 10/2026' },
      { ...october.lines[2], note: 'taxa do imóvel, Fatura 10/2026' },
      { ...october.lines[3], note: 'Fatura 10/2026' },
      { ...october.lines[4], note: 'desconto em boleto, Fatura 10/2026' },
    ]);
    // The settlement divides it, as it does the charges of an invoice that is paid late.
    expect(late?.parts).toMatchObject([{ amount: 28_956, late: true, transfer: false }]);
  });

  test('one of the month of leaving is owed, less the days not lived', () => {
    const december = { ...october, reference: '2026-12' as Reference, due_date: '2026-12-05' as CalendarDate };
    expect(sheetLines({ open: [december] })).toEqual([
      'Fatura 11/2026 | 281130',
      'Aluguel cobrado além da saída, nov/2026 | 20 de 30 dias, nov/2026, já cobrado R$ 2.350,00 | -78333',
    ]);
  });
});

describe('the penalty, the extra lines, the deposit', () => {
  const nothing = { on: '2026-11-30', billed: [{ reference: '2026-12', price: 235_000 }] } as const;

  test.each<[string, Partial<Termination>, string[]]>([
    [
      'a penalty',
      { penalty: { amount: 141_000, note: '6 meses' } },
      ['Multa por rescisão antecipada | 6 meses | 141000'],
    ],
    ['none', { penalty: { amount: 0 } }, []],
    [
      'let go, with the reason',
      { penalty: { amount: 141_000, waiver: { reason: 'OTHER', note: 'obra no prédio' } } },
      ['Multa por rescisão antecipada | dispensada: obra no prédio | 0'],
    ],
    [
      'more and less',
      {
        extras: [
          { description: 'Pintura', amount: 45_000, type: 'DEBIT', transfer: true },
          { description: 'Chave devolvida', amount: 3_500, type: 'CREDIT', transfer: false },
        ],
      },
      ['Pintura | 45000', 'Chave devolvida | -3500'],
    ],
    ['a deposit', { deposit: { amount: 741_255, held_by: 'AGENCY' } }, ['Devolução da caução | -741255']],
    [
      'of three rents, with what it yielded',
      { deposit: { amount: 741_255, original: 660_000, held_by: 'AGENCY' } },
      ['Devolução da caução | depositada: R$ 6.600,00 | -741255'],
    ],
    [
      'above three rents of those days',
      { deposit: { amount: 741_255, original: 660_001, held_by: 'AGENCY' } },
      ['Devolução da caução | depositada: R$ 6.600,01, acima de três aluguéis (Lei 8.245, art. 38, § 2º) | -741255'],
    ],
    ['no deposit', { deposit: { amount: 0, held_by: 'OWNER' } }, []],
  ])('%s', (_, changes, expected) => {
    expect(sheetLines({ ...nothing, ...changes })).toEqual(expected);
  });

  test('the penalty is the owner’s, the deposit comes from who holds it', () => {
    const { lines } = terminationSheet({
      ...leaving,
      ...nothing,
      penalty: { amount: 141_000 },
      deposit: { amount: 741_255, held_by: 'OWNER' },
    });
    expect(lines.map(({ parts }) => parts[0])).toEqual([
      {
        kind: 'EXTRA',
        name: 'Multa por rescisão antecipada',
        note: undefined,
        amount: 141_000,
        influence: 'EXPENSE',
        transfer: true,
        income: true,
      },
      {
        kind: 'EXTRA',
        name: 'Devolução da caução',
        note: undefined,
        amount: -741_255,
        influence: 'EXPENSE',
        transfer: true,
      },
    ]);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, string]>([
  [ 657_870, 'O inquilino deve R$ 6.578,70'],
  [       0, 'Nada a pagar'],
  [ -83_385, 'A devolver ao inquilino: R$ 833,85'],
])('%i: %s', (total, words) => {
  expect(plain(totalWords(total))).toBe(words);
});
