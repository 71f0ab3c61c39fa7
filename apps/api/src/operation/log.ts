import type { FastifyServerOptions } from 'fastify';

/** What people search for stands in the query, and some paths hold words that open something: both stay out of the log. */
export const withoutSecrets = (url: string) => url.split('?', 1)[0]?.replace(/[\w-]{43}/g, '…');

/** One JSON object a line: what was asked and how it went, by the request's id, and never who or what it was about. */
export const logOptions = (level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) }),
    err,
  },
});

/** PostgreSQL says in `detail` and `where` which values were at fault, and a message may quote one. */
function err(error: Error & { code?: unknown; constraint?: unknown; table?: unknown; severity?: unknown }): {
  type: string;
  message: string;
  stack: string;
} & Record<string, unknown> {
  const { name, code, constraint, table } = error;
  const isOfDatabase = typeof error.severity === 'string';
  const message = isOfDatabase ? error.message.replace(/"[^"]*"$/, '"…"') : error.message;
  const stack = (error.stack ?? '').replace(error.message, message);
  return {
    type: name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint, table }),
  };
}
