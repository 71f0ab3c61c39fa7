import type { Agreement } from '@morada/domain/bank/boleto-banks';
import { bankCharges, boletoTerms, payableUntil } from '@morada/domain/bank/boleto-terms';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { type Sicoob, startSicoob } from '#test/servers/bank/sicoob-server.ts';
import type { BankFailure } from '../bank-api.ts';
import type { BoletoMovement, BoletoOrder, BoletoRegistrar } from './registrar.ts';
import { sicoobBoletos } from './sicoob.ts';

const TODAY = '2026-03-10';
const AGREEMENT: Agreement = { bank: '756', agency: '4327', agreement: '229385', wallet: '1', variation: '01' };
const SETTINGS = { agreement: AGREEMENT, account: '123456', scope: 'boletos_inclusao' };

let bank: Sicoob;
let api: BoletoRegistrar;

const access = (overrides: object = {}) => ({
  ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: null },
  ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
  ...overrides,
});

beforeAll(async () => {
  bank = await startSicoob({ now: () => new Date(`${TODAY}T15:00:00Z`) });
});
afterAll(() => bank.close());
beforeEach(() => {
  bank.recover();
  api?.close();
  api = sicoobBoletos(access(), SETTINGS, { within: 5_000, rest: 60_000 });
});

let last = 0;
function order(overrides: Partial<BoletoOrder> = {}): BoletoOrder {
  last += 1;
  const due_date = overrides.due_date ?? '2026-03-20';
  const amount = overrides.amount ?? 150_000;
  const terms = { due_date, amount, lines: [], late: false, oldCharges: 0 };
  const charges = bankCharges('756', terms, { fromBusinessDay: false }, 'CALL');
  return {
    document_number: String(9_000 + last),
    nosso_numero: String(last).padStart(7, '0'),
    issued_on: TODAY,
    due_date,
    payable_until: payableUntil({ due_date, bank_charges: charges, invoice_due_date: due_date }),
    amount,
    charges,
    payer: {
      name: 'Ana Prado',
      document: '52998224725',
      address: {
        ...{ street: 'Rua São Mateus', number: '915', complement: null, neighborhood: 'Centro' },
        ...{ city: 'Juiz de Fora', state: 'MG', cep: '36025000' },
      },
    },
    messages: [],
    ...overrides,
  };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: BankFailure) => [error.kind, error.message],
  );

async function movementsOf(from: CalendarDate, until: CalendarDate) {
  const found: BoletoMovement[] = [];
  for await (const block of api.movements(from, until)) found.push(...block);
  return found;
}

describe('registration', () => {
  test('sends the terms, and gets number, line and QR code', async () => {
    const answer = await api.register(order());
    expect(answer).toMatchObject({ state: 'REGISTERED', problem: null });
    expect(answer.digitable_line).toMatch(/^7569\d{43}$/);
    expect(answer.pix).toContain('pix.sicoob.com.br');
    expect(bank.boletos.get(answer.handle)).toMatchObject({
      ...{ numeroCliente: 229_385, numeroContaCorrente: 123_456, valor: 1_500, seuNumero: '9001' },
      ...{ tipoMulta: 2, valorMulta: 10, dataMulta: '2026-03-25' },
      ...{ tipoJurosMora: 2, valorJurosMora: 0.9, dataJurosMora: '2026-03-26' },
      ...{ dataLimitePagamento: '2026-07-18', codigoCadastrarPIX: 1, codigoProtesto: 3, codigoNegativacao: 3 },
    });
  });

  test('of a boleto whose answer was lost is not made twice', async () => {
    const asked = order();
    const before = bank.boletos.size;
    bank.fail(1, 503, { on: /^POST \/boletos$/, performed: true });
    expect((await api.register(asked)).state).toBe('REGISTERED');
    expect(bank.boletos.size).toBe(before + 1);
    bank.pay(Number((await api.register(asked)).handle));
    expect((await api.register(asked)).state).toBe('PAID');
  });

  test('with the number of another boleto is refused in the words of the bank', async () => {
    const first = order();
    await api.register(first);
    expect(await failure(api.register({ ...order(), nosso_numero: first.nosso_numero }))).toEqual([
      'REFUSED',
      'Nosso número já utilizado.',
    ]);
  });

  test('long names of the payer are cut to what the bank takes', async () => {
    const payer = order().payer;
    const long = {
      ...payer,
      name: 'Maria Aparecida '.repeat(9),
      address: { ...payer.address, street: 'Rua '.repeat(30) },
    };
    expect((await api.register(order({ payer: long }))).state).toBe('REGISTERED');
  });
});

test('a boleto is withdrawn once, and one that is not known is told', async () => {
  const { handle } = await api.register(order());
  await api.cancel(handle);
  expect((await api.boleto(handle)).state).toBe('CANCELED');
  expect(await failure(api.cancel(handle))).toEqual(['REFUSED', 'Boleto baixado.']);
  expect(await failure(api.boleto('99999999'))).toEqual(['ABSENT', 'O banco não conhece este boleto.']);
});

test(
  'movements of more days than one request takes tell payments with their parts, and boletos that were dropped',
  LONG,
  async () => {
    const [one, two, three] = [
      await api.register(order({ due_date: '2026-03-12' })),
      await api.register(order()),
      await api.register(order()),
    ];
    // Day 5 after 12/03: the fine of 150,00; day 6 adds 0,45.
    bank.pay(Number(one.handle), { on: '2026-03-18', byPix: true });
    bank.pay(Number(two.handle), { on: '2026-03-14' });
    bank.dropByTime(Number(three.handle), '2026-03-15');
    expect(await movementsOf('2026-03-13', '2026-03-18')).toEqual([
      {
        kind: 'PAID',
        payment: {
          ...{ handle: two.handle, nosso_numero: two.handle.slice(0, -1).padStart(7, '0'), paid_on: '2026-03-14' },
          ...{
            credited_on: '2026-03-15',
            paid: 150_000,
            fine: null,
            interest: 0,
            discount: 0,
            tariff: 190,
            byPix: false,
          },
        },
      },
      { kind: 'CANCELED', handle: three.handle },
      {
        kind: 'PAID',
        payment: {
          ...{ handle: one.handle, nosso_numero: one.handle.slice(0, -1).padStart(7, '0'), paid_on: '2026-03-18' },
          ...{
            credited_on: '2026-03-19',
            paid: 165_045,
            fine: null,
            interest: 15_045,
            discount: 0,
            tariff: 190,
            byPix: true,
          },
        },
      },
    ]);
  },
);

test('the webhook is made once, moved and activated', async () => {
  await api.setNotices?.('https://um.example.com/aviso');
  await api.setNotices?.('https://um.example.com/aviso');
  await api.setNotices?.('https://dois.example.com/aviso');
  const [hook] = [...bank.webhooks.values()];
  expect(bank.webhooks.size).toBe(1);
  if (hook) bank.webhooks.set('1', { ...hook, codigoSituacao: 3 });
  await api.setNotices?.('https://dois.example.com/aviso');
  expect(bank.webhooks.get('1')).toMatchObject({ url: 'https://dois.example.com/aviso', codigoSituacao: 2 });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, unknown, string[]]>([
  ['one',                      { nossoNumero: 18 },                                             ['18']],
  ['several',                  [{ nossoNumero: 18 }, { nossoNumero: '26' }, { nossoNumero: 18 }], ['18', '26']],
  ['inside',                   { dados: { boletos: [{ nossoNumero: 18 }] }, versao: 2 },         ['18']],
  ['by the barcode',           { codigoBarras: `7569${'0'.repeat(29)}00000018001` },             ['18']],
  ['none',                     { texto: 'validação' },                                           []],
  ['what is no number',        { nossoNumero: '../x' },                                          []],
])('a notice names %s', (_, body, handles) => {
  expect(api.handlesOfNotice(body)).toEqual(handles);
});

describe('access', () => {
  test('with the certificate of another client is denied', async () => {
    const { cert, key } = bank.otherCertificate;
    const other = sicoobBoletos(access({ certificate: cert, private_key: key }), SETTINGS);
    expect(await failure(other.check(TODAY))).toEqual([
      'DENIED',
      'O banco não aceitou o certificado ou as credenciais.',
    ]);
    other.close();
  });

  test('is renewed when the token ends early', async () => {
    await api.check(TODAY);
    bank.expireTokens();
    expect(await failure(api.check(TODAY))).toBeUndefined();
  });
});

/** Amounts whose fine or daily interest is exactly half a centavo, or close to it. */
const AMOUNTS = [
  1, 5, 17, 95, 99, 100, 333, 1_667, 5_005, 9_999, 10_005, 12_345, 33_333, 50_050, 66_667, 80_005, 99_999, 100_001,
  123_456, 148_733, 150_000, 166_665, 199_995, 238_147, 281_130, 333_335, 450_005, 777_777, 999_995, 1_234_567,
];

test('late charges at the bank are those of the books on days 0 to 40 of thirty amounts', async () => {
  const setting = { fromBusinessDay: false };
  const different: unknown[] = [];
  for (const amount of AMOUNTS) {
    const due_date: CalendarDate = '2026-03-10';
    const invoice = { price: amount, fees: 0, lines: [{ name: 'Aluguel', amount }], due_date };
    const terms = boletoTerms(invoice as never, TODAY, setting);
    const charges = bankCharges('756', terms, setting, 'CALL');
    const { handle } = await api.register(order({ amount, due_date, charges }));
    for (let late = 0; late <= 40; late += 1) {
      const day = addDays(due_date, late);
      const { fine, interest } = lateCharges(amount, due_date, day, setting);
      const asked = bank.amountDue(Number(handle), day);
      if (asked !== amount + fine + interest) different.push({ amount, late, asked, owed: amount + fine + interest });
    }
  }
  expect(AMOUNTS).toHaveLength(30);
  expect(different).toEqual([]);
});
