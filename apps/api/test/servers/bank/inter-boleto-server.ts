import { randomUUID } from 'node:crypto';
import { issueBoleto } from '@morada/domain/bank/boleto-banks';
import { addDays, type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import { type Cents, cents, portion } from '@morada/domain/base/money';
import type * as z from 'zod/mini';
import { type Notice, webhookSender } from '../../bank/bank-deliveries.ts';
import { dynamicCode } from '../../bank/br-code.ts';
import { type Answer, type Asked, type BankErrors, type Route, startBankHost } from './bank-host.ts';
import * as bodies from './inter-boleto-bodies.ts';
import { amountText } from './pix-amounts.ts';
import { schemaViolations, type Violation } from './pix-bodies.ts';
import { keptMaps } from './pix-state.ts';

type Terms = z.output<typeof bodies.newCharge>;

export type InterCharge = Terms & {
  codigoSolicitacao: string;
  /** Stored state; ATRASADO and EXPIRADO are derived from the day. */
  situacao: string;
  dataEmissao: CalendarDate;
  dataSituacao: CalendarDate;
  motivoCancelamento?: string;
  valorTotalRecebido?: string;
  origemRecebimento?: 'BOLETO' | 'PIX';
  boleto?: { nossoNumero: string; codigoBarras: string; linhaDigitavel: string };
  pix?: { txid: string; pixCopiaECola: string };
};

export type InterServerOptions = {
  scopes?: string[];
  expiresIn?: number;
  now?: () => Date;
  /** Webhook posts at the same time. */
  connections?: number;
  webhookCa?: string;
  /** Keeps charges and the webhook in this file and the certificates beside it. */
  file?: string;
  port?: number;
};

const BASE = '/cobranca/v3';
const SCOPES = ['boleto-cobranca.read', 'boleto-cobranca.write'];
const AGREEMENT = { bank: '077', account: '1234567', wallet: '112', operation: '7654321' } as const;
const RECEIVER = { nome: 'Imobiliária Bom Sucesso Ltda', cidade: 'Curitiba' };
/** Fields that the bank does not describe, which clients must tolerate. */
const EXTRAS = { campoNovoDoBanco: { versao: 4 } };
const MOST_IN_A_PAGE = 1_000;

/** An error in the bank's format. */
class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly violations: Violation[];
  constructor(status: number, title: string, detail: string, violations: Violation[] = []) {
    super(detail);
    this.status = status;
    this.title = title;
    this.violations = violations;
  }
}

const INTER_ERRORS: BankErrors = {
  type: 'application/json',
  answered(act) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, title, message, violations } = error;
      const timestamp = new Date().toISOString();
      const violacoes = violations.length > 0 && { violacoes: violations };
      return { status, body: { status, title, detail: message, timestamp, ...violacoes } };
    }
  },
  unauthorized: () => new Problem(401, 'Não autorizado', 'Token ausente, expirado ou de outro certificado.'),
  forbidden: () => new Problem(403, 'Acesso negado', 'A aplicação não tem este escopo.'),
  missing: () => new Problem(404, 'Não encontrado', 'Cobrança não encontrada.'),
  invalidJson: () => new Problem(400, 'Erro', 'O corpo da requisição não é um JSON válido.'),
  failure: (status) => new Problem(status, 'Erro', 'Falha pedida pelo teste.'),
};

/** Day of an instant in Brasília, which has no summer time. */
const dayAt = (time: Date) => new Date(time.getTime() - 3 * 3_600_000).toISOString().slice(0, 10) as CalendarDate;
const centsOf = (reais: number) => cents(Math.round(reais * 100));

/**
 * Cobrança v3 of Banco Inter on this machine, in the shape of its public client: mutual TLS, tokens bound to the
 * certificate, registration after the answer, webhook. A repeated «seu número» is accepted. Its methods are the acts of
 * the bank and of the payers.
 */
export async function startInterBoletos(options: InterServerOptions = {}) {
  const { scopes = SCOPES, expiresIn = 3_600, now = () => new Date(), connections = 50, file } = options;
  const charges = new Map<string, InterCharge>();
  const webhooks = new Map<string, { webhookUrl: string; criacao: string }>();
  const state = keptMaps({ charges, webhooks }, file);
  let numbers = charges.size;

  const routes: Route[] = [
    ['PUT', /^\/cobrancas\/webhook$/, 'boleto-cobranca.write', putWebhook],
    ['GET', /^\/cobrancas\/webhook$/, 'boleto-cobranca.read', getWebhook],
    ['DELETE', /^\/cobrancas\/webhook$/, 'boleto-cobranca.write', deleteWebhook],
    ['POST', /^\/cobrancas$/, 'boleto-cobranca.write', postCharge],
    ['GET', /^\/cobrancas$/, 'boleto-cobranca.read', listCharges],
    ['GET', /^\/cobrancas\/([^/]+)$/, 'boleto-cobranca.read', ({ words }) => ok(answerOf(chargeOf(words[0])))],
    ['POST', /^\/cobrancas\/([^/]+)\/cancelar$/, 'boleto-cobranca.write', postCancellation],
  ];
  const bank = await startBankHost({
    base: BASE,
    tokenPath: '/oauth/v2/token',
    credentials: 'BODY',
    scopes,
    expiresIn,
    now,
    ...(file !== undefined && { file: `${file}.certificates` }),
    ...(options.port !== undefined && { port: options.port }),
    routes,
    errors: INTER_ERRORS,
  });
  const sender = webhookSender({
    connections,
    tls: { ...bank.serverCertificate, ...(options.webhookCa && { ca: options.webhookCa }) },
    nameOf: ({ codigoSolicitacao }) => String(codigoSolicitacao),
    bodyOf: (notices) => notices,
  });

  const stub = {
    ...bank,
    /** Address of the bank, below which the API is. */
    url: new URL(bank.url).origin,
    charges,
    webhooks,
    deliveries: sender.deliveries,
    /** Word that answers give in place of A_RECEBER. */
    unknownStatus: null as string | null,
    register,
    failToIssue,
    pay,
    drop,
    notify,
    hold: sender.hold,
    flush: sender.flush,
    lose: sender.drop,
    redeliver: sender.redeliver,
    delivered: sender.delivered,
    async close() {
      await bank.close();
      sender.close();
      state.close();
    },
  };
  return stub;

  function read<T>(schema: z.ZodMiniType<T>, body: unknown): T {
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    const violations = schemaViolations('cobranca', result.error.issues, body);
    throw new Problem(400, 'Erro', 'Requisição inválida.', violations);
  }

  function postCharge({ body }: Asked): Answer {
    const terms = read(bodies.newCharge, body);
    const today = dayAt(now());
    if (terms.dataVencimento < today) {
      const razao = 'A data de vencimento é anterior à data de hoje.';
      const propriedade = 'cobranca.dataVencimento';
      throw new Problem(400, 'Erro', 'Requisição inválida.', [{ razao, propriedade, valor: terms.dataVencimento }]);
    }
    const codigoSolicitacao = randomUUID();
    const days = { dataEmissao: today, dataSituacao: today };
    keep({ ...terms, ...days, codigoSolicitacao, situacao: 'EM_PROCESSAMENTO' });
    return ok({ codigoSolicitacao, ...EXTRAS });
  }

  function listCharges({ query }: Asked): Answer {
    const [from, until] = ['dataInicial', 'dataFinal'].map((name) => query.get(name) ?? '');
    const isDay = (text: string | undefined) => /^\d{4}-\d\d-\d\d$/.test(text ?? '');
    if (!isDay(from) || !isDay(until)) throw new Problem(400, 'Erro', 'dataInicial e dataFinal são obrigatórias.');
    const by = query.get('filtrarDataPor') ?? 'VENCIMENTO';
    const dayOf: Record<string, (charge: InterCharge) => string | undefined> = {
      VENCIMENTO: ({ dataVencimento }) => dataVencimento,
      EMISSAO: ({ dataEmissao }) => dataEmissao,
      PAGAMENTO: ({ situacao, dataSituacao }) => (situacao === 'RECEBIDO' ? dataSituacao : undefined),
    };
    const filter = dayOf[by];
    if (!filter) throw new Problem(400, 'Erro', `filtrarDataPor não conhece ${by}.`);
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100);
    const page = Number(query.get('paginacao.paginaAtual') ?? 0);
    if (!(size >= 1 && size <= MOST_IN_A_PAGE)) throw new Problem(400, 'Erro', 'itensPorPagina vai até 1000.');
    const ours = query.get('seuNumero');
    const state = query.get('situacao');
    const found = [...charges.values()].filter((charge) => {
      const day = filter(charge) ?? '';
      const isOurs = (ours === null || charge.seuNumero === ours) && (state === null || situacaoOf(charge) === state);
      return day !== '' && day >= (from ?? '') && day <= (until ?? '') && isOurs;
    });
    const cobrancas = found.slice(page * size, (page + 1) * size).map(answerOf);
    const totalPaginas = Math.max(1, Math.ceil(found.length / size));
    return ok({
      totalPaginas,
      totalElementos: found.length,
      ultimaPagina: page >= totalPaginas - 1,
      primeiraPagina: page === 0,
      tamanhoPagina: size,
      numeroDeElementos: cobrancas.length,
      cobrancas,
    });
  }

  function postCancellation({ words, body }: Asked): Answer {
    const charge = chargeOf(words[0]);
    const { motivoCancelamento } = read(bodies.cancellation, body);
    const situacao = situacaoOf(charge);
    if (!['A_RECEBER', 'ATRASADO'].includes(situacao))
      throw new Problem(400, 'Erro', `A cobrança está ${situacao} e não pode ser cancelada.`);
    change(charge, { situacao: 'CANCELADO', motivoCancelamento });
    notify(charge.codigoSolicitacao);
    return { status: 202 };
  }

  function putWebhook({ body }: Asked): Answer {
    const { webhookUrl } = read(bodies.newWebhook, body);
    const { protocol, hostname } = new URL(webhookUrl);
    if (protocol !== 'https:' && !['127.0.0.1', 'localhost'].includes(hostname))
      throw new Problem(400, 'Erro', 'O webhook deve iniciar com https://.');
    webhooks.set('webhook', { webhookUrl, criacao: now().toISOString() });
    state.keep('webhooks', 'webhook');
    return { status: 204 };
  }

  function getWebhook(): Answer {
    const webhook = webhooks.get('webhook');
    if (!webhook) throw INTER_ERRORS.missing();
    return ok(webhook);
  }

  function deleteWebhook(): Answer {
    webhooks.delete('webhook');
    state.keep('webhooks', 'webhook');
    return { status: 204 };
  }

  function chargeOf(codigo = ''): InterCharge {
    const charge = charges.get(codigo);
    if (!charge) throw INTER_ERRORS.missing();
    return charge;
  }

  function keep(charge: InterCharge) {
    charges.set(charge.codigoSolicitacao, charge);
    state.keep('charges', charge.codigoSolicitacao);
  }

  function change(charge: InterCharge, changes: Partial<InterCharge>) {
    keep({ ...charge, dataSituacao: dayAt(now()), ...changes });
  }

  function situacaoOf(charge: InterCharge): string {
    if (charge.situacao !== 'A_RECEBER') return charge.situacao;
    const today = dayAt(now());
    if (today > lastDay(charge)) return 'EXPIRADO';
    return today > charge.dataVencimento ? 'ATRASADO' : 'A_RECEBER';
  }

  function answerOf(charge: InterCharge) {
    const { codigoSolicitacao, seuNumero, dataEmissao, dataVencimento, valorNominal, dataSituacao } = charge;
    const { pagador, multa, mora, boleto, pix, motivoCancelamento, valorTotalRecebido, origemRecebimento } = charge;
    const situacao = situacaoOf(charge);
    return {
      cobranca: {
        codigoSolicitacao,
        seuNumero,
        dataEmissao,
        dataVencimento,
        valorNominal,
        tipoCobranca: 'SIMPLES',
        situacao: situacao === 'A_RECEBER' && stub.unknownStatus !== null ? stub.unknownStatus : situacao,
        dataSituacao,
        ...(valorTotalRecebido !== undefined && { valorTotalRecebido }),
        ...(origemRecebimento && { origemRecebimento }),
        ...(motivoCancelamento !== undefined && { motivoCancelamento }),
        arquivada: false,
        ...(multa && { multa }),
        ...(mora && { mora }),
        pagador,
        ...EXTRAS,
      },
      ...(boleto && { boleto: { ...boleto, ...EXTRAS } }),
      ...(pix && { pix }),
      ...EXTRAS,
    };
  }

  /** Registers the pending charge `codigo`, or all of them. */
  function register(codigo?: string) {
    for (const charge of [...charges.values()]) {
      if (charge.situacao !== 'EM_PROCESSAMENTO' || (codigo !== undefined && charge.codigoSolicitacao !== codigo))
        continue;
      numbers += 1;
      const issued = issueBoleto(AGREEMENT, {
        number: numbers,
        issued_on: charge.dataEmissao,
        due_date: charge.dataVencimento as CalendarDate,
        amount: centsOf(charge.valorNominal),
      });
      const { bare, digit } = issued.nosso_numero;
      const txid = charge.codigoSolicitacao.replaceAll('-', '');
      change(charge, {
        situacao: 'A_RECEBER',
        boleto: { nossoNumero: bare + digit, codigoBarras: issued.barcode, linhaDigitavel: issued.digitable_line },
        pix: { txid, pixCopiaECola: dynamicCode(`pix.example.com/qr/v2/cobv/${txid}`, RECEIVER) },
      });
      notify(charge.codigoSolicitacao);
    }
  }

  /** Declines a pending charge. */
  function failToIssue(codigo: string, motivoCancelamento: string) {
    change(chargeOf(codigo), { situacao: 'FALHA_EMISSAO', motivoCancelamento });
    notify(codigo);
  }

  /**
   * Pays a charge and notifies the webhook.
   * @param how.amount in place of what is due on that day.
   * @throws RangeError when it can't be paid.
   */
  function pay(codigo: string, how: { on?: CalendarDate; amount?: Cents; by?: 'BOLETO' | 'PIX' } = {}) {
    const charge = chargeOf(codigo);
    const day = how.on ?? dayAt(now());
    if (charge.situacao !== 'A_RECEBER' || day > lastDay(charge))
      throw new RangeError(`the charge ${codigo} is ${situacaoOf(charge)}`);
    change(charge, {
      situacao: 'RECEBIDO',
      dataSituacao: day,
      valorTotalRecebido: amountText(how.amount ?? amountDue(charge, day)),
      origemRecebimento: how.by ?? 'BOLETO',
    });
    notify(codigo);
  }

  /** Cancels a charge in the bank's own screens. */
  function drop(codigo: string, situacao: 'CANCELADO' | 'MARCADO_RECEBIDO' = 'CANCELADO') {
    change(chargeOf(codigo), { situacao });
    notify(codigo);
  }

  /** Posts a charge to the webhook, as it is now. */
  function notify(codigo: string) {
    const webhook = webhooks.get('webhook');
    if (!webhook) return;
    const { cobranca, boleto, pix } = answerOf(chargeOf(codigo));
    const { codigoSolicitacao, seuNumero, situacao } = cobranca;
    const notice: Notice = {
      codigoSolicitacao,
      seuNumero,
      situacao,
      dataHoraSituacao: now().toISOString(),
      ...(cobranca.valorTotalRecebido && { valorTotalRecebido: cobranca.valorTotalRecebido }),
      ...(cobranca.origemRecebimento && { origemRecebimento: cobranca.origemRecebimento }),
      ...boleto,
      ...pix,
    };
    sender.send(webhook.webhookUrl, notice);
  }
}

export type InterBoletos = Awaited<ReturnType<typeof startInterBoletos>>;

const lastDay = ({ dataVencimento, numDiasAgenda }: InterCharge) =>
  addDays(dataVencimento as CalendarDate, numDiasAgenda);

const ok = (body: unknown): Answer => ({ status: 200, body });

/** Fine and interest begin on the day after the due date. */
function amountDue({ valorNominal, multa, mora, dataVencimento }: InterCharge, day: CalendarDate): Cents {
  const amount = centsOf(valorNominal);
  const days = Math.max(0, daysBetween(dataVencimento as CalendarDate, day));
  if (days === 0) return amount;
  const fine = !multa
    ? 0
    : multa.codigo === 'VALORFIXO'
      ? centsOf(multa.valor)
      : portion(amount, Math.round(multa.taxa * 100));
  const interest = !mora
    ? 0
    : mora.codigo === 'VALORDIA'
      ? centsOf(mora.valor) * days
      : portion(amount, Math.round((mora.taxa * 100 * days) / 30));
  return amount + fine + interest;
}
