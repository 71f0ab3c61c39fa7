import type { Limit } from '@morada/contract/base/limits';
import { common, type Problem } from '@morada/contract/base/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Counts calls by network. Returns the refusal of a call beyond the limit, whose answer already bears `Retry-After`. */
export function limiter(app: FastifyInstance, { calls, seconds }: Limit) {
  const count = app.createRateLimit({ max: calls, timeWindow: seconds * 1_000 });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Problem | undefined> => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return undefined;
    reply.header('retry-after', counted.ttlInSeconds);
    return common.TOO_MANY_REQUESTS({ extra: { retry_after: counted.ttlInSeconds } });
  };
}
