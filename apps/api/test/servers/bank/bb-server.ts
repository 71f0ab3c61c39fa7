import { issueBoleto } from '@morada/domain/bank/boleto-banks';
import { addDays, type CalendarDate, daysBetween, formatDate } from '@morada/domain/base/calendar';
import { type Cents, cents, centsToReais, portion } from '@morada/domain/base/money';
import type * as z from 'zod/mini';
import { type Notice, webhookSender } from '../../bank/bank-deliveries.ts';
import { dynamicCode } from '../../bank/br-code.ts';
import { type Answer, type Asked, type BankErrors, type Route, startBankHost } from './bank-host.ts';
import * as bodies from './bb-bodies.ts';
import { keptMaps } from './pix-state.ts';

type Terms = z.output<typeof bodies.newBoleto>;

export type BbBoleto = Terms & {
  id: string;
  codigoBarras: string;
  linhaDigitavel: string;
  emv: string | null;
  /** 1 normal, 6 liquidado, 7 baixado, 21 agendado COMPE, or a number that the bank does not describe. */
  estado: number;
  registradoEm: CalendarDate;
  movimentoEm: CalendarDate | null;
  pagamento: {
    em: CalendarDate;
    creditoEm: CalendarDate | null;
    valor: Cents;
    multa: Cents;
    juros: Cents;
    canal: number;
    /** 1: at the bank itself, 2: at another bank, 10: withdrawn. */
    baixaOperacional: number;
  } | null;
};

export type BbServerOptions = {
  scopes?: string[];
  expiresIn?: number;
  now?: () => Date;
  /** Webhook posts at the same time. */
  connections?: number;
  webhookCa?: string;
  /** Entries of a page of payment notices, and of boletos. */
  pages?: { notices: number; boletos: number };
  /** Keeps boletos in this file and the certificates beside it. */
  file?: string;
  port?: number;
};

export const BB_AGREEMENT = {
  bank: '001',
  agreement: '3128557',
  wallet: '17',
  variation: '035',
  agency: '0452',
  agency_digit: '9',
  account: '00123873',
  account_digit: '6',
} as const;
const BASE = '/cobrancas/v2';
const SCOPES = ['cobrancas.boletos-info', 'cobrancas.boletos-requisicao', 'cobrancas.convenio-requisicao'];
const APPLICATION_KEY = '0021239456d80136bebf00505689bed0';
const RECEIVER = { nome: 'Imobiliária Bom Sucesso Ltda', cidade: 'Curitiba' };
/** Fields that the bank does not describe, which clients must tolerate. */
const EXTRAS = { campoNovoDoBanco: { versao: 3 } };
const NONE = '01.01.0001';

type Wrong = { codigo: string; mensagem: string; providencia: string };

/** An error in the bank's format, or in its gateway's if there are no `wrongs`. */
class Problem extends Error {
  readonly status: number;
  readonly wrongs: Wrong[];
  constructor(status: number, message: string, wrongs: Wrong[] = []) {
    super(message);
    this.status = status;
    this.wrongs = wrongs;
  }
}

const refused = (codigo: string, mensagem: string, providencia = '') =>
  new Problem(400, mensagem, [{ codigo, mensagem, providencia }]);

const BB_ERRORS: BankErrors = {
  type: 'application/json',
  answered(act) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, message, wrongs } = error;
      if (wrongs.length === 0) return { status, body: { statusCode: status, error: 'Erro', message } };
      const ocorrencia = '2AzBShK/zFE=C0700051620C';
      return { status, body: { erros: wrongs.map((wrong) => ({ ...wrong, versao: '1', ocorrencia })) } };
    }
  },
  unauthorized: () => new Problem(401, 'Token ausente ou expirado.'),
  forbidden: () => new Problem(403, 'A aplicação não tem este escopo.'),
  missing: () => new Problem(404, 'Recurso não encontrado.'),
  invalidJson: () => new Problem(400, 'O corpo da requisição não é um JSON válido.'),
  failure: (status) => new Problem(status, 'Falha pedida pelo teste.'),
};

/** Day of an instant in Brasília, which has no summer time. */
const dayAt = (time: Date) => new Date(time.getTime() - 3 * 3_600_000).toISOString().slice(0, 10) as CalendarDate;
const centsOf = (reais: number) => cents(Math.round(reais * 100));
const bankDay = (date: CalendarDate) => formatDate(date).replaceAll('/', '.');
const readDay = (text: string) => text.split('.').reverse().join('-') as CalendarDate;
const BANK_DAY = /^\d\d\.\d\d\.\d{4}$/;

/**
 * Cobranças v2 of Banco do Brasil on this machine, in the shape of public transcriptions: OAuth2 and an application
 * key, refusal of repeated numbers, payment notices that are listed and withdrawn, webhook. Its methods are the acts of
 * the bank and of the payers.
 */
export async function startBbServer(options: BbServerOptions = {}) {
  const { scopes = SCOPES, expiresIn = 600, now = () => new Date(), connections = 50, file } = options;
  const { pages = { notices: 650, boletos: 300 } } = options;
  const boletos = new Map<string, BbBoleto>();
  const state = keptMaps({ boletos }, file);
  const numeroConvenio = Number(BB_AGREEMENT.agreement);
  let webhookUrl: string | null = null;
  let isListing = false;

  const routes: Route[] = [
    ['POST', /^\/boletos$/, 'cobrancas.boletos-requisicao', postBoleto],
    ['GET', /^\/boletos$/, 'cobrancas.boletos-info', listBoletos],
    ['GET', /^\/boletos\/(\d{20})$/, 'cobrancas.boletos-info', (asked) => ok(detailOf(boletoOf(asked)))],
    ['GET', /^\/boletos\/(\d{20})\/pix$/, 'cobrancas.boletos-info', getPix],
    ['POST', /^\/boletos\/(\d{20})\/baixar$/, 'cobrancas.boletos-requisicao', postDropping],
    ['GET', /^\/boletos-baixa-operacional$/, 'cobrancas.boletos-info', listNotices],
    ['PATCH', /^\/convenios\/(\d+)\/ativar-consulta-baixa-operacional$/, 'cobrancas.convenio-requisicao', startListing],
  ];
  const bank = await startBankHost({
    base: BASE,
    tokenPath: '/oauth/token',
    credentials: 'HEADER',
    mutual: false,
    scopes,
    expiresIn,
    now,
    ...(file !== undefined && { file: `${file}.certificates` }),
    ...(options.port !== undefined && { port: options.port }),
    routes,
    guard(query) {
      if (query.get('gw-dev-app-key') !== APPLICATION_KEY) throw new Problem(403, 'Chave da aplicação inválida.');
    },
    errors: BB_ERRORS,
  });
  const sender = webhookSender({
    connections,
    tls: { ...bank.serverCertificate, ...(options.webhookCa && { ca: options.webhookCa }) },
    nameOf: ({ id }) => String(id),
    bodyOf: (notices) => (notices.length === 1 ? notices[0] : notices),
  });

  const stub = {
    ...bank,
    applicationKey: APPLICATION_KEY,
    boletos,
    deliveries: sender.deliveries,
    /** State that answers give in place of 1. */
    unknownState: null as number | null,
    /** Sets the webhook's address, as an order at the bank's counter does. */
    orderNotices: (url: string) => {
      webhookUrl = url;
    },
    pay,
    settle,
    takeBack,
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
    const wrongs = result.error.issues.map((issue) => ({
      codigo: '4874914',
      mensagem: `Campo inválido: ${[...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.')}.`,
      providencia: 'Corrigir o campo.',
    }));
    throw new Problem(400, 'Requisição inválida.', wrongs);
  }

  function postBoleto({ body }: Asked): Answer {
    const terms = read(bodies.newBoleto, body);
    const id = terms.numeroTituloCliente;
    if (terms.numeroConvenio !== numeroConvenio || !id.startsWith(`000${BB_AGREEMENT.agreement}`))
      throw refused('4874913', 'Convênio não localizado.', 'Informar outro convênio.');
    if (boletos.has(id))
      throw refused('4874915', 'Nosso Número já incluído anteriormente.', 'Informar outro Nosso Número.');
    const today = dayAt(now());
    const due_date = readDay(terms.dataVencimento);
    if (due_date < today) throw refused('4874916', 'Data de vencimento anterior à data atual.', 'Informar outra data.');
    if (terms.multa && terms.multa.tipo !== 0 && readDay(terms.multa.data) <= due_date)
      throw refused('4874917', 'Data da multa deve ser maior que a do vencimento.', 'Informar outra data.');
    const issued = issueBoleto(BB_AGREEMENT, {
      number: Number(id.slice(10)),
      issued_on: today,
      due_date,
      amount: centsOf(terms.valorOriginal),
    });
    const boleto: BbBoleto = {
      ...terms,
      id,
      codigoBarras: issued.barcode,
      linhaDigitavel: issued.digitable_line,
      emv: terms.indicadorPix === 'S' ? dynamicCode(`pix.example.com/qr/v2/cobv/${id}`, RECEIVER) : null,
      estado: 1,
      registradoEm: today,
      movimentoEm: null,
      pagamento: null,
    };
    keep(boleto);
    return {
      status: 201,
      body: {
        numero: id,
        numeroCarteira: terms.numeroCarteira,
        numeroVariacaoCarteira: terms.numeroVariacaoCarteira,
        codigoCliente: 932131545,
        linhaDigitavel: boleto.linhaDigitavel,
        codigoBarraNumerico: boleto.codigoBarras,
        numeroContratoCobranca: 19581316,
        qrCode: qrCodeOf(boleto),
        ...EXTRAS,
      },
    };
  }

  function listBoletos({ query }: Asked): Answer {
    const situacao = query.get('indicadorSituacao');
    const isOurs =
      query.get('agenciaBeneficiario') === String(Number(BB_AGREEMENT.agency)) &&
      query.get('contaBeneficiario') === String(Number(BB_AGREEMENT.account));
    if (!isOurs || !['A', 'B'].includes(situacao ?? '')) throw refused('4874918', 'Parâmetros obrigatórios inválidos.');
    const [from, until] = daysOf(query, 'dataInicioMovimento', 'dataFimMovimento');
    const wanted = query.get('codigoEstadoTituloCobranca');
    const found = [...boletos.values()].filter(({ estado, movimentoEm }) => {
      const isClosed = estado === 6 || estado === 7;
      const isWanted = wanted === null || estado === Number(wanted);
      return isClosed === (situacao === 'B') && isWanted && (movimentoEm ?? '') >= from && (movimentoEm ?? '') <= until;
    });
    const start = Number(query.get('indice') ?? 0);
    const page = found.slice(start, start + pages.boletos);
    const next = start + page.length;
    const hasMore = next < found.length;
    return ok({
      indicadorContinuidade: hasMore ? 'S' : 'N',
      quantidadeRegistros: page.length,
      proximoIndice: hasMore ? next : 0,
      boletos: page.map(({ id, estado, registradoEm, movimentoEm, pagamento, dataVencimento, valorOriginal }) => ({
        numeroBoletoBB: id,
        estadoTituloCobranca: estado === 6 ? 'Liquidado' : estado === 7 ? 'Baixado' : 'Normal',
        codigoEstadoTituloCobranca: estado,
        dataRegistro: bankDay(registradoEm),
        dataVencimento,
        dataMovimento: movimentoEm ? bankDay(movimentoEm) : NONE,
        valorOriginal,
        valorAtual: valorOriginal,
        valorPago: pagamento ? centsToReais(pagamento.valor) : 0,
        contrato: 19581316,
        carteiraConvenio: 17,
        variacaoCarteiraConvenio: 35,
        dataCredito: pagamento?.creditoEm ? bankDay(pagamento.creditoEm) : NONE,
        ...EXTRAS,
      })),
    });
  }

  /** Payment notices by the day of payment; refused until the query is enabled. */
  function listNotices({ query }: Asked): Answer {
    if (!isListing) throw refused('4874919', 'Consulta de baixa operacional não habilitada para o convênio.');
    const expected = { agencia: '452', conta: '123873', carteira: '17', variacao: '35' };
    if (Object.entries(expected).some(([name, value]) => query.get(name) !== value))
      throw refused('4874918', 'Parâmetros obrigatórios inválidos.');
    const [from, until] = daysOf(query, 'dataInicioAgendamentoTitulo', 'dataFimAgendamentoTitulo');
    if (daysBetween(from, until) >= 5) throw refused('4874920', 'Período superior a cinco dias.');
    const wanted = query.get('estadoBaixaOperacional');
    const found = [...boletos.values()].filter(({ pagamento }) => {
      const isWanted = wanted === null || pagamento?.baixaOperacional === Number(wanted);
      return pagamento !== null && isWanted && pagamento.em >= from && pagamento.em <= until;
    });
    const first = query.get('idProximoTitulo');
    const start = first === null ? 0 : found.findIndex(({ id }) => id === first);
    const page = found.slice(start, start + pages.notices);
    const next = found[start + pages.notices];
    return ok({
      possuiMaisTitulos: next ? 'S' : 'N',
      proximoTitulo: next?.id ?? '',
      lista: page.map(({ id, registradoEm, dataVencimento, valorOriginal, pagamento }) => ({
        carteira: 17,
        variacao: 35,
        convenio: numeroConvenio,
        titulo: {
          id,
          estadoBaixaOperacional: pagamento?.baixaOperacional,
          modalidade: 1,
          dataRegistro: registradoEm,
          dataVencimento: readDay(dataVencimento),
          valorOriginal,
          agendamentoPagamento: {
            momento: `${pagamento?.em} 09:00:40`,
            instituicaoFinanceira: 1,
            canal: pagamento?.canal,
          },
          ...EXTRAS,
        },
      })),
    });
  }

  function startListing({ words }: Asked): Answer {
    if (Number(words[0]) !== numeroConvenio) throw refused('4874913', 'Convênio não localizado.');
    if (isListing) throw refused('4874921', 'Consulta de baixa operacional já habilitada.');
    isListing = true;
    return ok({});
  }

  function getPix(asked: Asked): Answer {
    const boleto = boletoOf(asked);
    if (!boleto.emv) throw refused('4874922', 'Boleto sem Pix vinculado.');
    return ok({
      id: boleto.id,
      dataRegistroTituloCobranca: bankDay(boleto.registradoEm),
      valorOriginalTituloCobranca: boleto.valorOriginal,
      qrCode: { ...qrCodeOf(boleto), tipo: 1 },
      ...EXTRAS,
    });
  }

  function postDropping({ words, body }: Asked): Answer {
    const boleto = known(words[0]);
    if (read(bodies.ofAgreement, body).numeroConvenio !== numeroConvenio) throw BB_ERRORS.missing();
    if (boleto.estado !== 1) throw refused('4874923', 'Situação do boleto não permite a baixa.');
    keep({ ...boleto, estado: 7, movimentoEm: dayAt(now()) });
    return ok({ numeroContratoCobranca: '19581316', dataBaixa: bankDay(dayAt(now())), horarioBaixa: '10:00:00' });
  }

  function daysOf(query: URLSearchParams, first: string, last: string): [CalendarDate, CalendarDate] {
    const [from = '', until = ''] = [first, last].map((name) => query.get(name) ?? '');
    if (!BANK_DAY.test(from) || !BANK_DAY.test(until)) throw refused('4874918', 'Período inválido.');
    return [readDay(from), readDay(until)];
  }

  function known(id = ''): BbBoleto {
    const boleto = boletos.get(id);
    if (!boleto) throw BB_ERRORS.missing();
    return boleto;
  }

  function boletoOf({ words, query }: Asked): BbBoleto {
    if (query.get('numeroConvenio') !== String(numeroConvenio)) throw refused('4874913', 'Convênio não localizado.');
    return known(words[0]);
  }

  function keep(boleto: BbBoleto) {
    boletos.set(boleto.id, boleto);
    state.keep('boletos', boleto.id);
  }

  function detailOf(boleto: BbBoleto) {
    const { estado, pagamento } = boleto;
    const paid = pagamento?.baixaOperacional === 10 ? null : pagamento;
    return {
      codigoLinhaDigitavel: boleto.linhaDigitavel,
      textoCodigoBarrasTituloCobranca: boleto.codigoBarras,
      codigoEstadoTituloCobranca: estado === 1 && stub.unknownState !== null ? stub.unknownState : estado,
      numeroTituloCedenteCobranca: boleto.numeroTituloBeneficiario ?? '',
      dataEmissaoTituloCobranca: boleto.dataEmissao,
      dataRegistroTituloCobranca: bankDay(boleto.registradoEm),
      dataVencimentoTituloCobranca: boleto.dataVencimento,
      valorOriginalTituloCobranca: boleto.valorOriginal,
      valorAtualTituloCobranca: boleto.valorOriginal,
      nomeSacadoCobranca: boleto.pagador.nome,
      dataRecebimentoTitulo: paid ? bankDay(paid.em) : NONE,
      dataCreditoLiquidacao: paid?.creditoEm ? bankDay(paid.creditoEm) : NONE,
      valorPagoSacado: paid ? centsToReais(paid.valor) : 0,
      valorCreditoCedente: paid?.creditoEm ? centsToReais(paid.valor) : 0,
      valorMultaRecebido: paid ? centsToReais(paid.multa) : 0,
      valorJuroMoraRecebido: paid ? centsToReais(paid.juros) : 0,
      valorDescontoUtilizado: 0,
      codigoCanalPagamento: paid?.canal === 4 ? 161 : 0,
      ...EXTRAS,
    };
  }

  /**
   * Pays a boleto at another bank and notifies the webhook. `settle` credits the payment.
   * @param how.amount in place of what is due on that day.
   * @throws RangeError when it can't be paid.
   */
  function pay(id: string, how: { on?: CalendarDate; amount?: Cents; by?: 'BOLETO' | 'PIX' } = {}) {
    const boleto = known(id);
    const day = how.on ?? dayAt(now());
    const limit = boleto.indicadorAceiteTituloVencido === 'S' ? (boleto.numeroDiasLimiteRecebimento ?? 0) : 0;
    if (boleto.estado !== 1 || day > addDays(readDay(boleto.dataVencimento), limit))
      throw new RangeError(`the boleto ${id} is ${boleto.estado}`);
    const { multa, juros } = lateParts(boleto, day);
    const valor = how.amount ?? centsOf(boleto.valorOriginal) + multa + juros;
    const canal = how.by === 'PIX' ? 4 : 3;
    keep({
      ...boleto,
      estado: 21,
      pagamento: { em: day, creditoEm: null, valor, multa, juros, canal, baixaOperacional: 2 },
    });
    notify(id);
  }

  /** Credits a payment. */
  function settle(id: string, on = dayAt(now())) {
    const boleto = known(id);
    if (boleto.estado !== 21 || !boleto.pagamento) throw new RangeError(`the boleto ${id} is ${boleto.estado}`);
    keep({ ...boleto, estado: 6, movimentoEm: on, pagamento: { ...boleto.pagamento, creditoEm: on } });
  }

  /** Takes a payment notice back: the boleto is open again. */
  function takeBack(id: string) {
    const boleto = known(id);
    if (boleto.estado !== 21 || !boleto.pagamento) throw new RangeError(`the boleto ${id} is ${boleto.estado}`);
    keep({ ...boleto, estado: 1, pagamento: { ...boleto.pagamento, baixaOperacional: 10 } });
    notify(id);
  }

  /** Drops a boleto in the bank's own screens. */
  function drop(id: string) {
    keep({ ...known(id), estado: 7, movimentoEm: dayAt(now()) });
  }

  /** Posts the payment notice of a boleto, as it is now. */
  function notify(id: string) {
    const { pagamento, registradoEm, dataVencimento, valorOriginal } = known(id);
    if (webhookUrl === null || !pagamento) return;
    const notice: Notice = {
      id,
      dataRegistro: bankDay(registradoEm),
      dataVencimento,
      valorOriginal,
      valorPagoSacado: centsToReais(pagamento.valor),
      numeroConvenio,
      numeroOperacao: 10055680,
      carteiraConvenio: 17,
      variacaoCarteiraConvenio: 35,
      codigoEstadoBaixaOperacional: pagamento.baixaOperacional,
      dataLiquidacao: `${formatDate(pagamento.em)} 16:29:30`,
      instituicaoLiquidacao: '001',
      canalLiquidacao: pagamento.canal,
      codigoModalidadeBoleto: 1,
      tipoPessoaPortador: 1,
      identidadePortador: 52998224725,
      nomePortador: 'ANA SOUZA',
      formaPagamento: 2,
      ...EXTRAS,
    };
    sender.send(webhookUrl, notice);
  }
}

export type BbServer = Awaited<ReturnType<typeof startBbServer>>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const qrCodeOf = ({ id, emv }: BbBoleto) =>
  emv === null ? { url: '', txId: '', emv: '' } : { url: `pix.example.com/qr/v2/cobv/${id}`, txId: `BOLETO${id}`, emv };

/** The fine begins on its date, interest on the day after the due date. */
function lateParts({ valorOriginal, multa, jurosMora, dataVencimento }: BbBoleto, day: CalendarDate) {
  const amount = centsOf(valorOriginal);
  const days = Math.max(0, daysBetween(readDay(dataVencimento), day));
  const isFined = multa && multa.tipo !== 0 && day >= readDay(multa.data);
  const fine = !isFined
    ? 0
    : multa.tipo === 1
      ? centsOf(multa.valor)
      : portion(amount, Math.round(multa.porcentagem * 100));
  const interest =
    jurosMora?.tipo === 1
      ? centsOf(jurosMora.valor) * days
      : jurosMora?.tipo === 2
        ? portion(amount, Math.round((jurosMora.porcentagem * 100 * days) / 30))
        : 0;
  return { multa: fine, juros: interest };
}
