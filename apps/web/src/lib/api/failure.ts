import { ApiProblem } from './api.ts';

/**
 * Puts `words`, which say what did not happen, before the reason of a call that failed without an answer or with a fault of
 * the server. A refusal keeps the server's own message.
 */
export async function withFailureMessage<T>(words: string | undefined, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (words === undefined || !(error instanceof ApiProblem) || (error.status > 0 && error.status < 500)) throw error;
    const { status, code, message, errors, extra } = error;
    const reason = status === 0 ? `${words.replace(/\.$/, '')}. ${message}` : words;
    throw new ApiProblem(status, code, reason, { ...extra, errors });
  }
}

export const isMissing = (error: unknown) => error instanceof ApiProblem && error.status === 404;
