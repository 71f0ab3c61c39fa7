import { common, Problem } from '@morada/contract/base/problem';
import { InvalidTransition } from '@morada/domain/base/life-cycle';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../base/database-away.ts';

/** RFC 9457 with two more members: `message` and `errors`. */
type ProblemDetails = {
  type: string;
  title: string;
  status: number;
  message: string;
  code: string;
  errors: { field: string; message: string }[];
  /** Of a fault of the server, so that its line in the log is found by what a person reads to us. */
  request_id?: string;
};

const TITLES: Record<number, string> = {
  400: 'Requisição inválida',
  401: 'Não autenticado',
  403: 'Sem permissão',
  404: 'Não encontrado',
  405: 'Método não permitido',
  409: 'Conflito',
  412: 'Versão antiga',
  413: 'Conteúdo grande demais',
  414: 'Endereço longo demais',
  415: 'Formato não aceito',
  422: 'Dados inválidos',
  429: 'Muitas tentativas',
  500: 'Erro interno',
  503: 'Indisponível',
  507: 'Sem espaço',
};

export class ValidationProblem extends Problem {
  readonly errors: { field: string; message: string }[];

  constructor(errors: { field: string; message: string }[]) {
    const base = common.INVALID_INPUT();
    super(base.code, base.status, errors[0]?.message ?? base.message);
    this.errors = errors;
  }
}

export function toDetails(problem: Problem, requestId?: string): ProblemDetails {
  const { field = '', reason = problem.message } = problem;
  return {
    ...problem.extra,
    type: `urn:morada:problema:${problem.code}`,
    title: TITLES[problem.status] ?? 'Erro',
    status: problem.status,
    message: problem.message,
    code: problem.code,
    errors: problem instanceof ValidationProblem ? problem.errors : [{ field, message: reason }],
    ...(isFault(problem) && requestId !== undefined && { request_id: requestId }),
  };
}

/** Messages for errors of Fastify itself: a body that isn't JSON, is too large or of another type. */
const FASTIFY_WORDS: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [422, 'O corpo da requisição não é um JSON válido.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [422, 'O corpo da requisição está vazio.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Envie os dados em JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'O tamanho do corpo não confere.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'O conteúdo passa do tamanho permitido.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'Envie o arquivo em um formulário.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'O arquivo passa do tamanho permitido'],
  FST_FILES_LIMIT: [413, 'Envie um arquivo por vez.'],
  FST_PARTS_LIMIT: [413, 'Envie um arquivo por vez.'],
  FST_FIELDS_LIMIT: [413, 'Envie um arquivo por vez.'],
  FST_PROTO_VIOLATION: [400, 'A requisição não pôde ser lida.'],
  FST_MP_PREMATURE_CLOSE: [400, 'O envio foi interrompido.'],
};

/**
 * Deadlock, serialisation failure, lock or statement timeout: the transaction was rolled back, and a retry may succeed.
 */
const BUSY = ['40P01', '40001', '55P03', '57014'];

/**
 * NUL or half a character in a text, which only a caller can have sent. Every other data exception of PostgreSQL (a
 * division by zero, a sum out of range, a malformed JSON) is a fault of ours: callers' values are limited by the schemas.
 */
const UNSTORABLE_TEXT = '22021';

/** Whether the server failed, and not the caller. */
const isFault = ({ status }: Problem) => status >= 500;

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidTransition) return common.INVALID_TRANSITION();
  const { code = '', statusCode } = error as Partial<FastifyError>;
  const words = FASTIFY_WORDS[code];
  if (words) return new Problem(code, ...words);
  if (BUSY.includes(code)) return common.BUSY();
  if (isDatabaseAway(error)) return common.UNAVAILABLE();
  if (code === UNSTORABLE_TEXT) return common.INVALID_INPUT();
  if (statusCode === 429) return common.TOO_MANY_REQUESTS();
  if (statusCode === 503) return common.UNAVAILABLE();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('BAD_REQUEST', statusCode, 'A requisição não pôde ser lida.');
  return common.INTERNAL();
}

export function sendProblem(reply: FastifyReply, problem: Problem) {
  const retry = problem.extra?.retry_after;
  if (typeof retry === 'number') reply.header('retry-after', String(retry));
  return (
    reply
      .status(problem.status)
      .type('application/problem+json')
      // A malformed URL is refused before any hook has set this header.
      .header('x-content-type-options', 'nosniff')
      .send(JSON.stringify(toDetails(problem, reply.request.id)))
  );
}

/** The problem that an error is answered with. A fault of the server leaves an error line with the request's id. */
export function reportedProblem(request: FastifyRequest, error: unknown): Problem {
  const problem = asProblem(error);
  if (isFault(problem)) request.log.error({ code: problem.code, err: error }, 'request failed');
  return problem;
}

export function problemDetails(app: FastifyInstance) {
  // Tells clients when to retry a 503.
  app.addHook('onSend', async (_, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
  });
  app.setErrorHandler((error, request: FastifyRequest, reply) => {
    return sendProblem(reply, reportedProblem(request, error));
  });
}
