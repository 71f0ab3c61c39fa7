import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { common, Problem } from '@morada/contract/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { toDetails } from './problem-details.ts';

const A_YEAR = 365 * 24 * 60 * 60;

/** What no page of ours ever asks a browser for, and what it may therefore not be made to ask. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** For answers that are given before there is a request, and so before any plugin: they hold a sentence and no markup. */
const BARE = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

type Options = {
  /** The address that people type: with https, browsers are told to come by nothing else. */
  publicUrl?: string;
  /** Servers beside this one that pictures may come from. */
  pictures: readonly string[];
};

/** The headers of every answer, and who may send anything that changes something. */
export async function security(app: FastifyInstance, { publicUrl, pictures }: Options) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', ...pictures],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': null,
      },
    },
    frameguard: { action: 'deny' },
    // The agency's other names are not ours to close: those below its host are left out.
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: A_YEAR, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    // A page of somebody else's sends no form to us in a visitor's name. Old browsers don't say; scripts of others are
    // stopped by the browser itself, since no answer of ours names another origin.
    if (CHANGES.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site') throw common.FOREIGN_PAGE();
  });
}

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** An address that can't be read, or is too long, never reaches a route or its hooks. */
export const bareAnswer = (reply: FastifyReply) => reply.headers(BARE);

const UNREADABLE: Record<string, [number, string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'A requisição demorou demais.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'O cabeçalho da requisição é grande demais.'],
};
const NOT_HTTP: [number, string, string] = [400, 'Bad Request', 'A requisição não pôde ser lida.'];

/** Bytes that are no request: answered in our words, and kept nowhere, since nobody knows what they hold. */
export function answerUnreadable(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, phrase, message] = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(toDetails(new Problem('BAD_REQUEST', status, message)));
  const headers = {
    ...BARE,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
