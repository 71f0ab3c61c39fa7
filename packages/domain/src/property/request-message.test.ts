import { expect, test } from 'vitest';
import { requestMessage } from './request-message.ts';

const request = { requester: 'Célia Torres', property: 'Rua Halfeld, 80' };
const agency = { name: 'Imobiliária Mantiqueira', phone: '3232140000' };

test('an approval has the address of the listing', () => {
  const url = 'https://mantiqueira.exemplo.com.br/imovel/alugar/7/rua-halfeld-juiz-de-fora';
  expect(requestMessage({ ...request, outcome: { url } }, agency)).toEqual({
    subject: 'Seu imóvel está anunciado',
    text: `Olá, Célia Torres.

O anúncio do seu imóvel, Rua Halfeld, 80, foi aprovado e já está no site:
https://mantiqueira.exemplo.com.br/imovel/alugar/7/rua-halfeld-juiz-de-fora

Se quiser mudar algo nele, responda por aqui.

Imobiliária Mantiqueira
(32) 3214-0000`,
  });
});

test('a refusal has its reason', () => {
  const outcome = { reason: 'Fica fora da região que atendemos.' };
  expect(requestMessage({ ...request, outcome }, { ...agency, phone: null })).toEqual({
    subject: 'Sobre o anúncio do seu imóvel',
    text: `Olá, Célia Torres.

Obrigado por nos oferecer o seu imóvel, Rua Halfeld, 80. Desta vez não vamos anunciá-lo.

Motivo: Fica fora da região que atendemos.

Se algo mudar, ou se quiser conversar sobre isso, responda por aqui.

Imobiliária Mantiqueira`,
  });
});

test('an acceptance promises no listing yet, and the link of an offer is the owner’s alone', () => {
  const accepted = requestMessage({ ...request, outcome: { accepted: true } }, agency);
  expect([accepted.subject, accepted.text.split('\n\n')[1]]).toEqual([
    'Seu imóvel foi aceito',
    'Vamos trabalhar com o seu imóvel, Rua Halfeld, 80. Agora preparamos o anúncio.',
  ]);
  const link = requestMessage({ ...request, outcome: { link: 'https://m.exemplo/o/7/x' } }, agency);
  expect(link.text).toContain('manda fotos:\nhttps://m.exemplo/o/7/x\n\nEle é só seu: não passe adiante.');
});
