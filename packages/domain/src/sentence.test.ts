import { expect, test } from 'vitest';
import { boletoMessage } from './boleto-message.ts';
import type { CalendarDate, Reference } from './calendar.ts';
import type { Cents } from './money.ts';
import { sentence } from './sentence.ts';

test.each([
  ['Olá, Ana Souza', 'Olá, Ana Souza.'],
  ['Olá, Prado & Teles Ltda.', 'Olá, Prado & Teles Ltda.'],
  ['Olá, Casa S.A.', 'Olá, Casa S.A.'],
  ['Já foi pago?', 'Já foi pago?'],
])('%j ends as %j', (words, ended) => {
  expect(sentence(words)).toBe(ended);
});

test('a company that ends with Ltda. is greeted with one full stop', () => {
  const text = boletoMessage(
    {
      tenant: 'Prado & Teles Ltda.',
      property: 'Rua A, 1',
      reference: '2026-11' as Reference,
      due_date: '2026-11-30' as CalendarDate,
      amount: 150_000 as Cents,
      digitable_line: '34191090080000001029260001090007710840000150000',
      pix: null,
      url: 'https://a.example/b',
    },
    '2026-11-20' as CalendarDate,
  );
  expect(text.split('\n')[0]).toBe('Olá, Prado & Teles Ltda.');
});
