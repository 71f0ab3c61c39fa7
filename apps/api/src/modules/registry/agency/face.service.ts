import { readColour } from '@morada/domain/brand/accent';
import { comingDates } from '@morada/domain/brand/opening-hours';
import type { Deps } from '#api/context.ts';
import { findFace } from './agency.queries.ts';
import { variantPath } from './picture.map.ts';

/** What the public pages show of the agency: its details, texts, colour, and the paths of its pictures. */
export async function faceOf({ db, today }: Pick<Deps, 'db' | 'today'>) {
  const { logo, logo_dark, icon, cover, cover_width, cover_height, accent, hours_dates, ...agency } =
    await findFace(db);
  const share = cover ?? logo;
  return {
    ...agency,
    /** Coming dates with hours of their own. */
    dates: comingDates(hours_dates, today()),
    accent: accent === null ? undefined : readColour(accent),
    logo: logo && variantPath('mark', logo),
    logo_dark: logo_dark && variantPath('mark-dark', logo_dark),
    icons:
      icon === null
        ? null
        : {
            app: variantPath('icon-512', icon),
            list: variantPath('icon-192', icon),
            touch: variantPath('icon-180', icon),
            tab: variantPath('icon-32', icon),
          },
    cover:
      cover !== null && cover_width !== null && cover_height !== null
        ? { key: cover, width: cover_width, height: cover_height }
        : null,
    /** Picture of link previews, 1200 × 630. */
    share: share && variantPath('share', share),
  };
}
