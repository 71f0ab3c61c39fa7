import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InterBoletos, startInterBoletos } from '../../../test/servers/bank/inter-boleto-server.ts';
import { interRegistrar } from './inter.ts';
import type { BoletoOrder, BoletoRegistrar } from './registrar.ts';

let inter: InterBoletos;
let registrar: BoletoRegistrar;

beforeAll(async () => {
  inter = await startInterBoletos({ now: () => new Date('2026-11-03T15:00:00Z') });
  registrar = interRegistrar(
    {
      base_url: inter.url,
      token_url: inter.tokenUrl,
      client_id: inter.clientId,
      client_secret: inter.clientSecret,
      certificate: inter.clientCertificate.cert,
      private_key: inter.clientCertificate.key,
      authority: inter.ca,
    },
    { account: '0001234567' },
  );
});
afterAll(async () => {
  registrar.close();
  await inter.close();
});

const order = (document_number: string): BoletoOrder => ({
  document_number,
  nosso_numero: null,
  issued_on: '2026-11-03',
  due_date: '2026-11-10',
  payable_until: '2026-11-15',
  amount: 165_450,
  charges: null,
  payer: {
    name: 'Padaria Boa Vista Ltda',
    document: '12.ABC.345/01DE-35',
    address: { street: 'Rua XV de Novembro', city: 'Curitiba', state: 'PR', cep: '80.020-310' },
  },
  messages: ['Aluguel de outubro de 2026'],
});

test('sends what its form has, and gives days to pay late', async () => {
  await registrar.register(order('1-1'));
  expect(inter.calls.find(({ method, path }) => method === 'POST' && path === '/cobrancas')?.body).toEqual({
    seuNumero: '1-1',
    valorNominal: 1654.5,
    dataVencimento: '2026-11-10',
    numDiasAgenda: 5,
    pagador: {
      cpfCnpj: '12ABC34501DE35',
      tipoPessoa: 'JURIDICA',
      nome: 'Padaria Boa Vista Ltda',
      endereco: 'Rua XV de Novembro',
      cidade: 'Curitiba',
      uf: 'PR',
      cep: '80020310',
    },
    mensagem: { linha1: 'Aluguel de outubro de 2026' },
    formasRecebimento: ['BOLETO', 'PIX'],
  });
});

test('waits at most sixty days', async () => {
  await registrar.register({ ...order('1-2'), payable_until: '2027-03-10' });
  expect([...inter.charges.values()].find(({ seuNumero }) => seuNumero === '1-2')?.numDiasAgenda).toBe(60);
});

test('is pending until the bank has a number for it', async () => {
  const { handle, state } = await registrar.register(order('2-1'));
  expect(state).toBe('PENDING');
  const waiting = await registrar.boleto(handle);
  expect(waiting).toMatchObject({
    state: 'PENDING',
    nosso_numero: null,
    barcode: null,
    digitable_line: null,
    pix: null,
  });
  expect((await registrar.register(order('2-1'))).handle).toBe(handle);
  inter.register(handle);
  expect((await registrar.boleto(handle)).state).toBe('REGISTERED');
});

test('tells why the bank did not issue it, and issues it anew', async () => {
  const { handle } = await registrar.register(order('3-1'));
  inter.failToIssue(handle, 'Pagador inválido');
  expect(await registrar.boleto(handle)).toMatchObject({ state: 'REFUSED', problem: 'Pagador inválido' });
  const second = await registrar.register(order('3-1'));
  expect(second.handle).not.toBe(handle);
});

test('a charge that a person marked as received at the bank brought no payment', async () => {
  const { handle } = await registrar.register(order('4-1'));
  inter.register(handle);
  inter.drop(handle, 'MARCADO_RECEBIDO');
  expect(await registrar.boleto(handle)).toMatchObject({ state: 'CANCELED', payment: null });
});

test('names the field that the bank refuses', async () => {
  const { payer, ...rest } = order('5-1');
  const { cep: _, ...address } = payer.address;
  await expect(registrar.register({ ...rest, payer: { ...payer, address } })).rejects.toMatchObject({
    kind: 'REFUSED',
    message: 'Requisição inválida. O campo cobranca.pagador.cep não respeita o schema. (cobranca.pagador.cep)',
  });
});
