import { expect, test } from 'vitest';
import { bankLinkTasks } from '../src/features/dashboard/tasks/bank-link-tasks.ts';

const QUIET = {
  failing_since: null,
  problem: null,
  refused: 0,
  given_back: [],
  unread: { count: 0, oldest: null, full: false },
};
const FAILING = { failing_since: '2026-11-26T02:30:00.000Z', problem: 'O banco não respondeu.' };
const GIVEN_BACK = { invoice_id: 7, amount: 150_000, problem: 'Estorne primeiro o repasse desta fatura.' };

const shown = (found: Parameters<typeof bankLinkTasks>[0], setsUp = true) =>
  bankLinkTasks(found, { setsUp }).map(({ title, who, when }) => [title, who, when]);

test('nothing is asked while the bank answers', () => {
  expect(shown(QUIET)).toEqual([]);
});

test('a failing bank comes first, by the day at the agency, then returned payments and refused charges', () => {
  expect(shown({ ...QUIET, ...FAILING, refused: 1_200, given_back: [GIVEN_BACK] })).toEqual([
    ['Banco por Pix', 'O banco não respondeu.', 'falhando desde 25/11/2026'],
    ['Pix devolvido, fatura 7', 'Estorne primeiro o repasse desta fatura.', 'a fatura continua paga'],
    ['Cobranças Pix', '1.200 recusadas pelo banco', 'com o motivo de cada uma'],
  ]);
  expect(shown({ ...QUIET, refused: 1 })).toEqual([
    ['Cobranças Pix', '1 recusada pelo banco', 'com o motivo de cada uma'],
  ]);
});

test('payments that the bank does not show, and too many of them, are asked about', () => {
  const oldest = 'E1234567820260310120000000000001';
  expect(shown({ ...QUIET, unread: { count: 2, oldest, full: true } }, false)).toEqual([
    ['Pix avisados que o banco não mostra', `2, o mais antigo ${oldest}`, 'confira no extrato do banco'],
    [
      'Avisos de Pix demais',
      'Hoje os avisos nomearam Pix demais que o banco não conhece: os próximos são recusados.',
      'os Pix recebidos seguem lidos a cada minuto',
    ],
  ]);
});

test('who may not open the page of the connection sees the returned payments alone', () => {
  expect(shown({ ...QUIET, ...FAILING, refused: 3, given_back: [GIVEN_BACK] }, false)).toEqual([
    ['Pix devolvido, fatura 7', 'Estorne primeiro o repasse desta fatura.', 'a fatura continua paga'],
  ]);
});
