import { describe, expect, test } from 'vitest';
import { textProblem } from '../messages/text.ts';
import { lateCharges } from '../rent/late/late-charges.ts';
import { DEFAULT_STEPS } from './default-steps.ts';
import { type CollectedPayment, STEP_FIELDS, stepMessage } from './step-text.ts';

const payment: CollectedPayment = {
  tenant: { name: 'Ana Prado', cpf_cnpj: '52998224725' },
  property: 'Rua São Mateus, 915, ap. 501',
  reference: '2026-03',
  due_date: '2026-03-10',
  amount: 190_000,
  fine: 0,
  interest: 0,
  pix: '00020126…6304ABCD',
  url: 'https://mantiqueira.com.br/api/invoice/AbC/12/XyZ',
};
const agency = { name: 'Imobiliária Mantiqueira', phone: '3232140000' };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const step = (days: number) => {
  const { subject, body } = DEFAULT_STEPS.find((one) => one.days === days) ?? { subject: '', body: '' };
  return { subject, text: body };
};

test('a reminder before the due date', () => {
  const { subject, text } = stepMessage(step(-5), payment, payment.tenant, agency, '2026-03-05');
  expect(subject).toBe('Aluguel de fevereiro de 2026: vencimento em 10/03/2026');
  expect(plain(text)).toBe(`Olá, Ana.

O aluguel de fevereiro de 2026 do imóvel Rua São Mateus, 915, ap. 501 vence em 10/03/2026.

Aluguel e taxas: R$ 1.900,00

Para ver e pagar:
https://mantiqueira.com.br/api/invoice/AbC/12/XyZ

Pix copia e cola:
00020126…6304ABCD

Imobiliária Mantiqueira
(32) 3214-0000`);
});

test('charges are those of the invoice on that day', () => {
  // 1.900,00, fifteen days late: 10% are 190,00; ten days of 0,03% are 5,70.
  const { fine, interest } = lateCharges(payment.amount, payment.due_date, '2026-03-25');
  const guarantor = { name: 'RUI LIMA', cpf_cnpj: '11144477735' };
  const { text } = stepMessage(step(15), { ...payment, fine, interest, pix: null }, guarantor, agency, '2026-03-25');
  expect(plain(text)).toBe(`Olá, Rui.

Escrevemos porque o contrato de locação do imóvel Rua São Mateus, 915, ap. 501 tem a sua garantia. O aluguel de fevereiro de 2026 venceu em 10/03/2026, e o pagamento ainda não foi identificado.

Aluguel e taxas: R$ 1.900,00
Multa: R$ 190,00
Juros: R$ 5,70
Total para pagamento hoje, 25/03/2026: R$ 2.095,70

Para ver e pagar:
https://mantiqueira.com.br/api/invoice/AbC/12/XyZ

Se o pagamento já foi feito, desconsidere esta mensagem. Se quiser conversar, responda por aqui.

Imobiliária Mantiqueira
(32) 3214-0000`);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['2026-03-14', '2026-03-13', 'vence em 14/03/2026'],
  ['2026-03-14', '2026-03-14', 'vence hoje, 14/03/2026'],
  ['2026-03-14', '2026-03-16', 'venceu em 14/03/2026, dia sem bancos, e pode ser pago até 16/03/2026'],
  ['2026-03-14', '2026-03-17', 'venceu em 14/03/2026'],
] as const)('due %s, written on %s: %s', (due_date, today, words) => {
  const { text } = stepMessage({ subject: '', text: '{{situacao}}' }, { ...payment, due_date }, payment.tenant, agency, today);
  expect(text).toBe(words);
});

test('a company is addressed by its full name, with one full stop', () => {
  const tenant = { name: 'Padaria Pão Nosso Ltda.', cpf_cnpj: '12ABC34501DE35' };
  expect(stepMessage(step(0), { ...payment, tenant }, tenant, agency, '2026-03-10').text).toMatch(
    /^Olá, Padaria Pão Nosso Ltda\.\n\nUm lembrete: .* vence hoje, 10\/03\/2026\.\n/,
  );
});

describe('texts that every ruler begins with', () => {
  test.each(DEFAULT_STEPS.map((one) => [one.days, one] as const))(
    '%i: every field is filled',
    (days, { subject, body }) => {
      expect(textProblem(`${subject}${body}`, Object.keys(STEP_FIELDS))).toBeUndefined();
      const { subject: title, text } = stepMessage(
        { subject, text: body },
        payment,
        payment.tenant,
        agency,
        '2026-03-12',
      );
      expect(`${title}${text}`).not.toMatch(/[{}]|\n{3}/);
      expect(days).toBeGreaterThanOrEqual(-5);
    },
  );

  test('none threatens: they name no bureau, protest, lawyer or court', () => {
    const all = DEFAULT_STEPS.map(({ subject, body }) => `${subject} ${body}`).join(' ');
    expect(all).not.toMatch(/spc|serasa|protest|negativa|advogad|jud[ií]ci|processo|despejo|urgente|imediat/i);
  });
});
