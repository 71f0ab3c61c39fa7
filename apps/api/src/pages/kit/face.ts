import type { Colour } from '@morada/domain/brand/accent';
import { accentOf } from '@morada/domain/brand/accent';
import type { DateHours, WeekHours } from '@morada/domain/brand/opening-hours';
import { type Html, html } from '../../base/html.ts';

type Texts =
  | 'cnpj'
  | 'creci'
  | 'phone'
  | 'email'
  | 'whatsapp'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'
  | 'cep'
  | 'headline'
  | 'about'
  | 'instagram'
  | 'facebook'
  | 'youtube'
  | 'linkedin'
  | 'analytics_id'
  | 'ads_id'
  | 'meta_pixel'
  | 'privacy';

/** The agency as the public pages show it. Pictures are paths. */
export type Face = WeekHours &
  Record<Texts, string | null> & {
    name: string;
    /** Undefined: the product's own colour. */
    accent: Colour | undefined;
    logo: string | null;
    logo_dark: string | null;
    /** Width of the logo for a height of 100. */
    logo_ratio: number | null;
    shows_name: boolean;
    icons: { app: string; list: string; touch: string; tab: string } | null;
    cover: { key: string; width: number; height: number } | null;
    share: string | null;
    names_product: boolean;
    /** Coming dates with hours of their own. */
    dates: DateHours[];
  };

/** Colour of pages whose agency chose none. */
export const DEFAULT_ACCENT: Colour = '#0f606d';

/** CSS rule that sets the agency's colours in place of the product's. */
export function accentStyle(colour: Colour): string {
  const { light, dark } = accentOf(colour);
  const both = (shade: keyof typeof light) => `light-dark(${light[shade]}, ${dark[shade]})`;
  return `:root{--brand:${both('text')};--brand-fill:${both('fill')};--brand-hover:${both('hover')}}\n`;
}

/** First letter of a name for its icon, `I`; a name without letters or digits has a dot. */
export const initialOf = (name: string) =>
  /[A-Z0-9]/.exec(
    name
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  )?.[0] ?? '•';

/** Icon of an agency that uploaded none: its initial on its colour. */
export const initialIcon = (initial: string, colour: Colour): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="${accentOf(colour).light.fill}"/><text x="12" y="17" text-anchor="middle" font-family="Inter Variable, Segoe UI, system-ui, sans-serif" font-size="14" font-weight="600" fill="#fff">${initial}</text></svg>`;

/** Address of the initial's icon. It names letter and colour, so the icon of an address never changes. */
export const initialPath = ({ name, accent = DEFAULT_ACCENT }: Pick<Face, 'name' | 'accent'>) =>
  `/site/inicial-${accent.slice(1)}-${encodeURIComponent(initialOf(name))}.svg`;

export const waLink = (whatsapp: string) => `https://wa.me/55${whatsapp}`;
export const telLink = (phone: string) => `tel:+55${phone}`;
