import { applicationLife } from '@morada/domain/application/application';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { leaveTrails } from '#api/db/trail.ts';
import { eraseFiles } from '#api/modules/registry/files/files.service.ts';
import * as queries from './applications.queries.ts';
import { dropInquiriesAbout } from './credit.queries.ts';
import { lock, move } from './life.service.ts';

const BLOCK = 100;

/** Ends what nobody worked on, and empties what ended longer ago than it is kept. @returns how many of each */
export async function tidyApplications(deps: Deps): Promise<{ expired: number; erased: number }> {
  const ctx = systemContext(deps);
  const { db, today } = deps;
  return {
    expired: await inBlocks(
      db,
      (trx) => queries.takeExpired(trx, today(), BLOCK),
      async (trx, id) => {
        await move(trx, ctx, await lock(trx, id), 'expire');
      },
    ),
    erased: await inBlocks(
      db,
      (trx) => queries.takeForgotten(trx, today(), BLOCK),
      (trx, id) => eraseInTransaction(trx, ctx, id),
    ),
  };
}

/** Works on blocks until one is not full. */
async function inBlocks(
  db: Db,
  take: (trx: Db) => Promise<number[]>,
  work: (trx: Db, id: number) => Promise<void>,
): Promise<number> {
  for (let done = 0; ; ) {
    const count = await db.transaction().execute(async (trx) => {
      const ids = await take(trx);
      for (const id of ids) await work(trx, id);
      return ids.length;
    });
    done += count;
    if (count < BLOCK) return done;
  }
}

/** Empties an application that is over of its people. */
export async function eraseInTransaction(trx: Db, ctx: Context, id: number): Promise<void> {
  await move(trx, ctx, await lock(trx, id), 'erase', { set: { condition: null } });
  const parties = (await queries.findParties(trx, id)).flatMap((party) => (party.state === 'ERASED' ? [] : party.id));
  await queries.eraseOpinions(trx, [id]);
  if (parties.length > 0) await eraseFiles(trx, await queries.eraseForms(trx, parties));
}

/** The property was let: an application of who rents it became the contract, the others have lost it. */
export async function whenTaken(
  trx: Db,
  ctx: Context,
  taken: readonly { property_id: number; proposal_id: number | null; client_id: number | null }[],
): Promise<void> {
  for (const { property_id, proposal_id, client_id } of taken)
    for (const { id, own } of await queries.lockOfProperty(trx, property_id, client_id)) {
      const found = await lock(trx, id);
      if (own && proposal_id !== null) await move(trx, ctx, found, 'contract', { set: { proposal_id } });
      else await move(trx, ctx, found, 'let', { set: { withdrawn_by: 'LET' } });
    }
}

/** A lead was given up: its applications end. */
export async function whenLost(trx: Db, ctx: Context, leads: readonly { id: number }[]): Promise<void> {
  for (const id of await queries.lockOfLeads(
    trx,
    leads.map((lead) => lead.id),
  ))
    await move(trx, ctx, await lock(trx, id), 'withdraw', { set: { withdrawn_by: 'LEAD_LOST' } });
}

/**
 * People are anonymised: their forms are emptied, and open applications in which they stand end. Other people of the same
 * application keep their own forms for their time.
 */
export async function eraseOfClients(trx: Db, ctx: Context, clients: readonly { id: number }[]): Promise<void> {
  for (const client of clients) {
    const forms = await queries.lockFormsOf(trx, client.id);
    await dropInquiriesAbout(trx, client.id);
    if (forms.length === 0) continue;
    const applications = [...new Set(forms.map(({ application_id }) => application_id))];
    for (const id of applications) {
      const found = await lock(trx, id);
      if (applicationLife.can(found.state, 'withdraw'))
        await move(trx, ctx, found, 'withdraw', { set: { withdrawn_by: 'ERASURE', condition: null } });
    }
    await queries.eraseOpinions(trx, applications);
    const ids = forms.map(({ id }) => id);
    await eraseFiles(trx, await queries.eraseForms(trx, ids));
    await leaveTrails(trx, ctx, 'application', applications, 'erase');
  }
}
