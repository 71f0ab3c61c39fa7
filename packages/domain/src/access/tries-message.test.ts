import { expect, test } from 'vitest';
import { triesMessage, triesNotice } from './tries-message.ts';

test('the notice of many wrong passwords', () => {
  const told = { name: 'Ana Prado', agency: 'Imobiliária Serra', isClient: true, day: '24/11/2026' };
  expect(triesMessage(told)).toEqual({
    subject: 'Tentativas de entrar na sua conta na área do cliente da Imobiliária Serra',
    body: `Olá, Ana Prado.

Em 24/11/2026 a sua conta na área do cliente da Imobiliária Serra recebeu 10 senhas erradas ou mais. Nenhuma delas entrou, e a espera entre uma tentativa e outra aumenta a cada erro.

De onde você já entrou antes, nada muda: use a sua senha como sempre. Em um aparelho e uma rede novos, pode ser preciso esperar alguns minutos.

Se foi você, não faça nada. Se não foi, avise a imobiliária, e troque a senha se você a usa também em outro lugar.

Imobiliária Serra`,
  });
  expect(triesMessage({ ...told, isClient: false }).subject).toBe(
    'Tentativas de entrar na sua conta no sistema da Imobiliária Serra',
  );
});

test('the same in a sentence', () => {
  expect(triesNotice(12)).toBe(
    'Nas últimas 24 horas houve 12 tentativas de entrar na sua conta com senha errada. Se não foi você, avise a imobiliária.',
  );
});
