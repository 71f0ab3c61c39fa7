import { finance } from '@morada/contract/money/finance';
import { granted } from '@morada/domain/access/permissions';
import type { Context } from '#api/context.ts';
import { rentsOfYear } from '#api/modules/money/finance/resume.service.ts';
import { imagePath } from '#api/modules/registry/images/images.service.ts';
import { findPopular } from './dashboard.queries.ts';

export async function dashboard(ctx: Context) {
  const [popular, lettings, resume] = await Promise.all([
    findPopular(ctx.db),
    findPopular(ctx.db, 'RENT'),
    granted(ctx.actor.permissions, finance.resume.access) ? rentsOfYear(ctx) : [],
  ]);
  return {
    popular: popular.map(shown),
    lettings: lettings.map(shown),
    resume,
  };
}

const shown = ({ image_key, ...property }: Awaited<ReturnType<typeof findPopular>>[number]) => ({
  ...property,
  image: image_key && imagePath('thumb', image_key),
});
