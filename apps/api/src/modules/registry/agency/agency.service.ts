import type { Agency, AgencyUpdate } from '@morada/contract/registry/agency';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { snapshot } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { askSecondPerson, changeOrAsk } from '#api/modules/access/users/second-person.service.ts';
import { tellAdministrators } from '#api/modules/access/users/watch.service.ts';
import { imagePath } from '../images/images.service.ts';
import * as queries from './agency.queries.ts';
import { findAgreement } from './agreement.queries.ts';
import { pictureName, variantPath } from './picture.map.ts';

/** Record id of the single agency in the trail. */
export const AGENCY = 1;

export const showAgency = (ctx: Context) =>
  snapshot(ctx.db, async (trx) => presented(trx, await queries.findAgency(trx)));

/** Agency settings as the API answers them, with their version. */
export async function presented(
  db: Db,
  { logo, logo_dark, logo_ratio, icon, cover, cover_width, cover_height, ...row }: queries.AgencyRow,
): Promise<Agency & { version: number }> {
  const agreement = (await findAgreement(db)) ?? null;
  return {
    ...row,
    logo: logo && `/api/agency/logo?v=${pictureName(logo)}`,
    logo_dark: logo_dark && variantPath('mark-dark', logo_dark),
    icon: icon && variantPath('icon-192', icon),
    cover: cover && imagePath('medium', cover),
    agreement,
  };
}

export async function lockAgency(trx: Db, ctx: Context) {
  const agency = await queries.lockAgency(trx);
  await checkVersion(trx, ctx, 'agency', { id: AGENCY, version: agency.version });
  return agency;
}

export const updateAgency = (ctx: Context, input: z.output<typeof AgencyUpdate>) => changeAgency(ctx, input);

/** Changes columns of the agency that another module has checked. Another Pix key may wait for a second person. */
export function changeAgency(ctx: Context, input: queries.AgencyChange) {
  return changeOrAsk(ctx, async (trx) => {
    const before = await lockAgency(trx, ctx);
    const wanted = difference(before, input);
    if (Object.keys(wanted).length === 0) return presented(trx, before);
    if (!ctx.agreed && (wanted.pix_key || wanted.require_second_factor)) requireConfirmed(ctx);
    const { pix_key, ...others } = input;
    const waits =
      wanted.pix_key && pix_key
        ? await askSecondPerson(trx, ctx, {
            ...{ kind: 'PIX_KEY', record_id: null, about: null, input: { pix_key } },
            what: 'mudar a chave Pix em que a imobiliária recebe',
          })
        : undefined;
    const now = waits ? others : input;
    const changes = difference(before, now);
    if (waits && Object.keys(changes).length === 0) return waits;
    const after = await queries.updateAgency(trx, now);
    await leaveTrail(trx, ctx, 'agency', AGENCY, 'update', changes);
    if (changes.pix_key) await tellAdministrators(trx, ctx, 'mudou a chave Pix em que a imobiliária recebe');
    return waits ?? presented(trx, after);
  });
}
