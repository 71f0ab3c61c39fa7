import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine, listingPath } from '@morada/domain/property/property';
import { requestMessage } from '@morada/domain/property/request-message';
import { isListed } from '#web/entities/property/property-status.tsx';
import { MessageWindow } from '#web/ui/overlay/message-window.tsx';

function outcomeOf(property: PropertyDetail) {
  const { status, reason, offer } = property;
  if (isListed(property)) return { url: location.origin + listingPath(property) };
  if (offer?.state === 'ACCEPTED') return { accepted: true as const };
  return status === 'UNAVAILABLE' && reason && offer?.state !== 'WITHDRAWN' ? { reason } : undefined;
}

/** The property was offered on the site and has an outcome to report. */
export const isJudged = (property: PropertyDetail) => property.requester !== null && outcomeOf(property) !== undefined;

/** Message about the outcome to the person who offered the property; absent when staff registered it. */
export function RequestMessage({ property, onClose }: { property: PropertyDetail; onClose: () => void }) {
  const { requester } = property;
  const outcome = outcomeOf(property);
  if (!requester || !outcome) return null;
  const { name, agency } = requester;
  const message = requestMessage({ requester: name, property: addressLine(property), outcome }, agency);
  return <MessageWindow title="Avisar quem solicitou" to={requester} message={message} onClose={onClose} />;
}
