import { accentOf } from '@morada/domain/brand/accent';
import { DEFAULT_ACCENT, type Face } from '../kit/face.ts';

/** Web app manifest: how the site looks on a phone's home screen. */
export function manifest({ name, accent = DEFAULT_ACCENT, icons }: Face) {
  const icon = (src: string, side: number) => ({ src, sizes: `${side}x${side}`, type: 'image/png', purpose: 'any' });
  return {
    name,
    short_name: name,
    lang: 'pt-BR',
    // The identity of the installed app stays that of its first address.
    id: '/site',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: accentOf(accent).light.fill,
    icons: icons ? [icon(icons.list, 192), icon(icons.app, 512)] : [],
  };
}
