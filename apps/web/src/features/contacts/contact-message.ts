import { properName } from '@morada/domain/base/proper-name';
import { sentence } from '@morada/domain/base/sentence';

type ContactMessage = { name: string; message: string; property: { label: string } | null };

/** Subject of the e-mail that answers a message. */
export const contactSubject = ({ property }: Pick<ContactMessage, 'property'>) =>
  property ? `Sua mensagem sobre o imóvel ${property.label}` : 'Sua mensagem pelo site';

/** Greeting of a reply. */
export const contactGreeting = ({ name, property }: Pick<ContactMessage, 'name' | 'property'>) =>
  `${sentence(`Olá, ${properName(name)}`)} ${sentence(
    property ? `Recebemos sua mensagem sobre o imóvel ${property.label}` : 'Recebemos sua mensagem',
  )}`;

/** An e-mail as it is begun: the greeting, room to write, and the message as it came. */
export const contactReply = (contact: ContactMessage) =>
  `${contactGreeting(contact)}\n\n\n\nVocê escreveu:\n${contact.message.replace(/^/gm, '> ')}`;
