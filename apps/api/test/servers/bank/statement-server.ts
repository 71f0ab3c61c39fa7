import { addDays, type CalendarDate, lastDay } from '@morada/domain/base/calendar';
import { type Cents, cents, centsToReais, sum } from '@morada/domain/base/money';
import { type Answer, type Asked, type BankErrors, type BankHost, type Route, startBankHost } from './bank-host.ts';

/** A movement as the bank has it; below zero for money sent. */
export type Posted = {
  id: string;
  day: CalendarDate;
  amount: Cents;
  text: string;
  endToEndId?: string;
  document?: number;
  /** Banco do Brasil: 2 marks a future movement. */
  stage?: string;
};

export type StatementBankCode = '001' | '077' | '756';

type Options = {
  /** Balance before the first movement. */
  opening?: Cents;
  today: () => CalendarDate;
  /** Movements besides the posted ones, read at each request. */
  also?: () => Posted[];
  /** Movements of a page, in place of what the client asks for. */
  pageSize?: number;
};

/** Account of each bank, as its calls name it. */
export const STATEMENT_ACCOUNTS = {
  '001': { agency: '0452', account: '123873-6' },
  '077': { agency: null, account: '123456789' },
  '756': { agency: null, account: '68534-8' },
} as const;
const APPLICATION_KEY = '0021239456d80136bebf00505689bed0';
/** Fields that a bank does not describe, which clients must tolerate. */
const EXTRAS = { campoNovoDoBanco: { versao: 3 } };

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Words = (status: number, message: string) => object;

const errorsOf = (words: Words): BankErrors => ({
  type: 'application/json',
  answered(act) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, body: words(error.status, error.message) };
    }
  },
  unauthorized: () => new Refused(401, 'Token ausente ou expirado.'),
  forbidden: () => new Refused(403, 'A aplicação não tem este escopo.'),
  missing: () => new Refused(404, 'Recurso não encontrado.'),
  invalidJson: () => new Refused(400, 'O corpo da requisição não é um JSON válido.'),
  failure: (status) => new Refused(status, 'Falha pedida pelo teste.'),
});

const ok = (body: object): Answer => ({ status: 200, body: { ...body, ...EXTRAS } });
const reais = (amount: Cents) => centsToReais(amount).toFixed(2);
const asDay = (text: string | null): CalendarDate => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? '')) throw new Refused(400, 'Data inválida.');
  return text as CalendarDate;
};

/**
 * Statements of one account on this machine, in the published form of its bank: «Banking» v2 of Banco Inter (public SDK),
 * «Conta corrente» v4 of Sicoob (OpenAPI of its SDK) and «Extratos» v2 of Banco do Brasil (public transcriptions). Mutual TLS,
 * tokens bound to the certificate, pages, and movements that are posted while a client reads.
 */
export async function startStatementServer(
  bank: StatementBankCode,
  { opening = cents(0), today, also = () => [], pageSize }: Options,
) {
  const posted: Posted[] = [];
  let whileReading: (() => void)[] = [];

  const all = () => [...posted, ...also()];
  const within = (from: CalendarDate, until: CalendarDate) =>
    all()
      .filter(({ day }) => day >= from && day <= until)
      .sort((one, other) => (one.day < other.day ? -1 : 1));
  const balanceAt = (day: CalendarDate): Cents =>
    cents(
      opening +
        sum(
          all()
            .filter((one) => one.day <= day && one.stage !== '2')
            .map(({ amount }) => amount),
        ),
    );

  function pageOf<T>(rows: readonly T[], place: number, asked: number) {
    const size = pageSize ?? asked;
    const found = {
      rows: rows.slice(place * size, (place + 1) * size),
      pages: Math.max(1, Math.ceil(rows.length / size)),
    };
    whileReading.shift()?.();
    return found;
  }

  const inter: Route[] = [
    [
      'GET',
      /^\/banking\/v2\/extrato\/completo$/,
      'extrato.read',
      ({ query }: Asked) => {
        const [from, until] = [asDay(query.get('dataInicio')), asDay(query.get('dataFim'))];
        const size = Number(query.get('tamanhoPagina') ?? 50);
        if (size > 10_000) throw new Refused(400, 'O tamanho da página vai até 10.000.');
        // The newest first, as the bank lists them.
        const listed = within(from, until).reverse();
        const place = Number(query.get('pagina') ?? 0);
        const { rows, pages } = pageOf(listed, place, size);
        return ok({
          ...{
            totalPaginas: pages,
            totalElementos: listed.length,
            tamanhoPagina: size,
            numeroDeElementos: rows.length,
          },
          ...{ primeiraPagina: place === 0, ultimaPagina: place + 1 >= pages },
          transacoes: rows.map(({ id, day, amount, text, endToEndId }) => ({
            ...{ idTransacao: id, dataInclusao: `${day} 10:11:12.345`, dataTransacao: day },
            ...{ tipoTransacao: endToEndId ? 'PIX' : 'OUTROS', tipoOperacao: amount < 0 ? 'D' : 'C' },
            ...{ valor: reais(cents(Math.abs(amount))), titulo: text, descricao: `${text} detalhe` },
            detalhes: endToEndId
              ? { tipoDetalhe: 'COMPLETE', endToEndId, nomePagador: 'ANA' }
              : { tipoDetalhe: 'COMPLETE' },
          })),
        });
      },
    ],
    [
      'GET',
      /^\/banking\/v2\/saldo$/,
      'extrato.read',
      ({ query }: Asked) => ok({ disponivel: centsToReais(balanceAt(asDay(query.get('dataSaldo')))) }),
    ],
  ];

  const sicoob: Route[] = [
    [
      'GET',
      /^\/extrato\/(\d{1,2})\/(\d{4})$/,
      'cco_consulta',
      ({ words: [month = '', year = ''], query }: Asked) => {
        if (query.get('numeroContaCorrente') !== STATEMENT_ACCOUNTS['756'].account.replace('-', ''))
          throw new Refused(400, 'Conta corrente não pertence ao cliente.');
        const reference = `${year}-${month.padStart(2, '0')}`;
        const on = (name: string, otherwise: CalendarDate) =>
          query.has(name) ? (`${reference}-${query.get(name)?.padStart(2, '0')}` as CalendarDate) : otherwise;
        const end = lastDay(reference as Parameters<typeof lastDay>[0]);
        const [from, until] = [on('diaInicial', `${reference}-01` as CalendarDate), on('diaFinal', end)];
        if (until > end) throw new Refused(400, 'Dia final inválido.');
        return ok({
          resultado: {
            ...{ saldoAtual: reais(balanceAt(today())), saldoAnterior: reais(balanceAt(addDays(from, -1))) },
            ...{ saldoBloqueado: '0.00', saldoLimite: '5000.00' },
            transacoes: within(from, until).map(({ id, day, amount, text, document = 1, endToEndId }) => ({
              ...{ transactionId: id, tipo: amount < 0 ? 'DEBITO' : 'CREDITO', valor: reais(cents(Math.abs(amount))) },
              ...{ data: `${day}T10:11:12`, dataLote: day, descricao: text, numeroDocumento: String(document) },
              ...{ cpfCnpj: '', descInfComplementar: endToEndId ?? '' },
            })),
          },
          mensagens: [],
        });
      },
    ],
  ];

  const bankDay = (day: CalendarDate) => Number(day.split('-').reverse().join(''));
  const readBankDay = (text: string | null): CalendarDate => {
    const [, d, m, y] = /^(\d\d)(\d\d)(\d{4})$/.exec((text ?? '').padStart(8, '0')) ?? [];
    if (!d || text?.startsWith('0')) throw new Refused(422, 'Data inválida.');
    return asDay(`${y}-${m}-${d}`);
  };
  const balanceLine = (day: CalendarDate, code: number, text: string) => {
    const balance = balanceAt(day);
    return {
      ...{ indicadorTipoLancamento: '1', dataLancamento: bankDay(day), numeroDocumento: 0, codigoHistorico: code },
      ...{ valorLancamento: centsToReais(cents(Math.abs(balance))), indicadorSinalLancamento: balance < 0 ? 'D' : 'C' },
      textoDescricaoSubHistorico: text,
    };
  };
  const bancoDoBrasil: Route[] = [
    [
      'GET',
      /^\/conta-corrente\/agencia\/(\d+)\/conta\/(\d+)$/,
      'extrato-info',
      ({ words, query }: Asked) => {
        // Agency and account without check digit and leading zeros.
        if (words.join('/') !== '452/123873') throw new Refused(404, 'Conta não encontrada.');
        const [from, until] = [
          readBankDay(query.get('dataInicioSolicitacao')),
          readBankDay(query.get('dataFimSolicitacao')),
        ];
        if (addDays(from, 30) < until) throw new Refused(422, 'O período vai até 31 dias.');
        const size = Number(query.get('quantidadeRegistroPaginaSolicitacao') ?? 50);
        if (size < 50 || size > 120) throw new Refused(422, 'A página vai de 50 a 120 registros.');
        const found = within(from, until);
        if (found.length === 0) throw new Refused(404, 'Não há lançamentos no período.');
        const end = until < today() ? until : today();
        const listed = [
          balanceLine(addDays(from, -1), 0, 'Saldo Anterior'),
          ...found.map(({ day, amount, text, document = 1, stage = '1', endToEndId }) => ({
            ...{
              indicadorTipoLancamento: stage,
              dataLancamento: bankDay(day),
              numeroDocumento: document,
              numeroLote: 1,
            },
            ...{ codigoHistorico: amount < 0 ? 144 : 976, textoDescricaoSubHistorico: text },
            ...{
              valorLancamento: centsToReais(cents(Math.abs(amount))),
              indicadorSinalLancamento: amount < 0 ? 'D' : 'C',
            },
            textoInformacaoComplementar: '',
            // The bank assigns it on the following day.
            textoIdentificadorUnicoTransacao: day < today() ? (endToEndId ?? `T${document}`) : '',
          })),
          {
            indicadorTipoLancamento: 'LC',
            dataLancamento: bankDay(end),
            valorLancamento: 5000,
            indicadorSinalLancamento: 'C',
          },
          balanceLine(end, 999, 'S A L D O'),
        ];
        const place = Number(query.get('numeroPaginaSolicitacao') ?? 1);
        const { rows, pages } = pageOf(listed, place - 1, size);
        return ok({
          ...{ numeroPaginaAtual: place, quantidadeRegistroPaginaAtual: rows.length, numeroPaginaAnterior: place - 1 },
          ...{ numeroPaginaProximo: place < pages ? place + 1 : 0 },
          ...{ quantidadeTotalPagina: pages, quantidadeTotalRegistro: listed.length, listaLancamento: rows },
        });
      },
    ],
  ];

  const hosts: Record<StatementBankCode, BankHost> = {
    '001': {
      ...{ base: '/v2', tokenPath: '/oauth/token', credentials: 'HEADER', scopes: ['extrato-info'] },
      routes: bancoDoBrasil,
      guard: (query: URLSearchParams) => {
        if (query.get('gw-dev-app-key') !== APPLICATION_KEY) throw new Refused(401, 'Chave da aplicação inválida.');
      },
      errors: errorsOf((status, message) => ({ code: String(status), message })),
    },
    '077': {
      ...{ base: '', tokenPath: '/oauth/v2/token', credentials: 'BODY', scopes: ['extrato.read'] },
      routes: inter,
      errors: errorsOf((status, detail) => ({ title: 'Erro', status, detail })),
    },
    '756': {
      ...{ base: '/conta-corrente/v4', tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token' },
      ...{ credentials: 'BODY', hasSecret: false, scopes: ['cco_consulta'] },
      routes: sicoob,
      errors: errorsOf((status, mensagem) => ({ codigo: String(status), mensagem })),
    },
  };
  const host = await startBankHost(hosts[bank]);

  return {
    ...host,
    applicationKey: bank === '001' ? APPLICATION_KEY : null,
    hasSecret: bank !== '756',
    posted,
    post: (...movements: Posted[]) => void posted.push(...movements),
    /** Runs one of these after each page that is read. */
    afterEachPage: (acts: (() => void)[]) => {
      whileReading = acts;
    },
  };
}

export type StatementServer = Awaited<ReturnType<typeof startStatementServer>>;
