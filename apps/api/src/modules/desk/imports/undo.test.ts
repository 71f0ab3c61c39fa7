import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { LOCKS } from '#api/db/locks.ts';
import { withSheet } from '#api/sheets/read.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { csv, importActions, importDesk } from '#test/desks/import-desk.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { importRuns } from './runs.service.ts';
import { TABLES, TIES } from './undo.queries.ts';

const ALL = [
  'USER_CREATE',
  'PROPERTY_CREATE',
  'PROPOSAL_CREATE',
  'CLIENT_VIEW',
  'CLIENT_EDIT',
  'PROPERTY_EDIT',
  'PROPOSAL_EDIT',
];
const app = await startApp({ today: '2026-11-20' });
const staff = app.as(...ALL);
const desk = await importDesk(app, staff);
afterEach(app.empty);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

const PEOPLE = csv(
  ['codigo', 'nome', 'tipo', 'documento', 'banco', 'agencia', 'conta'],
  [1, 'Lúcia Prado', 'Proprietário', cpf(1), '104', '1689', '610851-9'],
  [2, 'Rui Lima', 'Inquilino', cpf(2), '', '', ''],
);
const PROPERTIES = csv(
  ['codigo', 'proprietario', 'tipo', 'finalidade', 'valor', 'logradouro', 'numero', 'bairro', 'cidade', 'iptu'],
  [1, 1, 'Apartamento', 'Locação', '1.500,00', 'Rua Halfeld', 10, 'Centro', 'Juiz de Fora', '90'],
);
const CONTRACTS = csv(
  ['codigo', 'inquilino', 'imovel', 'valor_atual', 'comissao', 'dia_vencimento', 'inicio', 'fim', 'situacao'],
  [1, 2, 1, '1.500,00', '10', 10, '01/11/2026', '30/04/2029', 'Ativo'],
);

const live = async (table: 'client' | 'property' | 'proposal') =>
  (await app.db.selectFrom(table).select('id').where('deleted_at', 'is', null).orderBy('id').execute()).map(
    ({ id }) => id,
  );
const ties = async (id: number) => {
  const answer = await desk.undo(id);
  return [answer.statusCode, answer.json().code, answer.json().ties, answer.json().message];
};

/** Foreign keys to what imports make that hold no undo back. */
const FREE: Record<string, string> = {
  'client_session.client_id': 'access ends with the person',
  'client_access_link.client_id': 'access ends with the person',
  'client_email_link.client_id': 'access ends with the person',
  'form_draft_photograph.client_id': 'a draft of a person whose access ends',
  'notification_dismissal.client_id': 'nobody is left to read it',
  'message.client_id': 'what was sent stays as it was',
  'message_reply.client_id': 'what was received stays as it was',
  'message_consent.client_id': 'holds no other record',
  'message_refusal.client_id': 'inherited by the import itself',
  'proposal_seller.client_id': 'an owner: the property holds them',
  'property_feature.property_id': 'its change is in the trail',
  'property_image.property_id': 'its change is in the trail',
  'property_fee.property_id': 'made by the import itself',
  'property_owner.property_id': 'made by the import itself',
  'contract_party.proposal_id': 'made by the import itself',
  'proposal.user_id': 'a party of the contract, which holds the tenant',
  'proposal_seller.proposal_id': 'made by the import itself',
  'reform_option.proposal_id': 'made by the import itself',
  'boleto.proposal_id': 'of an invoice, which holds the contract',
  'collection_step.proposal_id': 'of an invoice, which holds the contract',
  'message.contract_id': 'what was sent stays as it was',
  'service_note.issuer_id': 'of a payment, which holds the owner',
  'service_note.taker_id': 'of a payment, which holds owner and tenant',
  'service_note.property_id': 'of a payment, whose contract holds the property',
  'service_note.proposal_id': 'of a payment, which holds the contract',
  'note_series.issuer_id': 'of notes, whose payments hold the owner',
};

test('each foreign key to a record that an import makes is a tie, or has its reason', async () => {
  const { rows } = await sql<{ to: string; table: string; column: string }>`
    select confrelid::regclass::text as to, conrelid::regclass::text as table, a.attname as column
    from pg_constraint k join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    where contype = 'f' and confrelid::regclass::text in ('client', 'property', 'proposal')`.execute(app.db);
  const asked = new Map(
    Object.entries(TIES).map(([kind, ties]) => [
      TABLES[kind as keyof typeof TABLES] as string,
      Object.values(ties).map((tie) => tie.compile(app.db).sql),
    ]),
  );
  const isTie = ({ to, table, column }: (typeof rows)[number]) =>
    asked.get(to)?.some((text) => new RegExp(`\\b${column}\\b[^;]*?\\bfrom ${table}\\b`).test(text));
  const free = rows.filter((row) => !isTie(row)).map(({ table, column }) => `${table}.${column}`);
  expect([...new Set(free)].sort()).toEqual(Object.keys(FREE).sort());
});

describe('POST /import/:id/undo', () => {
  test('removes exactly the records of the run; the same file can be imported again', async () => {
    const there = await app.client({ cpf_cnpj: cpf(2), name: 'Rui, que já estava' });
    const other = await desk.bring(
      'people',
      csv(['codigo', 'nome', 'tipo', 'documento'], [9, 'Outro', 'Fiador', cpf(9)]),
    );
    const before = await live('client');
    const { id } = await desk.bring('people', PEOPLE);
    const [made = 0] = (await live('client')).filter((one) => !before.includes(one));
    const answer = await desk.undo(id);
    expect(answer.json()).toMatchObject({ id, status: 'UNDONE', fresh: 1, known: 1 });
    expect(await live('client')).toEqual(before);
    expect(before).toContain(there.id);
    expect((await trailOf(app.db, 'client', made)).map(({ action }) => action)).toEqual(['import', 'undo-import']);
    expect(refusal(await desk.undo(id))).toEqual([409, 'IMPORT_NOT_DONE']);
    expect((await desk.show(other.id)).status).toBe('DONE');
    expect(await desk.bring('people', PEOPLE)).toMatchObject({ fresh: 1, known: 1 });
  });

  test('keeps nothing about people', async () => {
    const { id } = await desk.bring('people', PEOPLE);
    await desk.undo(id);
    const { rows } = await sql<{
      text: string;
    }>`select c::text as text from client c union all select b::text from bank_account b
      union all select i::text from import_record i union all select l::text from import_line l`.execute(app.db);
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/L[úu]cia|Prado|Rui|Lima|610851|1000000/i);
  });

  test('succeeds backwards from contracts', LONG, async () => {
    const people = await desk.bring('people', PEOPLE);
    const properties = await desk.bring('properties', PROPERTIES);
    const contracts = await desk.bring('contracts', CONTRACTS);
    expect(await ties(properties.id)).toEqual([
      409,
      'IMPORT_IN_USE',
      { contracts: 1 },
      'Não dá para desfazer: dos imóveis que esta importação cadastrou, 1 tem contrato. Nada mudou.',
    ]);
    expect(await ties(people.id)).toEqual([
      409,
      'IMPORT_IN_USE',
      { properties: 1, contracts: 1 },
      'Não dá para desfazer: das pessoas que esta importação cadastrou, 1 tem imóvel e 1 tem contrato. Nada mudou.',
    ]);
    expect([await live('client'), await live('property'), await live('proposal')].map(({ length }) => length)).toEqual([
      2, 1, 1,
    ]);

    expect((await desk.undo(contracts.id)).statusCode).toBe(200);
    const listing = await app.db.selectFrom('property').select('status').executeTakeFirst();
    expect(listing?.status).toBe('AVAILABLE');
    expect((await desk.undo(properties.id)).statusCode).toBe(200);
    expect((await desk.undo(people.id)).statusCode).toBe(200);
    expect([await live('client'), await live('property'), await live('proposal')]).toEqual([[], [], []]);
    expect(await desk.bring('people', PEOPLE)).toMatchObject({ fresh: 2 });
    expect(await desk.bring('properties', PROPERTIES)).toMatchObject({ fresh: 1 });
    expect(await desk.bring('contracts', CONTRACTS)).toMatchObject({ fresh: 1 });
  });

  test('refuses an edited record', LONG, async () => {
    const { id } = await desk.bring('people', PEOPLE);
    const [lucia, rui] = await live('client');
    await staff.patch(`/user/${rui}/update/name`, { value: 'Rui Lima Neto' });
    const account = await staff.post(`/user/${lucia}/bank`, {
      ...{ code: '001', bank_name: 'Banco do Brasil', holder_name: 'Lúcia', account_number: '1-9', agency_number: '2' },
      ...{ account_type: 'CORRENTE', document: cpf(1) },
    });
    expect(account.statusCode, account.body).toBe(201);
    expect(await ties(id)).toEqual([
      409,
      'IMPORT_IN_USE',
      { edited: 2 },
      'Não dá para desfazer: das pessoas que esta importação cadastrou, 2 mudaram depois de importar. Nada mudou.',
    ]);
    expect(await live('client')).toHaveLength(2);
  });

  test.each<[string, (id: number) => Promise<unknown>, object]>([
    [
      'an invoice',
      (proposal_id) => app.invoice({ contract: { id: proposal_id } as never, reference: '2026-12' }),
      { money: 1 },
    ],
    [
      'an extra value',
      (id) =>
        staff.put(`/proposal/${id}/extra`, {
          ...{ description: 'Chaves', amount: 50, type: 'DEBIT', influence: 'EXPENSE', boleto: 1, transfer: 0 },
        }),
      { extras: 1 },
    ],
    ['a change of terms', (id) => staff.patch(`/proposal/${id}`, { transfer_date: 12 }), { edited: 1 }],
  ])('refuses a contract with %s', LONG, async (_, tie, counts) => {
    await desk.bring('people', PEOPLE);
    await desk.bring('properties', PROPERTIES);
    const { id } = await desk.bring('contracts', CONTRACTS);
    await tie((await live('proposal'))[0] ?? 0);
    expect((await ties(id)).slice(0, 3)).toEqual([409, 'IMPORT_IN_USE', counts]);
    expect(await live('proposal')).toHaveLength(1);
  });

  test('refuses a property with a visit or added parts', LONG, async () => {
    await desk.bring('people', PEOPLE);
    const { id } = await desk.bring('properties', PROPERTIES);
    const [property = 0] = await live('property');
    await app.db
      .insertInto('schedule')
      .values({ property_id: property, date: '2026-11-23', shift: 'MORNING', name: 'Ana' })
      .execute();
    await staff.put(`/property/${property}/features`, { data: ['Varanda'] });
    expect((await ties(id)).slice(0, 3)).toEqual([409, 'IMPORT_IN_USE', { visits: 1, edited: 1 }]);
  });

  test('ignores records deleted by hand', async () => {
    const { id } = await desk.bring('people', PEOPLE);
    const [, rui] = await live('client');
    expect((await app.as('CLIENT_DESTROY').delete(`/user/${rui}/admin`)).statusCode).toBe(204);
    expect((await desk.undo(id)).statusCode).toBe(200);
    expect(await live('client')).toEqual([]);
  });

  test('refuses while another import runs', async () => {
    const { id } = await desk.bring('people', PEOPLE);
    const busy = await app.pool.connect();
    await busy.query('begin');
    await busy.query('select pg_advisory_xact_lock($1)', [LOCKS.imports]);
    expect(refusal(await desk.undo(id))).toEqual([409, 'IMPORT_BUSY']);
    await busy.query('rollback');
    busy.release();
    expect((await desk.undo(id)).statusCode).toBe(200);
  });

  test('an import doesn’t block changes of staff', async () => {
    const busy = await app.pool.connect();
    await busy.query('begin');
    await busy.query('select pg_advisory_xact_lock($1)', [LOCKS.imports]);
    const answer = await app.as('*').post('/user/admin/group', { name: 'Vistoria', permissions: ['PROPERTY_VIEW'] });
    expect(answer.statusCode).toBe(201);
    await busy.query('rollback');
    busy.release();
  });
});

describe('permissions', () => {
  test.each([
    ['people', 'USER_CREATE', PEOPLE],
    ['properties', 'PROPERTY_CREATE', PROPERTIES],
    ['contracts', 'PROPOSAL_CREATE', CONTRACTS],
  ] as const)('%s require %s', LONG, async (kind, permission, content) => {
    await desk.bring('people', PEOPLE);
    await desk.bring('properties', PROPERTIES);
    const { id } = await desk.bring(kind, content);
    const mine = app.as(permission);
    const other = app.as(...['USER_CREATE', 'PROPERTY_CREATE', 'PROPOSAL_CREATE'].filter((one) => one !== permission));
    const nobody = app.as('CLIENT_VIEW', 'PROPERTY_VIEW', 'PROPOSAL_VIEW');

    expect((await mine.get(`/import/${kind}/example`)).statusCode).toBe(200);
    expect((await mine.get(`/import/${id}`)).statusCode).toBe(200);
    expect((await mine.get('/import')).json().every((run: { kind: string }) => run.kind === kind)).toBe(true);

    expect(refusal(await importActions(other).send(kind, content))).toEqual([403, 'PERMISSION_DENIED']);
    expect(refusal(await other.get(`/import/${kind}/example`))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await other.get(`/import?kind=${kind}`)).json()).toEqual([]);
    for (const call of [
      other.get(`/import/${id}`),
      other.get(`/import/${id}/refusals`),
      other.put(`/import/${id}/mapping`, { mapping: {} }),
      other.post(`/import/${id}/run`),
      other.post(`/import/${id}/undo`),
      other.delete(`/import/${id}`),
    ])
      expect(refusal(await call)).toEqual([404, 'IMPORT_NOT_FOUND']);

    for (const call of [nobody.get('/import'), nobody.get(`/import/${id}`), nobody.post(`/import/${id}/undo`)])
      expect(refusal(await call)).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('a staged file is visible only to the person who uploaded it', async () => {
    const { id } = await desk.stage('people', PEOPLE);
    const colleague = app.as('USER_CREATE');
    expect(refusal(await colleague.get(`/import/${id}`))).toEqual([404, 'IMPORT_NOT_FOUND']);
    expect(refusal(await colleague.post(`/import/${id}/run`))).toEqual([404, 'IMPORT_NOT_FOUND']);
    expect((await colleague.get('/import')).json()).toEqual([]);
  });
});

test('the history lists runs newest first, without staged ones', async () => {
  await desk.bring('people', PEOPLE, { name: 'pessoas.csv' });
  const { id } = await desk.bring('properties', PROPERTIES, { name: 'imóveis.csv' });
  await desk.stage('people', PEOPLE);
  await desk.undo(id);
  const runs = (await staff.get('/import')).json();
  expect(runs).toMatchObject([
    { kind: 'properties', file_name: 'imóveis.csv', status: 'UNDONE', by: 'Mariana Dias', fresh: 1 },
    { kind: 'people', file_name: 'pessoas.csv', status: 'DONE', fresh: 2, finished_at: expect.any(String) },
  ]);
  expect((await staff.get('/import?kind=people')).json()).toHaveLength(1);
});

test('a discarded file leaves nothing, and a forgotten one is deleted after a day', async () => {
  const { id } = await desk.stage('people', PEOPLE);
  expect((await staff.delete(`/import/${id}`)).statusCode).toBe(204);
  expect(refusal(await staff.delete(`/import/${id}`))).toEqual([404, 'IMPORT_NOT_FOUND']);
  const forgotten = await desk.stage('people', PEOPLE);
  const fresh = await desk.stage('properties', PROPERTIES);
  await sql`update import_run set created_at = now() - interval '25 hours' where id = ${forgotten.id}`.execute(app.db);
  await importRuns.sweep(app.deps);
  const left = await app.db.selectFrom('import_line').select('run_id').distinct().execute();
  expect(left).toEqual([{ run_id: fresh.id }]);
});

describe('downloads', () => {
  test('the template has a recognised column for each field, and no rows', LONG, async () => {
    const answer = await staff.get('/import/people/example');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="modelo-pessoas.xlsx"');
    const limits = { lines: 10, columns: 100 };
    const { header, total } = await withSheet(answer.rawPayload, { limits }, async (sheet) => sheet);
    expect(header).toEqual(IMPORT_FIELDS.people.map(({ label }) => label));
    expect(total).toBe(0);
  });

  test('refused lines have all cells, none of which becomes a formula; later only line and reason', async () => {
    const staged = await desk.stage(
      'people',
      csv(['Nome', 'Tipo', 'CPF', '=HYPERLINK(1)'], ['=2+5', 'Fiador', '123', '+55'], ['Ana', 'Fiador', cpf(1), '']),
    );
    await desk.preview(staged);
    const answer = await staff.get(`/import/${staged.id}/refusals`);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="linhas-recusadas-${staged.id}.csv"`);
    expect(answer.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      `Linha;Campo;Motivo;Nome;Tipo;CPF;"'=HYPERLINK(1)"`,
      `2;CPF/CNPJ;formato;"'=2+5";Fiador;123;"'+55"`,
    ]);
    await staff.post(`/import/${staged.id}/run`);
    await desk.finished(staged.id);
    const later = await staff.get(`/import/${staged.id}/refusals`);
    expect(later.body.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'Linha;Campo;Motivo',
      '2;CPF/CNPJ;formato',
    ]);
  });
});

test('an unknown run gives 404', async () => {
  expect(refusal(await staff.get('/import/999999'))).toEqual([404, 'IMPORT_NOT_FOUND']);
  expect(refusal(await staff.post('/import/abc/run'))).toEqual([404, 'NOT_FOUND']);
  expect(firstError(await staff.put('/import/1/mapping', { mapping: { nome: -1 } }))[0]).toBe(422);
});
