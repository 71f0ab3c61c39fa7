import type { Socket } from 'node:net';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { common, Problem } from '@morada/contract/base/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';
import { toDetails } from './problem-details.ts';

const A_YEAR = 365 * 24 * 60 * 60;

/** Browser features that no page uses, and that are therefore denied. */
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
/** The staff's app asks the device where a property is. */
const STAFF_PERMISSIONS = PERMISSIONS_POLICY.replace('geolocation=()', 'geolocation=(self)');

/** Headers of answers sent before a request exists, and so before any plugin: a sentence without markup. */
const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

type Options = {
  /** Public address; with https, browsers are told to use only https (HSTS). */
  publicUrl?: string;
  /** Other origins of images. */
  pictures: readonly string[];
};

/** Security headers of every answer, and the check of cross-site changes. */
export function security(app: FastifyInstance, { publicUrl, pictures }: Options) {
  // Made once: Fastify's plugin of it reads the directives anew at each request.
  const setHeaders = helmet({
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
    // Subdomains may belong to other services of the agency, so they are excluded.
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: A_YEAR, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request.raw, reply.raw, () => {});
    const isStaff = request.url.startsWith(STAFF_PATH);
    reply.header('permissions-policy', isStaff ? STAFF_PERMISSIONS : PERMISSIONS_POLICY);
    // Refuses changes sent by other sites (CSRF). Old browsers don't send the header; their cross-site scripts are
    // blocked by CORS, since no answer allows another origin.
    if (CHANGES.has(request.method) && request.headers['sec-fetch-site'] === 'cross-site') throw common.FOREIGN_PAGE();
  });
}

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** For malformed or overlong URLs, which reach neither routes nor hooks. */
export const bareAnswer = (reply: FastifyReply) => reply.headers(BARE_HEADERS);

const UNREADABLE: Record<string, [number, string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'A requisição demorou demais.'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'O cabeçalho da requisição é grande demais.'],
};
const NOT_HTTP: [number, string, string] = [400, 'Bad Request', 'A requisição não pôde ser lida.'];

/** Answers bytes that aren't HTTP. They are not logged, since they may hold personal data. */
export function answerUnreadable(error: { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, phrase, message] = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(toDetails(new Problem('BAD_REQUEST', status, message)));
  const headers = {
    ...BARE_HEADERS,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
