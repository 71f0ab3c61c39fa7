import { expect, test } from 'vitest';
import type { Listing } from './listing.ts';
import { alertConsent, alertMail, confirmAlertMail } from './search-alert.ts';

const listing = (about: Partial<Listing> = {}): Listing => ({
  ...{ id: 12, type: 'RENT', location: 'APARTMENT', price: 214_000, bedrooms: 3, bathrooms: 2, garage: 1 },
  ...{
    building_area: 92,
    land_area: null,
    pet: true,
    furnished: null,
    floor: null,
    street: 'Rua Halfeld',
    neighborhood: 'Centro',
  },
  ...{ city: 'Juiz de Fora', state: 'MG', country: 'Brasil', is_exterior: false, ...about },
});
const about = { agency: 'Serra Verde Imóveis', search: 'Apartamento para alugar em Juiz de Fora' };

test('the confirmation says what was asked for, and for how long the link is good', () => {
  expect(confirmAlertMail({ ...about, url: 'https://serra.example/confirma' })).toEqual({
    subject: 'Confirme o seu alerta de imóveis',
    body: `Alguém pediu para receber neste e-mail os novos imóveis de Serra Verde Imóveis desta busca:
Apartamento para alugar em Juiz de Fora

Para confirmar, abra o endereço abaixo. Ele vale por 48 horas:
https://serra.example/confirma

Se não foi você, não faça nada: o pedido é apagado e nenhum outro e-mail é enviado.`,
  });
});

test('the alert names each listing with what is paid in all, and the way out', () => {
  const mail = alertMail({
    ...about,
    listings: [
      { listing: listing(), fees: [{ price: 48_000 }, { price: 11_240 }], url: 'https://serra.example/12' },
      {
        listing: listing({ type: 'SALE', price: 64_000_000 }),
        fees: [{ price: 48_000 }],
        url: 'https://serra.example/13',
      },
      { listing: listing({ price: 0 }), fees: [], url: 'https://serra.example/14' },
    ],
    ...{ more: 2, url: 'https://serra.example/busca', leave: 'https://serra.example/sair' },
  });
  expect(mail.subject).toBe('5 imóveis novos para você');
  expect(mail.body.replaceAll('\u00a0', ' ')).toBe(`5 imóveis novos de Serra Verde Imóveis desta busca:
Apartamento para alugar em Juiz de Fora

Apartamento com 3 quartos no Centro
Rua Halfeld, Centro, Juiz de Fora, MG
R$ 2.732,40 por mês
https://serra.example/12

Apartamento com 3 quartos no Centro
Rua Halfeld, Centro, Juiz de Fora, MG
R$ 640.000,00
https://serra.example/13

Apartamento com 3 quartos no Centro
Rua Halfeld, Centro, Juiz de Fora, MG
Sob consulta
https://serra.example/14

E mais 2. Veja todos:
https://serra.example/busca

Para não receber mais este alerta:
https://serra.example/sair`);
});

test('a single listing is told in the singular, and the consent ends as a sentence', () => {
  const mail = alertMail({
    ...about,
    ...{ listings: [{ listing: listing(), fees: [], url: 'u' }], more: 0, url: 'b', leave: 's' },
  });
  expect([mail.subject, mail.body]).toEqual([
    'Um imóvel novo para você',
    expect.stringContaining('Veja a busca toda:\nb'),
  ]);
  expect(alertConsent('Serra & Cia.')).toMatch(/^Concordo em receber de Serra & Cia\., .* link para sair\.$/);
});
