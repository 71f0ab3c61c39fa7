import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Answer, BankErrors } from './bank-host.ts';
import { schemaViolations, type Violation } from './pix-bodies.ts';

type Kind = 'cob' | 'cobv';

const ERROR_BASE = 'https://pix.bcb.gov.br/api/v2/error';

export const TAGS = {
  cob: {
    tag: 'Cob',
    missing: 'CobNaoEncontrado',
    detail:
      'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o schema ou está semanticamente errada.',
  },
  cobv: {
    tag: 'CobV',
    missing: 'CobVNaoEncontrada',
    detail:
      'A requisição que busca alterar ou criar uma cobrança com vencimento não respeita o schema ou está semanticamente errada.',
  },
} as const;

/** An error in the format of RFC 7807. */
export class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly detail: string;
  readonly violations: Violation[];
  constructor(status: number, type: string, detail: string, violations: Violation[] = []) {
    super(`${type}: ${detail}`);
    this.status = status;
    this.type = type;
    this.detail = detail;
    this.violations = violations;
  }
}

const TITLES: Record<number, string> = {
  400: 'Requisição inválida.',
  401: 'Não Autorizado',
  403: 'Acesso Negado',
  404: 'Não Encontrado',
  410: 'Permanentemente Removido',
  429: 'Limite de Requisições Excedido',
  500: 'Erro Interno do Servidor',
  503: 'Serviço Indisponível',
  504: 'Indisponibilidade Por Tempo Esgotado',
};
const FAILURES: Record<number, string> = {
  500: 'ErroInternoDoServidor',
  503: 'ServicoIndisponivel',
  504: 'IndisponibilidadePorTempoEsgotado',
};

/** Answer of `act`, or of the problem that it threw. */
function answered(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, type, detail, violations } = error;
    return {
      status,
      body: {
        type: `${ERROR_BASE}/${type}`,
        title: TITLES[status] ?? type,
        status,
        detail,
        correlationId: randomUUID(),
        ...(violations.length > 0 && { violacoes: violations }),
      },
      ...(status === 401 && { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    };
  }
}

const notFound = () => new Problem(404, 'NaoEncontrado', 'Entidade não encontrada.');

export const invalid = (kind: Kind, violations: Violation[]) =>
  new Problem(400, `${TAGS[kind].tag}OperacaoInvalida`, TAGS[kind].detail, violations);

export const PIX_ERRORS: BankErrors = {
  type: 'application/problem+json',
  answered,
  unauthorized: () => new Problem(401, 'AcessoNegado', 'Token ausente, expirado ou de outro certificado.'),
  forbidden: () =>
    new Problem(403, 'AcessoNegado', 'Requisição de participante autenticado que viola alguma regra de autorização.'),
  missing: notFound,
  invalidJson: () => new Problem(400, 'RequisicaoInvalida', 'O corpo da requisição não é um JSON válido.'),
  failure: (status) => new Problem(status, FAILURES[status] ?? 'ErroInternoDoServidor', 'Falha pedida pelo teste.'),
};

/** @throws Problem with a violation for each field that the schema refuses. */
export function read<T>(kind: Kind, schema: z.ZodMiniType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw invalid(kind, schemaViolations(kind, result.error.issues, body));
}

/** @throws Problem when `text` is not a txid of a charge. */
export function txidIn(kind: Kind, text = '', error: 'OperacaoInvalida' | 'ConsultaInvalida'): string {
  if (/^[a-zA-Z0-9]{26,35}$/.test(text)) return text;
  throw new Problem(400, `${TAGS[kind].tag}${error}`, 'O txid não respeita o schema.', [
    { razao: 'O txid não respeita o schema.', propriedade: 'txid', valor: text },
  ]);
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Instants of `inicio` and `fim`, both inside the period. */
export function period(error: string, query: URLSearchParams) {
  const [inicio, fim] = ['inicio', 'fim'].map((propriedade) => {
    const text = query.get(propriedade) ?? '';
    if (RFC_3339.test(text) && !Number.isNaN(Date.parse(text))) return text;
    throw queryProblem(error, 'O parâmetro não respeita o schema.', propriedade, text);
  }) as [string, string];
  if (Date.parse(fim) < Date.parse(inicio)) {
    throw queryProblem(
      error,
      'O timestamp representado pelo parâmetro fim é anterior ao do parâmetro inicio.',
      'fim',
      fim,
    );
  }
  if (query.has('cpf') && query.has('cnpj')) {
    throw queryProblem(error, 'Ambos os parâmetros cpf e cnpj estão preenchidos.', 'cpf', query.get('cpf') ?? '');
  }
  return { from: Date.parse(inicio), to: Date.parse(fim), parameters: { inicio, fim } };
}

/** The page that the query asks for: the first of a hundred by default. */
export function page<T>(error: string, query: URLSearchParams, all: T[]) {
  const number = (name: string, otherwise: number, least: number, most: number) => {
    const text = query.get(`paginacao.${name}`);
    if (text === null) return otherwise;
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw queryProblem(error, 'O parâmetro não respeita o schema.', `paginacao.${name}`, text);
  };
  const paginaAtual = number('paginaAtual', 0, 0, 2 ** 31 - 1);
  const itensPorPagina = number('itensPorPagina', 100, 1, 1_000);
  return {
    items: all.slice(paginaAtual * itensPorPagina, (paginaAtual + 1) * itensPorPagina),
    paginacao: {
      paginaAtual,
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(all.length / itensPorPagina)),
      quantidadeTotalDeItens: all.length,
    },
  };
}

const queryProblem = (error: string, razao: string, propriedade: string, valor: string) =>
  new Problem(400, error, 'Os parâmetros da consulta não respeitam o schema ou não fazem sentido semanticamente.', [
    { razao, propriedade, valor },
  ]);
