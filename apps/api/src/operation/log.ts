import type { FastifyServerOptions } from 'fastify';

/** Removes the query, which holds search terms, and tokens in the path, with a number before them. */
export const withoutSecrets = (url: string) => url.split('?', 1)[0]?.replace(/[\w-]{43,}|(?<=^\/f\/)[^/]+/g, '…');

/** Logs one JSON object for each line: method, path pattern and outcome by request id, without personal data. */
export const logOptions = (level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level,
  redact: ['req.headers.authorization', 'req.headers.cookie'],
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutSecrets(url) }),
    err,
  },
});

/** Serialises errors without `detail` and `where`, which quote values, and masks a value quoted in PostgreSQL's message. */
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

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'aviso',
  50: 'erro',
  60: 'fim',
};

type Line = {
  level: number;
  time: number;
  msg?: string;
  req?: { method: string; url: string };
  res?: { statusCode: number };
  err?: { message: string; stack: string };
} & Record<string, unknown>;

/** The log for a person at a terminal: a line for each entry, an error with its stack. Elsewhere it is JSON. */
export const readableLines = (terminal: { write(text: string): unknown }) => ({
  write(json: string) {
    const {
      level,
      time,
      msg = '',
      req,
      res,
      err: error,
      pid: _,
      hostname: __,
      reqId: ___,
      ...rest
    } = JSON.parse(json) as Line;
    const facts = Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    const parts = [
      ...[new Date(time).toTimeString().slice(0, 8), LEVELS[level] ?? level, msg],
      ...(req ? [req.method, req.url] : []),
      ...(res ? [res.statusCode] : []),
      ...facts,
    ];
    terminal.write(`${parts.join(' ')}\n${error ? `${error.stack}\n` : ''}`);
  },
});
