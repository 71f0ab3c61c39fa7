import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../base/calendar.ts';
import { crc16 } from './pix.ts';
import {
  compositeCode,
  enderOf,
  enderWords,
  recurrenceBody,
  recurrenceStateOf,
  recurrenceTerms,
} from './recurrence.ts';

const contract = {
  ...{ id: 12, charged_until: null },
  ...{ transfer_date: 10, rent: 150_000, address: 'Rua XV de Novembro, 100, ap 12' },
};

describe('what the recurrence of a contract says', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, CalendarDate | null, CalendarDate, CalendarDate | null, string]>([
    // today       day  until         first         last
    ['2026-03-01', 10, null,         '2026-03-10', null,         'a lease that runs on has no last day'],
    ['2026-03-08', 10, null,         '2026-03-10', null,         'two days are enough'],
    ['2026-03-09', 10, null,         '2026-04-10', null,         'one is not'],
    ['2026-03-01', 10, '2027-06-30', '2026-03-10', '2027-07-10', 'June falls due in July'],
    ['2026-02-01', 31, null,         '2026-02-28', null,         'the last day of a short month'],
    ['2026-12-30', 10, null,         '2027-01-10', null,         'the next year'],
  ])('on %s, due on day %i, charged until %s: %s to %s: %s', (today, transfer_date, charged_until, first, last) => {
    const terms = recurrenceTerms({ ...contract, transfer_date, charged_until }, today, { withMinimum: false });
    expect(terms).toMatchObject({ first, last, minimum: null });
  });

  test('its least limit is the rent, where the agency asks for one', () => {
    expect(recurrenceTerms(contract, '2026-03-01', { withMinimum: true }).minimum).toBe(150_000);
    expect(recurrenceTerms({ ...contract, rent: 0 }, '2026-03-01', { withMinimum: true }).minimum).toBeNull();
  });

  test('a long address is cut to the 35 characters of the standard', () => {
    const address = 'Avenida Presidente Juscelino Kubitschek de Oliveira, 1234';
    const { object } = recurrenceTerms({ ...contract, address }, '2026-03-01', { withMinimum: false });
    expect(object.length).toBeLessThanOrEqual(35);
    expect(object).toBe('Avenida Presidente Juscelino…');
  });

  test('is sent without a fixed amount, and with the payer as the register has it', () => {
    const terms = recurrenceTerms(contract, '2026-03-01', { withMinimum: true });
    const payer = { name: 'Ana Lima', document: '52998224725' };
    expect(recurrenceBody({ terms, payer, policy: 'PERMITE_3R_7D', location: 7, txid: null })).toEqual({
      vinculo: {
        objeto: 'Rua XV de Novembro, 100, ap 12',
        contrato: 'Contrato 12',
        devedor: { cpf: '52998224725', nome: 'Ana Lima' },
      },
      calendario: { dataInicial: '2026-03-10', periodicidade: 'MENSAL' },
      valor: { valorMinimoRecebedor: '1500.00' },
      politicaRetentativa: 'PERMITE_3R_7D',
      loc: 7,
    });
    const company = { name: 'Loja', document: '11222333000181' };
    expect(
      recurrenceBody({ terms, payer: company, policy: 'NAO_PERMITE', location: 7, txid: null }).vinculo.devedor,
    ).toEqual({
      cnpj: '11222333000181',
      nome: 'Loja',
    });
  });
});

test('a recurrence of journey 3 names its immediate charge, and begins after the invoice that it pays', () => {
  // biome-ignore format: a table of cases reads best aligned
  const cases: [CalendarDate, CalendarDate, CalendarDate][] = [
    // today       due           first
    ['2026-03-01', '2026-03-10', '2026-04-10'],
    // Put off by two days: April is the next all the same.
    ['2026-03-01', '2026-03-12', '2026-04-10'],
    // Late by three months: the invoice of this month is still to be debited.
    ['2026-03-01', '2025-12-10', '2026-03-10'],
    // The next one is due tomorrow, which is too soon for a debit.
    ['2026-03-09', '2026-02-10', '2026-04-10'],
  ];
  for (const [today, paid, first] of cases)
    expect(recurrenceTerms(contract, today, { withMinimum: false, paid }).first).toBe(first);
  const terms = recurrenceTerms(contract, '2026-03-01', { withMinimum: false });
  const payer = { name: 'Ana Lima', document: '52998224725' };
  const txid = 'F'.repeat(31);
  expect(recurrenceBody({ terms, payer, policy: 'NAO_PERMITE', location: 7, txid })).toMatchObject({
    loc: 7,
    ativacao: { dadosJornada: { txid } },
  });
});

describe('the code of journey 4', () => {
  const location = 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0';
  // The published vector of journey 4, and its charge's own code.
  const composite =
    '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441';
  const plain =
    '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304';

  test('is that of the charge with the recurrence in the template 80', () => {
    const code = plain + crc16(plain);
    expect(compositeCode(code, location)).toBe(composite);
  });

  test.each([
    ['a code that is cut', `${plain}A44`],
    ['a code with a wrong sum', `${plain}0000`],
    ['one that has the recurrence already', composite],
  ])('is not made of %s', (_, code) => {
    expect(compositeCode(code, location)).toBeUndefined();
  });
});

test("the bank's words", () => {
  expect(['CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA', 'SUSPENSA'].map(recurrenceStateOf)).toEqual([
    ...['CREATED', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED'],
    undefined,
  ]);
  expect([enderWords('USUARIO_PAGADOR'), enderWords('OUTRO'), enderWords(null)]).toEqual([
    'pelo inquilino',
    null,
    null,
  ]);
  expect(['USUARIO_PAGADOR', 'PSP_PAGADOR', 'USUARIO_RECEBEDOR'].map((by) => enderWords(by, 'tenant'))).toEqual([
    ...['por você', 'pelo seu banco', 'pela imobiliária'],
  ]);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [null,                null,                null],
  [null,                'USUARIO_RECEBEDOR', 'USUARIO_RECEBEDOR'],
  [null,                'PSP_PAGADOR',       'PSP_PAGADOR'],
  ['USUARIO_PAGADOR',   'USUARIO_RECEBEDOR', 'USUARIO_PAGADOR'],
  ['USUARIO_PAGADOR',   null,                'USUARIO_PAGADOR'],
  ['USUARIO_RECEBEDOR', 'USUARIO_PAGADOR',   'USUARIO_PAGADOR'],
  ['USUARIO_PAGADOR',   'PSP_RECEBEDOR',     'PSP_RECEBEDOR'],
])('asked for by %s and ended by %s by the bank, it was ended by %s', (asked, told, ender) => {
  expect(enderOf(asked, told)).toBe(ender);
});
