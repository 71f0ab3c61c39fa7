import { expect, test } from 'vitest';
import { type InvoiceMessage, invoiceMessage } from './invoice-message.ts';

const invoice: InvoiceMessage = {
  tenant: 'Ana Prado',
  property: 'Rua São Mateus, 915, ap. 501',
  reference: '2026-03',
  due_date: '2026-03-10',
  amount: 190_000,
  pix: '00020126…6304ABCD',
  url: 'https://mantiqueira.com.br/api/invoice/AbC/12/XyZ',
};
const agency = { name: 'Imobiliária Mantiqueira', phone: '3232140000' };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('states the amount, its purpose, the page to pay on and the Pix', () => {
  const { subject, text } = invoiceMessage(invoice, agency, '2026-03-10');
  expect(subject).toBe('Fatura do aluguel de 02/2026');
  expect(plain(text)).toBe(`Olá, Ana Prado.

Segue a fatura do aluguel de fevereiro de 2026 do imóvel Rua São Mateus, 915, ap. 501: R$ 1.900,00, com vencimento em 10/03/2026.

Para ver e pagar:
https://mantiqueira.com.br/api/invoice/AbC/12/XyZ

Pix copia e cola:
00020126…6304ABCD

Imobiliária Mantiqueira
(32) 3214-0000`);
});

test('an overdue invoice says since when, and the day of its Pix', () => {
  const { text } = invoiceMessage({ ...invoice, amount: 209_399 }, { ...agency, phone: null }, '2026-03-22');
  expect(plain(text)).toContain('R$ 2.093,99, vencida em 10/03/2026.');
  expect(plain(text)).toContain('Pix copia e cola, com o valor de hoje, 22/03/2026:\n00020126…6304ABCD');
  expect(text).toMatch(/\n\nImobiliária Mantiqueira$/);
});

test('without a key the page is all', () => {
  expect(invoiceMessage({ ...invoice, pix: null }, agency, '2026-03-10').text).not.toContain('Pix');
});
