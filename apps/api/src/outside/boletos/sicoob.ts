import { type Agreement, boletoBank } from '@morada/domain/bank/boleto-banks';
import type { BankCharges, SlipParty } from '@morada/domain/bank/slip';
import { addDays, type CalendarDate, calendarDate, earlier, isCalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { truncate } from '@morada/domain/base/truncate';
import * as z from 'zod/mini';
import { type BankAccess, type BankApi, type BankDialect, BankFailure, bankApi, readJson } from '../bank-api.ts';
import type { Patience } from '../service.ts';
import type { BoletoAtBank, BoletoMovement, BoletoOrder, BoletoPayment, BoletoRegistrar } from './registrar.ts';
import { ourNumber } from './values.ts';
import { zippedTexts } from './zipped.ts';

// «Cobrança Bancária» of Sicoob, version 3. Fields and states that it doesn't name are ignored.

export type SicoobSettings = {
  agreement: Agreement;
  /** Current account that receives, with its digit. */
  account: string;
  /** Scopes of the token, separated by spaces. */
  scope: string;
};

const Refusal = z.object({
  mensagens: z.array(z.object({ mensagem: z.optional(z.string()), codigo: z.optional(z.string()) })),
});

function reasonOf(body: unknown): string | undefined {
  const { success, data } = Refusal.safeParse(body);
  return success ? data.mensagens.flatMap(({ mensagem }) => mensagem ?? []).join(' ') || undefined : undefined;
}

const amount = z.pipe(
  z.number(),
  z.transform((reais: number) => Math.round(reais * 100)),
);
/** A day, or a moment of it in Brasília. */
const day = z.pipe(
  z.string().check(z.refine((text) => isCalendarDate(text.slice(0, 10)))),
  z.transform((text: string) => calendarDate(text.slice(0, 10))),
);

const Boleto = z.object({
  nossoNumero: z.int(),
  seuNumero: z.optional(z.string()),
  codigoBarras: z.optional(z.string()),
  linhaDigitavel: z.optional(z.string()),
  qrCode: z.nullish(z.string()),
  situacaoBoleto: z.optional(z.string()),
});
type Boleto = z.output<typeof Boleto>;

const OneBoleto = z.object({ resultado: Boleto });
/** Nothing was found: 204 without a body. */
const MaybeBoleto = z.optional(OneBoleto);
const Request = z.object({ resultado: z.object({ codigoSolicitacao: z.int() }) });
const Files = z.optional(z.object({ resultado: z.object({ idArquivos: z.optional(z.array(z.int())) }) }));
const Download = z.object({ resultado: z.object({ arquivo: z.string() }) });
const Webhooks = z.optional(
  z.object({
    resultado: z.array(
      z.object({ idWebhook: z.int(), url: z.string(), codigoTipoMovimento: z.int(), codigoSituacao: z.int() }),
    ),
  }),
);
const Anything = z.unknown();

const Movement = z.object({
  numeroTitulo: z.optional(z.int()),
  codigoBarras: z.optional(z.string()),
  dataLiquidacao: z.nullish(day),
  dataPrevisaoCredito: z.nullish(day),
  valorLiquido: z.nullish(amount),
  valorMora: z.nullish(amount),
  valorDesconto: z.nullish(amount),
  valorAbatimento: z.nullish(amount),
  valorTarifaMovimento: z.nullish(amount),
  idTipoOpFinanceira: z.nullish(z.int()),
});
type Movement = z.output<typeof Movement>;
const Movements = z.array(Movement);

/** Kinds of movements to request: settlements and write-offs. */
const KINDS = { PAID: 5, CANCELED: 6 } as const;
/** A request spans two days at most. */
const WINDOW_DAYS = 2;
const BY_PIX = 212;
const PAYMENT_NOTICE = 7;
const OF_TODAY = 1;
const INACTIVE = 3;

/** Polls of a request for movements, with an interval that doubles up to a limit: 30 s in all. */
const LOOKS = 20;
const LOOK_MS = { first: 100, most: 2_000 };

const LONGEST = { name: 50, street: 40, neighborhood: 30, city: 40, message: 40 };
const MOST_MESSAGES = 5;

/** Boletos at Sicoob. */
export function sicoobBoletos(access: BankAccess, settings: SicoobSettings, patience?: Patience): BoletoRegistrar {
  const { agreement, account, scope } = settings;
  const dialect: BankDialect = {
    scope,
    credentials: 'BODY',
    headers: { client_id: access.client_id },
    reasonOf,
  };
  const api = bankApi(access, dialect, patience);
  const client = Number(agreement.agreement);
  const modality = Number(agreement.variation);
  const named = { numeroCliente: client, codigoModalidade: modality };

  async function find(handle: string): Promise<Boleto | undefined> {
    const found = await api.call({
      method: 'GET',
      path: '/boletos',
      query: { numeroCliente: String(client), codigoModalidade: String(modality), nossoNumero: handle },
      answer: MaybeBoleto,
    });
    return found?.resultado;
  }

  async function register(order: BoletoOrder): Promise<BoletoAtBank> {
    const handle = handleOf(agreement, ourNumber(order));
    const body = { ...named, ...sicoobBody(order, handle), numeroContaCorrente: Number(account) };
    try {
      const { resultado } = await api.call({ method: 'POST', path: '/boletos', body, answer: OneBoleto });
      return atBank(resultado);
    } catch (error) {
      if (!(error instanceof BankFailure) || error.kind !== 'REFUSED') throw error;
      const known = await find(handle);
      // The refused number belongs to another boleto, or to this one when the answer of an earlier call was lost.
      if (known?.seuNumero !== order.document_number) throw error;
      return atBank(known);
    }
  }

  return {
    register,
    cancel: async (handle) => {
      await api.call({ method: 'POST', path: `/boletos/${handle}/baixar`, body: named, answer: Anything });
    },
    boleto: async (handle) => {
      const found = await find(handle);
      if (!found) throw new BankFailure('ABSENT', 'O banco não conhece este boleto.');
      return atBank(found);
    },
    async *movements(from, until) {
      for (let first = from; first <= until; first = addDays(first, WINDOW_DAYS)) {
        const last = earlier(until, addDays(first, WINDOW_DAYS - 1));
        for (const kind of ['PAID', 'CANCELED'] as const)
          for (const file of await movementFiles(api, { client, kind: KINDS[kind], first, last }))
            yield file.flatMap((movement) => movementOf(kind, movement));
      }
    },
    setNotices: (url) => setNotices(api, url),
    handlesOfNotice: (body) => [...new Set(numbersIn(body))],
    check: async () => {
      await api.call({
        method: 'GET',
        path: '/boletos/faixas-nosso-numero',
        query: { numeroCliente: String(client), codigoModalidade: String(modality), quantidade: '1' },
        answer: Anything,
      });
    },
    close: api.close,
  };
}

/** In the bank's API the check digit is a part of the number. */
function handleOf(agreement: Agreement, bare: string): string {
  const number = boletoBank('756')?.nossoNumero(agreement, Number(bare), 0);
  if (!number) throw new RangeError(`${bare} is no number of Sicoob`);
  return String(Number(`${number.bare}${number.digit}`));
}

const reais = (cents: Cents) => cents / 100;
const percent = (points: number) => points / 100;

/** @internal The tests compute what the bank asks for from it. */
export function sicoobBody(order: BoletoOrder, handle: string) {
  const { document_number, issued_on, due_date, payable_until, charges, payer, messages } = order;
  return {
    codigoEspecieDocumento: 'DM',
    dataEmissao: issued_on,
    nossoNumero: Number(handle),
    seuNumero: document_number,
    identificacaoBoletoEmpresa: document_number,
    identificacaoEmissaoBoleto: 2,
    identificacaoDistribuicaoBoleto: 2,
    valor: reais(order.amount),
    dataVencimento: due_date,
    dataLimitePagamento: payable_until,
    tipoDesconto: 0,
    ...chargesBody(charges),
    numeroParcela: 1,
    aceite: true,
    codigoNegativacao: 3,
    codigoProtesto: 3,
    pagador: payerBody(payer),
    mensagensInstrucao: messages.slice(0, MOST_MESSAGES).map((text) => truncate(text, LONGEST.message)),
    codigoCadastrarPIX: 1,
  };
}

function chargesBody(charges: BankCharges | null) {
  if (!charges) return { tipoMulta: 0, tipoJurosMora: 3 };
  const { fine, interest } = charges;
  return {
    ...{ tipoMulta: 2, dataMulta: fine.from, valorMulta: percent(fine.percent), dataJurosMora: interest.from },
    ...(interest.monthly === undefined
      ? { tipoJurosMora: 1, valorJurosMora: reais(interest.per_day) }
      : { tipoJurosMora: 2, valorJurosMora: percent(interest.monthly) }),
  };
}

function payerBody({ name, document, address }: SlipParty) {
  const { street, number, complement, neighborhood, city, state, cep } = address;
  return {
    numeroCpfCnpj: document,
    nome: truncate(name, LONGEST.name),
    endereco: truncate([street, number, complement].filter(Boolean).join(', '), LONGEST.street),
    bairro: truncate(neighborhood ?? '', LONGEST.neighborhood),
    cidade: truncate(city ?? '', LONGEST.city),
    cep: cep ?? '',
    uf: state ?? '',
  };
}

const STATES: Readonly<Record<string, BoletoAtBank['state']>> = { liquidado: 'PAID', baixado: 'CANCELED' };

function atBank({ nossoNumero, codigoBarras, linhaDigitavel, qrCode, situacaoBoleto = '' }: Boleto): BoletoAtBank {
  const handle = String(nossoNumero);
  return {
    handle,
    state: STATES[situacaoBoleto.trim().toLowerCase()] ?? 'REGISTERED',
    // The number was ours.
    nosso_numero: null,
    barcode: codigoBarras && /^\d{44}$/.test(codigoBarras) ? codigoBarras : null,
    digitable_line: linhaDigitavel && /^\d{47}$/.test(linhaDigitavel) ? linhaDigitavel : null,
    pix: qrCode || null,
    problem: null,
    // The bank reports settled amounts only in movements.
    payment: null,
  };
}

type Asked = { client: number; kind: number; first: CalendarDate; last: CalendarDate };

/** Requests movements, and polls until the bank has written them to files. */
async function movementFiles(api: BankApi, { client, kind, first, last }: Asked): Promise<Movement[][]> {
  const { resultado } = await api.call({
    method: 'POST',
    path: '/boletos/movimentacoes',
    body: { numeroCliente: client, tipoMovimento: kind, dataInicial: first, dataFinal: last },
    answer: Request,
  });
  const query = { numeroCliente: String(client), codigoSolicitacao: String(resultado.codigoSolicitacao) };
  for (let look = 0; look < LOOKS; look += 1) {
    const found = await api.call({ method: 'GET', path: '/boletos/movimentacoes', query, answer: Files });
    if (found) return Promise.all((found.resultado.idArquivos ?? []).map((id) => download(api, query, id)));
    await new Promise((go) => setTimeout(go, Math.min(LOOK_MS.first * 2 ** look, LOOK_MS.most)));
  }
  throw new BankFailure('AWAY', 'O banco ainda não preparou os movimentos pedidos.');
}

async function download(api: BankApi, query: Record<string, string>, id: number): Promise<Movement[]> {
  const { resultado } = await api.call({
    method: 'GET',
    path: '/boletos/movimentacoes/download',
    query: { ...query, idArquivo: String(id) },
    answer: Download,
  });
  try {
    const texts = await zippedTexts(zipOf(Buffer.from(resultado.arquivo, 'base64')));
    return texts.flatMap((text) => Movements.parse(readJson(text)));
  } catch (error) {
    throw new BankFailure('AWAY', 'Os movimentos vieram em um arquivo que não pôde ser lido.', error);
  }
}

const LOCAL_FILE = Buffer.from('PK\u0003\u0004');

/** Bytes of a zip. The bank encodes each byte as a UTF-8 character, so those above 127 have to be decoded. */
function zipOf(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, LOCAL_FILE.length).equals(LOCAL_FILE)) return bytes;
  const text = bytes.toString('utf8');
  const isText = !text.includes('\uFFFD') && [...text].every((character) => character.charCodeAt(0) < 256);
  return isText ? Buffer.from(text, 'latin1') : bytes;
}

function movementOf(kind: keyof typeof KINDS, movement: Movement): BoletoMovement[] {
  const handle = handleIn(movement);
  if (handle === undefined) return [];
  if (kind === 'CANCELED') return [{ kind, handle }];
  const payment = paymentOf(handle, movement);
  return payment ? [{ kind, payment }] : [];
}

/** Wallet, cooperative, modality and client stand before the number in a barcode of this bank. */
const IN_BARCODE = { from: 33, until: 41 };

function handleIn({ codigoBarras = '', numeroTitulo }: Pick<Movement, 'codigoBarras' | 'numeroTitulo'>) {
  if (/^756\d{41}$/.test(codigoBarras)) return String(Number(codigoBarras.slice(IN_BARCODE.from, IN_BARCODE.until)));
  return numeroTitulo === undefined ? undefined : String(numeroTitulo);
}

function paymentOf(handle: string, movement: Movement): BoletoPayment | undefined {
  const { dataLiquidacao, dataPrevisaoCredito, valorLiquido, valorMora, valorTarifaMovimento } = movement;
  const { valorDesconto, valorAbatimento, idTipoOpFinanceira } = movement;
  if (!dataLiquidacao || valorLiquido == null) return undefined;
  return {
    handle,
    nosso_numero: handle.slice(0, -1).padStart(7, '0'),
    paid_on: dataLiquidacao,
    credited_on: dataPrevisaoCredito ?? null,
    paid: valorLiquido,
    // The bank reports fine and interest as one amount.
    fine: null,
    interest: valorMora ?? null,
    discount: valorDesconto == null && valorAbatimento == null ? null : (valorDesconto ?? 0) + (valorAbatimento ?? 0),
    tariff: valorTarifaMovimento ?? null,
    byPix: idTipoOpFinanceira === BY_PIX,
  };
}

/** Ensures one active webhook for payments, with our present address. */
async function setNotices(api: BankApi, url: string) {
  const found = await api.call({ method: 'GET', path: '/webhooks', answer: Webhooks });
  const own = found?.resultado.find(({ codigoTipoMovimento }) => codigoTipoMovimento === PAYMENT_NOTICE);
  if (!own) {
    const body = { url, codigoTipoMovimento: PAYMENT_NOTICE, codigoPeriodoMovimento: OF_TODAY };
    await api.call({ method: 'POST', path: '/webhooks', body, answer: Anything });
    return;
  }
  const path = `/webhooks/${own.idWebhook}`;
  if (own.url !== url) await api.call({ method: 'PATCH', path, body: { url }, answer: Anything });
  if (own.codigoSituacao === INACTIVE) await api.call({ method: 'PATCH', path: `${path}/reativar`, answer: Anything });
}

/** Numbers of boletos anywhere in the body of a notice, whose structure the bank doesn't document. */
function numbersIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(numbersIn);
  if (typeof body !== 'object' || body === null) return [];
  const { nossoNumero, codigoBarras, ...rest } = body as Record<string, unknown>;
  const barcode = typeof codigoBarras === 'string' ? codigoBarras : '';
  const number = /^[1-9]\d{0,8}$/.test(String(nossoNumero)) ? Number(nossoNumero) : undefined;
  const handle = handleIn({ codigoBarras: barcode, ...(number !== undefined && { numeroTitulo: number }) });
  return [...(handle === undefined ? [] : [handle]), ...Object.values(rest).flatMap(numbersIn)];
}
