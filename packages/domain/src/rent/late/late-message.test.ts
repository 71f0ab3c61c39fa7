import { expect, test } from 'vitest';
import { type LatePayment, lateMessage } from './late-message.ts';

const payment: LatePayment = {
  tenant: { name: 'Ana Prado', cpf_cnpj: '52998224725' },
  property: 'Rua São Mateus, 915, ap. 501',
  reference: '2026-03',
  due_date: '2026-03-10',
  amount: 190_000,
  fine: 19_000,
  interest: 399,
  pix: '00020126…6304ABCD',
  url: 'https://mantiqueira.com.br/api/invoice/AbC/12/XyZ',
};
const agency = { name: 'Imobiliária Mantiqueira', phone: '3232140000' };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('states today’s amount and its parts', () => {
  const { subject, text } = lateMessage(payment, agency, '2026-03-22');
  expect(subject).toBe('Aluguel de 02/2026 em aberto');
  expect(plain(text)).toBe(`Olá, Ana.

Ainda não identificamos o pagamento do aluguel de fevereiro de 2026 do imóvel Rua São Mateus, 915, ap. 501, vencido em 10/03/2026, há 12 dias.

Aluguel e taxas: R$ 1.900,00
Multa: R$ 190,00
Juros: R$ 3,99
Total para pagamento hoje, 22/03/2026: R$ 2.093,99

Para ver e pagar:
https://mantiqueira.com.br/api/invoice/AbC/12/XyZ

Pix copia e cola, com o valor de hoje, 22/03/2026:
00020126…6304ABCD

Se o pagamento já foi feito, desconsidere esta mensagem. Se precisar de ajuda, responda por aqui.

Imobiliária Mantiqueira
(32) 3214-0000`);
});

test('no charges in the first days', () => {
  const { text } = lateMessage({ ...payment, fine: 0, interest: 0 }, { ...agency, phone: null }, '2026-03-11');
  expect(plain(text)).toContain('há 1 dia.\n\nAluguel e taxas: R$ 1.900,00\n\nPara ver e pagar:');
  expect(text).toMatch(/Imobiliária Mantiqueira$/);
});

test('without a key there is no Pix', () => {
  expect(lateMessage({ ...payment, pix: null }, agency, '2026-03-22').text).not.toContain('Pix');
});

test('a name in capitals is capitalized word by word', () => {
  const tenant = { name: 'JOSÉ DA SILVA', cpf_cnpj: '52998224725' };
  expect(lateMessage({ ...payment, tenant }, agency, '2026-03-22').text).toMatch(/^Olá, José\.\n/);
});

test('a company is addressed by its full name', () => {
  const tenant = { name: 'Padaria Pão Nosso Ltda', cpf_cnpj: '12ABC34501DE35' };
  expect(lateMessage({ ...payment, tenant }, agency, '2026-03-22').text).toContain('Olá, Padaria Pão Nosso Ltda.');
});
