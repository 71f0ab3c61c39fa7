import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BB_AGREEMENT, type BbServer, startBbServer } from '../../../test/servers/bank/bb-server.ts';
import { bancoDoBrasilRegistrar } from './banco-do-brasil.ts';
import type { BoletoMovement, BoletoOrder, BoletoRegistrar } from './registrar.ts';

let bb: BbServer;
let registrar: BoletoRegistrar;
const today: CalendarDate = '2026-11-03';

const open = (changes: object = {}, applicationKey = bb.applicationKey) =>
  bancoDoBrasilRegistrar(
    {
      base_url: bb.url,
      token_url: bb.tokenUrl,
      client_id: bb.clientId,
      client_secret: bb.clientSecret,
      certificate: null,
      private_key: null,
      authority: bb.ca,
    },
    { agreement: { ...BB_AGREEMENT, ...changes }, applicationKey },
  );

beforeAll(async () => {
  bb = await startBbServer({ now: () => new Date(`${today}T15:00:00Z`), pages: { notices: 2, boletos: 2 } });
  registrar = open();
  await registrar.check(today);
});
afterAll(async () => {
  registrar.close();
  await bb.close();
});

let running = 0;
function newOrder(changes: Partial<BoletoOrder> = {}): BoletoOrder {
  running += 1;
  return {
    document_number: `${running}-1`,
    nosso_numero: `3128557${String(running).padStart(10, '0')}`,
    issued_on: '2026-11-03',
    due_date: '2026-11-10',
    payable_until: '2026-12-10',
    amount: 165_450,
    charges: null,
    payer: {
      name: 'Ana Souza',
      document: '52998224725',
      address: { street: 'Rua São Mateus', number: '915', city: 'Juiz de Fora', state: 'MG', cep: '36025-000' },
    },
    messages: ['Aluguel de outubro de 2026\n', 'Dúvidas: (32) 3215-0000'],
    ...changes,
  };
}

async function movements(from: CalendarDate, until: CalendarDate): Promise<BoletoMovement[]> {
  const found: BoletoMovement[] = [];
  for await (const block of registrar.movements(from, until)) found.push(...block);
  return found;
}

test('sends what its form has: the day of the fine, and no interest', async () => {
  await registrar.register(
    newOrder({
      charges: { fine: { percent: 1_000, from: '2026-11-15' }, interest: { per_day: 0, from: '2026-11-16' } },
    }),
  );
  const sent = bb.calls.findLast(({ method, path }) => method === 'POST' && path === '/boletos');
  expect(sent?.query).toBe(`gw-dev-app-key=${bb.applicationKey}`);
  expect(sent?.body).toEqual({
    numeroConvenio: 3128557,
    numeroCarteira: 17,
    numeroVariacaoCarteira: 35,
    codigoModalidade: 1,
    dataEmissao: '03.11.2026',
    dataVencimento: '10.11.2026',
    valorOriginal: 1654.5,
    indicadorAceiteTituloVencido: 'S',
    numeroDiasLimiteRecebimento: 30,
    codigoAceite: 'N',
    codigoTipoTitulo: 17,
    indicadorPermissaoRecebimentoParcial: 'N',
    numeroTituloBeneficiario: `${running}-1`,
    numeroTituloCliente: `0003128557${String(running).padStart(10, '0')}`,
    mensagemBloquetoOcorrencia: 'Aluguel de outubro de 2026 Dúvidas: (32) 3215-0000',
    multa: { tipo: 2, data: '15.11.2026', porcentagem: 10 },
    pagador: {
      tipoInscricao: 1,
      numeroInscricao: 52998224725,
      nome: 'Ana Souza',
      endereco: 'Rua São Mateus 915',
      cidade: 'Juiz de Fora',
      uf: 'MG',
      cep: 36025000,
    },
    indicadorPix: 'S',
  });
});

test('tells the parts of a late payment', async () => {
  const { handle } = await registrar.register(
    newOrder({
      charges: { fine: { percent: 1_000, from: '2026-11-15' }, interest: { per_day: 0, from: '2026-11-16' } },
    }),
  );
  bb.pay(handle, { on: '2026-11-20' });
  bb.settle(handle, '2026-11-23');
  // 10% of 1.654,50.
  expect((await registrar.boleto(handle)).payment).toEqual({
    handle,
    nosso_numero: handle.slice(3),
    paid_on: '2026-11-20',
    credited_on: '2026-11-23',
    paid: 181_995,
    fine: 16_545,
    interest: 0,
    discount: 0,
    tariff: null,
    byPix: false,
  });
});

test('a number that another boleto has is refused in the words of the bank', async () => {
  const order = newOrder();
  await registrar.register(order);
  await expect(registrar.register({ ...order, amount: 99_900 })).rejects.toMatchObject({
    kind: 'REFUSED',
    message: 'Nosso Número já incluído anteriormente. Informar outro Nosso Número.',
  });
});

test('a notice that was taken back reopens the boleto, until it is paid again', async () => {
  const handles: string[] = [];
  for (let count = 0; count < 3; count += 1) handles.push((await registrar.register(newOrder())).handle);
  const [first = '', second = '', third = ''] = handles;
  for (const handle of handles) bb.pay(handle, { on: '2026-11-09' });
  expect(await registrar.boleto(first)).toMatchObject({
    state: 'PAID',
    payment: { paid: 165_450, paid_on: '2026-11-09', credited_on: null },
  });
  for (const handle of handles) bb.takeBack(handle);
  expect(await registrar.boleto(first)).toMatchObject({ state: 'REGISTERED', payment: null });
  // Three notices on two pages, in the second of three periods of five days.
  const takenBack = (handle: string): BoletoMovement => ({ kind: 'TAKEN_BACK', handle });
  expect(await movements('2026-11-02', '2026-11-14')).toEqual(handles.map(takenBack));

  bb.pay(second, { on: '2026-11-10' });
  expect(await movements('2026-11-08', '2026-11-11')).toEqual([first, third].map(takenBack));
});

describe('states of the bank', () => {
  test.each([
    [80, 'PENDING'],
    [5, 'REGISTERED'],
    [6, 'REGISTERED'],
    [18, 'REGISTERED'],
  ])('%i without a payment is %s', async (state, expected) => {
    const { handle } = await registrar.register(newOrder());
    bb.unknownState = state;
    expect(await registrar.boleto(handle)).toMatchObject({ state: expected, payment: null });
    bb.unknownState = null;
  });
});

test('a boleto without Pix has no QR', async () => {
  const { handle } = await registrar.register(newOrder());
  const boleto = bb.boletos.get(handle);
  if (boleto) bb.boletos.set(handle, { ...boleto, emv: null });
  expect(await registrar.boleto(handle)).toMatchObject({ state: 'REGISTERED', pix: null });
});

test('refuses what the bank has no field for', async () => {
  const { payer } = newOrder();
  const letters = newOrder({ payer: { ...payer, document: '12ABC34501DE35' } });
  await expect(registrar.register(letters)).rejects.toThrow(/CNPJ com letras/);
  const short = open({ agreement: '1234' });
  await expect(short.register(newOrder({ nosso_numero: '12340000001' }))).rejects.toThrow(/convênios de 7 números/);
  short.close();
});

test('is denied with another key of the application', async () => {
  const denied = open({}, 'outra-chave');
  await expect(denied.check(today)).rejects.toMatchObject({ kind: 'DENIED' });
  denied.close();
});
