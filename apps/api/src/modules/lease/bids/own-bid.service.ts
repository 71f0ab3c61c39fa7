import type { BidVersion } from '@morada/contract/lease/bids';
import { addDays } from '@morada/domain/base/calendar';
import { answerer, type BidParty } from '@morada/domain/lease/bid';
import { fullAddress } from '@morada/domain/property/property';
import type { Context, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { change } from '#api/db/transaction.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { bidFacts } from './bid-facts.map.ts';
import { isBidWord } from './bid-link.service.ts';
import * as queries from './bids.queries.ts';
import { answerBid } from './bids.service.ts';

/** Days for which a link still shows how a bid ended. */
const SHOWN_DAYS = 30;

const ACTORS = { PROSPECT: 'Interessado, pelo link', OWNER: 'Proprietário, pelo link' } as const;

/** A party acts without a session. */
const partyContext = (deps: Deps, party: BidParty): Context => ({
  ...deps,
  actor: { id: null, name: ACTORS[party], permissions: [] },
});

export type OwnBid = NonNullable<Awaited<ReturnType<typeof openBid>>>;

/** The bid that a party's link opens, without the other party's contact. */
export async function openBid(deps: Deps, id: number, party: BidParty, word: string) {
  if (!(await isBidWord(deps, deps.db, id, party, word))) return undefined;
  const today = deps.today();
  const [bid, history] = await Promise.all([queries.findBid(deps.db, id, today), queries.findVersions(deps.db, id)]);
  const [last] = history;
  if (!bid || !last || bid.state === 'DRAFT' || bid.erased) return undefined;
  const isOver = answerer(bid.state) === undefined && bid.state !== 'ACCEPTED';
  if (isOver && bid.decided_on !== null && bid.decided_on < addDays(today, -SHOWN_DAYS)) return undefined;
  return {
    id,
    party,
    kind: bid.kind,
    state: bid.state,
    property: fullAddress(bid.place),
    expires_on: bid.expires_on,
    reserved_until: bid.reserved_until,
    answers: answerer(bid.state) === party,
    last,
    earlier: history.slice(1),
    factsOf: (version: BidVersion) => bidFacts(bid.kind, version),
  };
}

/** A party answers the version that its page showed; the agency hears of it. */
export async function answerOwnBid(deps: Deps, bid: OwnBid, number: number, answer: 'accept' | 'refuse') {
  const ctx = partyContext(deps, bid.party);
  await change(ctx, async (trx) => {
    await answerBid({ ...ctx, db: trx }, bid.id, { party: bid.party, number, answer });
    const { email } = await readAgency(trx, ['email']);
    if (!email || !canMail(deps) || !deps.publicUrl) return;
    await queueMail(trx, {
      recipient: email,
      subject: `Proposta nº ${bid.id} ${answer === 'accept' ? 'aceita' : 'recusada'}`,
      body: [
        `${bid.party === 'OWNER' ? 'O proprietário' : 'O interessado'} ${answer === 'accept' ? 'aceitou' : 'recusou'} a proposta nº ${bid.id} pelo link.`,
        new URL(`/app/contracts/bids?open=${bid.id}`, deps.publicUrl).href,
      ].join('\n\n'),
    });
  });
}
