import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { barcode, digitableLine } from '@morada/domain/bank/boleto';
import { crc16 } from '@morada/domain/bank/pix/pix';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import { addDays, type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { ZipFile } from 'yazl';
import type * as z from 'zod/mini';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import { webhookSender } from '../../bank/bank-deliveries.ts';
import { type Certificate, certificateAuthority, issueCertificate } from '../../signing/certificate.ts';
import { keptMaps } from './pix-state.ts';
import * as bodies from './sicoob-bodies.ts';

/** A boleto as the bank keeps it; amounts of payments in centavos. */
export type SicoobBoleto = bodies.NewBoleto & {
  nossoNumero: number;
  codigoBarras: string;
  linhaDigitavel: string;
  qrCode?: string;
  /** Em Aberto, Baixado, Liquidado. */
  situacaoBoleto: string;
};

export type SicoobMovement = {
  /** 5: settlement, 6: write-off. */
  kind: number;
  day: CalendarDate;
  number: number;
  paid: Cents;
  charges: Cents;
  tariff: Cents;
  byPix: boolean;
};

type Webhook = { idWebhook: number; url: string; codigoTipoMovimento: number; codigoSituacao: number };
type Asked = { kind: number; first: CalendarDate; last: CalendarDate; looks: number };

export type SicoobOptions = {
  now?: () => Date;
  /** Lifetime of a token in seconds. */
  expiresIn?: number;
  /** The client's number and cooperative at the bank. */
  client?: { numeroCliente: number; cooperative: string };
  /** Number of times that a request of movements is polled before its files are available. */
  looks?: number;
  /** Whether boletos get a QR code. */
  hybrid?: boolean;
  tariff?: Cents;
  connections?: number;
  /** Keeps boletos, movements and webhooks in this file and the certificates beside it. */
  file?: string;
  port?: number;
};

const BASE = '/cobranca-bancaria/v3';
const TOKEN_PATH = '/auth/realms/cooperado/protocol/openid-connect/token';
const LIFE = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2049-12-31T00:00:00Z') };
const CLIENT_ID = 'cliente-de-teste';
/** Movements in one file, few enough that tests ask for several. */
const PER_FILE = 200;

type Answer = { status: number; body?: unknown };

/** An error in the bank's format. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status = 400, code = '1000') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const dayAt = (time: Date) => new Date(time.getTime() - 3 * 3_600_000).toISOString().slice(0, 10) as CalendarDate;
const thumbprintOf = (certificate: Uint8Array) => createHash('sha256').update(certificate).digest('base64url');

function certificatesOf(file: string | undefined) {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as typeof made;
  const authority = certificateAuthority({ ...LIFE, name: 'Autoridade do Sicoob' });
  const issued = (name: string) => issueCertificate(authority, { ...LIFE, name });
  const made = { authority, server: issued('localhost'), client: issued('cliente'), other: issued('outro-cliente') };
  if (file !== undefined) writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/**
 * «Cobrança Bancária» of Sicoob, version 3, on this machine: mutual TLS, tokens bound to the client's certificate, boletos
 * with a QR code, movements that are requested and fetched later, and webhooks. Its methods are the acts of the payers
 * and of the bank.
 */
export async function startSicoob(options: SicoobOptions = {}) {
  const { now = () => new Date(), expiresIn = 300, looks = 1, hybrid = true, tariff = 190, file } = options;
  const { client = { numeroCliente: 229385, cooperative: '4327' }, connections = 50 } = options;
  const certificates = certificatesOf(file && `${file}.certificates`);
  const boletos = new Map<string, SicoobBoleto>();
  const movements = new Map<string, SicoobMovement>();
  const webhooks = new Map<string, Webhook>();
  const state = keptMaps({ boletos, movements, webhooks }, file);
  let moved = movements.size;
  const requests = new Map<number, Asked>();
  const tokens = new Map<string, { thumbprint: string; until: number }>();
  const known = new Set([thumbprintOf(new X509Certificate(certificates.client.cert).raw)]);
  const calls: { method: string; path: string; body: unknown; status: number | null }[] = [];
  let failure = { left: 0, status: 500, on: /^/, performed: false };
  const sender = webhookSender({
    connections,
    tls: certificates.server,
    nameOf: ({ endToEndId }) => String(endToEndId),
    bodyOf: (notices) => {
      const told = notices.map(({ endToEndId: _, ...notice }) => notice);
      return told.length === 1 ? told[0] : told;
    },
  });

  permitInternal();
  const server = createServer(
    {
      ...certificates.server,
      ca: certificates.authority.cert,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    },
    (request, response) => void receive(request, response).catch((error) => response.destroy(error)),
  );
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const routes: [method: string, path: RegExp, act: (asked: Call) => Answer | Promise<Answer>][] = [
    ['POST', /^\/boletos$/, postBoleto],
    ['GET', /^\/boletos$/, getBoleto],
    ['GET', /^\/boletos\/faixas-nosso-numero$/, () => ({ status: 204 })],
    ['POST', /^\/boletos\/movimentacoes$/, askMovements],
    ['GET', /^\/boletos\/movimentacoes$/, lookAtMovements],
    ['GET', /^\/boletos\/movimentacoes\/download$/, downloadMovements],
    ['POST', /^\/boletos\/(\d+)\/baixar$/, postWriteOff],
    ['GET', /^\/webhooks$/, listWebhooks],
    ['POST', /^\/webhooks$/, postWebhook],
    ['PATCH', /^\/webhooks\/(\d+)$/, patchWebhook],
    ['PATCH', /^\/webhooks\/(\d+)\/reativar$/, activateWebhook],
  ];
  type Call = { words: string[]; query: URLSearchParams; body: unknown };

  return {
    url: `${origin}${BASE}`,
    tokenUrl: `${origin}${TOKEN_PATH}`,
    ca: certificates.authority.cert,
    clientCertificate: certificates.client as Certificate,
    otherCertificate: certificates.other as Certificate,
    clientId: CLIENT_ID,
    boletos,
    movements,
    webhooks,
    calls,
    deliveries: sender.deliveries,
    amountDue: (number: number, day: CalendarDate) => due(boletoAt(number), day).total,
    pay,
    takeBack,
    dropByTime,
    notify,
    fail,
    recover: () => {
      failure.left = 0;
    },
    expireTokens: () => tokens.clear(),
    hold: sender.hold,
    flush: sender.flush,
    drop: sender.drop,
    delivered: sender.delivered,
    close,
  };

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const text = Buffer.concat(await request.toArray()).toString();
    const isToken = pathname === TOKEN_PATH;
    const path = isToken ? pathname : pathname.slice(BASE.length);
    const call = { method: request.method ?? '', path, body: text as unknown, status: null as number | null };
    calls.push(call);
    const carryOut = async (): Promise<Answer> => {
      try {
        if (isToken) return grant(request, text);
        authorize(request);
        call.body = text === '' ? undefined : JSON.parse(text);
        return await perform(call.method, path, searchParams, call.body);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { status: error.status, body: { mensagens: [{ mensagem: error.message, codigo: error.code }] } };
      }
    };
    const fails = failure.left > 0 && failure.on.test(`${call.method} ${path}`);
    if (fails) failure.left -= 1;
    if (fails && failure.performed) await carryOut();
    const { status, body } = fails
      ? { status: failure.status, body: { mensagens: [{ mensagem: 'Erro interno', codigo: '9999' }] } }
      : await carryOut();
    call.status = status;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }

  function perform(method: string, path: string, query: URLSearchParams, body: unknown) {
    for (const [of, pattern, act] of routes) {
      const match = pattern.exec(path);
      if (match && of === method) return act({ words: match.slice(1), query, body });
    }
    throw new Refused('Recurso não encontrado', 404);
  }

  function thumbprint({ socket }: IncomingMessage) {
    return thumbprintOf((socket as TLSSocket).getPeerCertificate().raw);
  }

  function grant(request: IncomingMessage, text: string): Answer {
    const form = new URLSearchParams(text);
    const right = form.get('client_id') === CLIENT_ID && known.has(thumbprint(request));
    if (!right) return { status: 401, body: { error: 'unauthorized_client' } };
    if (form.get('grant_type') !== 'client_credentials') return { status: 400, body: { error: 'invalid_grant' } };
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, { thumbprint: thumbprint(request), until: now().getTime() + expiresIn * 1_000 });
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn } };
  }

  function authorize(request: IncomingMessage) {
    const token = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    const isGood = token && token.until > now().getTime() && token.thumbprint === thumbprint(request);
    if (!isGood || request.headers.client_id !== CLIENT_ID) throw new Refused('Não autorizado', 401);
  }

  /** @throws Refused 406 with the fields that the description does not allow. */
  function valid<T>(schema: z.ZodMiniType<T>, body: unknown): T {
    const { success, data, error } = schema.safeParse(body);
    if (success) return data;
    const fields = error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
    throw new Refused(`Dados inválidos: ${fields.join(', ')}`, 406);
  }

  function own(numeroCliente: unknown) {
    if (Number(numeroCliente) !== client.numeroCliente) throw new Refused('Cliente não encontrado.');
  }

  function postBoleto({ body }: Call): Answer {
    const asked = valid(bodies.newBoleto, body);
    own(asked.numeroCliente);
    const { nossoNumero = 90_000_000 + boletos.size, dataVencimento, dataLimitePagamento = dataVencimento } = asked;
    if (boletos.has(String(nossoNumero))) throw new Refused('Nosso número já utilizado.', 400, '1004');
    if (dataVencimento < asked.dataEmissao) throw new Refused('A data de vencimento é anterior à de emissão.');
    for (const [kind, none, date] of [
      [asked.tipoMulta, 0, asked.dataMulta],
      [asked.tipoJurosMora, 3, asked.dataJurosMora],
    ] as const)
      if (kind !== none && !(date && date > dataVencimento && date <= dataLimitePagamento))
        throw new Refused('A data de multa ou juros deve ser maior que o vencimento e até a data limite.');
    if (asked.pagador.cep === '00000000') throw new Refused('CEP do pagador inválido.');
    const number = String(nossoNumero).padStart(8, '0');
    const code = barcode({
      bank: '756',
      amount: Math.round(asked.valor * 100),
      due_date: dataVencimento as CalendarDate,
      free_field: `1${client.cooperative}01${String(client.numeroCliente).padStart(7, '0')}${number}001`,
    });
    const made: SicoobBoleto = {
      ...asked,
      nossoNumero,
      codigoBarras: code,
      linhaDigitavel: digitableLine(code),
      ...(hybrid && asked.codigoCadastrarPIX !== 2 && { qrCode: qrCode(nossoNumero) }),
      situacaoBoleto: 'Em Aberto',
    };
    keep(made);
    const { situacaoBoleto: _, ...resultado } = made;
    return { status: 200, body: { resultado: { ...resultado, campoNovo: { versao: 4 } } } };
  }

  function getBoleto({ query }: Call): Answer {
    own(query.get('numeroCliente'));
    const found = boletos.get(query.get('nossoNumero') ?? '');
    return found ? { status: 200, body: { resultado: found } } : { status: 204 };
  }

  function postWriteOff({ words: [number = ''], body }: Call): Answer {
    own(valid(bodies.writeOff, body).numeroCliente);
    const boleto = boletos.get(number);
    if (!boleto) throw new Refused('Boleto não encontrado.');
    if (boleto.situacaoBoleto !== 'Em Aberto') throw new Refused(`Boleto ${boleto.situacaoBoleto.toLowerCase()}.`);
    keep({ ...boleto, situacaoBoleto: 'Baixado' });
    return { status: 204 };
  }

  function askMovements({ body }: Call): Answer {
    const { numeroCliente, tipoMovimento: kind, dataInicial, dataFinal } = valid(bodies.movementRequest, body);
    own(numeroCliente);
    const [first, last] = [dataInicial, dataFinal] as [CalendarDate, CalendarDate];
    if (last < first || daysBetween(first, last) > 1) throw new Refused('O período máximo é de 2 dias.');
    const code = requests.size + 1;
    requests.set(code, { kind, first, last, looks });
    return { status: 200, body: { resultado: { mensagem: 'Solicitação recebida.', codigoSolicitacao: code } } };
  }

  function asked(query: URLSearchParams) {
    own(query.get('numeroCliente'));
    const request = requests.get(Number(query.get('codigoSolicitacao')));
    if (!request) throw new Refused('Solicitação não encontrada.');
    return request;
  }

  function rowsOf({ kind, first, last }: Asked) {
    return [...movements.values()].filter((row) => row.kind === kind && row.day >= first && row.day <= last);
  }

  function lookAtMovements({ query }: Call): Answer {
    const request = asked(query);
    if (request.looks > 0) {
      request.looks -= 1;
      return { status: 204 };
    }
    const total = rowsOf(request).length;
    const files = Math.ceil(total / PER_FILE);
    return {
      status: 200,
      body: {
        resultado: {
          quantidadeTotalRegistros: total,
          quantidadeRegistrosArquivo: PER_FILE,
          quantidadeArquivo: files,
          idArquivos: Array.from({ length: files }, (_, index) => index + 1),
        },
      },
    };
  }

  async function downloadMovements({ query }: Call): Promise<Answer> {
    const at = (Number(query.get('idArquivo')) - 1) * PER_FILE;
    const rows = rowsOf(asked(query)).slice(at, at + PER_FILE);
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(JSON.stringify(rows.map(told))), 'movimentos.json');
    zip.end();
    // Each byte is written as a character of UTF-8 before the whole is encoded, as the bank does.
    const bytes = Buffer.from((await buffer(zip.outputStream)).toString('latin1'), 'utf8');
    return { status: 200, body: { resultado: { nomeArquivo: 'LIQUI.zip', arquivo: bytes.toString('base64') } } };
  }

  function told({ kind, day, number, paid, charges, tariff, byPix }: SicoobMovement) {
    const { seuNumero, dataVencimento, valor, codigoBarras } = boletoAt(number);
    const moment = (date: string) => `${date}T00:00:00-03:00`;
    return {
      siglaMovimento: kind === 5 ? 'LIQUI' : 'BAIX',
      numeroCliente: client.numeroCliente,
      modalidade: 1,
      numeroTitulo: Math.trunc(number / 10),
      seuNumero,
      dataVencimentoTitulo: moment(dataVencimento),
      valorTitulo: valor,
      codigoBarras,
      dataLiquidacao: moment(day),
      valorTarifaMovimento: tariff / 100,
      ...(kind === 5 && {
        dataPrevisaoCredito: moment(addDays(day, 1)),
        valorMora: charges / 100,
        valorDesconto: 0,
        valorLiquido: paid / 100,
        idTipoOpFinanceira: byPix ? 212 : 58,
      }),
    };
  }

  function listWebhooks(): Answer {
    return webhooks.size === 0 ? { status: 204 } : { status: 200, body: { resultado: [...webhooks.values()] } };
  }

  function postWebhook({ body }: Call): Answer {
    const { url, codigoTipoMovimento } = valid(bodies.newWebhook, body);
    keepWebhook({ idWebhook: webhooks.size + 1, url, codigoTipoMovimento, codigoSituacao: 2 });
    return { status: 201, body: { resultado: { idWebhook: webhooks.size } } };
  }

  function webhookAt(id = '') {
    const webhook = webhooks.get(id);
    if (!webhook) throw new Refused('Webhook não encontrado.');
    return webhook;
  }

  function patchWebhook({ words: [id], body }: Call): Answer {
    keepWebhook({ ...webhookAt(id), url: valid(bodies.changedWebhook, body).url });
    return { status: 204 };
  }

  function activateWebhook({ words: [id] }: Call): Answer {
    keepWebhook({ ...webhookAt(id), codigoSituacao: 2 });
    return { status: 204 };
  }

  function keepWebhook(webhook: Webhook) {
    webhooks.set(String(webhook.idWebhook), webhook);
    state.keep('webhooks', String(webhook.idWebhook));
  }

  function keep(boleto: SicoobBoleto) {
    boletos.set(String(boleto.nossoNumero), boleto);
    state.keep('boletos', String(boleto.nossoNumero));
  }

  function move(movement: SicoobMovement) {
    moved += 1;
    const key = `${movement.number}-${movement.kind}-${moved}`;
    movements.set(key, movement);
    state.keep('movements', key);
  }

  function boletoAt(number: number): SicoobBoleto {
    const found = boletos.get(String(number));
    if (!found) throw new RangeError(`no boleto ${number}`);
    return found;
  }

  /**
   * Pays a boleto, as its payer.
   * @param how.amount in place of what is due on that day.
   * @throws RangeError when a payer's bank would refuse it.
   */
  function pay(number: number, how: { on?: CalendarDate; amount?: Cents; byPix?: boolean } = {}) {
    const boleto = boletoAt(number);
    const day = how.on ?? dayAt(now());
    if (boleto.situacaoBoleto !== 'Em Aberto') throw new RangeError(`boleto ${number} is ${boleto.situacaoBoleto}`);
    const { total, charges } = due(boleto, day);
    keep({ ...boleto, situacaoBoleto: 'Liquidado' });
    const paid = how.amount ?? total;
    move({ kind: 5, day, number, paid, charges: how.amount ? 0 : charges, tariff, byPix: how.byPix ?? false });
    notify(number);
    return { paid, day };
  }

  /** The notice of a payment is withdrawn: the boleto is open again. */
  function takeBack(number: number) {
    keep({ ...boletoAt(number), situacaoBoleto: 'Em Aberto' });
    for (const [key, row] of movements)
      if (row.number === number && row.kind === 5) {
        movements.delete(key);
        state.keep('movements', key);
      }
    notify(number);
  }

  /** The bank drops a boleto that nobody paid in time. */
  function dropByTime(number: number, day = dayAt(now())) {
    keep({ ...boletoAt(number), situacaoBoleto: 'Baixado' });
    move({ kind: 6, day, number, paid: 0, charges: 0, tariff: 0, byPix: false });
  }

  function notify(number: number) {
    const { codigoBarras } = boletoAt(number);
    for (const { url, codigoSituacao } of webhooks.values())
      if (codigoSituacao !== 3)
        sender.send(url, {
          endToEndId: String(number),
          ...{ codigoTipoMovimento: 7, codigoPeriodoMovimento: 1, nossoNumero: number, codigoBarras },
          campoNovo: { nossoNumero: null },
        });
  }

  /** Answers the next `count` calls with an error; `performed`: the call is carried out and only its answer lost. */
  function fail(count: number, status = 500, how: { on?: RegExp; performed?: boolean } = {}) {
    failure = { left: count, status, on: how.on ?? /^/, performed: how.performed ?? false };
  }

  async function close() {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    sender.close();
    state.close();
  }
}

export type Sicoob = Awaited<ReturnType<typeof startSicoob>>;

/**
 * Amount due on a day by the terms of the registration. Percentages are of the amount. Interest runs from a day of its
 * own, by day or by a month of thirty days. Each part is rounded once.
 */
function due(boleto: SicoobBoleto, day: CalendarDate): { total: Cents; charges: Cents } {
  const amount = Math.round(boleto.valor * 100);
  const { dataVencimento, dataLimitePagamento = dataVencimento, nossoNumero } = boleto;
  if (day > nextBusinessDay(dataLimitePagamento as CalendarDate)) throw new RangeError(`boleto ${nossoNumero} expired`);
  if (day <= nextBusinessDay(dataVencimento as CalendarDate)) return { total: amount, charges: 0 };
  const { tipoMulta, dataMulta = '9999-12-31', valorMulta = 0 } = boleto;
  const { tipoJurosMora, dataJurosMora = '9999-12-31', valorJurosMora = 0 } = boleto;
  const fine = day < dataMulta ? 0 : tipoMulta === 2 ? (amount * valorMulta) / 100 : valorMulta * 100;
  const days = day < dataJurosMora ? 0 : daysBetween(dataJurosMora as CalendarDate, day) + 1;
  const daily = tipoJurosMora === 2 ? (amount * valorJurosMora) / 100 / 30 : valorJurosMora * 100;
  const charges = halfUp(tipoMulta === 0 ? 0 : fine) + halfUp(tipoJurosMora === 3 ? 0 : daily * days);
  return { total: amount + charges, charges };
}

/** Rounds half up, with a tolerance for binary fractions just below a half. */
const halfUp = (value: number) => Math.floor(value + 0.5 + 1e-6);

function qrCode(number: number): string {
  const address = `pix.sicoob.com.br/qr/payload/v2/cobv/${String(number).padStart(32, '0')}`;
  const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;
  const text = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', address)),
    '5204000053039865802BR5910IMOBILIARIA6008BRASILIA62070503***6304',
  ].join('');
  return text + crc16(text);
}
