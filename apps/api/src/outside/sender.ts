import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';
import {
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { InternalAddress, outsideLookup, refuseInternal } from './internal-addresses.ts';
import { FAILURES_IN_A_ROW, type Patience } from './service.ts';

/**
 * AWAY: the provider did not accept the message; worth a retry. LOST: it may have accepted it. SLOW: its rate limit was
 * reached; PAIR: its limit for this person. DENIED: credentials or account are not accepted. TEMPLATE: the template is
 * refused, paused or differs. UNREACHABLE: the person can't be reached on this channel. REFUSED: this message is not
 * accepted.
 */
export type SendFailureKind = 'AWAY' | 'LOST' | 'SLOW' | 'PAIR' | 'DENIED' | 'TEMPLATE' | 'UNREACHABLE' | 'REFUSED';

/** A message that was not sent; the text is a sentence in Portuguese for staff, without the recipient. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly kind: SendFailureKind;
  /** Moment until which the provider asked to wait. */
  readonly until: Date | undefined;
  constructor(kind: SendFailureKind, message: string, cause?: unknown, until?: Date) {
    super(message, { cause });
    this.kind = kind;
    this.until = until;
  }
}

export const SEND_PATIENCE: Patience = { within: 10_000, rest: 60_000 };
const MAX_BYTES = 262_144;

/** Failures to connect, before the request was sent: the provider can't have received it. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const isFault = (error: unknown) => !(error instanceof SendFailure) || ['AWAY', 'LOST'].includes(error.kind);

export type Exchange = (call: {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: object;
}) => Promise<{ status: number; json: unknown; headers: IncomingHttpHeaders; date: string | undefined }>;

/**
 * Calls to one provider, without retries. After five consecutive failures calls fail immediately until `rest` is over.
 * @param agent has the client's certificate of a provider that asks for one.
 * @throws SendFailure AWAY or LOST when there is no answer that can be read; DENIED when the certificate is refused.
 */
export function openExchange({ within, rest }: Patience = SEND_PATIENCE, agent?: Agent): Exchange {
  const breaker = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  const policy = wrap(timeout(within, TimeoutStrategy.Aggressive), breaker);
  return async (call) => {
    try {
      return await policy.execute(({ signal }) => exchange(call, signal, agent));
    } catch (error) {
      if (error instanceof SendFailure) throw error;
      if (isBrokenCircuitError(error))
        throw new SendFailure('AWAY', 'O serviço falhou várias vezes e descansa um pouco.');
      throw new SendFailure('LOST', 'O serviço demorou demais para responder.', error);
    }
  };
}

async function exchange(
  { method, url, headers, body }: Parameters<Exchange>[0],
  signal: AbortSignal,
  agent: Agent | undefined,
) {
  const sent = body && JSON.stringify(body);
  const response = await send(new URL(url), {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Morada',
      ...(sent && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
    body: sent,
    signal,
    agent,
  });
  const text = (await bytesOf(response, MAX_BYTES)).toString('utf8');
  let json: unknown;
  try {
    json = text === '' ? undefined : JSON.parse(text);
  } catch {
    json = undefined;
  }
  const { headers: told } = response;
  return { status: response.statusCode ?? 0, json, headers: told, date: told.date };
}

/**
 * Bytes of a file at an address that a provider answered, which must not lead inside either.
 * @throws SendFailure
 */
export async function download(url: URL, { within, most }: { within: number; most: number }): Promise<Buffer> {
  const signal = AbortSignal.timeout(within);
  try {
    const options = { method: 'GET', headers: { 'user-agent': 'Morada' }, body: undefined, signal, agent: undefined };
    const response = await send(url, options);
    const { statusCode: status } = response;
    if (status === 200) return await bytesOf(response, most);
    response.destroy();
    throw new SendFailure('LOST', `O arquivo não pôde ser baixado (resposta ${status}).`);
  } catch (error) {
    if (error instanceof SendFailure) throw error;
    throw new SendFailure('LOST', 'A conversa com o serviço caiu antes do fim do arquivo.', error);
  }
}

type Request = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
  agent: Agent | undefined;
};

/** The answer's head. Redirects are not followed, so that an answer can't lead to another host. */
async function send(url: URL, { body, ...options }: Request): Promise<IncomingMessage> {
  try {
    refuseInternal(url);
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = request(url, { ...options, lookup: outsideLookup });
    const answered = once(sent, 'response');
    sent.end(body);
    const [answer] = await answered;
    return answer as IncomingMessage;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (error instanceof InternalAddress)
      throw new SendFailure('AWAY', 'O endereço do serviço leva à rede interna desta instalação.', error);
    // A server that doesn't accept the client's certificate ends the handshake with an alert.
    if (options.agent && /^ERR_SSL_.*(ALERT|CERTIFICATE)/.test(code))
      throw new SendFailure('DENIED', 'O serviço não aceitou o certificado.', error);
    if (options.agent && /CERT|SELF_SIGNED|ISSUER/.test(code))
      throw new SendFailure('AWAY', 'O certificado do serviço não é de uma autoridade conhecida.', error);
    if (NOT_SENT.includes(code)) throw new SendFailure('AWAY', 'O serviço não respondeu.', error);
    throw new SendFailure('LOST', 'A conversa com o serviço caiu antes da resposta.', error);
  }
}

async function bytesOf(body: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > most) {
      body.destroy();
      throw new SendFailure('LOST', 'A resposta do serviço é grande demais.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
