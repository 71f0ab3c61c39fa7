import type { ImportAnswers, ImportDetail, ImportPreview } from '@morada/contract/desk/imports';
import { afterAll, afterEach, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { refusal } from '#test/calls/answers.ts';
import { csv, importDesk } from '#test/desks/import-desk.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const app = await startApp({ today: '2026-11-20' });
const staff = app.as('USER_CREATE', 'PROPERTY_CREATE', 'PROPOSAL_CREATE', 'CLIENT_VIEW', 'CLIENT_EDIT');
const desk = await importDesk(app, staff);
afterEach(app.empty);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

type Staged = Parameters<typeof desk.preview>[0];

async function look({ id, mapping }: Staged, answers?: Partial<z.input<typeof ImportAnswers>>) {
  const body = { mapping, answers: answers && { words: [], people: [], ...answers } };
  const answer = await staff.put(`/import/${id}/mapping`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ImportPreview>();
}

const run = async (id: number) => {
  expect((await staff.post(`/import/${id}/run`)).statusCode).toBe(200);
  return desk.finished(id);
};

test('an unknown word gets its meaning once for the file', LONG, async () => {
  const staged = await desk.stage(
    'people',
    csv(
      ['Nome', 'Tipo', 'CPF'],
      ['Ana Prado', 'Locatária', cpf(1)],
      ['Rui Lima', 'LOCATARIA', cpf(2)],
      ['Eva Reis', 'Dona', cpf(3)],
      ['Ivo Reis', 'Fiador', cpf(4)],
    ),
  );
  const options = ['Inquilino', 'Proprietário', 'Fiador'];
  expect(await look(staged)).toMatchObject({
    ...{ fresh: 1, refused: 3 },
    unknown_words: [
      { field: 'tipo', word: 'Locatária', lines: 2, options },
      { field: 'tipo', word: 'Dona', lines: 1, options },
    ],
  });
  const words = [
    { field: 'tipo', word: 'Locatária', means: 'Inquilino' },
    { field: 'tipo', word: 'Dona', means: 'Proprietário' },
  ];
  expect(await look(staged, { words })).toMatchObject({ fresh: 4, refused: 0, unknown_words: [] });
  expect(await run(staged.id)).toMatchObject({ fresh: 4, refused: 0 });
  expect(await app.db.selectFrom('client').select(['name', 'type']).orderBy('id').execute()).toEqual([
    { name: 'Ana Prado', type: 'TENANT' },
    { name: 'Rui Lima', type: 'TENANT' },
    { name: 'Eva Reis', type: 'OWNER' },
    { name: 'Ivo Reis', type: 'GUARANTOR' },
  ]);
});

test('a cell of a free-text field is kept as it is, whatever the answers', async () => {
  const staged = await desk.stage(
    'people',
    csv(['Nome', 'Tipo', 'CPF', 'Banco'], ['Ana Prado', 'Fiador', cpf(1), '-']),
  );
  const words = [
    { field: 'banco', word: '-', means: '104' },
    { field: 'nome', word: 'Ana Prado', means: 'Eva Reis' },
  ];
  expect((await look(staged, { words })).lines).toMatchObject([{ cells: { nome: 'Ana Prado', banco: '' } }]);
});

test('a refused cell is shown with name and value, and corrected before the import', async () => {
  const staged = await desk.stage(
    'people',
    csv(['Nome', 'Tipo', 'CPF', 'CEP'], ['Ana Prado', 'Fiador', '123', '1'], ['Rui Lima', 'Fiador', cpf(2), '']),
  );
  const cell = { line: 2, name: 'Ana Prado', mendable: true };
  expect((await look(staged)).refusals).toEqual([{ ...cell, field: 'documento', reason: 'formato', value: '123' }]);

  const mend = (line: number, field: string, value: string) =>
    staff.patch(`/import/${staged.id}/line/${line}`, { field, value });
  expect((await mend(2, 'documento', ` ${cpf(1)} `)).statusCode).toBe(204);
  expect((await look(staged)).refusals).toEqual([{ ...cell, field: 'cep', reason: 'formato', value: '1' }]);
  expect((await mend(2, 'cep', '36010-000')).statusCode).toBe(204);
  expect(await look(staged)).toMatchObject({ fresh: 2, refused: 0 });

  expect(refusal(await mend(9, 'cep', '36010-000'))).toEqual([404, 'IMPORT_LINE_UNKNOWN']);
  expect(refusal(await mend(2, 'bairro', 'Centro'))).toEqual([422, 'IMPORT_COLUMN_UNKNOWN']);
  await run(staged.id);
  expect(refusal(await mend(2, 'cep', '36010-000'))).toEqual([409, 'IMPORT_STARTED']);
  expect(await app.db.selectFrom('client').select(['cpf_cnpj', 'cep']).orderBy('id').execute()).toEqual([
    { cpf_cnpj: cpf(1), cep: '36010000' },
    { cpf_cnpj: cpf(2), cep: null },
  ]);
});

test('an invalid e-mail is dropped with a warning, and the person imported', async () => {
  const staged = await desk.stage(
    'people',
    csv(
      ['Nome', 'Tipo', 'CPF', 'E-mail'],
      ['Ana Prado', 'Fiador', cpf(1), 'ana@'],
      ['Rui Lima', 'Fiador', cpf(2), 'rui@exemplo.com.br'],
    ),
  );
  const said = { line: 2, field: 'email', reason: 'formato: entra sem e-mail' };
  expect(await look(staged)).toMatchObject({
    ...{ fresh: 2, refused: 0 },
    warnings: [{ ...said, name: 'Ana Prado', value: 'ana@' }],
  });
  await run(staged.id);
  expect((await staff.get(`/import/${staged.id}`)).json<ImportDetail>().warnings).toEqual([said]);
  expect(await app.db.selectFrom('client').select('email').orderBy('id').execute()).toEqual([
    { email: null },
    { email: 'rui@exemplo.com.br' },
  ]);
});

test('an account invalid for its bank is imported with a warning; a Pix key alone is an account', async () => {
  const staged = await desk.stage(
    'people',
    csv(
      ['Nome', 'Tipo', 'CPF', 'Banco', 'Agência', 'Conta', 'Chave Pix'],
      ['Ana Prado', 'Proprietário', cpf(1), '341', '0024', '51782-4', ''],
      ['Rui Lima', 'Proprietário', cpf(2), '', '', '', '(11) 99999-8888'],
      ['Eva Dias', 'Proprietário', cpf(3), '', '', '', 'minha chave'],
    ),
  );
  const said = [
    { line: 2, field: 'conta', reason: 'não confere para este banco: entra como está' },
    { line: 4, field: 'pix', reason: 'não é uma chave Pix: entra sem conta' },
  ];
  expect(await look(staged)).toMatchObject({ fresh: 3, refused: 0, warnings: said });
  await run(staged.id);
  const kept = app.db.selectFrom('bank_account').select(['code', 'account_number', 'pix_key']).orderBy('id');
  expect(await kept.execute()).toEqual([
    { code: '341', account_number: '51782-4', pix_key: null },
    { code: null, account_number: null, pix_key: '(11) 99999-8888' },
  ]);
});

test('a name of the register identifies a person once confirmed by hand', async () => {
  const owner = await app.client({ name: 'Lúcia Prado', type: 'OWNER', cpf_cnpj: cpf(1) });
  await app.client({ name: 'José da Silva', cpf_cnpj: cpf(2) });
  const other = await app.client({ name: 'JOSE DA SILVA', cpf_cnpj: cpf(3) });
  const property = await app.property({ owners: [owner] });
  const staged = await desk.stage(
    'contracts',
    csv(
      ['Inquilino', 'ID do imóvel', 'Vlr Aluguel', 'Tx Adm %', 'Venc.', 'Início', 'Fim', 'Situação'],
      ['Jose da Silva', property.id, '1.500,00', '10', 10, '01/11/2026', '30/04/2029', 'Ativo'],
      ['Ninguém Conhecido', property.id, '1.500,00', '10', 10, '01/11/2026', '30/04/2029', 'Encerrado'],
    ),
  );
  const before = await look(staged);
  expect(before.refusals.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'confirme quem é'],
    [3, 'não existe'],
  ]);
  expect(before.unconfirmed_people).toMatchObject([
    {
      name: 'Jose da Silva',
      lines: 1,
      people: [{ label: expect.stringContaining('José da Silva · ') }, { id: other.id }],
    },
  ]);
  // A client with another name is refused as an answer.
  expect(await look(staged, { people: [{ name: 'Jose da Silva', id: owner.id }] })).toMatchObject({ fresh: 0 });
  expect(await look(staged, { people: [{ name: 'Jose da Silva', id: other.id }] })).toMatchObject({
    ...{ fresh: 1, unconfirmed_people: [] },
    lines: [{ cells: { inquilino: 'JOSE DA SILVA' } }],
  });
  await run(staged.id);
  expect(await app.db.selectFrom('proposal').select('user_id').execute()).toEqual([{ user_id: other.id }]);
  // The answers hold names of the file, so they are deleted with its lines.
  expect(await app.db.selectFrom('import_run').select('answers').execute()).toEqual([
    { answers: { words: [], people: [], amounts: [] } },
  ]);
});

test('a price far from what is usual waits for a confirmation of its line', async () => {
  const owner = await app.owner();
  for (let made = 0; made < 9; made += 1) await app.property({ owners: [owner], price: 90_000 });
  const { id } = await app.property({ owners: [owner], price: 90_000 });
  const property = await desk.stage(
    'properties',
    csv(
      ['Proprietário', 'Tipo', 'Finalidade', 'Valor', 'Endereço', 'Bairro', 'Cidade'],
      [owner.cpf_cnpj, 'Casa', 'Locação', '350.000,00', 'Rua A', 'Centro', 'Ubá'],
      [owner.cpf_cnpj, 'Casa', 'Locação', '90.000,01', 'Rua B', 'Centro', 'Ubá'],
      [owner.cpf_cnpj, 'Casa', 'Locação', '90.000,00', 'Rua C', 'Centro', 'Ubá'],
      [owner.cpf_cnpj, 'Casa', 'Venda', '1.200,00', 'Rua D', 'Centro', 'Ubá'],
    ),
  );
  const asked = [
    { line: 2, field: 'valor', amount: 350_000 },
    { line: 3, field: 'valor', amount: 90_000.01 },
    { line: 5, field: 'valor', amount: 1_200 },
  ];
  expect(await look(property)).toMatchObject({ fresh: 1, refused: 3, unconfirmed_amounts: asked });
  // Confirmed for its line and its amount alone.
  const wrong = [
    { line: 4, field: 'valor', amount: 350_000 },
    { ...asked[1], amount: 90_000 },
  ] as typeof asked;
  expect(await look(property, { amounts: wrong })).toMatchObject({ fresh: 1 });
  expect(await look(property, { amounts: asked.slice(1) })).toMatchObject({
    ...{ fresh: 3, refused: 1, unconfirmed_amounts: asked.slice(0, 1) },
  });
  expect(await run(property.id)).toMatchObject({ fresh: 3, refused: 1 });
  // None of them is on the site.
  const found = await app.db
    .selectFrom('property')
    .select(['street', 'status', 'advertised'])
    .where('city', '=', 'Ubá');
  expect(await found.orderBy('street').execute()).toEqual(
    ['Rua B', 'Rua C', 'Rua D'].map((street) => ({ street, status: 'AVAILABLE', advertised: false })),
  );

  const tenant = await app.client();
  const contract = await desk.stage(
    'contracts',
    csv(
      ['Inquilino', 'ID do imóvel', 'Vlr Aluguel', 'Tx Adm %', 'Venc.', 'Início', 'Fim', 'Situação'],
      [tenant.cpf_cnpj, id, '150000,00', '10', 10, '01/11/2026', '30/04/2029', 'Ativo'],
    ),
  );
  const rent = [{ line: 2, field: 'valor_atual', amount: 150_000 }];
  expect(await look(contract)).toMatchObject({ fresh: 0, unconfirmed_amounts: rent });
  expect(await look(contract, { amounts: rent })).toMatchObject({ fresh: 1, unconfirmed_amounts: [] });
});
