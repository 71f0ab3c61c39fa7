import { listingPath } from '@morada/domain/property';
import { copy } from '#web/lib/clipboard.ts';
import type { Row } from './property-queries.ts';

/** Only what is offered has a page that anybody can open. */
export const isListed = ({ status }: Row) => status === 'AVAILABLE';

/** Puts the public links into the clipboard, one a line, and says what went in and what did not. */
export async function shareListings(chosen: Row[]) {
  const listed = chosen.filter(isListed);
  const links = listed.map((property) => location.origin + listingPath(property)).join('\n');
  const left = chosen.length - listed.length;
  const copied = listed.length === 1 ? '1 link copiado.' : `${listed.length} links copiados.`;
  const others =
    left === 1
      ? ' 1 imóvel que não está disponível ficou de fora.'
      : ` ${left} imóveis que não estão disponíveis ficaram de fora.`;
  await copy(links, left > 0 ? copied + others : copied);
}
