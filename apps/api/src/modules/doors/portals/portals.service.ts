import { portalProblems } from '@morada/contract/doors/portals';
import { type PortalListing, vrsyncGaps, vrsyncListing } from '@morada/domain/property/vrsync';
import type { Db, Deps } from '#api/context.ts';
import { reportDb } from '#api/db/connection/standby.ts';
import * as queries from './portals.queries.ts';
import { vrsyncEnd, vrsyncItem, vrsyncStart } from './vrsync.export.ts';

/** Listings held in memory at once. */
const BATCH = 100;

/**
 * The feed, streamed as the listings are read; listings that portals would refuse are left out. `origin` as in
 * `https://imobiliaria.com.br`.
 * @throws PORTAL_CONTACT_MISSING, PORTAL_ADDRESS_MISSING before anything is written
 */
export async function openVrsync(deps: Deps, origin: string): Promise<AsyncIterable<string>> {
  const db = await reportDb(deps);
  const { name, email, phone } = await queries.findAgency(db);
  if (!origin) throw portalProblems.PORTAL_ADDRESS_MISSING();
  if (!email || !phone) throw portalProblems.PORTAL_CONTACT_MISSING();
  return written(db, { name, email, phone, origin, day: deps.today() });
}

async function* written(db: Db, agency: Parameters<typeof vrsyncStart>[0]) {
  yield vrsyncStart(agency);
  for await (const found of listings(db)) {
    const listing: PortalListing = { ...found, photographs: found.keys.length };
    if (vrsyncGaps(listing).length === 0) yield vrsyncItem(agency, vrsyncListing(listing), found);
  }
  yield vrsyncEnd;
}

async function* listings(db: Db) {
  let after = 0;
  for (;;) {
    const found = await queries.findListingsAfter(db, after, BATCH);
    yield* found;
    if (found.length < BATCH) return;
    after = found.at(-1)?.id ?? after;
  }
}
