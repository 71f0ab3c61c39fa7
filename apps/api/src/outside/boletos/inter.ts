import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { BankCharges, SlipParty } from '@morada/domain/bank/slip';
import { addDays, type CalendarDate, daysBetween } from '@morada/domain/base/calendar';
import { centsToReais } from '@morada/domain/base/money';
import * as z from 'zod/mini';
import { type BankAccess, type BankDialect, BankFailure, bankApi } from '../bank-api.ts';
import { reasonOf } from '../refusal.ts';
import type { Patience } from '../service.ts';
import type { BoletoAtBank, BoletoMovement, BoletoOrder, BoletoPayment, BoletoRegistrar } from './registrar.ts';
import { amountOf, dayOf, textOf } from './values.ts';

// Cobrança v3 of Banco Inter, as its public clients use it (inter-co/pj-sdk-python). The bank numbers the boleto, and
// registers it after its answer: number, barcode and QR come later. Fields and states not named here are ignored.

const PATH = '/cobranca/v3/cobrancas';
/** Longest «seu número», and longest wait for a late payment. */
const DOCUMENT_LENGTH = 15;
const MOST_DAYS = 60;
const MESSAGES = 5;
const MESSAGE_LENGTH = 78;
const PAGE = 1_000;
/** Free text of up to 50 characters; this one is a code of the former version. */
const REASON = 'APEDIDODOCLIENTE';

/** The account is required only for a client with several accounts, and harmless for others. */
const dialectOf = (account: string): BankDialect => ({
  scope: 'boleto-cobranca.read boleto-cobranca.write',
  credentials: 'BODY',
  ...(account !== '' && { headers: { 'x-conta-corrente': account } }),
  reasonOf,
});

const Issued = z.object({ codigoSolicitacao: z.string().check(z.minLength(1)) });

/** Digits of a code, written with or without dots and spaces; null when their number isn't `length`. */
const digitsOf = (length: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => {
      const digits = text.replace(/\D/g, '');
      return digits.length === length ? digits : null;
    }),
  );

const Charge = z.object({
  cobranca: z.object({
    codigoSolicitacao: z.string().check(z.minLength(1)),
    seuNumero: z.nullish(z.string()),
    situacao: z.string(),
    dataSituacao: z.nullish(dayOf),
    valorTotalRecebido: z.nullish(amountOf),
    origemRecebimento: z.nullish(z.string()),
    motivoCancelamento: z.nullish(z.string()),
  }),
  boleto: z.nullish(
    z.object({
      nossoNumero: z.nullish(textOf),
      codigoBarras: z.nullish(digitsOf(44)),
      linhaDigitavel: z.nullish(digitsOf(47)),
    }),
  ),
  pix: z.nullish(z.object({ txid: z.nullish(textOf), pixCopiaECola: z.nullish(textOf) })),
});
type Charge = z.output<typeof Charge>;

const Charges = z.object({ totalPaginas: z.nullish(z.int()), cobrancas: z.nullish(z.array(Charge)) });

const Anything = z.unknown();

/**
 * MARCADO_RECEBIDO is set by a person in the bank's own screens: the bank received no payment and accepts no more.
 * In any other state the boleto counts as registered once it has number, barcode and line.
 */
function stateOf({ cobranca, boleto }: Charge): BoletoAtBank['state'] {
  switch (cobranca.situacao) {
    case 'EM_PROCESSAMENTO':
      return 'PENDING';
    case 'FALHA_EMISSAO':
      return 'REFUSED';
    case 'CANCELADO':
    case 'EXPIRADO':
    case 'MARCADO_RECEBIDO':
      return 'CANCELED';
    case 'RECEBIDO':
      // A payment counts only once the bank reports its amount and day.
      return cobranca.dataSituacao && cobranca.valorTotalRecebido ? 'PAID' : 'REGISTERED';
    default:
      return boleto?.nossoNumero && boleto.codigoBarras && boleto.linhaDigitavel ? 'REGISTERED' : 'PENDING';
  }
}

/** The amount includes fine and interest. The bank reports neither them nor the day of the credit. */
function paymentOf({ cobranca, boleto }: Charge): BoletoPayment | null {
  const { codigoSolicitacao, situacao, dataSituacao, valorTotalRecebido, origemRecebimento } = cobranca;
  if (situacao !== 'RECEBIDO' || !dataSituacao || !valorTotalRecebido) return null;
  return {
    handle: codigoSolicitacao,
    nosso_numero: boleto?.nossoNumero ?? null,
    paid_on: dataSituacao,
    credited_on: null,
    paid: valorTotalRecebido,
    fine: null,
    interest: null,
    discount: null,
    tariff: null,
    byPix: origemRecebimento === 'PIX',
  };
}

function readBoleto(charge: Charge): BoletoAtBank {
  const { cobranca, boleto, pix } = charge;
  const state = stateOf(charge);
  return {
    handle: cobranca.codigoSolicitacao,
    state,
    nosso_numero: boleto?.nossoNumero ?? null,
    barcode: boleto?.codigoBarras ?? null,
    digitable_line: boleto?.linhaDigitavel ?? null,
    pix: pix?.pixCopiaECola ?? null,
    pix_txid: pix?.txid ?? null,
    problem: state === 'REFUSED' ? (cobranca.motivoCancelamento ?? 'O Inter não conseguiu emitir o boleto.') : null,
    payment: paymentOf(charge),
  };
}

const canceled = (charge: Charge): BoletoMovement[] =>
  stateOf(charge) === 'CANCELED' ? [{ kind: 'CANCELED', handle: charge.cobranca.codigoSolicitacao }] : [];

/** Handles of a post: an array of charges, or one of them. */
const Notice = z.object({ codigoSolicitacao: z.string().check(z.minLength(1), z.maxLength(64)) });

export function interRegistrar(
  access: BankAccess,
  { account = '' }: Pick<Agreement, 'account'>,
  patience?: Patience,
): BoletoRegistrar {
  const api = bankApi(access, dialectOf(account.replace(/\D/g, '').replace(/^0+/, '')), patience);
  const pathOf = (handle: string) => `${PATH}/${encodeURIComponent(handle)}`;

  const charge = (handle: string) => api.call({ method: 'GET', path: pathOf(handle), answer: Charge });

  async function* charges(query: Record<string, string>) {
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const { totalPaginas, cobrancas } = await api.call({
        method: 'GET',
        path: PATH,
        query: { ...query, 'paginacao.itensPorPagina': String(PAGE), 'paginacao.paginaAtual': String(page) },
        answer: Charges,
      });
      pages = totalPaginas ?? 1;
      yield cobrancas ?? [];
    }
  }

  /** The charge of a «seu número», ignoring those that the bank failed to issue. */
  async function known({ document_number, due_date }: BoletoOrder): Promise<Charge | undefined> {
    const query = {
      dataInicial: due_date,
      dataFinal: due_date,
      filtrarDataPor: 'VENCIMENTO',
      seuNumero: document_number,
    };
    for await (const block of charges(query)) {
      const found = block.find(
        (one) => one.cobranca.seuNumero === document_number && one.cobranca.situacao !== 'FALHA_EMISSAO',
      );
      if (found) return found;
    }
    return undefined;
  }

  /** Day of the last search for cancelled charges. */
  let sweptOn: CalendarDate | undefined;

  return {
    // The bank accepts the same «seu número» repeatedly, so it is looked up before each call.
    async register(order) {
      const body = interBody(order);
      const found = await known(order);
      if (found) return readBoleto(found);
      const issued = await api.call({ method: 'POST', path: PATH, body, answer: Issued, once: true });
      return {
        handle: issued.codigoSolicitacao,
        state: 'PENDING',
        nosso_numero: null,
        barcode: null,
        digitable_line: null,
        pix: null,
        problem: null,
        payment: null,
      };
    },
    async cancel(handle) {
      try {
        const path = `${pathOf(handle)}/cancelar`;
        await api.call({ method: 'POST', path, body: { motivoCancelamento: REASON }, answer: Anything });
      } catch (error) {
        // The bank refuses a charge that is cancelled already.
        if (!isRefusal(error) || stateOf(await charge(handle)) !== 'CANCELED') throw error;
      }
    },
    boleto: async (handle) => readBoleto(await charge(handle)),
    /**
     * The bank lists charges by the days of issue, payment and due date, but not by the day of cancellation. So once a
     * day all charges that could still be payable are searched for cancelled ones.
     */
    async *movements(from, until) {
      const days = { dataInicial: from, dataFinal: until };
      if (sweptOn !== until) {
        for (const span of DUE_SPANS) {
          const due = { dataInicial: addDays(until, span), dataFinal: addDays(until, span + SPAN_DAYS - 1) };
          for await (const block of charges({ ...due, filtrarDataPor: 'VENCIMENTO', situacao: 'CANCELADO' }))
            yield block.flatMap(canceled);
        }
        sweptOn = until;
      }
      for await (const block of charges({ ...days, filtrarDataPor: 'EMISSAO' })) {
        yield block.flatMap(canceled);
      }
      for await (const block of charges({ ...days, filtrarDataPor: 'PAGAMENTO' })) {
        yield block
          .map(paymentOf)
          .filter((one) => one !== null)
          .map((payment) => ({ kind: 'PAID' as const, payment }));
      }
    },
    async setNotices(webhookUrl) {
      await api.call({ method: 'PUT', path: `${PATH}/webhook`, body: { webhookUrl }, answer: Anything });
    },
    handlesOfNotice(body) {
      const items = (Array.isArray(body) ? body : [body]).map((item) => Notice.safeParse(item).data?.codigoSolicitacao);
      return [...new Set(items.filter((handle) => handle !== undefined))];
    },
    async check(today) {
      const query = { dataInicial: today, dataFinal: today, 'paginacao.itensPorPagina': '1' };
      await api.call({ method: 'GET', path: PATH, query, answer: Charges });
    },
    close: api.close,
  };
}

/** Due dates around a day, in spans of 90 days, since boletos are issued up to a year ahead. */
const SPAN_DAYS = 90;
const DUE_SPANS = [-SPAN_DAYS, 0, SPAN_DAYS, 2 * SPAN_DAYS, 3 * SPAN_DAYS];

const isRefusal = (error: unknown) => error instanceof BankFailure && error.kind === 'REFUSED';

/**
 * @throws BankFailure when the bank's format can't express the order.
 * @internal The tests compute what the bank asks for from it.
 */
export function interBody({ document_number, due_date, payable_until, amount, charges, payer, messages }: BoletoOrder) {
  if (document_number.length > DOCUMENT_LENGTH)
    throw new BankFailure('REFUSED', 'O número do documento tem mais de 15 caracteres, e o Inter não o aceita.');
  const lines = messages.slice(0, MESSAGES).map((line, index) => [`linha${index + 1}`, line.slice(0, MESSAGE_LENGTH)]);
  return {
    seuNumero: document_number,
    valorNominal: centsToReais(amount),
    dataVencimento: due_date,
    numDiasAgenda: Math.min(MOST_DAYS, Math.max(0, daysBetween(due_date, payable_until))),
    pagador: payerOf(payer),
    ...(charges && lateChargesOf(charges, due_date)),
    ...(lines.length > 0 && { mensagem: Object.fromEntries(lines) }),
    formasRecebimento: ['BOLETO', 'PIX'],
  };
}

function payerOf({ name, document, address }: SlipParty) {
  const { street, number, complement, neighborhood, city, state, cep } = address;
  const cpfCnpj = document.replace(/[^\dA-Z]/g, '');
  const optional = {
    endereco: street?.slice(0, 100),
    numero: number?.slice(0, 10),
    complemento: complement?.slice(0, 30),
    bairro: neighborhood?.slice(0, 60),
    cidade: city?.slice(0, 60),
    uf: state,
    cep: cep?.replace(/\D/g, ''),
  };
  return {
    cpfCnpj,
    tipoPessoa: cpfCnpj.length === 11 ? 'FISICA' : 'JURIDICA',
    nome: name.slice(0, 100),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
  };
}

/** In the bank's format neither fine nor interest has a date: both begin on the day after the due date. */
function lateChargesOf({ fine, interest }: BankCharges, dueDate: CalendarDate) {
  const firstDay = addDays(dueDate, 1);
  const waits = [fine.percent > 0 && fine.from, interest.per_day > 0 && interest.from].some(
    (from) => from && from !== firstDay,
  );
  if (waits) throw new BankFailure('REFUSED', 'O Inter cobra multa e juros desde o primeiro dia de atraso.');
  return {
    ...(fine.percent > 0 && { multa: { codigo: 'PERCENTUAL', taxa: fine.percent / 100 } }),
    ...(interest.per_day > 0 && { mora: { codigo: 'VALORDIA', valor: centsToReais(interest.per_day) } }),
  };
}
