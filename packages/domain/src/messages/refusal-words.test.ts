import { expect, test } from 'vitest';
import { isRefusal } from './refusal-words.ts';

test.each([
  'SAIR',
  'sair',
  ' Sair. ',
  'SAIR!!!',
  '"SAIR"',
  'Parar',
  'PARE',
  'Stop',
  'Cancelar inscrição',
  'Não quero mais',
  'nao quero receber mais',
  'Por favor, parar',
  'Bom dia! Quero sair',
  'Sair, por favor',
  'Não envie mais, obrigado',
  'Descadastrar',
])('%j is a refusal', (answer) => {
  expect(isRefusal(answer)).toBe(true);
});

test.each([
  '',
  'ok',
  'Já paguei',
  'Vou sair de viagem, pago na segunda',
  'Quando posso sair do imóvel?',
  'O chuveiro não para de pingar',
  'Quero cancelar o contrato',
  'Não quero pagar multa',
  `sair ${'a'.repeat(100)}`,
])('%j is none', (answer) => {
  expect(isRefusal(answer)).toBe(false);
});
