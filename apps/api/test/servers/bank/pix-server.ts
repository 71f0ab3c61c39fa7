import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { type Notice, webhookSender } from '../../bank/bank-deliveries.ts';
import { dynamicCode } from '../../bank/br-code.ts';
import { type Answer, type Asked, type BankCall, type Route, startBankHost } from './bank-host.ts';
import {
  amountDue,
  amountText,
  type DueCalendar,
  type DueValue,
  hundredths,
  lastPayableDay,
  type Parts,
} from './pix-amounts.ts';
import * as bodies from './pix-bodies.ts';
import { invalid, PIX_ERRORS, Problem, page, period, read, TAGS, txidIn } from './pix-problems.ts';
import { type PixLocation, type PixRecurrence, type PixRecurringCharge, pixRecurrences } from './pix-recurrences.ts';
import { keptMaps } from './pix-state.ts';

type Kind = 'cob' | 'cobv';

/** Name of the notices in a post, by the last part of its address. */
const LISTS: Record<string, string> = { pix: 'pix', rec: 'recs', cobr: 'cobsr' };

/** What a revision of a charge can change. */
type Terms = {
  calendario: { criacao: string } & Partial<DueCalendar> & { expiracao?: number };
  devedor?: Record<string, unknown>;
  valor: DueValue & { modalidadeAlteracao?: number };
  chave: string;
  solicitacaoPagador?: string;
  infoAdicionais?: { nome: string; valor: string }[];
};

export type PixCharge = Terms & {
  kind: Kind;
  txid: string;
  revisao: number;
  /** ATIVA, CONCLUIDA, REMOVIDA_PELO_USUARIO_RECEBEDOR, REMOVIDA_PELO_PSP, or a word that the standard does not know. */
  status: string;
  loc: { id: number; location: string; tipoCob: Kind; criacao: string };
  /** Revisions before this one. */
  earlier: Terms[];
};

export type PixRefund = {
  id: string;
  rtrId: string;
  valor: string;
  natureza: string;
  descricao?: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: string;
  motivo?: string;
};

export type ReceivedPix = {
  endToEndId: string;
  txid?: string;
  valor: string;
  /** Amounts by part, for payments of a charge only. */
  componentesValor?: Record<string, { valor: string }>;
  chave: string;
  horario: string;
  infoPagador?: string;
  devolucoes: PixRefund[];
};

type Webhook = { webhookUrl: string; chave: string; criacao: string };

export type PixCall = BankCall;

const SCOPES = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
  'rec.read',
  'rec.write',
  'cobr.read',
  'cobr.write',
  'payloadlocationrec.read',
  'payloadlocationrec.write',
  'webhookrec.read',
  'webhookrec.write',
  'webhookcobr.read',
  'webhookcobr.write',
];

export type PixServerOptions = {
  /** Pix keys of the receiver; the first is `key` of the answer. */
  keys?: string[];
  /** The receiver as charges name it. */
  receiver?: PixReceiver;
  /** Scopes that the client contracted. */
  scopes?: string[];
  /** Lifetime of a token in seconds. */
  expiresIn?: number;
  /** Host of the locations in QR codes. */
  host?: string;
  now?: () => Date;
  /** Clock of recurrences and their debits; by default `now`. */
  debitsNow?: () => Date;
  /** Refunds are final at once, or wait for `finishRefund`. */
  refunds?: 'at once' | 'in process';
  /** Webhook posts at the same time. */
  connections?: number;
  /** Authority of webhooks by https. */
  webhookCa?: string;
  /** Keeps charges, payments and webhooks in this file and the certificates beside it; tokens and held notices are lost. */
  file?: string;
  port?: number;
};

export type PixReceiver = typeof RECEIVER;
const RECEIVER = {
  cnpj: '11222333000181',
  nome: 'Imobiliária Bom Sucesso Ltda',
  logradouro: 'Rua XV de Novembro, 100',
  cidade: 'Curitiba',
  uf: 'PR',
  cep: '80020310',
};
/** Account of the receiver, which recurring charges name. */
const ACCOUNT = '1234567';
const KEY = '123e4567-e12b-12d1-a456-426655440000';
const PROVIDER_ISPB = '99999004';
const PAYER_ISPB = '12345678';
/** Fields outside the standard, which clients must tolerate. */
const EXTRAS = { campoDoProvedor: { versao: '2.10.0', canal: 'API' } };
const NO_PARTS: Parts = { original: 0, multa: 0, juros: 0, abatimento: 0, desconto: 0, final: 0 };
const BASE = '/v2';
const TOKEN_PATH = '/oauth/token';
const REFUND_DAYS = 90;
const DAY_MS = 86_400_000;

/** Day of an instant in Brasília, which has no summer time. */
const dayAt = (time: Date) => new Date(time.getTime() - 3 * 3_600_000).toISOString().slice(0, 10) as CalendarDate;
const minute = (time: Date) => time.toISOString().slice(0, 16).replace(/[-T:]/g, '');
const alphanumeric = (length: number) => randomBytes(length).toString('hex').slice(0, length);

/**
 * A payment service provider on this machine that follows the Pix API v2 of Banco Central: mutual TLS, tokens bound to
 * the client's certificate, cob, cobv, pix, devolucao, webhook, and Pix Automático. Its methods are the acts of the
 * payers and of the provider.
 */
export async function startPixServer(options: PixServerOptions = {}) {
  const { keys = [KEY], receiver = RECEIVER, scopes = SCOPES, expiresIn = 3_600 } = options;
  const { host = 'pix.example.com', now = () => new Date(), refunds = 'in process', connections = 50, file } = options;
  const charges = new Map<string, PixCharge>();
  const payments = new Map<string, ReceivedPix>();
  const webhooks = new Map<string, Webhook>();
  const ofRecurrences = {
    locations: new Map<string, PixLocation>(),
    recurrences: new Map<string, PixRecurrence>(),
    recurring: new Map<string, PixRecurringCharge>(),
    recurringWebhooks: new Map<string, { webhookUrl: string; criacao: string }>(),
  };
  const state = keptMaps({ charges, payments, webhooks, ...ofRecurrences }, file);
  const paymentsOf = new Map<string, string[]>();
  for (const pix of payments.values()) index(pix);
  let locations = charges.size;

  const { routes: recurrenceRoutes, ...recurrenceActs } = pixRecurrences({
    ...ofRecurrences,
    keep: state.keep,
    now: options.debitsNow ?? now,
    ...{ host, receiver, account: ACCOUNT, ispb: PROVIDER_ISPB, dayOf: dayAt },
    send: (url, notice) => sender.send(url, notice),
    paymentsOf: (txid) => (paymentsOf.get(txid) ?? []).map((id) => pixAnswer(paymentOf(id))),
    receive: ({ txid, valor }) => received(now(), { txid, valor: valor.original, chave: keys[0] ?? KEY }),
    endToEndId: () => `E${PAYER_ISPB}${minute(now())}${alphanumeric(11)}`,
    codeOf(txid) {
      const charge = charges.get(txid);
      return charge && { kind: charge.kind, code: dynamicCode(charge.loc.location, receiver) };
    },
    isTaken: (txid) => charges.has(txid),
  });

  const routes: Route[] = [
    ...(['cob', 'cobv'] as const).flatMap((kind): Route[] => [
      ['PUT', new RegExp(`^/${kind}/([^/]+)$`), `${kind}.write`, (asked) => putCharge(kind, asked)],
      ['PATCH', new RegExp(`^/${kind}/([^/]+)$`), `${kind}.write`, (asked) => patchCharge(kind, asked)],
      ['GET', new RegExp(`^/${kind}/([^/]+)$`), `${kind}.read`, (asked) => getCharge(kind, asked)],
      ['GET', new RegExp(`^/${kind}$`), `${kind}.read`, (asked) => listCharges(kind, asked)],
    ]),
    ['GET', /^\/pix$/, 'pix.read', listPayments],
    ['GET', /^\/pix\/([^/]+)$/, 'pix.read', ({ words }) => ({ status: 200, body: pixAnswer(paymentOf(words[0])) })],
    ['PUT', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'pix.write', putRefund],
    ['GET', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'pix.read', getRefund],
    ['PUT', /^\/webhook\/([^/]+)$/, 'webhook.write', putWebhook],
    ['GET', /^\/webhook\/([^/]+)$/, 'webhook.read', ({ words }) => ({ status: 200, body: webhookOf(words[0]) })],
    ['DELETE', /^\/webhook\/([^/]+)$/, 'webhook.write', deleteWebhook],
    ...recurrenceRoutes,
  ];

  const bank = await startBankHost({
    base: BASE,
    tokenPath: TOKEN_PATH,
    credentials: 'HEADER',
    scopes,
    expiresIn,
    now,
    ...(file !== undefined && { file: `${file}.certificates` }),
    ...(options.port !== undefined && { port: options.port }),
    routes,
    errors: PIX_ERRORS,
  });
  const sender = webhookSender({
    connections,
    tls: { ...bank.serverCertificate, ...(options.webhookCa && { ca: options.webhookCa }) },
    nameOf: ({ endToEndId, txid, idRec }) => String(endToEndId ?? txid ?? idRec),
    bodyOf: (notices, url) => ({ [LISTS[url.split('/').at(-1) ?? ''] ?? 'pix']: notices }),
  });

  const stub = {
    ...bank,
    key: keys[0] ?? KEY,
    account: ACCOUNT,
    ...recurrenceActs,
    charges,
    payments,
    webhooks,
    deliveries: sender.deliveries,
    /** Word that answers give in place of ATIVA. */
    unknownStatus: null as string | null,
    pay,
    payAndAuthorise,
    payStatic,
    refundByMed,
    finishRefund,
    removeByProvider,
    hold: sender.hold,
    flush: sender.flush,
    drop: sender.drop,
    redeliver: sender.redeliver,
    delivered: sender.delivered,
    notify,
    close,
  };
  return stub;

  function putCharge(kind: Kind, { words, body }: Asked): Answer {
    const txid = txidIn(kind, words[0], 'OperacaoInvalida');
    const known = charges.get(txid);
    const asked = kind === 'cob' ? read(kind, bodies.newCob, body) : read(kind, bodies.newCobv, body);
    if (known && known.kind !== kind)
      throw invalid(kind, [{ razao: 'O txid já está em uso.', propriedade: `${kind}.txid`, valor: txid }]);
    if (known && known.status !== 'ATIVA') {
      throw invalid(kind, [
        {
          razao: 'A cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la.',
          propriedade: `${kind}.status`,
          valor: known.status,
        },
      ]);
    }
    const { loc, calendario, ...rest } = asked;
    const criacao = known?.calendario.criacao ?? now().toISOString();
    const whole = kind === 'cob' ? { expiracao: 86_400, ...calendario } : { validadeAposVencimento: 30, ...calendario };
    const terms = { ...rest, calendario: { criacao, ...whole } } as Terms;
    check(kind, terms, loc, known);
    if (known) return { status: 200, body: chargeAnswer(revised(known, terms)) };
    const charge: PixCharge = {
      kind,
      txid,
      revisao: 0,
      status: 'ATIVA',
      loc: newLocation(kind),
      ...terms,
      earlier: [],
    };
    keepCharge(charge);
    return { status: 201, body: chargeAnswer(charge) };
  }

  function patchCharge(kind: Kind, { words, body }: Asked): Answer {
    const charge = chargeOf(kind, words[0], 'OperacaoInvalida');
    const { loc, status, ...changes } =
      kind === 'cob' ? read(kind, bodies.changedCob, body) : read(kind, bodies.changedCobv, body);
    if (charge.status !== 'ATIVA') {
      const detail = 'Cobrança não encontra-se mais com o status ATIVA, somente cobranças ativas podem ser revisadas.';
      throw new Problem(400, `${TAGS[kind].tag}OperacaoInvalida`, detail);
    }
    if (status !== undefined) {
      if (loc || Object.keys(changes).length > 0) {
        throw invalid(kind, [
          {
            razao: `A cobrança está ATIVA, e a presente requisição propõe alterar seu status para ${status} juntamente com outras alterações.`,
            propriedade: `${kind}.status`,
            valor: status,
          },
        ]);
      }
      const removed = { ...charge, status, revisao: charge.revisao + 1, earlier: [...charge.earlier, termsOf(charge)] };
      keepCharge(removed);
      return { status: 200, body: chargeAnswer(removed) };
    }
    const terms = {
      ...termsOf(charge),
      ...changes,
      calendario: { ...charge.calendario, ...changes.calendario },
      valor: { ...charge.valor, ...changes.valor },
    } as Terms;
    check(kind, terms, loc, charge);
    return { status: 200, body: chargeAnswer(revised(charge, terms)) };
  }

  function check(kind: Kind, terms: Terms, loc: { id: number; tipoCob?: Kind } | undefined, charge?: PixCharge) {
    const found =
      kind === 'cob'
        ? bodies.cobViolations(terms)
        : bodies.cobvViolations(
            terms as Parameters<typeof bodies.cobvViolations>[0],
            dayAt(new Date(terms.calendario.criacao)),
          );
    if (!keys.includes(terms.chave)) {
      found.push({
        razao: `O campo ${kind}.chave corresponde a uma conta que não pertence a este usuário recebedor.`,
        propriedade: `${kind}.chave`,
        valor: terms.chave,
      });
    }
    if (loc && loc.id !== charge?.loc.id) {
      const isUsed = [...charges.values()].some((other) => other.loc.id === loc.id);
      const reason = isUsed ? 'já está sendo utilizado por outra cobrança' : 'inexiste';
      found.push({
        razao: `O location referenciado por ${kind}.loc.id ${reason}.`,
        propriedade: `${kind}.loc.id`,
        valor: String(loc.id),
      });
    }
    if (found.length > 0) throw invalid(kind, found);
  }

  /** The charge with new terms: an equal request does not make a revision. */
  function revised(charge: PixCharge, terms: Terms): PixCharge {
    const earlier = termsOf(charge);
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(terms)), earlier)) return charge;
    const { kind, txid, status, loc } = charge;
    const next = {
      kind,
      txid,
      status,
      loc,
      ...terms,
      revisao: charge.revisao + 1,
      earlier: [...charge.earlier, earlier],
    };
    keepCharge(next);
    return next;
  }

  function getCharge(kind: Kind, { words, query }: Asked): Answer {
    const charge = chargeOf(kind, words[0], 'ConsultaInvalida');
    const revision = query.get('revisao');
    if (revision === null || Number(revision) === charge.revisao) {
      const received = (paymentsOf.get(charge.txid) ?? []).map((id) => pixAnswer(paymentOf(id)));
      return { status: 200, body: { ...chargeAnswer(charge), ...(received.length > 0 && { pix: received }) } };
    }
    const earlier = charge.earlier[Number(revision)];
    if (!earlier) {
      throw new Problem(
        400,
        `${TAGS[kind].tag}ConsultaInvalida`,
        'O parâmetro revisao corresponde a uma revisão inexistente.',
        [{ razao: 'Revisão inexistente.', propriedade: 'revisao', valor: revision }],
      );
    }
    return { status: 200, body: chargeAnswer({ ...charge, ...earlier, revisao: Number(revision) }) };
  }

  function listCharges(kind: Kind, { query }: Asked): Answer {
    const { from, to, parameters } = period(`${TAGS[kind].tag}ConsultaInvalida`, query);
    const [status, cpf, cnpj, located] = ['status', 'cpf', 'cnpj', 'locationPresente'].map((name) => query.get(name));
    const found = [...charges.values()].filter((charge) => {
      const created = Date.parse(charge.calendario.criacao);
      return (
        charge.kind === kind &&
        created >= from &&
        created <= to &&
        (status === null || charge.status === status) &&
        (cpf === null || charge.devedor?.cpf === cpf) &&
        (cnpj === null || charge.devedor?.cnpj === cnpj) &&
        located !== 'false'
      );
    });
    const { paginacao, items } = page(`${TAGS[kind].tag}ConsultaInvalida`, query, found);
    return { status: 200, body: { parametros: { ...parameters, paginacao }, cobs: items.map(chargeAnswer) } };
  }

  function listPayments({ query }: Asked): Answer {
    const { from, to, parameters } = period('PixConsultaInvalida', query);
    const [txid, identified, refunded] = ['txid', 'txIdPresente', 'devolucaoPresente'].map((name) => query.get(name));
    const found = [...payments.values()]
      .filter((pix) => {
        const received = Date.parse(pix.horario);
        return (
          received >= from &&
          received <= to &&
          (txid === null || pix.txid === txid) &&
          (identified === null || String(pix.txid !== undefined) === identified) &&
          (refunded === null || String(pix.devolucoes.length > 0) === refunded)
        );
      })
      .sort((one, other) => (one.horario < other.horario ? -1 : one.horario > other.horario ? 1 : 0));
    const { paginacao, items } = page('PixConsultaInvalida', query, found);
    return { status: 200, body: { parametros: { ...parameters, paginacao }, pix: items.map(pixAnswer) } };
  }

  function putRefund({ words: [endToEndId, id = ''], body }: Asked): Answer {
    const pix = paymentOf(endToEndId);
    const refuse = (razao: string, propriedade: string) => {
      const detail = 'A presente requisição de devolução não respeita o schema ou não faz sentido semanticamente.';
      return new Problem(400, 'PixDevolucaoInvalida', detail, [{ razao, propriedade }]);
    };
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw refuse('O id da devolução não respeita o schema.', 'devolucao.id');
    const read = bodies.newRefund.safeParse(body);
    if (!read.success) {
      const found = bodies.schemaViolations('devolucao', read.error.issues, body);
      throw new Problem(
        400,
        'PixDevolucaoInvalida',
        'A presente requisição de devolução não respeita o schema.',
        found,
      );
    }
    const { valor, natureza = 'ORIGINAL', descricao } = read.data;
    const known = pix.devolucoes.find((refund) => refund.id === id);
    if (known) {
      if (known.valor === valor && known.natureza === natureza) return { status: 201, body: known };
      throw refuse(
        'A presente requisição de devolução apresenta um {id} já utilizado por outra requisição de devolução.',
        'devolucao.id',
      );
    }
    if (hundredths(valor) === 0) throw refuse('O campo devolucao.valor não respeita o schema.', 'devolucao.valor');
    if (hundredths(valor) > refundable(pix)) {
      throw refuse(
        'A presente requisição de devolução, em conjunto com as demais prévias devoluções, excederia o valor do pix originário.',
        'devolucao.valor',
      );
    }
    if (now().getTime() - Date.parse(pix.horario) > REFUND_DAYS * DAY_MS) {
      throw refuse(
        'A presente requisição de devolução viola a janela de tempo permitida para devoluções de um pix.',
        'devolucao',
      );
    }
    const refund = newRefund(id, valor, natureza, descricao);
    keepPix({ ...pix, devolucoes: [...pix.devolucoes, refund] });
    const answer = { status: 201, body: refund };
    if (refunds === 'at once') finishRefund(pix.endToEndId, id);
    return answer;
  }

  function getRefund({ words: [endToEndId, id] }: Asked): Answer {
    const refund = paymentOf(endToEndId).devolucoes.find((one) => one.id === id);
    if (!refund)
      throw new Problem(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada para o e2eid informado.');
    return { status: 200, body: refund };
  }

  function putWebhook({ words: [key = ''], body }: Asked): Answer {
    const refuse = (violations: bodies.Violation[]) =>
      new Problem(
        400,
        'WebhookOperacaoInvalida',
        'A presente requisição busca criar um webhook sem respeitar o schema ou, ainda, com sentido semanticamente inválido.',
        violations,
      );
    if (!keys.includes(key)) {
      const razao = 'O parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.';
      throw refuse([{ razao, propriedade: 'chave', valor: key }]);
    }
    const read = bodies.newWebhook.safeParse(body);
    if (!read.success) throw refuse(bodies.schemaViolations('webhook', read.error.issues, body));
    const { protocol, hostname } = new URL(read.data.webhookUrl);
    if (protocol !== 'https:' && !['127.0.0.1', 'localhost'].includes(hostname)) {
      throw refuse([
        { razao: 'O webhook não usa https.', propriedade: 'webhook.webhookUrl', valor: read.data.webhookUrl },
      ]);
    }
    webhooks.set(key, { webhookUrl: read.data.webhookUrl, chave: key, criacao: now().toISOString() });
    state.keep('webhooks', key);
    return { status: 200 };
  }

  function deleteWebhook({ words: [key = ''] }: Asked): Answer {
    webhooks.delete(webhookOf(key).chave);
    state.keep('webhooks', key);
    return { status: 204 };
  }

  function webhookOf(key = ''): Webhook & { cnpj: string } {
    const webhook = webhooks.get(key);
    if (!webhook)
      throw new Problem(404, 'WebhookNaoEncontrado', 'O webhook denotado por {chave} não encontra-se estabelecido.');
    return { ...webhook, cnpj: receiver.cnpj };
  }

  function chargeOf(kind: Kind, text: string | undefined, error: 'OperacaoInvalida' | 'ConsultaInvalida'): PixCharge {
    const charge = charges.get(txidIn(kind, text, error));
    if (charge?.kind === kind) return charge;
    throw new Problem(404, TAGS[kind].missing, 'Cobrança não encontrada para o txid informado.');
  }

  function paymentOf(endToEndId = ''): ReceivedPix {
    const pix = payments.get(endToEndId);
    if (!pix) throw new Problem(404, 'PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
    return pix;
  }

  function chargeAnswer({ kind, earlier: _, ...charge }: PixCharge) {
    const { loc, txid, status } = charge;
    return {
      ...charge,
      status: status === 'ATIVA' && stub.unknownStatus !== null ? stub.unknownStatus : status,
      loc: { ...loc, txid },
      location: loc.location,
      pixCopiaECola: dynamicCode(loc.location, receiver),
      ...(kind === 'cobv' && { recebedor: receiver }),
      ...EXTRAS,
    };
  }

  function pixAnswer({ devolucoes, ...pix }: ReceivedPix) {
    return { ...pix, ...(devolucoes.length > 0 && { devolucoes }), ...EXTRAS };
  }

  function newLocation(kind: Kind) {
    locations += 1;
    const token = randomUUID().replaceAll('-', '');
    const location = `${host}/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token}`;
    return { id: locations, location, tipoCob: kind, criacao: now().toISOString() };
  }

  function newRefund(id: string, valor: string, natureza: string, descricao?: string): PixRefund {
    return {
      id,
      rtrId: `D${PROVIDER_ISPB}${minute(now())}${alphanumeric(11)}`,
      valor,
      natureza,
      ...(descricao !== undefined && { descricao }),
      horario: { solicitacao: now().toISOString() },
      status: 'EM_PROCESSAMENTO',
    };
  }

  /** Amount of a Pix that can still be refunded, after its refunds that are final or in process. */
  function refundable({ valor, devolucoes }: ReceivedPix): Cents {
    const live = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO');
    return live.reduce((left, refund) => left - hundredths(refund.valor), hundredths(valor));
  }

  function keepCharge(charge: PixCharge) {
    charges.set(charge.txid, charge);
    state.keep('charges', charge.txid);
  }

  function keepPix(pix: ReceivedPix) {
    if (!payments.has(pix.endToEndId)) index(pix);
    payments.set(pix.endToEndId, pix);
    state.keep('payments', pix.endToEndId);
  }

  function index({ txid, endToEndId }: ReceivedPix) {
    if (txid === undefined) return;
    const known = paymentsOf.get(txid);
    if (known) known.push(endToEndId);
    else paymentsOf.set(txid, [endToEndId]);
  }

  /** Posts a Pix with a txid to the webhook of its key, as it is now. */
  function notify(endToEndId: string) {
    const { componentesValor: _, chave, devolucoes, ...pix } = paymentOf(endToEndId);
    const webhook = webhooks.get(chave);
    if (!webhook || pix.txid === undefined) return;
    const notice: Notice = { ...pix, ...(devolucoes.length > 0 && { devolucoes }), ...EXTRAS };
    sender.send(`${webhook.webhookUrl}/pix`, notice);
  }

  function received(at: Date, pix: Omit<ReceivedPix, 'endToEndId' | 'horario' | 'devolucoes'>): ReceivedPix {
    const endToEndId = `E${PAYER_ISPB}${minute(at)}${alphanumeric(11)}`;
    const kept = { endToEndId, ...pix, horario: at.toISOString(), devolucoes: [] };
    keepPix(kept);
    notify(endToEndId);
    return kept;
  }

  /**
   * Pays an active charge and notifies its webhook.
   * @param how.at an instant, or noon of a day in Brasília.
   * @param how.amount in place of the amount that is due on that day.
   * @param how.parts in place of the parts that the bank works out.
   * @throws RangeError when a payer's bank would refuse it: no such charge, not active, or expired.
   */
  function pay(txid: string, how: Paid = {}): ReceivedPix {
    const charge = charges.get(txid);
    if (charge?.status !== 'ATIVA') throw new RangeError(`the charge ${txid} is ${charge?.status ?? 'unknown'}`);
    const at = instant(how.at);
    const parts = charge.kind === 'cob' ? immediateParts(charge, at) : dueParts(charge, at);
    const amount = how.amount ?? parts.final;
    const told = how.amount === undefined ? parts : { ...NO_PARTS, original: amount, final: amount };
    keepCharge({ ...charge, status: 'CONCLUIDA' });
    return received(at, {
      txid,
      valor: amountText(amount),
      componentesValor: how.parts ?? components(told),
      chave: charge.chave,
      ...(how.note !== undefined && { infoPagador: how.note }),
    });
  }

  /**
   * Pays an immediate charge by the code of journey 3, and authorises the recurrence that goes with it.
   * @throws RangeError when a payer's bank would refuse either.
   */
  function payAndAuthorise(txid: string, how: Paid = {}): ReceivedPix {
    if (!recurrenceActs.recurrenceWith(txid)) throw new RangeError(`no recurrence goes with the charge ${txid}`);
    const pix = pay(txid, how);
    recurrenceActs.approveWith(txid);
    return pix;
  }

  /** Pays into a key without a charge; the webhook is notified if there is a txid. */
  function payStatic(
    key: string,
    amount: Cents,
    txid?: string,
    { at, note }: { at?: Date | CalendarDate; note?: string } = {},
  ) {
    return received(instant(at), {
      ...(txid !== undefined && { txid }),
      valor: amountText(amount),
      chave: key,
      ...(note !== undefined && { infoPagador: note }),
    });
  }

  function instant(at: Date | CalendarDate | undefined): Date {
    if (at === undefined) return now();
    return typeof at === 'string' ? new Date(`${at}T12:00:00-03:00`) : at;
  }

  /** Takes a Pix back by the special mechanism of refunds (MED): the rest of it, or `amount`. */
  function refundByMed(endToEndId: string, amount?: Cents, natureza = 'MED_FRAUDE'): PixRefund {
    const pix = paymentOf(endToEndId);
    const valor = amount ?? refundable(pix);
    if (valor <= 0 || valor > refundable(pix)) throw new RangeError(`${valor} is not refundable of ${endToEndId}`);
    const refund = newRefund(alphanumeric(20), amountText(valor), natureza);
    keepPix({ ...pix, devolucoes: [...pix.devolucoes, refund] });
    return finishRefund(endToEndId, refund.id);
  }

  /** Gives a refund its final state and notifies the webhook. */
  function finishRefund(
    endToEndId: string,
    id: string,
    status: 'DEVOLVIDO' | 'NAO_REALIZADO' = 'DEVOLVIDO',
    motivo?: string,
  ): PixRefund {
    const pix = paymentOf(endToEndId);
    const refund = pix.devolucoes.find((one) => one.id === id);
    if (refund?.status !== 'EM_PROCESSAMENTO')
      throw new RangeError(`the refund ${id} is ${refund?.status ?? 'unknown'}`);
    const settled = status === 'DEVOLVIDO' && { liquidacao: now().toISOString() };
    const done = { ...refund, status, horario: { ...refund.horario, ...settled }, ...(motivo && { motivo }) };
    keepPix({ ...pix, devolucoes: pix.devolucoes.map((one) => (one.id === id ? done : one)) });
    notify(endToEndId);
    return done;
  }

  function removeByProvider(txid: string) {
    const charge = charges.get(txid);
    if (charge?.status !== 'ATIVA') throw new RangeError(`the charge ${txid} is ${charge?.status ?? 'unknown'}`);
    keepCharge({ ...charge, status: 'REMOVIDA_PELO_PSP' });
  }

  async function close() {
    await bank.close();
    sender.close();
    state.close();
  }
}

export type PixServer = Awaited<ReturnType<typeof startPixServer>>;

function termsOf({ calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais }: Terms): Terms {
  return {
    calendario,
    ...(devedor && { devedor }),
    valor,
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
  };
}

/** @throws RangeError when the charge expired. */
function immediateParts({ txid, valor, calendario }: PixCharge, at: Date): Parts {
  const end = Date.parse(calendario.criacao) + (calendario.expiracao ?? 0) * 1_000;
  if (at.getTime() > end) throw new RangeError(`the charge ${txid} expired`);
  const original = hundredths(valor.original);
  return { ...NO_PARTS, original, final: original };
}

/** @throws RangeError when the charge expired. */
function dueParts({ txid, valor, calendario }: PixCharge, at: Date): Parts {
  const day = dayAt(at);
  const calendar = calendario as DueCalendar;
  if (day > lastPayableDay(calendar)) throw new RangeError(`the charge ${txid} expired on ${lastPayableDay(calendar)}`);
  return amountDue(valor, calendar, day);
}

type Paid = { at?: Date | CalendarDate; amount?: Cents; note?: string; parts?: Record<string, { valor: string }> };

/** The original and the other parts that are not zero, as a received Pix lists them. */
function components({ final: _, ...parts }: Parts) {
  const told = Object.entries(parts).filter(([name, amount]) => name === 'original' || amount > 0);
  return Object.fromEntries(told.map(([name, amount]) => [name, { valor: amountText(amount) }]));
}
