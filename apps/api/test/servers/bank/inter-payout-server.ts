import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import { certificateAuthority, issueCertificate } from '../../signing/certificate.ts';

/** A payment as the bank keeps it. */
export type InterPix = {
  codigoSolicitacao: string;
  key: string;
  valor: string;
  descricao?: string;
  destinatario: Record<string, unknown>;
  status: string;
  endToEnd: string | null;
  erros: { codigoErro: string; descricaoErro: string }[];
  historico: { status: string; dataHoraEvento: string }[];
};

type Options = {
  /** Balance of the account in centavos. */
  balance?: number;
  /** Payments above this amount in centavos wait for an approval in the bank's own pages. */
  approval_over?: number;
  /** Keys of the directory, with the document of their holder; absent: every key is known. */
  keys?: Readonly<Record<string, string>>;
  /** Payments become final at their first query; otherwise by `finish`. */
  atOnce?: boolean;
  port?: number;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LIFE = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2049-12-31T00:00:00Z') };
const SCOPES = ['pagamento-pix.write', 'pagamento-pix.read'];
const TIMES_IN_PIX = /^\d{1,10}\.\d{2}$/;
const thumbprintOf = (raw: Uint8Array) => createHash('sha256').update(raw).digest('base64url');
const cents = (valor: string) => Math.round(Number(valor) * 100);

class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, title: string, detail: string) {
    super(title);
    this.status = status;
    this.body = { title, detail, timestamp: new Date().toISOString() };
  }
}

/**
 * The payments of Banco Inter on this machine (`/banking/v2/pix`): mutual TLS, tokens bound to the certificate, one payment for
 * each `x-id-idempotente`, states that change later, refusals, and answers that are lost.
 */
export async function startInterServer(options: Options = {}) {
  const { approval_over = Number.POSITIVE_INFINITY, keys, atOnce = true } = options;
  let balance = options.balance ?? 100_000_000;
  const authority = certificateAuthority({ ...LIFE, name: 'Autoridade do banco' });
  const issued = (name: string) => issueCertificate(authority, { ...LIFE, name });
  const [own, client, other] = [issued('localhost'), issued('cliente'), issued('outro')];
  const known = thumbprintOf(new X509Certificate(client.cert).raw);
  const [clientId, clientSecret] = ['morada-paga', 'segredo-que-paga'];
  const tokens = new Map<string, { thumbprint: string; scopes: string[] }>();
  const payments = new Map<string, InterPix>();
  const byKey = new Map<string, string>();
  const calls: { method: string; path: string; key: string | undefined; account: string | undefined }[] = [];
  let failing: { left: number; status: number } = { left: 0, status: 500 };
  let losing = 0;
  let hanging = false;
  let hung = Promise.withResolvers<void>();

  function enter(pix: InterPix, status: string) {
    pix.status = status;
    pix.historico.push({ status, dataHoraEvento: new Date().toISOString() });
  }

  function token(form: URLSearchParams, thumbprint: string) {
    if (thumbprint !== known || form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      throw new Refused(401, 'Não autorizado', 'Credenciais inválidas.');
    const scopes = (form.get('scope') ?? '').split(' ').filter((scope) => SCOPES.includes(scope));
    const access_token = randomUUID();
    tokens.set(access_token, { thumbprint, scopes });
    return { access_token, token_type: 'Bearer', expires_in: 3_600, scope: scopes.join(' ') };
  }

  /** The holder of the destination, or the reason why there is none. */
  function checkDestination(to: Record<string, unknown>) {
    if (to.tipo === 'CHAVE') {
      const chave = String(to.chave ?? '');
      if (keys && !(chave in keys)) throw new Refused(400, 'Chave Pix não encontrada', 'A chave informada não existe.');
      return;
    }
    const { ispb } = (to.instituicaoFinanceira ?? {}) as { ispb?: string };
    const isWhole =
      to.tipo === 'DADOS_BANCARIOS' &&
      /^\d{1,4}$/.test(String(to.agencia)) &&
      /^\d+$/.test(String(to.contaCorrente)) &&
      ['CONTA_CORRENTE', 'CONTA_POUPANCA'].includes(String(to.tipoConta)) &&
      /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(String(to.cpfCnpj)) &&
      typeof to.nome === 'string' &&
      /^\d{8}$/.test(ispb ?? '');
    if (!isWhole) throw new Refused(400, 'Requisição inválida', 'Destinatário inválido.');
  }

  function pay(key: string | undefined, body: Record<string, unknown>) {
    if (!key || !UUID.test(key)) throw new Refused(400, 'Requisição inválida', 'Informe x-id-idempotente.');
    const made = payments.get(byKey.get(key) ?? '');
    if (made) return answerOf(made);
    const { valor, descricao, destinatario } = body as Partial<InterPix>;
    if (!TIMES_IN_PIX.test(String(valor)) || cents(String(valor)) <= 0)
      throw new Refused(400, 'Requisição inválida', 'Valor inválido.');
    if (typeof descricao !== 'string' || descricao.length > 140 || !destinatario)
      throw new Refused(400, 'Requisição inválida', 'Corpo inválido.');
    checkDestination(destinatario);
    if (cents(String(valor)) > balance) throw new Refused(400, 'Saldo insuficiente', 'Não há saldo na conta.');
    const pix: InterPix = {
      ...{ codigoSolicitacao: randomUUID(), key, valor: String(valor), descricao, destinatario },
      ...{ status: '', endToEnd: null, erros: [], historico: [] },
    };
    enter(pix, 'CRIADO');
    if (cents(pix.valor) > approval_over) enter(pix, 'AGUARDANDO_APROVACAO');
    payments.set(pix.codigoSolicitacao, pix);
    byKey.set(key, pix.codigoSolicitacao);
    return answerOf(pix);
  }

  const answerOf = ({ codigoSolicitacao, status }: InterPix) => ({
    tipoRetorno: status === 'AGUARDANDO_APROVACAO' ? 'APROVACAO' : 'PROCESSADO',
    codigoSolicitacao,
    dataPagamento: new Date().toISOString().slice(0, 10),
    dataOperacao: new Date().toISOString().slice(0, 10),
  });

  function settle(pix: InterPix) {
    balance -= cents(pix.valor);
    enter(pix, 'ENVIADO');
    pix.endToEnd = `E00416968${'202603101500'}${randomUUID().replaceAll('-', '').slice(0, 11)}`;
    enter(pix, 'PAGO');
  }

  function look(code: string) {
    const pix = payments.get(code);
    if (!pix) throw new Refused(404, 'Pix não encontrado', 'Não há Pix com este código.');
    if (atOnce && pix.status === 'CRIADO') settle(pix);
    const { historico, key: _, destinatario, ...told } = pix;
    return {
      transacaoPix: { ...told, valor: Number(told.valor), recebedor: { nome: destinatario.nome ?? '' }, campoNovo: {} },
      historico,
    };
  }

  function authorize(request: IncomingMessage, thumbprint: string, scope: string) {
    const granted = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (!granted || granted.thumbprint !== thumbprint) throw new Refused(401, 'Não autorizado', 'Token inválido.');
    if (!granted.scopes.includes(scope)) throw new Refused(403, 'Acesso negado', 'Escopo não contratado.');
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const raw = (request.socket as TLSSocket).getPeerCertificate().raw as Buffer | undefined;
    const thumbprint = raw ? thumbprintOf(raw) : '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    try {
      if (pathname === '/oauth/v2/token') return say(200, token(new URLSearchParams(text), thumbprint));
      const { method = '' } = request;
      const key = request.headers['x-id-idempotente'] as string | undefined;
      calls.push({ method, path: pathname, key, account: request.headers['x-conta-corrente'] as string | undefined });
      if (failing.left > 0) {
        failing.left -= 1;
        throw new Refused(failing.status, 'Erro', 'Erro interno.');
      }
      if (method === 'GET') {
        authorize(request, thumbprint, 'pagamento-pix.read');
        return say(200, look(pathname.replace('/banking/v2/pix/', '')));
      }
      authorize(request, thumbprint, 'pagamento-pix.write');
      const answer = pay(key, JSON.parse(text));
      if (hanging) {
        hung.resolve();
        return;
      }
      if (losing > 0) {
        losing -= 1;
        return request.socket.destroy();
      }
      say(200, answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.status, error.body);
    }
  }

  permitInternal();
  const server = createServer(
    { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => void serve(request, response),
  );
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...{ url, tokenUrl: `${url}/oauth/v2/token`, clientId, clientSecret, ca: authority.cert },
    ...{ clientCertificate: client, otherCertificate: other, payments, calls },
    /** The next calls fail, and nothing is done. */
    fail: (left: number, status = 500) => {
      failing = { left, status };
    },
    /** The next orders are carried out, and their answers lost. */
    lose: (orders: number) => {
      losing = orders;
    },
    /** Orders are carried out and never answered; resolves after the first one. */
    hang: () => {
      hanging = true;
      hung = Promise.withResolvers();
      return hung.promise;
    },
    recover: () => {
      hanging = false;
    },
    /** The bank's own decision on a payment. */
    finish: (code: string, status = 'PAGO', error?: string) => {
      const pix = payments.get(code);
      if (!pix) throw new RangeError(`no payment ${code}`);
      if (error) pix.erros.push({ codigoErro: 'E1', descricaoErro: error });
      if (status === 'PAGO') settle(pix);
      else enter(pix, status);
    },
    only: () => {
      const [pix, second] = payments.values();
      if (!pix || second) throw new RangeError(`${payments.size} payments`);
      return pix;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
