import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { LOCKS } from '#api/db/locks.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { csv, importActions, importDesk } from '#test/desks/import-desk.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { until } from '#test/until.ts';
import { importRuns } from './runs.service.ts';

const ALL = ['USER_CREATE', 'PROPERTY_CREATE', 'PROPOSAL_CREATE', 'CLIENT_VIEW', 'CLIENT_EDIT'];
const app = await startApp({ today: '2026-11-20' });
const staff = app.as(...ALL);
let desk = await importDesk(app, staff);
afterEach(app.empty);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

const PEOPLE = csv(
  ['Código', 'Nome', 'Tipo', 'CPF/CNPJ', 'Celular'],
  ['P1', 'Lúcia Prado', 'Proprietário', cpf(1), '(32) 98841-2076'],
  ['P2', 'Rui Lima', 'Inquilino', cpf(2), ''],
);
const PROPERTIES = csv(
  ['Código', 'Proprietário', 'Tipo', 'Finalidade', 'Valor', 'Rua', 'Nº', 'Bairro', 'Cidade'],
  ['I1', 'P1', 'Apartamento', 'Locação', '1.500,00', 'Rua Halfeld', 10, 'Centro', 'Juiz de Fora'],
);
const CONTRACTS = csv(
  ['Código', 'Inquilino', 'Imóvel', 'Valor atual', 'Comissão', 'Dia do vencimento', 'Início', 'Fim', 'Situação'],
  ['C1', 'P2', 'I1', '1.500,00', '10', 10, '01/11/2026', '30/04/2029', 'Ativo'],
);

const clients = () =>
  app.db
    .selectFrom('client')
    .select(['id', 'name', 'cpf_cnpj', 'phone'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/** Every row of the register, with the transaction that last wrote it. */
async function everything() {
  const tables = [
    'client',
    'bank_account',
    'property',
    'property_owner',
    'property_fee',
    'proposal',
    'contract_party',
    'import_record',
    'trail',
  ];
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(
    tables.map(
      (table) =>
        sql`(select json_agg(array[xmin::text, r::text] order by r::text) from ${sql.table(table)} r) as ${sql.ref(table)}`,
    ),
  )}`.execute(app.db);
  return rows[0];
}

describe('POST /import/:kind/file/:sheet', () => {
  test('reads titles, shows samples and suggests columns; imports nothing', LONG, async () => {
    const before = await everything();
    const staged = await desk.stage('people', PEOPLE, { name: 'C:\\carteira\\clientes 2026.csv' });
    expect(staged).toMatchObject({
      ...{ kind: 'people', file_name: 'clientes 2026.csv', status: 'STAGED', total: 2, done: 0, by: 'Mariana Dias' },
      columns: [
        { title: 'Código', samples: ['P1', 'P2'] },
        { title: 'Nome', samples: ['Lúcia Prado', 'Rui Lima'] },
        { title: 'Tipo', samples: ['Proprietário', 'Inquilino'] },
        { title: 'CPF/CNPJ', samples: [cpf(1), cpf(2)] },
        { title: 'Celular', samples: ['(32) 98841-2076'] },
      ],
      mapping: { codigo: 0, nome: 1, tipo: 2, documento: 3, telefone: 4 },
      doubtful: [],
      hidden_lines: 0,
      sheets: [],
    });
    expect(await everything()).toEqual(before);
  });

  test('shows both columns of one title, and suggests neither', async () => {
    const staged = await desk.stage('people', csv(['Nome', 'Tipo', 'CPF', 'CPF'], ['Ana', 'Fiador', cpf(1), cpf(2)]));
    expect(staged).toMatchObject({ mapping: { nome: 0, tipo: 1 }, doubtful: ['documento'] });
    expect(staged.columns.map(({ title }) => title)).toEqual(['Nome', 'Tipo', 'CPF (coluna C)', 'CPF (coluna D)']);
    expect(refusal(await staff.put(`/import/${staged.id}/mapping`, { mapping: staged.mapping }))).toEqual([
      ...[422, 'IMPORT_COLUMN_MISSING'],
    ]);
  });

  test('reads the chosen sheet of a workbook', LONG, async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Resumo',
          rows: [
            ['a', 'b'],
            [1, 2],
          ],
        },
        {
          name: 'Clientes',
          rows: [
            ['Nome', 'CPF'],
            ['Ana', 12_345_678_909],
          ],
        },
      ],
    });
    const staged = await desk.stage('people', book, { name: 'livro.xlsx', sheet: 1 });
    expect(staged).toMatchObject({ sheets: ['Resumo', 'Clientes'], sheet: 1, mapping: { nome: 0, documento: 1 } });
    expect(staged.columns[1]).toEqual({ title: 'CPF', samples: ['12345678909'] });
  });

  test('replaces the staged file of the same kind', async () => {
    const first = await desk.stage('people', PEOPLE);
    const other = await desk.stage('properties', PROPERTIES);
    await desk.stage('people', PEOPLE);
    expect(refusal(await staff.get(`/import/${first.id}`))).toEqual([404, 'IMPORT_NOT_FOUND']);
    expect((await staff.get(`/import/${other.id}`)).statusCode).toBe(200);
  });

  test('refuses a missing file, one with titles only, and an unknown kind', async () => {
    expect(refusal(await staff.post('/import/people/file/0', {}))).toEqual([415, 'FST_INVALID_MULTIPART_CONTENT_TYPE']);
    const empty = await desk.send('people', 'Nome;CPF\n');
    expect(empty.json()).toMatchObject({ status: 422, message: 'A planilha só tem os títulos das colunas.' });
    expect((await staff.post('/import/pessoas/file/0', {})).statusCode).toBe(404);
  });
});

describe('PUT /import/:id/mapping', () => {
  test('previews the rows and each refusal with its line; imports nothing', async () => {
    await app.client({ cpf_cnpj: cpf(2) });
    const before = await everything();
    const staged = await desk.stage(
      'people',
      csv(
        ['Nome', 'Perfil', 'Documento', 'Nascimento'],
        ['Lúcia Prado', 'proprietaria', cpf(1), ''],
        ['Lúcia Prado', 'PROPRIETÁRIO', cpf(1), '29/02/1980'],
        ['Rui Lima', 'inquilino', cpf(2), ''],
        ['', 'inquilino', cpf(3), ''],
        ['Ana', 'fiador', '111.111.111-11', ''],
      ),
    );
    expect(staged.mapping).toEqual({ nome: 0, tipo: 1, documento: 2, nascimento: 3 });
    expect(await desk.preview(staged)).toEqual({
      ...{ fresh: 1, known: 1, refused: 3 },
      lines: [
        {
          line: 3,
          known: false,
          cells: expect.objectContaining({
            nome: 'Lúcia Prado',
            tipo: 'Proprietário',
            documento: expect.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/),
            nascimento: '29/02/1980',
          }),
        },
        { line: 4, known: true, cells: expect.objectContaining({ nome: 'Rui Lima' }) },
      ],
      refusals: [
        { line: 2, field: 'tipo', reason: 'valor desconhecido', name: 'Lúcia Prado', value: 'proprietaria' },
        { line: 5, field: 'nome', reason: 'obrigatório', name: '', value: '' },
        { line: 6, field: 'documento', reason: 'dígito verificador inválido', name: 'Ana', value: '111.111.111-11' },
      ].map((cell) => ({ ...cell, mendable: true })),
      warnings: [],
      unknown_words: [
        { field: 'tipo', word: 'proprietaria', lines: 1, options: ['Inquilino', 'Proprietário', 'Fiador'] },
      ],
      unconfirmed_people: [],
      unconfirmed_amounts: [],
      billing: null,
    });
    expect(await everything()).toEqual(before);
  });

  test('can be repeated with other columns', async () => {
    const staged = await desk.stage('people', csv(['A', 'B', 'C'], [cpf(1), 'Ana', 'Fiador']));
    expect(staged.mapping).toEqual({});
    expect(await desk.preview({ ...staged, mapping: { nome: 0, tipo: 2, documento: 1 } })).toMatchObject({
      refused: 1,
    });
    expect(await desk.preview({ ...staged, mapping: { nome: 1, tipo: 2, documento: 0 } })).toMatchObject({
      fresh: 1,
      refused: 0,
    });
  });

  test.each([
    [
      'a required field without a column',
      { nome: 1, tipo: 2 },
      'IMPORT_COLUMN_MISSING',
      'mapping.documento',
      'Escolha a coluna de CPF/CNPJ',
    ],
    [
      'a column that the file lacks',
      { nome: 1, tipo: 2, documento: 5 },
      'IMPORT_COLUMN_UNKNOWN',
      'mapping.documento',
      'Esta planilha não tem essa coluna',
    ],
    [
      'a field that is none',
      { nome: 1, tipo: 2, documento: 3, senha: 4 },
      'IMPORT_COLUMN_UNKNOWN',
      'mapping.senha',
      'Esta planilha não tem essa coluna',
    ],
  ])('%s', async (_, mapping, code, field, message) => {
    const { id } = await desk.stage('people', PEOPLE);
    const answer = await staff.put(`/import/${id}/mapping`, { mapping });
    expect(answer.json()).toMatchObject({ status: 422, code, errors: [{ field, message }] });
  });

  test('accepts the property’s code or its id', async () => {
    const titles = ['Inquilino', 'ID do imóvel', 'Valor', 'Comissão', 'Vencimento', 'Início', 'Fim', 'Situação'];
    const tenant = await app.client();
    const { id: property } = await app.property();
    const line = [tenant.cpf_cnpj, property, '900', '8,5%', 5, '01/12/2026', '30/11/2027', 'Vigente'];
    const staged = await desk.stage('contracts', csv(titles, line, [...line.slice(0, 1), 999_999, ...line.slice(2)]));
    expect(await desk.preview(staged)).toMatchObject({
      fresh: 1,
      lines: [{ cells: { inquilino: tenant.name, comissao: '8,5%', valor_atual: 'R$\u00a0900,00' } }],
      refusals: [{ line: 3, field: 'imovel_id', reason: 'não existe' }],
    });
    const { imovel_id: _, ...without } = staged.mapping;
    const answer = await staff.put(`/import/${staged.id}/mapping`, { mapping: without });
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'mapping.imovel', message: 'Escolha a coluna de Imóvel' }],
    });
  });
});

describe('POST /import/:id/run', () => {
  test('imports people, then records that refer to them by code or document, then contracts', async () => {
    expect(await desk.bring('people', PEOPLE)).toMatchObject({
      status: 'DONE',
      total: 2,
      done: 2,
      fresh: 2,
      known: 0,
      refused: 0,
    });
    expect(await clients()).toMatchObject([
      { name: 'Lúcia Prado', phone: '32988412076' },
      { name: 'Rui Lima', phone: null },
    ]);
    const more = `${PROPERTIES}I2;${cpf(1)};Casa;Venda;300000;Rua Batista;7;Centro;Ubá\nI3;${cpf(9)};Casa;Venda;1;Rua B;8;Centro;Ubá\n`;
    expect(await desk.bring('properties', more)).toMatchObject({
      ...{ fresh: 2, refused: 1 },
      refusals: [{ line: 4, field: 'proprietario', reason: 'não existe' }],
    });
    const owners = await app.db.selectFrom('property_owner').select('client_id').execute();
    expect(new Set(owners.map((row) => row.client_id)).size).toBe(1);
    expect(await desk.bring('contracts', CONTRACTS)).toMatchObject({ status: 'DONE', fresh: 1 });
    const [lease] = await app.db
      .selectFrom('proposal')
      .select(['id', 'status', 'current_price', 'start_date'])
      .execute();
    expect(lease).toMatchObject({ status: 'APPROVED', current_price: 150_000, start_date: '2026-11-01' });
    expect(await trailOf(app.db, 'proposal', lease?.id ?? 0)).toMatchObject([
      { actor: 'Mariana Dias', action: 'create' },
    ]);
  });

  test('deletes the lines after the import', async () => {
    const { id } = await desk.bring('people', PEOPLE);
    expect(await app.db.selectFrom('import_line').select('line').where('run_id', '=', id).execute()).toEqual([]);
  });

  test('changes nothing on a second run, and keeps codes of people registered before', LONG, async () => {
    await app.client({ cpf_cnpj: cpf(1), type: 'OWNER', name: 'Lúcia P.' });
    expect(await desk.bring('people', PEOPLE)).toMatchObject({ fresh: 1, known: 1 });
    const before = await everything();
    expect(await desk.bring('people', PEOPLE)).toMatchObject({ status: 'DONE', fresh: 0, known: 2 });
    expect(await everything()).toEqual(before);
    // P1 was matched to a person registered by hand.
    expect(await desk.bring('properties', PROPERTIES)).toMatchObject({ fresh: 1 });
  });

  test('imports again what was deleted since', async () => {
    await desk.bring('people', PEOPLE);
    const [first] = await clients();
    await app.db
      .updateTable('client')
      .set({ deleted_at: new Date() })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await desk.bring('people', PEOPLE)).toMatchObject({ fresh: 1, known: 1 });
  });

  test('refuses a code that two agencies used, where it is referred to', LONG, async () => {
    await desk.bring('people', PEOPLE);
    await desk.bring('people', csv(['Código', 'Nome', 'Tipo', 'CPF'], ['P1', 'Outra', 'Fiador', cpf(3)]));
    expect(await desk.bring('properties', PROPERTIES)).toMatchObject({
      ...{ fresh: 0, refused: 1 },
      refusals: [{ line: 2, field: 'proprietario', reason: 'há mais de um com este código' }],
    });
  });

  test('identifies a line without a code by its values, once in a file', async () => {
    await app.owner({ cpf_cnpj: cpf(1) });
    const file = csv(
      ['Proprietário', 'Tipo', 'Finalidade', 'Valor', 'Rua', 'Nº', 'Bairro', 'Cidade'],
      [cpf(1), 'Casa', 'Locação', '900', 'Rua Halfeld', 10, 'Centro', 'Ubá'],
      [cpf(1), 'Casa', 'Locação', '950', 'Rua Halfeld', 10, 'Centro', 'Ubá'],
    );
    const report = { fresh: 1, refusals: [{ line: 3, field: 'logradouro', reason: 'imóvel repetido' }] };
    expect(await desk.bring('properties', file)).toMatchObject(report);
    expect(await desk.bring('properties', file)).toMatchObject({ ...report, fresh: 0, known: 1 });
  });

  test('runs once, and refuses a mapping of a started run', async () => {
    const staged = await desk.stage('people', PEOPLE);
    expect(refusal(await staff.post(`/import/${staged.id}/run`))).toEqual([409, 'IMPORT_NOT_MAPPED']);
    await desk.preview(staged);
    const answers = await Promise.all([1, 2, 3].map(() => staff.post(`/import/${staged.id}/run`)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    await desk.finished(staged.id);
    expect(refusal(await staff.post(`/import/${staged.id}/run`))).toEqual([409, 'IMPORT_STARTED']);
    const { mapping } = staged;
    expect(refusal(await staff.put(`/import/${staged.id}/mapping`, { mapping }))).toEqual([409, 'IMPORT_STARTED']);
    expect(refusal(await staff.delete(`/import/${staged.id}`))).toEqual([409, 'IMPORT_STARTED']);
    expect(await clients()).toHaveLength(2);
  });

  test('serialises two runs, and imports a person in both once', async () => {
    const mine = await desk.stage('people', PEOPLE);
    await desk.preview(mine);
    const colleague = app.as('USER_CREATE', 'CLIENT_VIEW');
    const other = importActions(colleague);
    const theirs = await other.stage('people', PEOPLE);
    await other.preview(theirs);
    await Promise.all([staff.post(`/import/${mine.id}/run`), colleague.post(`/import/${theirs.id}/run`)]);
    const runs = await Promise.all([desk.finished(mine.id), desk.finished(theirs.id)]);
    expect(runs.map((run) => run.fresh).sort()).toEqual([0, 2]);
    expect(await clients()).toHaveLength(2);
  });
});

describe('what a line holds beyond its record', () => {
  const ACCOUNTS = csv(
    ['Nome', 'Tipo', 'CPF/CNPJ', 'Banco', 'Agência', 'Conta'],
    ['Lúcia Prado', 'Proprietário', cpf(1), '104', '1689', '610851-9'],
  );
  const clerk = app.as('USER_CREATE', 'PROPOSAL_CREATE', 'CLIENT_VIEW');
  const theirs = importActions(clerk);
  const begin = ({ id }: { id: number }) => clerk.post(`/import/${id}/run`);

  test.each([
    ['people', ACCOUNTS, ['banco']],
    [
      'contracts',
      csv(
        ['Inquilino', 'Imóvel', 'Valor', 'Comissão', 'Vencimento', 'Início', 'Fim', 'Situação', 'opcao_assinado'],
        [cpf(1), 'I1', '900', '8', 5, '01/12/2026', '30/11/2027', 'Vigente', '01/12/2024'],
      ),
      ['opcao_assinado'],
    ],
  ] as const)('asks for the right of the call that enters it alone: %s', async (kind, content, fields) => {
    const staged = await theirs.stage(kind, content);
    await theirs.preview(staged);
    expect(refusal(await begin(staged))).toEqual([403, 'IMPORT_BEYOND']);
    const rest = Object.entries(staged.mapping).filter(([field]) => !(fields as readonly string[]).includes(field));
    await theirs.preview({ ...staged, mapping: Object.fromEntries(rest) });
    expect((await begin(staged)).statusCode).toBe(200);
    await desk.finished(staged.id);
  });

  test('is looked for in the columns that the run reads, chosen in the same moment', async () => {
    const staged = await theirs.stage('people', ACCOUNTS);
    await theirs.preview({ ...staged, mapping: { nome: 0, tipo: 1, documento: 2 } });
    const other = await app.pool.connect();
    await other.query('begin');
    await other.query('update import_run set mapping = $1 where id = $2', [JSON.stringify(staged.mapping), staged.id]);
    const started = begin(staged);
    await until(
      () => app.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%import_run%'`),
      ({ rowCount }) => rowCount === 1,
    );
    await other.query('commit');
    other.release();
    expect(refusal(await started)).toEqual([403, 'IMPORT_BEYOND']);
  });

  test('and everything else of a failed file comes in by the hand of who sent it', async () => {
    const staged = await desk.stage('people', ACCOUNTS);
    await desk.preview(staged);
    await app.db.updateTable('import_run').set({ status: 'FAILED' }).where('id', '=', staged.id).execute();
    const colleague = app.as(...ALL, 'PROPERTY_EDIT');
    expect((await colleague.get(`/import/${staged.id}`)).json()).toMatchObject({ status: 'FAILED' });
    for (const answer of [
      await colleague.post(`/import/${staged.id}/run`),
      await colleague.put(`/import/${staged.id}/mapping`, { mapping: staged.mapping }),
      await colleague.patch(`/import/${staged.id}/line/2`, { field: 'conta', value: '1-9' }),
    ])
      expect(refusal(answer)).toEqual([409, 'IMPORT_OF_ANOTHER']);
    expect((await staff.post(`/import/${staged.id}/run`)).statusCode).toBe(200);
    expect(await desk.finished(staged.id)).toMatchObject({ status: 'DONE', fresh: 1 });
  });
});

describe('a line of people who are gone', () => {
  test('that names an anonymised person is refused alone', async () => {
    await desk.bring('people', PEOPLE);
    await desk.bring('properties', PROPERTIES);
    const [lucia, rui] = await clients();
    await app.client({ cpf_cnpj: cpf(3) });
    await app.db
      .updateTable('client')
      .set({ anonymised_at: new Date() })
      .where('id', '=', rui?.id ?? 0)
      .execute();
    const more = `${CONTRACTS}C2;${cpf(3)};I1;1.500,00;10;10;01/11/2020;30/04/2023;Encerrado\n`;
    expect(await desk.bring('contracts', more)).toMatchObject({
      ...{ status: 'DONE', fresh: 1 },
      refusals: [{ line: 2, field: 'inquilino', reason: 'não existe' }],
    });
    await app.db
      .updateTable('client')
      .set({ anonymised_at: new Date() })
      .where('id', '=', lucia?.id ?? 0)
      .execute();
    const another = PROPERTIES.replace('I1;P1', 'I2;P1');
    expect(await desk.bring('properties', another)).toMatchObject({ fresh: 0, refused: 1 });
  });

  test('with the e-mail of a person of a company is refused: an e-mail signs in to one client area', async () => {
    const { id } = await app.client();
    await app.db
      .insertInto('client_person')
      .values({ client_id: id, name: 'Bia Reis', email: 'bia@example.com' })
      .execute();
    const file = csv(['Nome', 'Tipo', 'CPF/CNPJ', 'E-mail'], ['Bia', 'Fiador', cpf(901), 'Bia@example.com']);
    expect(await desk.bring('people', file)).toMatchObject({
      ...{ fresh: 0, refused: 1 },
      refusals: [{ field: 'email', reason: 'e-mail repetido' }],
    });
  });
});

describe('an interrupted run', () => {
  const MANY = csv(
    ['Nome', 'Tipo', 'CPF'],
    ...Array.from({ length: 1_200 }, (_, index) => [`Pessoa ${index}`, 'Fiador', cpf(index + 1)]),
  );

  /** A run blocked at its last line, until the lock is released. */
  async function heldUp() {
    const blocker = await app.pool.connect();
    await blocker.query('begin');
    await blocker.query('insert into client (name, type, cpf_cnpj) values ($1, $2, $3)', [
      'Vaga',
      'TENANT',
      cpf(1_200),
    ]);
    const staged = await desk.stage('people', MANY);
    await desk.preview(staged);
    await staff.post(`/import/${staged.id}/run`);
    await until(
      () => desk.show(staged.id),
      ({ done }) => done >= 1_000,
    );
    return { id: staged.id, letGo: () => blocker.query('rollback').finally(() => blocker.release()) };
  }
  /** Connection on which a run waits. */
  async function waiting() {
    const { rows } = await until(
      () =>
        sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like 'insert into "client"%'`.execute(app.db),
      (found) => found.rows.length > 0,
    );
    return rows[0]?.pid;
  }

  test(
    'shows progress; after its connection is killed nothing is imported, and it repeats by itself',
    LONG,
    async () => {
      const { id, letGo } = await heldUp();
      expect(await desk.show(id)).toMatchObject({ status: 'RUNNING', done: 1_000, total: 1_200 });
      await sql`select pg_terminate_backend(${await waiting()})`.execute(app.db);
      await letGo();
      expect(await clients()).toEqual([]);
      expect(await desk.show(id)).toMatchObject({ status: 'RUNNING' });
      expect(await desk.finished(id)).toMatchObject({ status: 'DONE', done: 1_200, fresh: 1_200 });
      expect(await clients()).toHaveLength(1_200);
    },
  );

  test('is resumed after its worker died; a live one is left alone', LONG, async () => {
    await desk.jobs.stop();
    const staged = await desk.stage('people', PEOPLE);
    await desk.preview(staged);
    await staff.post(`/import/${staged.id}/run`);
    // State after a killed server: the job is still locked.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = ${`import:${staged.id}`}`.execute(
      app.db,
    );
    expect(await desk.show(staged.id)).toMatchObject({ status: 'RUNNING', done: 0 });
    desk = await importDesk(app, staff);
    expect(await desk.finished(staged.id)).toMatchObject({ status: 'DONE', fresh: 2 });
    await importRuns.resume(app.deps);
    expect(await clients()).toHaveLength(2);
    await sql`delete from graphile_worker._private_jobs where locked_by = 'dead'`.execute(app.db);
  });

  test('fails after repeated errors with nothing imported, and can be started again', async () => {
    await sql`create function breaks() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      app.db,
    );
    await sql`create trigger breaks after insert on client for each row execute function breaks()`.execute(app.db);
    const staged = await desk.stage('people', PEOPLE);
    await desk.preview(staged);
    await staff.post(`/import/${staged.id}/run`);
    // Its retries, without the backoff between them.
    let failed = await desk.show(staged.id);
    while (failed.status === 'RUNNING') {
      await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(app.db);
      failed = await desk.show(staged.id);
    }
    expect(failed).toMatchObject({ status: 'FAILED', done: 0, fresh: 0 });
    expect(await clients()).toEqual([]);
    await sql`drop trigger breaks on client`.execute(app.db);
    expect((await staff.post(`/import/${staged.id}/run`)).statusCode).toBe(200);
    expect(await desk.finished(staged.id)).toMatchObject({ status: 'DONE', fresh: 2 });
  });
});

test('imports that wait for one another leave workers to work of every other kind', async () => {
  // As an import on another server does for as long as it takes.
  const holder = await app.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1)', [LOCKS.imports]);
  const staged: number[] = [];
  for (const [number, person] of [staff, app.as('*')].entries()) {
    const actions = importActions(person);
    const one = await actions.stage(
      'people',
      csv(['Nome', 'Tipo', 'CPF/CNPJ'], [`Ana ${number}`, 'Fiador', cpf(number + 1)]),
    );
    await actions.preview(one);
    expect((await person.post(`/import/${one.id}/run`)).statusCode).toBe(200);
    staged.push(one.id);
  }
  const others = ['boleto-calls', 'payouts', 'messages', 'totals', 'billing'];
  for (const task of others) await app.pool.query('select graphile_worker.add_job($1, job_key => $1)', [task]);
  await until(
    () => app.pool.query('select from graphile_worker.jobs where task_identifier = any($1)', [others]),
    ({ rowCount }) => rowCount === 0,
  );
  await holder.query('rollback');
  holder.release();
  for (const id of staged)
    await until(
      () => app.db.selectFrom('import_run').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
      ({ status }) => status === 'DONE',
    );
});
