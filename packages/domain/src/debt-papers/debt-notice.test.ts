import { expect, test } from 'vitest';
import { debtNotice, type NoticeSubject, noticeText } from './debt-notice.ts';

const subject: NoticeSubject = {
  recipient: 'ANA PRADO',
  role: 'TENANT',
  tenant: 'ANA PRADO',
  property: 'Rua São Mateus, 915, ap. 501',
  rows: [
    { invoice_id: 1, reference: '2026-09', due_date: '2026-09-05', days: 80, total: 169_000 },
    { invoice_id: 2, reference: '2026-10', due_date: '2026-10-05', days: 50, total: 167_500 },
  ],
  agency: { name: 'Imobiliária Mantiqueira', phone: '3232140000' },
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('names value and days late of each invoice, the term, and how to object', () => {
  expect(plain(noticeText(debtNotice(subject)))).toBe(`Prezado(a) Ana Prado.

Até esta data não identificamos o pagamento dos valores abaixo, do contrato de locação do imóvel Rua São Mateus, 915, ap. 501.

Aluguel de 08/2026, vencido em 05/09/2026, há 80 dias: R$ 1.690,00
Aluguel de 09/2026, vencido em 05/10/2026, há 50 dias: R$ 1.675,00

Total nesta data: R$ 3.365,00

Pedimos o pagamento, ou o seu contato para combinarmos uma forma de pagar, em até 10 dias do recebimento deste aviso. Depois desse prazo, o débito poderá ser incluído em cadastro de proteção ao crédito, como prevê o art. 43, § 2º, do Código de Defesa do Consumidor.

Se você já pagou, ou se algum valor não estiver certo, avise-nos: conferimos e corrigimos antes de qualquer providência.

Imobiliária Mantiqueira
(32) 3214-0000`);
});

test('a guarantor is told whose contract it is', () => {
  const text = noticeText(debtNotice({ ...subject, recipient: 'Bruno Lima', role: 'GUARANTOR' }));
  expect(text).toContain('Prezado(a) Bruno Lima.');
  expect(text).toContain('alugado por Ana Prado e do qual você é fiador(a)');
});
