import { clientProblems } from '@morada/contract/clients';
import { ZipFile } from 'yazl';
import type { Context } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { anonymise, findHolds } from './anonymise.queries.ts';
import { findClient } from './clients.queries.ts';
import { lockClient } from './clients.service.ts';
import { findKept } from './personal-data.queries.ts';
import { personalData } from './personal-data.ts';

/** LGPD, article 18: everything that is kept of a person, for that person to take along. */
export function savePersonalData(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const client = await findClient(trx, id);
    if (!client) throw clientProblems.CLIENT_NOT_FOUND();
    const data = personalData(client, await findKept(trx, id));
    await leaveTrail(trx, ctx, 'client', id, 'personal-data');
    return { stream: zipped(data), name: `dados-do-titular-${id}.zip`, type: 'application/zip' };
  });
}

function zipped(data: object) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'dados.json');
  zip.end();
  return zip.outputStream;
}

/** LGPD, article 18: what says who it was goes, in every place where it lies; the figures stay. */
export function anonymiseClient(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const holds = await findHolds(trx, id);
    if (holds.contract) throw clientProblems.CLIENT_HAS_ACTIVE_CONTRACT();
    if (holds.money) throw clientProblems.CLIENT_IS_OWED();
    await anonymise(trx, id);
    await leaveTrail(trx, ctx, 'client', id, 'anonymise');
  });
}
