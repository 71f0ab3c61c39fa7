import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Answer } from './answers.ts';

/**
 * The page that a browser shows after it sent a form: one that was not taken is shown again by a redirect, with the
 * browser's draft. Any other answer is returned as it is.
 */
export async function shownAfter(app: FastifyInstance, answer: Answer): Promise<Answer> {
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  const draft = cookies.find((cookie) => /^(?:__Secure-)?rascunho=[\w-]{43};/.test(cookie));
  if (!draft) return answer;
  expect(answer.statusCode).toBe(303);
  const url = String(answer.headers.location).split('#', 1)[0] ?? '';
  return app.inject({ url, headers: { cookie: draft.split(';', 1)[0] } });
}
