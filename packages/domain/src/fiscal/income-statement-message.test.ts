import { expect, test } from 'vitest';
import { incomeStatementMessage } from './income-statement-message.ts';

test('tells an owner where the statement is, without figures', () => {
  const told = { client: 'Ana Prado', agency: 'Imobiliária Serra', year: 2026, url: 'https://serra.example/cliente' };
  const { subject, body } = incomeStatementMessage(told);
  expect(subject).toBe('Informe de rendimentos de 2026, de Imobiliária Serra');
  expect(body).toMatch(/^Olá, Ana Prado\.\n\nSeu informe de rendimentos de aluguéis de 2026/);
  expect(body).toContain('\nhttps://serra.example/cliente\n');
  expect(body).toMatch(/\n\nImobiliária Serra$/);
});
