import { expect, test } from 'vitest';
import { contactReply, contactSubject } from '../src/features/contacts/contact-message.ts';

test.each([
  [
    { name: 'CÉLIA DE SOUZA', message: 'Aceita animais?\nE crianças?', property: { label: 'Rua Halfeld, 80' } },
    'Sua mensagem sobre o imóvel Rua Halfeld, 80',
    'Olá, Célia de Souza. Recebemos sua mensagem sobre o imóvel Rua Halfeld, 80.\n\n\n\nVocê escreveu:\n> Aceita animais?\n> E crianças?',
  ],
  [
    { name: 'Otávio', message: 'Bom dia', property: null },
    'Sua mensagem pelo site',
    'Olá, Otávio. Recebemos sua mensagem.\n\n\n\nVocê escreveu:\n> Bom dia',
  ],
])('an answer to %j begins with its greeting and ends with the message', (contact, subject, text) => {
  expect([contactSubject(contact), contactReply(contact)]).toEqual([subject, text]);
});
