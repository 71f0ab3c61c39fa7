import { listingPath } from '@morada/domain/property';
import { ApiProblem } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import type { Row } from './property-queries.ts';

/** Only what is offered has a page that anybody can open. */
export const isListed = ({ status }: Row) => status === 'AVAILABLE';

/** Puts the public links into the clipboard, one a line, and says what went in and what did not. */
export async function shareListings(chosen: Row[]) {
  const listed = chosen.filter(isListed);
  try {
    await navigator.clipboard.writeText(listed.map((property) => location.origin + listingPath(property)).join('\n'));
  } catch {
    toast.failure(new ApiProblem(0, 'NO_CLIPBOARD', 'O navegador não deixou copiar os links.'));
    return;
  }
  const left = chosen.length - listed.length;
  const copied = listed.length === 1 ? '1 link copiado.' : `${listed.length} links copiados.`;
  const others =
    left === 1
      ? ' 1 imóvel que não está disponível ficou de fora.'
      : ` ${left} imóveis que não estão disponíveis ficaram de fora.`;
  toast.success(left > 0 ? copied + others : copied);
}
