import { expect, test } from 'vitest';
import { isOpenOffer, type OfferState, offerLife, offerMessage, offerStateFor } from './offer.ts';
import type { PropertyStatus } from './property.ts';

/** Events of the property, which an offer follows in every state. */
const FOLLOWS = ['list', 'let', 'reject', 'remove'];

// biome-ignore format: a table of cases reads best aligned
test.each<[OfferState, boolean, string[]]>([
  ['RECEIVED',  true,  ['review', 'schedule', 'accept', 'refuse', 'withdraw', ...FOLLOWS]],
  ['REVIEWING', true,  ['schedule', 'accept', 'refuse', 'withdraw', ...FOLLOWS]],
  ['VISIT',     true,  ['review', 'schedule', 'accept', 'refuse', 'withdraw', ...FOLLOWS]],
  ['ACCEPTED',  false, FOLLOWS],
  ['REFUSED',   false, FOLLOWS],
  ['WITHDRAWN', false, FOLLOWS],
])('%s: open %s, with actions %j', (state, open, actions) => {
  expect([isOpenOffer(state), offerLife.actions(state)]).toEqual([open, actions]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[OfferState, PropertyStatus, OfferState]>([
  ['RECEIVED',  'PENDING',     'RECEIVED'],
  ['VISIT',     'PENDING',     'VISIT'],
  ['REFUSED',   'PENDING',     'REVIEWING'],
  ['ACCEPTED',  'PENDING',     'REVIEWING'],
  ['RECEIVED',  'AVAILABLE',   'ACCEPTED'],
  ['REFUSED',   'AVAILABLE',   'ACCEPTED'],
  ['REVIEWING', 'RENTED',      'ACCEPTED'],
  ['VISIT',     'UNAVAILABLE', 'REFUSED'],
  ['ACCEPTED',  'UNAVAILABLE', 'ACCEPTED'],
  ['WITHDRAWN', 'UNAVAILABLE', 'WITHDRAWN'],
])('%s with a property set to %s is %s', (state, status, next) => {
  expect(offerStateFor(state, status)).toBe(next);
});

test('the first message, to an address that was not confirmed, holds nothing that was typed', () => {
  const told = {
    requester: 'Ganhe em http://x.example',
    property: 'Rua do Golpe, 1',
    link: 'https://serra.example/o/7/x',
  };
  const { subject, text } = offerMessage({ ...told, news: { event: 'received' } });
  expect([subject, text]).toEqual([
    'Recebemos seu imóvel',
    'Recebemos pelo nosso site os dados de um imóvel, com este e-mail para contato. Vamos analisar e responder.\n\nAcompanhe, mande fotos ou desista por este endereço, que é só seu:\nhttps://serra.example/o/7/x\n\nSe não foi você, não faça nada, ou desista por esse endereço.',
  ]);
});

test('a message greets the owner, says what happened, and has the link', () => {
  const told = { requester: 'Otávio', property: 'Rua Halfeld, 20', link: 'https://serra.example/o/7/x' };
  const { subject, text } = offerMessage({ ...told, news: { event: 'visit', on: '2026-12-03' } });
  expect(subject).toBe('Visita ao seu imóvel');
  expect(text).toBe(
    'Olá, Otávio.\n\nMarcamos a visita ao seu imóvel, Rua Halfeld, 20, para 03/12/2026. Se o dia não servir, responda a este e-mail.\n\nAcompanhe, mande fotos ou desista por este endereço, que é só seu:\nhttps://serra.example/o/7/x',
  );
  expect(offerMessage({ ...told, news: { event: 'accepted' } }).subject).toBe('Seu imóvel foi aceito');
});
