import { bankCharges, boletoTerms, payableUntil } from '@morada/domain/bank/boleto-terms';
import type { KnownBoleto } from '@morada/domain/bank/matching/find';
import { matchFile } from '@morada/domain/bank/matching/matching';
import { pixChargeBody, pixChargeTerms } from '@morada/domain/bank/pix/pix-charge';
import { addDays, type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { describe, expect, test } from 'vitest';
import { BB_AGREEMENT } from '#test/servers/bank/bb-server.ts';
import { bancoDoBrasilBody } from './banco-do-brasil.ts';
import { interBody } from './inter.ts';
import type { BoletoOrder } from './registrar.ts';
import { sicoobBody } from './sicoob.ts';

const DUE: CalendarDate = '2026-03-10';
const LAST = 40;
const SETTING = { fromBusinessDay: false };

/** Amounts whose fine or interest is exactly half a centavo, or close to it. */
const AMOUNTS = [
  ...[1, 4, 5, 6, 14, 15, 44, 45, 55, 1_666, 1_667, 4_999, 5_000, 12_345, 33_333],
  ...[49_999, 83_333, 123_455, 149_999, 150_005, 250_000, 281_130, 417_777, 499_995, 999_995],
  ...[1_234_565, 7_777_775, 12_345_675, 50_000_005, 100_000_000],
];

const halfUp = (numerator: bigint, denominator: bigint) => Number((numerator + denominator / 2n) / denominator);
/** A number of a body, with two decimals, as an integer: centavos, or hundredths of a percent. */
const hundredths = (value: number) => BigInt(Math.round(value * 100));
const percentOf = (amount: bigint, percent: number) => halfUp(amount * hundredths(percent), 10_000n);
const monthlyOf = (amount: bigint, percent: number, days: number) =>
  halfUp(amount * hundredths(percent) * BigInt(days), 10_000n * 30n);

/** The contract: 10% from the fifth day on, and 0,03% for each day after it. */
const chargesOn = (amount: Cents, days: number) =>
  (days < 5 ? 0 : halfUp(BigInt(amount), 10n)) +
  (days <= 5 ? 0 : halfUp(BigInt(amount) * 3n * BigInt(days - 5), 10_000n));

const invoiceOf = (amount: Cents) => ({
  ...{ due_date: DUE, price: amount, fees: 0 },
  lines: [{ kind: 'RENT' as const, name: 'Aluguel', amount }],
});

/** Amount that the bank charges on a day; undefined when it accepts no payment any more. */
type Ask = (day: CalendarDate) => Cents | undefined;

/** A boleto issued on a day for an invoice, with its amounts by the bank's rules. */
type Bank = (amount: Cents, issued_on: CalendarDate) => Ask;

function orderOf(bank: '001' | '077' | '756', amount: Cents, issued_on: CalendarDate): BoletoOrder {
  const terms = boletoTerms(invoiceOf(amount), issued_on, SETTING);
  const charges = bankCharges(bank, terms, SETTING, 'CALL');
  const { due_date } = terms;
  return {
    document_number: '1',
    nosso_numero: bank === '001' ? `${BB_AGREEMENT.agreement}0000000001` : null,
    ...{ issued_on, due_date, amount: terms.amount, charges },
    payable_until: payableUntil({ due_date, bank_charges: charges, invoice_due_date: DUE }),
    payer: { name: 'Ana Prado', document: '52998224725', address: {} as BoletoOrder['payer']['address'] },
    messages: [],
  };
}

/** Cobrança bancária v3: fine and interest each from a day of its own, the rate being that of a month of thirty days. */
const sicoob: Bank = (value, issued_on) => {
  const body = sicoobBody(orderOf('756', value, issued_on), '1');
  const amount = hundredths(body.valor);
  return (day) => {
    if (day > body.dataLimitePagamento) return undefined;
    if (!('dataMulta' in body)) return Number(amount);
    expect([body.tipoMulta, body.tipoJurosMora]).toEqual([2, 2]);
    const days = Math.max(0, daysBetween(body.dataJurosMora, day) + 1);
    const fine = day < body.dataMulta ? 0 : percentOf(amount, body.valorMulta);
    return Number(amount) + fine + monthlyOf(amount, body.valorJurosMora, days);
  };
};

/** Cobrança v3: fine and interest from the day after the due date. */
const inter: Bank = (value, issued_on) => {
  const body = interBody(orderOf('077', value, issued_on));
  const amount = hundredths(body.valorNominal);
  return (day) => {
    const days = Math.max(0, daysBetween(body.dataVencimento, day));
    if (days > body.numDiasAgenda) return undefined;
    const fine = days === 0 || !body.multa ? 0 : percentOf(amount, body.multa.taxa);
    const interest = body.mora ? Number(hundredths(body.mora.valor)) * days : 0;
    return Number(amount) + fine + interest;
  };
};

const isoOf = (day: string) => day.split('.').toReversed().join('-') as CalendarDate;

/** Cobranças v2: the fine from a day of its own, interest from the day after the due date. */
const bancoDoBrasil: Bank = (value, issued_on) => {
  const body = bancoDoBrasilBody(orderOf('001', value, issued_on), BB_AGREEMENT);
  const amount = hundredths(body.valorOriginal);
  const due = isoOf(body.dataVencimento);
  const most = body.indicadorAceiteTituloVencido === 'S' ? (body.numeroDiasLimiteRecebimento ?? 0) : 0;
  return (day) => {
    const days = Math.max(0, daysBetween(due, day));
    if (days > most) return undefined;
    const fine = !body.multa || day < isoOf(body.multa.data) ? 0 : percentOf(amount, body.multa.porcentagem);
    const interest = body.jurosMora ? Number(hundredths(body.jurosMora.valor)) * days : 0;
    return Number(amount) + fine + interest;
  };
};

/** Pix API v2: `multa` and `juros` would begin on the day after the due date, so there are none. */
const pix: Bank = (value, issued_on) => {
  const terms = pixChargeTerms(invoiceOf(value), issued_on, SETTING);
  if (!terms) throw new Error(`no charge of ${value}`);
  const payer = { name: 'Ana Prado', document: '52998224725' };
  const { calendario, valor } = pixChargeBody({ terms, payer, pix_key: 'k', month: 'março de 2026' });
  expect(Object.keys(valor)).toEqual(['original']);
  const isTaken = (day: CalendarDate) => day <= addDays(calendario.dataDeVencimento, calendario.validadeAposVencimento);
  return (day) => (isTaken(day) ? Number(hundredths(Number(valor.original))) : undefined);
};

const BANKS: [name: string, bank: Bank, taken: number][] = [
  ['Sicoob v3', sicoob, 41],
  ['Inter v3', inter, 5],
  ['Banco do Brasil v2', bancoDoBrasil, 5],
  ['Pix API v2', pix, 5],
];

describe('days 0 to 40 of thirty amounts', () => {
  test('are amounts that differ', () => {
    expect(new Set(AMOUNTS).size).toBe(30);
  });

  test.each(BANKS)('%s asks for what the contract says, whenever its boleto was issued', (_, bank, taken) => {
    const wrong: unknown[] = [];
    for (const amount of AMOUNTS) {
      const first = bank(amount, addDays(DUE, -10));
      const asks: Ask[] = [first];
      let days = 0;
      for (; days <= LAST; days += 1) {
        const day = addDays(DUE, days);
        const last = bank(amount, day);
        asks.push(last);
        const owed = amount + chargesOn(amount, days);
        // A boleto issued on this day must be payable. An earlier one may be, but only with this day's amount.
        const asked = asks.map((ask) => ask(day));
        if (last(day) !== owed || asked.some((one) => one !== undefined && one !== owed))
          wrong.push({ amount, days, asked, owed });
      }
      const daysOfFirst = Array.from({ length: LAST + 1 }, (__, late) => first(addDays(DUE, late))).filter(
        (ask) => ask !== undefined,
      );
      if (daysOfFirst.length !== taken) wrong.push({ amount, daysOfFirst });
    }
    expect(wrong).toEqual([]);
  });

  test('the difference of a boleto without charges that is paid as printed is billed to the centavo', () => {
    const wrong: unknown[] = [];
    for (const amount of AMOUNTS)
      for (let days = 0; days <= LAST; days += 1) {
        const rest = billedOf(amount, days);
        if (rest !== chargesOn(amount, days)) wrong.push({ amount, days, rest });
      }
    expect(wrong).toEqual([]);
  });
});

/** What is owed after the printed amount was paid some days late: the proposal of «A resolver». */
function billedOf(amount: Cents, days: number) {
  const paid_on = addDays(DUE, days);
  const boleto: KnownBoleto = {
    ...{ id: 11, invoice_id: 1, agreement: BB_AGREEMENT, digitable_line: null, amount, due_date: DUE, status: 'OPEN' },
    ...{
      nosso_numero: '31285570000000001',
      shown: '31285570000000001',
      issued_on: addDays(DUE, -10),
      bank_charges: null,
    },
  };
  const { lines } = matchFile(
    [
      {
        ...{
          line: 1,
          label: '1',
          occurrence: null,
          kind: 'SETTLED',
          digitable_line: null,
          pix_invoice: null,
          mark: null,
        },
        account: { bank: '001', agency: BB_AGREEMENT.agency ?? '', account: BB_AGREEMENT.account ?? '' },
        ...{
          numbers: ['31285570000000001'],
          amount,
          paid_amount: amount,
          due_date: DUE,
          paid_on,
          credited_on: paid_on,
        },
        ...{ fine_and_interest: 0, discount: 0, fee: 0, problem: null, row: null, assigned: null },
      },
    ],
    {
      boletos: [boleto],
      invoices: [
        {
          ...{ id: 1, amount, due_date: DUE, status: 'PENDING', pay_day: null, deleted: false },
          ...{ old_charges: 0, issued_on: addDays(DUE, -10), contract_start: '2026-01-01' },
        },
      ],
      settlements: [],
    },
    { today: addDays(DUE, LAST), fromBusinessDay: false, file: 1 },
  );
  return lines[0]?.rest;
}
