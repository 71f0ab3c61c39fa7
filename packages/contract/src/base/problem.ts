/**
 * An error shown to users: a stable code, an HTTP status, a message in Portuguese. Each resource declares its own
 * beside its calls, with `problems`.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly status: number;
  /** Faulty field of the request, if any. */
  readonly field: string | undefined;
  /** Detail that the specification's message lacks, sent in `errors`. */
  readonly reason: string | undefined;
  /** Extra members of the response (RFC 9457 section 3.2), never personal data. */
  readonly extra: Record<string, unknown> | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    details: { field?: string; reason?: string; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.field = details.field;
    this.reason = details.reason;
    this.extra = details.extra;
  }
}

type Details = { field?: string; message?: string; reason?: string; extra?: Record<string, unknown> };
type Declared = readonly [status: number, message: string, field?: string];

/**
 * `problems({ INVOICE_NOT_FOUND: [404, 'Não encontramos a fatura'] }).INVOICE_NOT_FOUND()` creates the error to throw.
 */
export function problems<const T extends Record<string, Declared>>(declared: T) {
  const make = ([code, [status, message, field]]: [string, Declared]) => [
    code,
    ({ message: words = message, ...details }: Details = {}) =>
      new Problem(code, status, words, { ...details, field: details.field ?? field }),
  ];
  return Object.fromEntries(Object.entries(declared).map(make)) as {
    [K in keyof T]: (details?: Details) => Problem;
  };
}

/** Errors shared by all resources. */
export const common = problems({
  UNAUTHENTICATED: [401, 'Sua sessão terminou. Entre de novo.'],
  PERMISSION_DENIED: [403, 'Você não tem permissão para esta ação.'],
  FOREIGN_PAGE: [403, 'Este pedido veio da página de outro site. Abra o endereço da imobiliária e tente de novo.'],
  NOT_FOUND: [404, 'Não encontramos o que você procura.'],
  INVALID_TRANSITION: [409, 'Esta ação não é possível na situação atual.'],
  STALE_VERSION: [412, 'Outra pessoa salvou este cadastro antes.'],
  INVALID_INPUT: [422, 'Confira os campos destacados.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'Esta chave já foi usada com outros dados.'],
  FORM_UNREADABLE: [400, 'O envio foi interrompido. Tente de novo.', 'file'],
  NO_ROOM: [507, 'Não há espaço para guardar o arquivo. Avise quem cuida do servidor.', 'file'],
  FILE_MISSING: [422, 'Escolha um arquivo', 'file'],
  FIELD_TOO_LONG: [413, 'O texto é longo demais'],
  FILE_TOO_LARGE: [413, 'O arquivo passa do tamanho permitido', 'file'],
  FILE_UNSUPPORTED: [422, 'Arquivo não suportado', 'file'],
  READERS_BUSY: [429, 'Há muitos arquivos sendo lidos agora. Tente de novo em um minuto.', 'file'],
  TOO_MANY_REQUESTS: [429, 'Muitas tentativas. Aguarde um pouco e tente de novo.'],
  BUSY: [503, 'Estes dados estão ocupados por outra tarefa. Tente de novo em instantes.'],
  UNAVAILABLE: [503, 'O serviço está indisponível por um instante. Tente de novo.'],
  INTERNAL: [500, 'Erro interno do servidor, tente novamente mais tarde.'],
});
