import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine } from '@morada/domain/property/property';
import { requestMessage } from '@morada/domain/property/request-message';
import { MessageWindow } from '#web/ui/overlay/message-window.tsx';

/** The owner's link as a message that staff send: the mail at the beginning may have been lost, or none was sent. */
export function OfferLinkMessage({ property, onClose }: { property: PropertyDetail; onClose: () => void }) {
  const { requester, offer } = property;
  if (!requester || !offer?.link) return null;
  const { name, agency } = requester;
  const outcome = { link: location.origin + offer.link.path };
  const message = requestMessage({ requester: name, property: addressLine(property), outcome }, agency);
  return <MessageWindow title="Link de quem ofereceu" to={requester} message={message} onClose={onClose} />;
}
