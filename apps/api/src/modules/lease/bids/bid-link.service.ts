import type { BidParty } from '@morada/domain/lease/bid';
import type { Db, Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

type Files = Pick<Deps, 'files'>;

/** Each side has an address of its own, so that neither answers for the other. */
const nameOf = (id: number, party: BidParty) => `bid ${id} ${party}`;

const SIDES = { PROSPECT: 'p', OWNER: 'd' } as const satisfies Record<BidParty, string>;

/** Path of the page by which a side of a bid reads it and answers. */
export const bidPath = (id: number, party: BidParty, word: string) => `/proposta/${SIDES[party]}/${id}/${word}`;

export const partyOf = (side: string): BidParty | undefined =>
  side === SIDES.OWNER ? 'OWNER' : side === SIDES.PROSPECT ? 'PROSPECT' : undefined;

export const bidPageOf = async (deps: Files, db: Db, id: number, party: BidParty): Promise<string> =>
  bidPath(id, party, await signedWord(deps, db, nameOf(id, party)));

export const isBidWord = (deps: Files, db: Db, id: number, party: BidParty, word: string): Promise<boolean> =>
  isSignedWord(deps, db, nameOf(id, party), word);
