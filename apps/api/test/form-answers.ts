import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Answer } from './calls/answers.ts';

/**
 * The page that a browser shows after it sent a form: one that was not taken is shown again by a redirect, with the
 * browser's draft. Any other answer is returned as it is.
 * @param session - cookie that the browser has besides.
 * @param remoteAddress - where the browser is, if that is counted.
 */
export async function shownAfter(
  app: FastifyInstance,
  answer: Answer,
  session = '',
  remoteAddress = '',
): Promise<Answer> {
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const draft = cookies.findLast((cookie) => /^(?:__Secure-)?rascunho=/.test(cookie))?.split(';', 1)[0];
  if (!draft || draft.endsWith('=')) return answer;
  expect(answer.statusCode).toBe(303);
  const url = String(answer.headers.location).split('#', 1)[0] ?? '';
  return app.inject({
    url,
    ...(remoteAddress && { remoteAddress }),
    headers: { ...(session && { host: 'serra.example' }), cookie: [draft, session].filter(Boolean).join('; ') },
  });
}
