import { expect, test } from 'vitest';
import { incomeStatementMessage } from './income-statement-message.ts';

test('tells an owner where the statement is, without figures', () => {
  const told = {
    party: 'OWNER',
    client: 'Ana Prado',
    agency: 'Imobiliária Serra',
    year: 2026,
    url: 'https://serra.example/cliente',
  } as const;
  const { subject, body } = incomeStatementMessage(told);
  expect(subject).toBe('Informe de rendimentos de 2026, da Imobiliária Serra');
  expect(body).toMatch(/^Olá, Ana Prado\.\n\nSeu informe de rendimentos de aluguéis de 2026/);
  expect(body).toContain('\nhttps://serra.example/cliente\n');
  expect(body).toMatch(/\n\nImobiliária Serra$/);
});

test('tells a tenant where the rents paid are', () => {
  const told = {
    party: 'TENANT',
    client: 'Beto Luz',
    agency: 'Serra',
    year: 2026,
    url: 'https://serra.example',
  } as const;
  const { subject, body } = incomeStatementMessage(told);
  expect(subject).toBe('Informe de aluguéis pagos de 2026, de Serra');
  expect(body).toContain('Seu informe de aluguéis pagos de 2026, para a declaração');
});
