import { expect, test } from 'vitest';
import { sharedWords } from '../src/features/properties/property-words.ts';
import { mailLink, whatsAppLink } from '../src/lib/message-links.ts';

test.each([
  ['32988412076', 'Olá', 'https://wa.me/5532988412076?text=Ol%C3%A1'],
  ['(32) 98841-2076', 'R$ 10 & 20%\n\nfim', 'https://wa.me/5532988412076?text=R%24%2010%20%26%2020%25%0A%0Afim'],
  [null, 'Olá', 'https://wa.me/?text=Ol%C3%A1'],
])('%s: %j', (phone, text, link) => {
  expect(whatsAppLink(phone, text)).toBe(link);
});

test.each([
  ['ana@lar.com', 'mailto:ana@lar.com?subject=Aluguel%20de%2001%2F2026&body=Ol%C3%A1%2C%20Ana.%0D%0ATchau'],
  ['ana+lar@lar.com', 'mailto:ana%2Blar@lar.com?subject=Aluguel%20de%2001%2F2026&body=Ol%C3%A1%2C%20Ana.%0D%0ATchau'],
  ['a&cc=x@lar.com', 'mailto:a%26cc%3Dx@lar.com?subject=Aluguel%20de%2001%2F2026&body=Ol%C3%A1%2C%20Ana.%0D%0ATchau'],
])('%s', (email, link) => {
  expect(mailLink(email, { subject: 'Aluguel de 01/2026', text: 'Olá, Ana.\nTchau' })).toBe(link);
});

test('a listing is sent to a client by its title and its address on the site', () => {
  const property = {
    ...({ id: 12, type: 'RENT', location: 'APARTMENT', bedrooms: 2 } as const),
    ...{ street: 'Rua Halfeld', neighborhood: 'Centro', city: 'Juiz de Fora' },
  };
  expect(sharedWords(property, 'https://serra.test')).toBe(
    'Apartamento com 2 quartos no Centro, Juiz de Fora: https://serra.test/imovel/alugar/12/rua-halfeld-juiz-de-fora',
  );
});
