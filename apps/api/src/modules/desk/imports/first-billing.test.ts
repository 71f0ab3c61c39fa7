import type { ImportDetail, ImportPreview } from '@morada/contract/desk/imports';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { csv, importDesk } from '#test/desks/import-desk.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const app = await startApp({ today: '2026-11-20' });
const staff = app.as('USER_CREATE', 'PROPERTY_CREATE', 'PROPOSAL_CREATE', 'CLIENT_VIEW');
const desk = await importDesk(app, staff);
afterEach(app.empty);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

beforeEach(async () => {
  await desk.bring(
    'people',
    csv(
      ['Código', 'Nome', 'Tipo', 'CPF'],
      ['P1', 'Lúcia Prado', 'Proprietário', cpf(1)],
      ['P2', 'Rui Lima', 'Inquilino', cpf(2)],
    ),
  );
  const address = ['Rua Halfeld', 10, 'Centro', 'Juiz de Fora'];
  await desk.bring(
    'properties',
    csv(
      [...['Código', 'Proprietário', 'Tipo', 'Finalidade', 'Valor', 'Rua', 'Nº', 'Bairro', 'Cidade', 'Condomínio']],
      ['I1', 'P1', 'Casa', 'Locação', '1.500,00', ...address, ''],
      ['I2', 'P1', 'Loja', 'Locação', '2.000,00', ...address, '300,00'],
      ['I3', 'P1', 'Lote', 'Venda', '90.000,00', ...address, ''],
      ['I4', 'P1', 'Sala', 'Locação', '900,00', ...address, ''],
    ),
  );
});

/** Due on the 10th and on the 25th, the sale of a lot, and a contract that is over. */
const CONTRACTS = csv(
  ['Código', 'Inquilino', 'Imóvel', 'Valor atual', 'Comissão', 'Dia', 'Início', 'Fim', 'Situação'],
  ['C1', 'P2', 'I1', '1.500,00', '10', 10, '01/03/2025', '28/02/2028', 'Ativo'],
  ['C2', 'P2', 'I2', '2.000,00', '10', 25, '01/03/2025', '28/02/2028', 'Ativo'],
  ['C3', 'P2', 'I3', '90.000,00', '5', 10, '01/03/2025', '28/02/2028', 'Ativo'],
  ['C4', 'P2', 'I4', '900,00', '10', 25, '01/03/2020', '28/02/2023', 'Encerrado'],
);

const invoices = () =>
  app.db.selectFrom('invoice').select(['due_date', 'price', 'fees']).orderBy('due_date').orderBy('id').execute();

test('an import of contracts shows its first billing, and bills nothing due before the chosen day', async () => {
  const { id, mapping } = await desk.stage('contracts', CONTRACTS);
  const asked = async (first_due?: string) =>
    (await staff.put(`/import/${id}/mapping`, { mapping, first_due })).json<ImportPreview>().billing;

  // From this month on: R$ 1.500 due on the 10th, ten days ago, and R$ 2.000 + R$ 300 due on the 25th.
  expect(await asked()).toEqual({ first_due: '2026-11-01', invoices: 2, total: 3_800, overdue: 1 });
  expect(await asked('2026-11-26')).toEqual({ first_due: '2026-11-26', invoices: 0, total: 0, overdue: 0 });
  const chosen = { first_due: '2026-11-20', invoices: 1, total: 2_300, overdue: 0 };
  expect(await asked('2026-11-20')).toEqual(chosen);

  await staff.post(`/import/${id}/run`);
  await desk.finished(id);
  // Stored with the import.
  expect((await staff.get(`/import/${id}`)).json<ImportDetail>().billing).toEqual(chosen);
  expect(await billDay(app.ctx)).toBe(1);
  expect(await invoices()).toEqual([{ due_date: '2026-11-25', price: 200_000, fees: 30_000 }]);
  // The first contract's lead of ten days before 10 December begins; its November is not billed.
  expect(await billDay({ ...app.ctx, today: () => '2026-11-30' })).toBe(1);
  expect((await invoices()).map(({ due_date }) => due_date)).toEqual(['2026-11-25', '2026-12-10']);
});

test('accepts a first due date from this month’s start to a year ahead', LONG, async () => {
  const { id, mapping } = await desk.stage('contracts', CONTRACTS);
  for (const [first_due, status] of [
    ['2026-10-31', 422],
    ['2026-11-01', 200],
    ['2027-11-20', 200],
    ['2027-11-21', 422],
  ] as const) {
    const answer = await staff.put(`/import/${id}/mapping`, { mapping, first_due });
    expect(answer.statusCode, first_due).toBe(status);
    if (status === 422) expect(refusal(answer)).toEqual([422, 'IMPORT_FIRST_DUE']);
  }
});

test('people and properties have no billing', async () => {
  const { id, mapping } = await desk.stage('people', csv(['Nome', 'Tipo', 'CPF'], ['Ana', 'Fiador', cpf(3)]));
  expect((await staff.put(`/import/${id}/mapping`, { mapping })).json()).toMatchObject({ billing: null });
});
