import { OFFER_KEPT_DAYS } from '@morada/domain/property/offer';
import { type Deps, systemContext } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { dropImages } from '../images/images.service.ts';
import * as queries from './offers.queries.ts';

const BLOCK = 200;

/**
 * Erases offers that were refused or withdrawn half a year ago: the person's data always, the property with its
 * photographs unless the agency has used it since. Files go after the rows: an unreferenced file is harmless.
 * @returns number of offers erased.
 */
export async function forgetOldOffers(deps: Deps): Promise<number> {
  let erased = 0;
  for (;;) {
    const { count, keys } = await deps.db.transaction().execute(async (trx) => {
      const old = await queries.takeOldOffers(trx, OFFER_KEPT_DAYS, BLOCK);
      const ids = old.map(({ property_id }) => property_id);
      if (ids.length === 0) return { count: 0, keys: [] };
      const unused = old.flatMap(({ property_id, is_unused }) => (is_unused ? [property_id] : []));
      await queries.deleteRequests(trx, ids);
      const images = unused.length > 0 ? await queries.erase(trx, unused) : [];
      await leaveTrails(trx, systemContext(deps), 'property', ids, 'forget-offer');
      return { count: ids.length, keys: images };
    });
    await dropImages(deps, keys);
    erased += count;
    if (count < BLOCK) return erased;
  }
}
