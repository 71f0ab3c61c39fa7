import { expect, test } from 'vitest';
import { accessMessage, passwordMessage } from './access-message.ts';

test('message with the access link', () => {
  const told = { client: 'Ana Prado', agency: 'Imobiliária Serra', url: 'https://serra.example/cliente/acesso/abc' };
  expect(accessMessage(told)).toEqual({
    subject: 'Seu acesso à área do cliente da Imobiliária Serra',
    body: `Olá, Ana Prado.

Para criar a senha da sua área do cliente, abra o endereço abaixo. Ele vale por 1 hora e só uma vez:
https://serra.example/cliente/acesso/abc

Se não foi você quem pediu, não faça nada: sua conta continua como está.

Imobiliária Serra`,
  });
});

test('notice of a changed password', () => {
  const told = { client: 'Ana Prado', agency: 'Imobiliária Serra', url: 'https://serra.example/cliente/acesso' };
  expect(passwordMessage(told, '2026-11-22')).toEqual({
    subject: 'A senha da sua área do cliente da Imobiliária Serra foi trocada',
    body: `Olá, Ana Prado.

A senha da sua área do cliente foi trocada em 22/11/2026.

Se não foi você, crie outra agora e avise a imobiliária:
https://serra.example/cliente/acesso

Imobiliária Serra`,
  });
});
