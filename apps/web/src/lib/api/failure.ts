import { ApiProblem } from './api.ts';

/** A refusal keeps the server's words; where it stumbled or no answer came, `words` say first what did not happen. */
export async function orSay<T>(words: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status > 0 && error.status < 500)) throw error;
    const { status, code, message, errors, extra } = error;
    const reason = status === 0 ? `${words.replace(/\.$/, '')}. ${message}` : words;
    throw new ApiProblem(status, code, reason, { ...extra, errors });
  }
}

export const isMissing = (error: unknown) => error instanceof ApiProblem && error.status === 404;

/** A newer version was saved (412). */
export const isStale = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'STALE_VERSION';
