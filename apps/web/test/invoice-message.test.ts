import { expect, test } from 'vitest';
import { type InvoiceMessage, invoiceMessage } from '../src/features/boletos/invoice-message.ts';

const invoice: InvoiceMessage = {
  tenant: 'Ana Prado',
  property: 'Rua São Mateus, 915, ap. 501',
  reference: '2026-03',
  due_date: '2026-03-10',
  amount: 190_000,
  url: 'https://mantiqueira.com.br/api/invoice/AbC/12/XyZ',
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('states the amount, its purpose and the page to pay on', () => {
  expect(plain(invoiceMessage(invoice, '2026-03-10'))).toBe(`Olá, Ana Prado.

Segue a fatura do aluguel de fevereiro de 2026 do imóvel Rua São Mateus, 915, ap. 501: R$ 1.900,00, com vencimento em 10/03/2026.

Para ver e pagar:
https://mantiqueira.com.br/api/invoice/AbC/12/XyZ`);
});

test('an overdue invoice says since when', () => {
  expect(plain(invoiceMessage({ ...invoice, amount: 209_399 }, '2026-03-11'))).toContain(
    'R$ 2.093,99, vencida em 10/03/2026.',
  );
});
