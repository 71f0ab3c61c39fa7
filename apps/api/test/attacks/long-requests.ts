import type { InjectOptions } from 'fastify';
import type { Parameter, Schema } from '../calls/described.ts';
import type { Call } from './hostile-requests.ts';

/** Rows that patterns with two repetitions side by side try to part in every way, ended by what they don't expect. */
const ROWS: Readonly<Record<string, (length: number) => string>> = {
  'one letter': (length) => `${'a'.repeat(length)}!`,
  blanks: (length) => `-${' '.repeat(length)}x`,
  digits: (length) => `${'1'.repeat(length)}x`,
  signs: (length) => `${'-.,/'.repeat(length / 4)}\u00e7`,
  'digits and dots': (length) => `${'1.'.repeat(length / 2)}x`,
};

/** What an address holds; Node refuses a longer head. */
const ADDRESS = 12_000;
/** Characters in all fields of a body, and in one of them. */
const BODY = 300_000;
const FIELD = 60_000;

const isQuery = (parameter: Parameter) => parameter.in === 'query';

/** The body of a schema with that text in each of its fields of text, and in those of lists and objects within it. */
function filled(schema: Schema, text: string): unknown {
  const option = schema.anyOf?.find(({ type }) => type !== 'null');
  if (option) return filled(option, text);
  const [type] = [schema.type].flat();
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, filled(field, text)]),
    );
  if (type === 'array') return [filled(schema.items ?? {}, text)];
  if (type === 'integer' || type === 'number') return 1;
  return type === 'boolean' ? true : text;
}

type LongRequest = { name: string; request: InjectOptions };

/** Each call with a long row in every field of its address, and in every field of its body. */
export function* longRequests(calls: readonly Call[], token: string): Generator<LongRequest> {
  const headers = { authorization: `Bearer ${token}` };
  for (const { path, method, operation, page } of calls)
    for (const [row, rowOf] of Object.entries(ROWS)) {
      const name = `${method} ${path}, ${row}`;
      const query = operation.parameters.filter(isQuery);
      const schema = operation.requestBody?.content['application/json']?.schema;
      const fields = page?.length ? page : [];
      const base = `${page ? '' : '/api'}${path.replace(/\{\w+\}/g, '1')}`;
      const send = (url: string, more: InjectOptions = {}): LongRequest => ({
        name,
        request: { method: method as 'GET', url, headers, ...more },
      });
      if (query.length > 0) {
        const length = Math.floor(ADDRESS / query.length);
        // Blanks as a plus: encoded, the same row would be three times as long.
        const text = encodeURI(rowOf(length - (length % 4))).replaceAll('%20', '+');
        yield send(`${base}?${query.map((parameter) => `${parameter.name}=${text}`).join('&')}`);
      }
      if (fields.length > 0) {
        const text = encodeURIComponent(rowOf(8_000)).replaceAll('%20', '+');
        yield send(base, {
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          payload: fields.map((field) => `${field}=${text}`).join('&'),
        });
      }
      if (schema) {
        const probe = JSON.stringify(filled(schema, '~'));
        const many = Math.max(1, probe.split('"~"').length - 1);
        const length = Math.min(FIELD, Math.floor(BODY / many));
        yield send(base, { payload: filled(schema, rowOf(length - (length % 4))) as object });
      }
    }
}
