import type { FastifyInstance } from 'fastify';
import { ValidationProblem } from './problem-details.ts';

/**
 * JSON bodies of the API. An absent body is allowed: DELETE and PATCH calls of the specification may come without one.
 * Half a character, which an escape can hold and the database can't, is refused with the name of its field.
 */
export function jsonBodies(api: FastifyInstance) {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser(['application/json', 'text/plain']);
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (request.routeOptions.config.endpoint?.signed) request.signedBody = text;
    if (text === '') return done(null, undefined);
    parse(request, text, (error, value) => {
      const field = error === null && MAY_HOLD_HALVES.test(text) ? halfIn(value) : undefined;
      if (field === undefined) return done(error, value);
      done(new ValidationProblem([{ field, message: 'Há caracteres inválidos' }]));
    });
  });
}

/** Halves of characters come only as escapes: the body itself is UTF-8. */
const MAY_HOLD_HALVES = /\\u[dD][89a-fA-F]/;

/** Name of the first field that holds half a character, in its text or its name. */
function halfIn(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : field;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!name.isWellFormed()) return field;
    const found = halfIn(inner, field === '' ? name : `${field}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
