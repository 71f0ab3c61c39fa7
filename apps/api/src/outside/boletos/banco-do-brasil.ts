import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { BankCharges, SlipParty } from '@morada/domain/bank/slip';
import { addDays, type CalendarDate, daysBetween, earlier, formatDate } from '@morada/domain/base/calendar';
import { centsToReais } from '@morada/domain/base/money';
import * as z from 'zod/mini';
import { type BankAccess, type BankDialect, BankFailure, bankApi } from '../bank-api.ts';
import type { Patience } from '../service.ts';
import type { BoletoAtBank, BoletoMovement, BoletoOrder, BoletoRegistrar } from './registrar.ts';
import { amountOf, brazilianDayOf, ourNumber, textOf } from './values.ts';

// Cobranças v2 of Banco do Brasil, as public clients use it (Accordous/bb-client, ACBr). The number is ours, and the
// bank refuses it when it is sent twice. Fields and states that are not named here are ignored.

/** Only agreements of seven digits have numbers in the form of this API: `000`, agreement, ten digits. */
const AGREEMENT_DIGITS = 7;
const ID = /^000\d{17}$/;
const SIMPLE = 1;
const RECEIPT = 17;
const DOCUMENT_LENGTH = 15;
const MESSAGE_LENGTH = 165;
/** Most days in one query of payment notices, according to one public client. */
const DAYS_IN_A_CALL = 5;

/** Errors of the API, in its two forms, and of its gateway. */
const Refusal = z.object({
  erros: z.optional(
    z.array(
      z.object({
        mensagem: z.optional(z.string()),
        providencia: z.optional(z.string()),
        textoMensagem: z.optional(z.string()),
      }),
    ),
  ),
  errors: z.optional(z.array(z.object({ message: z.optional(z.string()), action: z.optional(z.string()) }))),
  message: z.optional(z.string()),
});

function reasonOf(body: unknown): string | undefined {
  const { success, data } = Refusal.safeParse(body);
  if (!success) return undefined;
  const words = [
    ...(data.erros ?? []).map(({ mensagem, textoMensagem, providencia }) => [mensagem ?? textoMensagem, providencia]),
    ...(data.errors ?? []).map(({ message, action }) => [message, action]),
  ].flat();
  return words.filter(Boolean).join(' ') || data.message || undefined;
}

const dialectOf = (applicationKey: string): BankDialect => ({
  scope: 'cobrancas.boletos-info cobrancas.boletos-requisicao cobrancas.convenio-requisicao',
  credentials: 'HEADER',
  query: { 'gw-dev-app-key': applicationKey },
  reasonOf,
});

const QrCode = z.object({ emv: z.nullish(textOf) });

const Registered = z.object({
  numero: z.string().check(z.minLength(1)),
  codigoBarraNumerico: z.nullish(textOf),
  linhaDigitavel: z.nullish(textOf),
  qrCode: z.nullish(QrCode),
});

const code = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => Number(value)),
);

const Detail = z.object({
  codigoEstadoTituloCobranca: code,
  codigoLinhaDigitavel: z.nullish(textOf),
  textoCodigoBarrasTituloCobranca: z.nullish(textOf),
  dataVencimentoTituloCobranca: z.nullish(brazilianDayOf),
  valorOriginalTituloCobranca: z.nullish(amountOf),
  dataRecebimentoTitulo: z.nullish(brazilianDayOf),
  dataCreditoLiquidacao: z.nullish(brazilianDayOf),
  valorPagoSacado: z.nullish(amountOf),
  valorMultaRecebido: z.nullish(amountOf),
  valorJuroMoraRecebido: z.nullish(amountOf),
  valorDescontoUtilizado: z.nullish(amountOf),
  codigoCanalPagamento: z.nullish(code),
});
type Detail = z.output<typeof Detail>;

const Pix = z.object({ qrCode: z.nullish(QrCode) });

const Closed = z.object({
  indicadorContinuidade: z.nullish(z.string()),
  proximoIndice: z.nullish(z.int()),
  boletos: z.nullish(
    z.array(
      z.object({
        numeroBoletoBB: z.string(),
        codigoEstadoTituloCobranca: code,
      }),
    ),
  ),
});
type Closed = NonNullable<z.output<typeof Closed>['boletos']>[number];

const Notices = z.object({
  possuiMaisTitulos: z.nullish(z.string()),
  proximoTitulo: z.nullish(z.string()),
  lista: z.nullish(z.array(z.object({ titulo: z.object({ id: z.string(), estadoBaixaOperacional: code }) }))),
});

const Anything = z.unknown();

/** «Liquidado» and «baixado». */
const SETTLED = 6;
const DROPPED = 7;
/** «Em processamento». */
const IN_PROCESS = 80;
/**
 * Liquidado; paid at the registry of protests (10 to 12); em liquidação (14) and agendado COMPE (21), which are paid and not
 * yet credited; creditado. Protested ones, scheduled payments, cheques and payments in part remain registered.
 */
const PAID: ReadonlySet<number> = new Set([SETTLED, 10, 11, 12, 14, 16, 21]);
/** State of a withdrawn payment notice; 1 and 2 are notices of the payer's bank. */
const CANCELLED_NOTICE = 10;
/** «Canal de pagamento» of a Pix, as one public client says. */
const PIX_CHANNEL = 61;

function stateOf(detail: Detail): BoletoAtBank['state'] {
  const { codigoEstadoTituloCobranca: state } = detail;
  if (state === DROPPED) return 'CANCELED';
  if (state === IN_PROCESS) return 'PENDING';
  // A payment counts only once the bank reports its amount and day.
  return PAID.has(state) && detail.valorPagoSacado && detail.dataRecebimentoTitulo ? 'PAID' : 'REGISTERED';
}

/** `05.11.2026` */
const bankDay = (date: CalendarDate) => formatDate(date).replaceAll('/', '.');

/** «Nosso número»: the id without its leading zeros. */
const numberOf = (id: string) => id.slice(3);

function readDetail(handle: string, detail: Detail, pix: string | null): BoletoAtBank {
  const state = stateOf(detail);
  const { dataRecebimentoTitulo: paid_on, valorPagoSacado: paid } = detail;
  return {
    handle,
    state,
    nosso_numero: numberOf(handle),
    barcode: detail.textoCodigoBarrasTituloCobranca ?? null,
    digitable_line: detail.codigoLinhaDigitavel ?? null,
    pix,
    problem: null,
    payment:
      state === 'PAID' && paid_on && paid
        ? {
            handle,
            nosso_numero: numberOf(handle),
            paid_on,
            credited_on: detail.dataCreditoLiquidacao ?? null,
            paid,
            fine: detail.valorMultaRecebido ?? null,
            interest: detail.valorJuroMoraRecebido ?? null,
            discount: detail.valorDescontoUtilizado ?? null,
            tariff: null,
            byPix: (detail.codigoCanalPagamento ?? 0) % 100 === PIX_CHANNEL,
          }
        : null,
  };
}

/** SETTLED, not PAID: the list has the day of settlement, but not the day of payment or the parts of the amount. */
function movementOf({ numeroBoletoBB: handle, codigoEstadoTituloCobranca: state }: Closed): BoletoMovement | undefined {
  if (state === DROPPED) return { kind: 'CANCELED', handle };
  return PAID.has(state) ? { kind: 'SETTLED', handle } : undefined;
}

const Notice = z.object({ id: z.string().check(z.regex(ID)) });

/** Fields of an agreement that the calls send. */
export type BancoDoBrasilAgreement = Pick<Agreement, 'agreement' | 'wallet' | 'variation' | 'agency' | 'account'>;

/** `applicationKey`: `gw-dev-app-key` of the bank's portal. */
export function bancoDoBrasilRegistrar(
  access: BankAccess,
  { agreement: terms, applicationKey }: { agreement: BancoDoBrasilAgreement; applicationKey: string },
  patience?: Patience,
): BoletoRegistrar {
  const api = bankApi(access, dialectOf(applicationKey), patience);
  const numeroConvenio = Number(terms.agreement);
  const ofAgreement = { numeroConvenio: String(numeroConvenio) };
  const plain = (text = '') => String(Number(text));
  const pathOf = (handle: string) => `/boletos/${encodeURIComponent(handle)}`;

  const detail = (handle: string) =>
    api.call({ method: 'GET', path: pathOf(handle), query: ofAgreement, answer: Detail });

  /** BR Code of a boleto; null when it was registered without one. */
  async function qrCodeOf(handle: string): Promise<string | null> {
    try {
      const path = `${pathOf(handle)}/pix`;
      return (await api.call({ method: 'GET', path, query: ofAgreement, answer: Pix })).qrCode?.emv ?? null;
    } catch (error) {
      if (isUnknown(error)) return null;
      throw error;
    }
  }

  async function boleto(handle: string): Promise<BoletoAtBank> {
    const found = await detail(handle);
    return readDetail(handle, found, stateOf(found) === 'REGISTERED' ? await qrCodeOf(handle) : null);
  }

  /** The boleto of an earlier call whose answer was lost; undefined when the number belongs to another boleto. */
  async function registeredBefore(handle: string, order: BoletoOrder): Promise<BoletoAtBank | undefined> {
    try {
      const { dataVencimentoTituloCobranca: due, valorOriginalTituloCobranca: amount } = await detail(handle);
      return due === order.due_date && amount === order.amount ? await boleto(handle) : undefined;
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  /** Withdrawn payment notices of up to five days, page by page. */
  async function* takenBack(from: CalendarDate, until: CalendarDate) {
    const query = {
      agencia: plain(terms.agency),
      conta: plain(terms.account),
      carteira: plain(terms.wallet),
      variacao: plain(terms.variation),
      estadoBaixaOperacional: String(CANCELLED_NOTICE),
      dataInicioAgendamentoTitulo: bankDay(from),
      dataFimAgendamentoTitulo: bankDay(until),
    };
    let next: Record<string, string> | undefined = {};
    while (next) {
      const page: z.output<typeof Notices> = await api.call({
        method: 'GET',
        path: '/boletos-baixa-operacional',
        query: { ...query, ...next },
        answer: Notices,
      });
      yield (page.lista ?? []).map(({ titulo }) => titulo);
      next = page.possuiMaisTitulos === 'S' && page.proximoTitulo ? { idProximoTitulo: page.proximoTitulo } : undefined;
    }
  }

  let isListing = false;
  /** Switches the list of payment notices on. The bank refuses this when the list is on already. */
  async function startListing() {
    try {
      const path = `/convenios/${numeroConvenio}/ativar-consulta-baixa-operacional`;
      await api.call({ method: 'PATCH', path, answer: Anything });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    isListing = true;
  }

  /** Boletos that reached a state between two days, page by page, without those of the account's other agreements. */
  async function* closed(state: number, from: CalendarDate, until: CalendarDate) {
    const query = {
      indicadorSituacao: 'B',
      codigoEstadoTituloCobranca: String(state),
      agenciaBeneficiario: plain(terms.agency),
      contaBeneficiario: plain(terms.account),
      dataInicioMovimento: bankDay(from),
      dataFimMovimento: bankDay(until),
    };
    let next: Record<string, string> | undefined = {};
    while (next) {
      const page: z.output<typeof Closed> = await api.call({
        method: 'GET',
        path: '/boletos',
        query: { ...query, ...next },
        answer: Closed,
      });
      yield (page.boletos ?? []).filter(({ numeroBoletoBB }) => numeroBoletoBB.startsWith(`000${numeroConvenio}`));
      next =
        page.indicadorContinuidade === 'S' && page.proximoIndice ? { indice: String(page.proximoIndice) } : undefined;
    }
  }

  return {
    async register(order) {
      const body = bancoDoBrasilBody(order, terms);
      try {
        const made = await api.call({ method: 'POST', path: '/boletos', body, answer: Registered });
        return {
          handle: made.numero,
          state: 'REGISTERED',
          nosso_numero: order.nosso_numero,
          barcode: made.codigoBarraNumerico ?? null,
          digitable_line: made.linhaDigitavel ?? null,
          pix: made.qrCode?.emv ?? null,
          problem: null,
          payment: null,
        };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // «Nosso Número já incluído anteriormente» (4874915), perhaps by a call whose answer was lost.
        const before = await registeredBefore(body.numeroTituloCliente, order);
        if (!before) throw error;
        return before;
      }
    },
    async cancel(handle) {
      try {
        const path = `${pathOf(handle)}/baixar`;
        await api.call({ method: 'POST', path, body: { numeroConvenio }, answer: Anything });
      } catch (error) {
        // The bank refuses a boleto that is cancelled already.
        if (!isRefusal(error) || stateOf(await detail(handle)) !== 'CANCELED') throw error;
      }
    },
    boleto,
    /** Withdrawn payment notices, then cancelled and settled boletos. A notice of payment comes before settlement. */
    async *movements(from, until) {
      if (!isListing) await startListing();
      for (let first = from; first <= until; first = addDays(first, DAYS_IN_A_CALL)) {
        const last = earlier(until, addDays(first, DAYS_IN_A_CALL - 1));
        for await (const block of takenBack(first, last)) yield await stillOpen(block);
      }
      for (const state of [DROPPED, SETTLED]) {
        for await (const block of closed(state, from, until)) {
          yield block.map(movementOf).filter((one) => one !== undefined);
        }
      }
    },
    handlesOfNotice(body) {
      const items = (Array.isArray(body) ? body : [body]).map((item) => Notice.safeParse(item).data?.id);
      return [...new Set(items.filter((handle) => handle !== undefined))];
    },
    async check(today) {
      await startListing();
      await takenBack(today, today).next();
    },
    close: api.close,
  };

  /** Movements of withdrawn payment notices, without those of boletos that were paid again. */
  async function stillOpen(titles: { id: string; estadoBaixaOperacional: number }[]): Promise<BoletoMovement[]> {
    const found: BoletoMovement[] = [];
    for (const { id, estadoBaixaOperacional } of titles) {
      if (estadoBaixaOperacional !== CANCELLED_NOTICE || stateOf(await detail(id)) === 'PAID') continue;
      found.push({ kind: 'TAKEN_BACK', handle: id });
    }
    return found;
  }
}

const isRefusal = (error: unknown) => error instanceof BankFailure && error.kind === 'REFUSED';
const isUnknown = (error: unknown) => isRefusal(error) || (error instanceof BankFailure && error.kind === 'ABSENT');

/**
 * @throws BankFailure when the bank's format can't express the order.
 * @internal The tests compute what the bank asks for from it.
 */
export function bancoDoBrasilBody(order: BoletoOrder, terms: BancoDoBrasilAgreement) {
  const { document_number, issued_on, due_date, payable_until, amount, charges, payer, messages } = order;
  const id = `000${ourNumber(order)}`;
  if (terms.agreement?.length !== AGREEMENT_DIGITS || !ID.test(id))
    throw new BankFailure('REFUSED', 'O Banco do Brasil registra por esta conexão só convênios de 7 números.');
  if (document_number.length > DOCUMENT_LENGTH)
    throw new BankFailure('REFUSED', 'O número do documento tem mais de 15 caracteres, e o banco não o aceita.');
  const days = Math.max(0, daysBetween(due_date, payable_until));
  const message = messages.join(' ').replace(/\s+/g, ' ').trim().slice(0, MESSAGE_LENGTH);
  return {
    numeroConvenio: Number(terms.agreement),
    numeroCarteira: Number(terms.wallet),
    numeroVariacaoCarteira: Number(terms.variation),
    codigoModalidade: SIMPLE,
    dataEmissao: bankDay(issued_on),
    dataVencimento: bankDay(due_date),
    valorOriginal: centsToReais(amount),
    indicadorAceiteTituloVencido: days > 0 ? 'S' : 'N',
    ...(days > 0 && { numeroDiasLimiteRecebimento: days }),
    codigoAceite: 'N',
    codigoTipoTitulo: RECEIPT,
    indicadorPermissaoRecebimentoParcial: 'N',
    numeroTituloBeneficiario: document_number,
    numeroTituloCliente: id,
    ...(message && { mensagemBloquetoOcorrencia: message }),
    ...(charges && lateChargesOf(charges, due_date)),
    pagador: payerOf(payer),
    indicadorPix: 'S',
  };
}

/** In the bank's format the fine has a date. Interest has none and begins on the day after the due date. */
function lateChargesOf({ fine, interest }: BankCharges, dueDate: CalendarDate) {
  if (interest.per_day > 0 && interest.from !== addDays(dueDate, 1))
    throw new BankFailure('REFUSED', 'O Banco do Brasil cobra juros desde o primeiro dia de atraso.');
  return {
    ...(interest.per_day > 0 && { jurosMora: { tipo: 1, valor: centsToReais(interest.per_day) } }),
    ...(fine.percent > 0 && { multa: { tipo: 2, data: bankDay(fine.from), porcentagem: fine.percent / 100 } }),
  };
}

/** The bank expects documents and CEPs as numbers. */
function payerOf({ name, document, address }: SlipParty) {
  const digits = document.replace(/[^\dA-Z]/g, '');
  if (/\D/.test(digits))
    throw new BankFailure('REFUSED', 'O Banco do Brasil ainda não aceita CNPJ com letras por esta conexão.');
  const { street, number, complement, neighborhood, city, state, cep } = address;
  const optional = {
    endereco: [street, number, complement].filter(Boolean).join(' '),
    bairro: neighborhood,
    cidade: city,
    uf: state,
    cep: Number(cep?.replace(/\D/g, '') ?? ''),
  };
  return {
    tipoInscricao: digits.length === 11 ? 1 : 2,
    numeroInscricao: Number(digits),
    nome: name,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
  };
}
