import { expect, test } from 'vitest';
import { type BoletoMessage, boletoMessage } from '../src/features/boletos/boleto-message.ts';

const boleto: BoletoMessage = {
  tenant: 'Ana Prado',
  property: 'Rua São Mateus, 915, ap. 501',
  reference: '2026-12',
  due_date: '2026-12-10',
  amount: 190_000,
  digitable_line: '34191790010104351004791020150008291070000026000',
  pix: '00020126br.gov.bcb.pix',
  url: 'https://morada.exemplo/invoice/a/7/b',
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('states its purpose and the ways to pay', () => {
  expect(plain(boletoMessage(boleto, '2026-11-22'))).toBe(`Olá, Ana Prado.

Segue o boleto do aluguel de novembro de 2026 do imóvel Rua São Mateus, 915, ap. 501: R$ 1.900,00, com vencimento em 10/12/2026.

Para ver e pagar:
https://morada.exemplo/invoice/a/7/b

Linha digitável:
34191.79001 01043.510047 91020.150008 2 91070000026000

Pix copia e cola:
00020126br.gov.bcb.pix`);
});

test('past due it says so, on the day itself not yet', () => {
  expect(boletoMessage(boleto, '2026-12-10')).toContain('com vencimento em 10/12/2026');
  expect(boletoMessage(boleto, '2026-12-11')).toContain('vencido em 10/12/2026');
});

test('without a Pix key there is no Pix', () => {
  expect(boletoMessage({ ...boleto, pix: null }, '2026-11-22')).not.toContain('Pix');
});

test('a company that ends with Ltda. is greeted with one full stop', () => {
  const text = boletoMessage(
    {
      tenant: 'Prado & Teles Ltda.',
      property: 'Rua A, 1',
      reference: '2026-11',
      due_date: '2026-11-30',
      amount: 150_000,
      digitable_line: '34191090080000001029260001090007710840000150000',
      pix: null,
      url: 'https://a.example/b',
    },
    '2026-11-20',
  );
  expect(text.split('\n')[0]).toBe('Olá, Prado & Teles Ltda.');
});
