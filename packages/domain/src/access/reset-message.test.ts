import { expect, test } from 'vitest';
import { resetMessage, resetNotice } from './reset-message.ts';

const told = { person: 'Ana Prado', agency: 'Imobiliária Serra', url: 'https://serra.example/senha/abc' };

test('the link, how long it is good, and what to do about a foreign request', () => {
  expect(resetMessage(told)).toEqual({
    subject: 'Sua nova senha no sistema da Imobiliária Serra',
    body: [
      'Olá, Ana Prado.',
      'Para criar outra senha, abra o endereço abaixo. Ele vale por 30 minutos e só uma vez:\nhttps://serra.example/senha/abc',
      'Se não foi você quem pediu, não faça nada: sua senha continua a mesma.',
      'Imobiliária Serra',
    ].join('\n\n'),
  });
});

test('the notice says when and how, and where to set another', () => {
  const { subject, body } = resetNotice({ ...told, url: 'https://serra.example/senha' }, '2026-11-26');
  expect(subject).toBe('Sua senha no sistema da Imobiliária Serra foi trocada');
  expect(body).toContain('foi trocada em 26/11/2026, por um link enviado a este e-mail');
  expect(body).toContain('\nhttps://serra.example/senha\n');
});
