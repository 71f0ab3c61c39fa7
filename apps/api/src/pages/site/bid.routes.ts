import { LIMITS } from '@morada/contract/base/limits';
import type { Problem } from '@morada/contract/base/problem';
import { bidProblems } from '@morada/contract/lease/bids';
import type { BidState } from '@morada/domain/lease/bid';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bidPath, partyOf } from '#api/modules/lease/bids/bid-link.service.ts';
import { answerOwnBid, openBid } from '#api/modules/lease/bids/own-bid.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { attempt, readValues, refused } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';
import { bidPage } from './bid.page.ts';

type Options = { rendered: (page: Page) => Promise<string>; bodyLimit: number };
type Params = { side: string; id: string; word: string };

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };
/** What was just done, in words, and the state that it left. */
const DONE: Readonly<Record<string, { words: string; states: readonly BidState[] }>> = {
  aceita: {
    words: 'Proposta aceita. A imobiliária vai falar com você sobre o contrato.',
    states: ['ACCEPTED', 'DONE'],
  },
  recusada: { words: 'Resposta registrada. A imobiliária foi avisada.', states: ['REFUSED'] },
};
const ANSWERS = { aceitar: ['accept', 'aceita'], recusar: ['refuse', 'recusada'] } as const;

/** The page by which each side of a bid reads and answers it; without a session. */
export function bidPages(app: FastifyInstance, deps: Deps, { rendered, bodyLimit }: Options) {
  const reads = limiter(app, LIMITS.link);
  const changes = limiter(app, LIMITS.form);

  /** The bid of the address. @throws BID_LINK, TOO_MANY_REQUESTS */
  const opened = async (request: FastifyRequest, refusal: Problem | undefined) => {
    if (refusal) throw refusal;
    const { side, id, word } = request.params as Params;
    const party = partyOf(side);
    const isLink = party && /^[1-9]\d{0,14}$/.test(id) && /^[\w-]{43}$/.test(word);
    const bid = isLink ? await openBid(deps, Number(id), party, word) : undefined;
    if (!bid) throw bidProblems.BID_LINK();
    return { bid, path: bidPath(bid.id, bid.party, word) };
  };
  const send = async (reply: FastifyReply, page: Page) =>
    reply
      .headers(PRIVATE)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));

  app.get('/proposta/:side/:id/:word', async (request, reply) => {
    const { bid, path } = await opened(request, await reads(request, reply));
    const { feito } = request.query as { feito?: unknown };
    const done = typeof feito === 'string' ? DONE[feito] : undefined;
    const good = done?.states.includes(bid.state) ? done.words : undefined;
    return send(reply, bidPage({ face: await faceOf(deps), bid, path, good }));
  });

  for (const [name, [answer, done]] of Object.entries(ANSWERS))
    app.post(`/proposta/:side/:id/:word/${name}`, { bodyLimit }, async (request, reply) => {
      const own = await opened(request, await reads(request, reply));
      const { versao, confirma } = readValues(request.body);
      const refusal = await changes(request, reply);
      if (!refusal && confirma !== 'sim') return reply.headers(PRIVATE).redirect(`${own.path}#responder`, 303);
      const number = /^\d{1,9}$/.test(versao ?? '') ? Number(versao) : 0;
      const taken = refusal ? refused(refusal) : await attempt(() => answerOwnBid(deps, own.bid, number, answer));
      const message = Object.values(taken.errors)[0];
      if (message === undefined) return reply.headers(PRIVATE).redirect(`${own.path}?feito=${done}`, 303);
      const { bid, path } = await opened(request, undefined);
      return send(
        reply.status(taken.status),
        bidPage({ face: await faceOf(deps), bid, path, errors: { '': message } }),
      );
    });
}
