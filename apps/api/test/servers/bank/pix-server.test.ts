import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readPix } from '@morada/domain/bank/pix/pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import type { Certificate } from '../../signing/certificate.ts';
import { until } from '../../until.ts';
import { amountDue, type DueValue, lastPayableDay } from './pix-amounts.ts';
import { type PixServer, startPixServer } from './pix-server.ts';

/** Bodies in the tests are read freely. */
type Json = Record<string, never>;

const DUE = '2026-11-10';
const PROCESS = fileURLToPath(new URL('pix-server-process.ts', import.meta.url));
const NOW = new Date('2026-11-03T15:00:00Z');

let psp: PixServer;
let token: string;
let last = 0;
function newTxid() {
  last += 1;
  return `CobrancaDeTeste${String(last).padStart(15, '0')}`;
}

beforeAll(async () => {
  psp = await startPixServer({ now: () => NOW });
  token = await newToken(psp);
});
afterAll(() => psp.close());

function client(server: PixServer, certificate: Certificate | undefined = server.clientCertificate) {
  const agent = new Agent({ ca: server.ca, keepAlive: true, ...certificate });
  return async (method: string, url: string, headers: Record<string, string>, body?: string) => {
    const call = request(url, { method, agent, headers });
    call.end(body);
    const [response] = await once(call, 'response');
    const text = Buffer.concat(await response.toArray()).toString();
    agent.destroy();
    return {
      status: response.statusCode as number,
      type: response.headers['content-type'],
      body: text && JSON.parse(text),
    };
  };
}

async function askToken(server: PixServer, certificate?: Certificate) {
  const basic = Buffer.from(`${server.clientId}:${server.clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  return client(server, certificate)('POST', server.tokenUrl, headers, 'grant_type=client_credentials');
}

const newToken = async (server: PixServer) => (await askToken(server)).body.access_token as string;

async function call(method: string, path: string, body?: object, server = psp, bearer = token) {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return client(server)(method, `${server.url}${path}`, headers, body && JSON.stringify(body));
}

const charge = (valor: DueValue = { original: '1500.00' }, dataDeVencimento = DUE) => ({
  calendario: { dataDeVencimento, validadeAposVencimento: 60 },
  devedor: {
    cpf: '52998224725',
    nome: 'Ana Souza',
    email: 'ana@example.com',
    cidade: 'Curitiba',
    uf: 'PR',
    cep: '80020310',
  },
  valor,
  chave: psp.key,
});

async function newCharge(valor?: DueValue, due?: string): Promise<string> {
  const txid = newTxid();
  expect((await call('PUT', `/cobv/${txid}`, charge(valor, due))).status).toBe(201);
  return txid;
}

/** A webhook on this machine, which records the posts. */
async function startWebhook(server = psp, answer = 200) {
  const posts: { path: string | undefined; pix: { endToEndId: string; txid: string; devolucoes?: object[] }[] }[] = [];
  const receiver = createServer(async (asked, response) => {
    posts.push({ path: asked.url, ...JSON.parse(Buffer.concat(await asked.toArray()).toString()) });
    response.writeHead(answer).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/aviso`;
  const { status } = await call('PUT', `/webhook/${server.key}`, { webhookUrl }, server, await newToken(server));
  expect(status).toBe(200);
  const close = async () => {
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
  };
  return { posts, close };
}

describe('access', () => {
  test('refuses a connection without a certificate', async () => {
    const unknown = client(psp, { cert: '', key: '' });
    await expect(unknown('GET', `${psp.url}/pix`, {})).rejects.toThrow(
      /certificate required|ECONNRESET|EPIPE|socket hang up/,
    );
  });

  test('gives no token to the certificate of another client', async () => {
    const { status, body } = await askToken(psp, psp.otherCertificate);
    expect({ status, body }).toEqual({ status: 401, body: { error: 'invalid_client' } });
  });

  test('refuses a token used with another certificate, and an expired one', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `${psp.url}/webhook/${psp.key}`;
    expect((await client(psp, psp.otherCertificate)('GET', url, headers)).status).toBe(401);
    const renewed = psp.renewCertificate();
    expect((await client(psp, renewed)('GET', url, headers)).status).toBe(401);
    expect((await askToken(psp, renewed)).status).toBe(200);

    let now = NOW;
    const short = await startPixServer({ now: () => now, expiresIn: 60, scopes: ['pix.read'] });
    const bearer = await newToken(short);
    const get = () => call('GET', '/pix/E00000000202611031500abcdefghijk', undefined, short, bearer);
    expect((await get()).status).toBe(404);
    expect((await call('GET', `/cobv/${newTxid()}`, undefined, short, bearer)).status).toBe(403);
    now = new Date(NOW.getTime() + 60_000);
    expect((await get()).status).toBe(401);
    await short.close();
  });
});

describe('charges', () => {
  test('answers a charge with its location and a code that can be read', async () => {
    const txid = newTxid();
    const { status, body } = await call('PUT', `/cobv/${txid}`, charge());
    expect(status).toBe(201);
    expect(body).toMatchObject({ txid, revisao: 0, status: 'ATIVA', valor: { original: '1500.00' }, chave: psp.key });
    expect(body.location).toMatch(/^pix\.example\.com\/qr\/v2\/cobv\/[0-9a-f]{32}$/);
    expect(readPix(body.pixCopiaECola)).toMatchObject({ pix: { url: body.location, amount: null, txid: null } });
    psp.unknownStatus = 'EM_ANALISE';
    expect((await call('GET', `/cobv/${txid}`)).body.status).toBe('EM_ANALISE');
    psp.unknownStatus = null;
  });

  test.each<[string, (body: ReturnType<typeof charge>) => object, string]>([
    ['an amount with a comma', (body) => ({ ...body, valor: { original: '1500,00' } }), 'cobv.valor.original'],
    ['no amount', (body) => ({ ...body, valor: { original: '0.00' } }), 'cobv.valor.original'],
    ['a field that does not exist', (body) => ({ ...body, vencimento: DUE }), 'cobv.vencimento'],
    [
      'a due date before today',
      (body) => ({ ...body, calendario: { dataDeVencimento: '2026-11-02' } }),
      'cobv.calendario.dataDeVencimento',
    ],
    ['a person without a name', (body) => ({ ...body, devedor: { cpf: '52998224725' } }), 'cobv.devedor'],
    ['a key of another receiver', (body) => ({ ...body, chave: 'outra@example.com' }), 'cobv.chave'],
    [
      'a code as text',
      (body) => ({ ...body, valor: { original: '10.00', multa: { modalidade: '2', valorPerc: '2.00' } } }),
      'cobv.valor.multa.modalidade',
    ],
    [
      'an unknown interest',
      (body) => ({ ...body, valor: { original: '10.00', juros: { modalidade: 9, valorPerc: '1.00' } } }),
      'cobv.valor.juros.modalidade',
    ],
    [
      'a discount without dates',
      (body) => ({ ...body, valor: { original: '10.00', desconto: { modalidade: 1, valorPerc: '1.00' } } }),
      'cobv.valor.desconto',
    ],
  ])('refuses %s', async (_, change, propriedade) => {
    const { status, type, body } = await call('PUT', `/cobv/${newTxid()}`, change(charge()));
    expect({ status, type, error: body.type }).toEqual({
      status: 400,
      type: 'application/problem+json',
      error: 'https://pix.bcb.gov.br/api/v2/error/CobVOperacaoInvalida',
    });
    expect(body.violacoes.map((one: Json) => one.propriedade)).toContain(propriedade);
  });

  test('makes a revision of each change, and none of a repeated request', async () => {
    const txid = await newCharge();
    const put = (body: object) => call('PUT', `/cobv/${txid}`, body);
    expect((await put(charge())).body.revisao).toBe(0);
    expect((await put(charge({ original: '1600.00' }))).body.revisao).toBe(1);
    const multa = { modalidade: 2, valorPerc: '10.00' };
    const patched = await call('PATCH', `/cobv/${txid}`, { valor: { multa } });
    expect(patched.body).toMatchObject({ revisao: 2, valor: { original: '1600.00', multa } });
    expect((await call('GET', `/cobv/${txid}?revisao=0`)).body.valor).toEqual({ original: '1500.00' });
    expect((await call('GET', `/cobv/${txid}?revisao=3`)).body.type).toMatch(/CobVConsultaInvalida$/);
  });

  test('never takes the txid of a removed charge again', async () => {
    const txid = await newCharge();
    const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    const both = await call('PATCH', `/cobv/${txid}`, { status, valor: { original: '1.00' } });
    expect(both.status).toBe(400);
    expect((await call('PATCH', `/cobv/${txid}`, { status })).body).toMatchObject({ status, revisao: 1 });
    for (const kind of ['cobv', 'cob']) {
      const body = kind === 'cob' ? { ...charge(), calendario: {}, devedor: undefined } : charge();
      expect((await call('PUT', `/${kind}/${txid}`, body)).status).toBe(400);
    }
    expect((await call('PATCH', `/cobv/${txid}`, { valor: { original: '1.00' } })).status).toBe(400);
    expect((await call('GET', `/cobv/${txid}`)).body.status).toBe(status);
    expect(() => psp.pay(txid)).toThrow(status);
  });

  test('lists charges by creation, page by page', async () => {
    const txids = [await newCharge(), await newCharge(), await newCharge()];
    const list = (query: string) => call('GET', `/cobv?inicio=2026-11-03T00:00:00Z&fim=2026-11-04T00:00:00Z&${query}`);
    const whole = (await list('paginacao.itensPorPagina=1000')).body;
    const total = whole.cobs.length;
    expect(whole.cobs.map((one: Json) => one.txid)).toEqual(expect.arrayContaining(txids));
    const end = await list(`paginacao.itensPorPagina=2&paginacao.paginaAtual=${Math.ceil(total / 2) - 1}`);
    expect(end.body.parametros.paginacao).toMatchObject({
      quantidadeTotalDeItens: total,
      quantidadeDePaginas: Math.ceil(total / 2),
    });
    expect(end.body.cobs.at(-1).txid).toBe(whole.cobs.at(-1).txid);
    expect((await call('GET', '/cobv?inicio=2026-11-03&fim=2026-11-04')).body.type).toMatch(/CobVConsultaInvalida$/);
  });
});

describe('amounts', () => {
  // DUE is a Tuesday; 2026-11-14 a Saturday, 2026-11-15 a holiday on Sunday.
  test.each<[string, DueValue, string, string, number, object]>([
    [
      'published example',
      { original: '123.45', multa: { modalidade: 1, valorPerc: '15.00' }, juros: { modalidade: 1, valorPerc: '2.00' } },
      DUE,
      '2026-11-11',
      140_45,
      { multa: 15_00, juros: 2_00 },
    ],
    [
      'published parts',
      { original: '100.00', multa: { modalidade: 2, valorPerc: '3.00' }, juros: { modalidade: 2, valorPerc: '1.00' } },
      DUE,
      '2026-11-12',
      105_00,
      { multa: 3_00, juros: 2_00 },
    ],
    [
      'rent 12 days late',
      {
        original: '1500.00',
        multa: { modalidade: 2, valorPerc: '10.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
      },
      DUE,
      '2026-11-22',
      1_656_00,
      { multa: 150_00, juros: 6_00 },
    ],
    [
      'due on Saturday, paid on Monday',
      { original: '100.00', multa: { modalidade: 1, valorPerc: '5.00' } },
      '2026-11-14',
      '2026-11-16',
      100_00,
      { multa: 0 },
    ],
    [
      'due on Saturday, paid on Tuesday',
      { original: '100.00', juros: { modalidade: 1, valorPerc: '5.00' } },
      '2026-11-14',
      '2026-11-17',
      105_00,
      { juros: 5_00 },
    ],
    [
      'interest of business days',
      { original: '100.00', juros: { modalidade: 5, valorPerc: '1.00' } },
      DUE,
      '2026-11-16',
      104_00,
      { juros: 4_00 },
    ],
    [
      'discount until a date',
      {
        original: '100.00',
        desconto: {
          modalidade: 1,
          descontoDataFixa: [
            { data: '2026-11-09', valorPerc: '10.00' },
            { data: '2026-11-05', valorPerc: '20.00' },
          ],
        },
      },
      DUE,
      '2026-11-06',
      90_00,
      { desconto: 10_00 },
    ],
    [
      'discount after its date',
      {
        original: '100.00',
        desconto: { modalidade: 2, descontoDataFixa: [{ data: '2026-11-05', valorPerc: '20.00' }] },
      },
      DUE,
      '2026-11-06',
      100_00,
      { desconto: 0 },
    ],
    [
      'discount a business day ahead',
      { original: '100.00', desconto: { modalidade: 4, valorPerc: '1.00' } },
      DUE,
      '2026-11-06',
      98_00,
      { desconto: 2_00 },
    ],
    [
      'reduction',
      { original: '100.00', abatimento: { modalidade: 2, valorPerc: '25.00' } },
      DUE,
      DUE,
      75_00,
      { abatimento: 25_00 },
    ],
  ])('%s', (_, value, dataDeVencimento, day, final, parts) => {
    const calendar = { dataDeVencimento, validadeAposVencimento: 30 };
    expect(amountDue(value, calendar, day as CalendarDate)).toMatchObject({ final, ...parts });
  });

  // Examples A, B, E, F and G of the description of validadeAposVencimento.
  test.each([
    ['2020-10-20', 4, '2020-10-26'],
    ['2020-12-25', 0, '2020-12-28'],
    ['2020-12-25', 4, '2021-01-04'],
    ['2021-08-27', 5, '2021-09-01'],
    ['2021-08-28', 5, '2021-09-06'],
  ])('due on %s and valid for %i days is payable until %s', (dataDeVencimento, validadeAposVencimento, end) => {
    expect(lastPayableDay({ dataDeVencimento, validadeAposVencimento })).toBe(end);
  });
});

describe('payments', () => {
  test('tells the parts of a late payment, and closes the charge', async () => {
    const juros = { modalidade: 3, valorPerc: '1.00' };
    const txid = await newCharge({ original: '1500.00', multa: { modalidade: 2, valorPerc: '10.00' }, juros });
    const { endToEndId } = psp.pay(txid, { at: '2026-11-22' });
    const { body } = await call('GET', `/pix/${endToEndId}`);
    expect(body).toMatchObject({ txid, valor: '1656.00', chave: psp.key, horario: '2026-11-22T15:00:00.000Z' });
    expect(body.componentesValor).toEqual({
      original: { valor: '1500.00' },
      multa: { valor: '150.00' },
      juros: { valor: '6.00' },
    });
    const paid = (await call('GET', `/cobv/${txid}`)).body;
    expect(paid).toMatchObject({ status: 'CONCLUIDA', pix: [{ endToEndId }] });
    expect(() => psp.pay(txid)).toThrow('CONCLUIDA');
    expect((await call('PUT', `/cobv/${txid}`, charge())).status).toBe(400);
    const list = '/pix?inicio=2026-11-22T00:00:00Z&fim=2026-11-23T00:00:00Z';
    expect((await call('GET', `${list}&txIdPresente=true`)).body.pix).toHaveLength(1);
    expect((await call('GET', `${list}&txIdPresente=false`)).body.pix).toEqual([]);
  });

  test('groups, repeats and reorders webhooks, and loses them', async () => {
    const webhook = await startWebhook();
    const [one, two, three] = [
      psp.payStatic(psp.key, 10_00, 'A'),
      psp.payStatic(psp.key, 20_00),
      psp.payStatic(psp.key, 30_00, 'C'),
    ];
    await psp.delivered();
    expect(webhook.posts.map(({ pix }) => pix.map(({ txid }) => txid)).sort()).toEqual([['A'], ['C']]);
    expect(webhook.posts[0]?.path).toBe('/aviso/pix');
    expect([one, two, three].map(({ valor }) => valor)).toEqual(['10.00', '20.00', '30.00']);

    psp.hold();
    const ids = ['D', 'E', 'F'].map((txid) => psp.payStatic(psp.key, 1_00, txid).endToEndId);
    expect(webhook.posts).toHaveLength(2);
    await psp.flush({ order: 'reversed', copies: 2, group: 2 });
    const [d, e, f] = ids;
    expect(psp.deliveries.slice(-4).map(({ names }) => names)).toEqual([[f, e], [d], [f, e], [d]]);
    expect(psp.deliveries.every(({ status }) => status === 200)).toBe(true);

    psp.hold();
    const lost = psp.payStatic(psp.key, 1_00, 'G');
    psp.drop();
    await psp.delivered();
    expect(webhook.posts).toHaveLength(6);
    expect((await call('GET', `/pix/${lost.endToEndId}`)).status).toBe(200);
    await webhook.close();
    await call('DELETE', `/webhook/${psp.key}`);
    expect((await call('GET', `/webhook/${psp.key}`)).body.type).toMatch(/WebhookNaoEncontrado$/);
  });

  test('refunds up to the amount received, and is taken back by MED', async () => {
    const webhook = await startWebhook();
    const txid = await newCharge();
    const { endToEndId } = psp.pay(txid);
    const put = (id: string, valor: string) => call('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor });
    expect((await put('1', '500.00')).body).toMatchObject({ status: 'EM_PROCESSAMENTO', natureza: 'ORIGINAL' });
    expect((await put('1', '500.00')).status).toBe(201);
    expect((await put('1', '500.01')).body.type).toMatch(/PixDevolucaoInvalida$/);
    expect((await put('2', '1000.01')).status).toBe(400);
    psp.finishRefund(endToEndId, '1');
    expect((await call('GET', `/pix/${endToEndId}/devolucao/1`)).body).toMatchObject({ status: 'DEVOLVIDO' });
    psp.refundByMed(endToEndId);
    await psp.delivered();
    expect(webhook.posts.map(({ pix }) => pix[0]?.devolucoes?.length ?? 0).sort()).toEqual([0, 1, 2]);
    const { devolucoes } = (await call('GET', `/pix/${endToEndId}`)).body;
    expect(devolucoes[1]).toMatchObject({ natureza: 'MED_FRAUDE', valor: '1000.00', status: 'DEVOLVIDO' });
    expect((await put('3', '0.01')).status).toBe(400);
    await webhook.close();
  });
});

describe('journey 3 of Pix Automático', () => {
  const recurrence = (txid?: string, loc?: number) => ({
    vinculo: { objeto: 'Aluguel', contrato: '12', devedor: { cpf: '52998224725', nome: 'Ana Lima' } },
    calendario: { dataInicial: '2026-12-10', periodicidade: 'MENSAL' },
    politicaRetentativa: 'NAO_PERMITE',
    ...(loc !== undefined && { loc }),
    ...(txid !== undefined && { ativacao: { dadosJornada: { txid } } }),
  });
  const immediate = { calendario: { expiracao: 1_800 }, valor: { original: '1500.00' }, chave: '' };
  const newCharge = async (kind: 'cob' | 'cobv') => {
    const txid = newTxid();
    const made = await call('PUT', `/${kind}/${txid}`, kind === 'cob' ? { ...immediate, chave: psp.key } : charge());
    expect(made.status).toBe(201);
    return txid;
  };
  const violations = ({ body }: { body: Json }) =>
    (body as unknown as { violacoes: { propriedade: string }[] }).violacoes.map(({ propriedade }) => propriedade);

  test('goes with an immediate charge alone, whose payment by the common code authorises', async () => {
    const [cob, cobv, other] = [await newCharge('cob'), await newCharge('cobv'), await newCharge('cob')];
    expect(violations(await call('POST', '/rec', recurrence(cobv)))).toEqual(['rec.ativacao.dadosJornada.txid']);
    const { id, location } = (await call('POST', '/locrec')).body;
    const { status, body } = await call('POST', '/rec', recurrence(other, id));
    expect({ status, ativacao: body.ativacao }).toEqual({
      status: 201,
      ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada: { txid: other } },
    });
    const path = `/rec/${body.idRec}`;
    expect(violations(await call('PATCH', path, { ativacao: { dadosJornada: { txid: cobv } } }))).toEqual([
      'rec.ativacao.dadosJornada.txid',
    ]);
    expect((await call('PATCH', path, { ativacao: { dadosJornada: { txid: cob } } })).status).toBe(200);
    // Any immediate charge but the recurrence's own is refused; one with a due date gives a code of journey 4.
    expect(violations(await call('GET', `${path}?txid=${other}`))).toEqual(['txid']);
    expect((await call('GET', `${path}?txid=${cobv}`)).body.dadosQR.jornada).toBe('JORNADA_4');
    const { dadosQR } = (await call('GET', `${path}?txid=${cob}`)).body;
    expect(dadosQR.jornada).toBe('JORNADA_3');
    const read = readPix(dadosQR.pixCopiaECola);
    expect('pix' in read && [read.pix?.url, read.pix?.recurrence_url]).toEqual([
      psp.charges.get(cob)?.loc.location,
      location,
    ]);

    psp.payAndAuthorise(cob);
    const approved = (await call('GET', path)).body;
    expect([approved.status, approved.ativacao]).toEqual([
      'APROVADA',
      { tipoJornada: 'JORNADA_3', dadosJornada: { txid: cob } },
    ]);
    expect(violations(await call('GET', `${path}?txid=${cobv}`))).toEqual(['txid']);
    expect(() => psp.payAndAuthorise(cob)).toThrow(RangeError);
  });

  test('ends with the charge: neither is paid nor authorised once it has expired or was removed', async () => {
    const cob = await newCharge('cob');
    const { idRec } = (await call('POST', '/rec', recurrence(cob))).body;
    expect(() => psp.payAndAuthorise(cob, { at: new Date(NOW.getTime() + 1_801_000) })).toThrow('expired');
    await call('PATCH', `/cob/${cob}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    expect(() => psp.payAndAuthorise(cob)).toThrow('REMOVIDA');
    expect(psp.recurrences.get(idRec)?.status).toBe('CRIADA');
    // A recurrence authorised by another journey no longer names the charge.
    psp.approve(idRec);
    expect((await call('GET', `/rec/${idRec}`)).body.ativacao).toEqual({ tipoJornada: 'JORNADA_2' });
  });
});

describe('failures', () => {
  test('answers with errors, after the work or in place of it, and not at all', async () => {
    const txid = newTxid();
    psp.fail(1, 503);
    const { status, body } = await call('PUT', `/cobv/${txid}`, charge());
    expect({ status, type: body.type }).toEqual({
      status: 503,
      type: 'https://pix.bcb.gov.br/api/v2/error/ServicoIndisponivel',
    });
    expect(psp.charges.has(txid)).toBe(false);
    psp.fail(1, 500, { on: /^PUT/, performed: true });
    expect((await call('PUT', `/cobv/${txid}`, charge())).status).toBe(500);
    expect((await call('PUT', `/cobv/${txid}`, charge())).status).toBe(200);

    psp.hang();
    const waiting = call('GET', `/cobv/${txid}`);
    await until(
      async () => psp.calls.at(-1),
      (latest) => latest?.method === 'GET',
    );
    const answered = psp.called(({ method, path }) => method === 'GET' && path === `/cobv/${txid}`);
    expect(psp.calls.at(-1)?.status).toBe(null);
    psp.recover();
    expect((await waiting).status).toBe(200);
    expect(await answered).toMatchObject({ status: 200 });
    expect(await psp.called(({ path }) => path === `/cobv/${txid}`)).toMatchObject({ method: 'PUT', status: 503 });
  });

  test('runs as a process, whose state survives its kill', LONG, async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'pix-')), 'state');
    const child = spawn(process.execPath, [PROCESS, '--file', file], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    const said = async (): Promise<Json> => JSON.parse((await once(lines, 'line'))[0]);
    const killed = (await said()) as unknown as PixServer;
    const today = dayOfNow();
    const [active, paid] = [newTxid(), newTxid()];
    const bearer = await newToken(killed);
    for (const txid of [active, paid]) {
      expect((await call('PUT', `/cobv/${txid}`, charge(undefined, today), killed, bearer)).status).toBe(201);
    }
    child.stdin.write(`${JSON.stringify({ call: 'pay', args: [paid] })}\n`);
    const { answer } = (await said()) as unknown as { answer: { endToEndId: string } };
    child.stdin.write(`${JSON.stringify({ call: 'pay', args: [paid] })}\n`);
    expect(await said()).toEqual({ error: `the charge ${paid} is CONCLUIDA` });
    child.kill('SIGKILL');
    await ended;

    const restarted = await startPixServer({ file });
    expect(restarted.ca).toBe(killed.ca);
    const get = async (txid: string) =>
      (await call('GET', `/cobv/${txid}`, undefined, restarted, await newToken(restarted))).body;
    expect(await get(active)).toMatchObject({ status: 'ATIVA', revisao: 0 });
    expect(await get(paid)).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ endToEndId: answer.endToEndId, valor: '1500.00' }],
    });
    await restarted.close();
  });
});

const dayOfNow = () => new Date().toISOString().slice(0, 10);
