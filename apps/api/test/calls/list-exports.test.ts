import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { refusal } from './answers.ts';

const app = await startApp({ today: '2026-03-20' });
afterAll(app.stop);
const { as, db, client, property, invoice } = app;
const staff = as('*');

/** 14:32 in São Paulo, whatever the machine's zone. */
const AT = '2026-03-11T17:32:10Z';
const SHOWN = '11/03/2026 14:32';
const IN_SHEET = new Date('2026-03-11T14:32:00Z');

/** Both exports as a spreadsheet program reads them: header, and rows by cell. */
async function saved(path: string, query = '') {
  const [csv, xlsx] = [await staff.get(`${path}/csv${query}`), await staff.get(`${path}/xlsx${query}`)];
  expect([csv.statusCode, xlsx.statusCode], csv.body).toEqual([200, 200]);
  const [head = [], ...rows] = parseCsv(csv.body, { delimiter: ';' });
  const [sheet] = (await readXlsx(xlsx.rawPayload)).sheets;
  expect(sheet?.rows[0]).toEqual(head);
  expect(sheet?.rows).toHaveLength(rows.length + 1);
  return { head: head.join(';'), rows, cells: sheet?.rows.slice(1) ?? [] };
}

const idsOf = async (path: string, query = '') => (await saved(path, query)).rows.map(([id]) => Number(id));
const place = await property({ street: 'Rua Halfeld', number: '80' });

test('contacts: harmless cells, São Paulo’s time, selected ones and all but some', async () => {
  const message = (name: string) =>
    db
      .insertInto('contact_message')
      .values({ name, email: 'ana@exemplo.com.br', phone: '32988412076', message: '=1+1', created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [first, second] = [await message('Ana Prado'), await message('Rui Melo')];
  const { head, rows, cells } = await saved('/contact/export');
  expect(head).toBe('ID;Recebida em;Nome;E-mail;Telefone;Imóvel;Mensagem;Campanha;Lida em;Lida por');
  expect(rows).toEqual([
    [`${second.id}`, SHOWN, 'Rui Melo', 'ana@exemplo.com.br', '(32) 98841-2076', '', "'=1+1", '', '', ''],
    [`${first.id}`, SHOWN, 'Ana Prado', 'ana@exemplo.com.br', '(32) 98841-2076', '', "'=1+1", '', '', ''],
  ]);
  expect([cells[0]?.[0], cells[0]?.[1], cells[0]?.[6]]).toEqual([second.id, IN_SHEET, '=1+1']);
  expect(await idsOf('/contact/export', `?ids=${first.id}`)).toEqual([first.id]);
  expect(await idsOf('/contact/export', `?except=${first.id}`)).toEqual([second.id]);
});

test('tickets: open ones, or the history', async () => {
  const person = await client({ name: 'Célia Prado' });
  const ticket = (status: 'OPENED' | 'CLOSED', title: string) =>
    db
      .insertInto('ticket')
      .values({
        user_id: person.id,
        property_id: place.id,
        title,
        level: 'HIGH',
        status,
        created_at: AT,
        updated_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [open, other, closed] = [
    await ticket('OPENED', 'Torneira'),
    await ticket('OPENED', 'Janela'),
    await ticket('CLOSED', 'Porta'),
  ];
  const { head, rows, cells } = await saved('/chat/export', `?except=${other.id}`);
  expect(head).toBe('ID;Assunto;Cliente;Imóvel;Prioridade;Situação;Aberto em;Atualizado em');
  expect(rows).toEqual([[`${open.id}`, 'Torneira', 'Célia Prado', 'Rua Halfeld, 80', 'Alta', 'Aberto', SHOWN, SHOWN]]);
  expect(cells[0]?.[7]).toEqual(IN_SHEET);
  expect(await idsOf('/chat/export', '?tab=history')).toEqual([closed.id]);
  await staff.delete(`/chat/${open.id}`);
  expect(await idsOf('/chat/export', `?ids=${open.id},${other.id}`)).toEqual([other.id]);
});

test('visits: upcoming by day, or the history', async () => {
  const visit = (status: 'PENDING' | 'RETURNED', date: '2026-03-12' | '2026-03-11') =>
    db
      .insertInto('schedule')
      .values({
        property_id: place.id,
        name: 'Otávio Reis',
        phone: '32988412076',
        date,
        shift: 'AM',
        status,
        check_in: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [later, sooner, over] = [
    await visit('PENDING', '2026-03-12'),
    await visit('PENDING', '2026-03-11'),
    await visit('RETURNED', '2026-03-11'),
  ];
  const { head, rows, cells } = await saved('/schedule/admin/export');
  expect(head).toBe(
    'ID;Data;Turno;Horário;Visitante;Telefone;E-mail;Imóvel;Situação;Chegada;Saída;Resultado;Anotação do resultado;Observação;Campanha;Motivo do cancelamento',
  );
  expect(rows[0]).toEqual(
    [
      `${sooner.id}`,
      '11/03/2026',
      'Manhã',
      '',
      'Otávio Reis',
      '(32) 98841-2076',
      '',
      'Rua Halfeld, 80',
      'Pendente',
      SHOWN,
    ].concat(['', '', '', '', '', '']),
  );
  expect([cells[0]?.[1], cells[0]?.[9]]).toEqual([new Date('2026-03-11T00:00:00Z'), IN_SHEET]);
  expect(rows.map(([id]) => Number(id))).toEqual([sooner.id, later.id]);
  expect(await idsOf('/schedule/admin/export', '?tab=history')).toEqual([over.id]);
  expect(await idsOf('/schedule/admin/export', `?ids=${later.id}`)).toEqual([later.id]);
});

describe('of the ledger, to the centavo', async () => {
  const rent = await invoice({ user_id: (await client({ name: 'Davi Reis' })).id });
  await staff.patch(`/invoice/${rent.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  const bill = { description: 'Conta de luz', price: 123.45, type: 'OUTPUT', subtype: 'OTHER', date: '2026-03-10' };
  const sale = { description: 'Venda', price: 10_000.01, type: 'INPUT', subtype: 'SALE', date: '2026-02-10' };
  for (const entry of [bill, sale]) expect((await staff.post('/movimentation', entry)).statusCode).toBe(201);

  test('transactions of a department and of a period', async () => {
    const { head, rows, cells } = await saved('/financial/transactions/export', '?department=OTHER');
    expect(head).toBe(
      'Lançamento;Data;Departamento;Tipo;Lançado como;Descrição;Pessoa;Imóvel;Contrato;Fatura;Repasse;Pagamento;Documento;Valor',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(1, 4)).toEqual(['10/03/2026', 'Outros', 'Saída']);
    expect([rows[0]?.[5], rows[0]?.at(-1), cells[0]?.at(-1)]).toEqual(['Conta de luz', '-123,45', -123.45]);
    // The rent received, and the bill; February's sale is in another month.
    const month = await saved('/financial/transactions/export');
    expect(month.rows.map((row) => row.at(-1))).toEqual(['1500,00', '-123,45']);
    const [id = ''] = month.rows[0] ?? [];
    expect(await idsOf('/financial/transactions/export', `?ids=${id}`)).toEqual([Number(id)]);
    expect(await idsOf('/financial/transactions/export', `?except=${id}`)).toHaveLength(1);
  });

  test('the cash book of one kind', async () => {
    const { rows, cells } = await saved('/movimentation/export', '?kind=sales&startDate=2026-02-01&endDate=2026-02-28');
    expect([rows.length, rows[0]?.at(-1), cells[0]?.at(-1)]).toEqual([1, '10000,01', 10_000.01]);
    expect((await saved('/movimentation/export', '?kind=sales')).rows).toEqual([]);
    expect((await staff.get('/movimentation/export/csv')).statusCode).toBe(422);
  });

  test('commissions, as a workbook too, under the specified name', async () => {
    const { rows, cells } = await saved('/financial/commissions/export', '?start=2026-03-01&end=2026-03-31');
    // 10% of 1.500,00, and the rest to the owner.
    expect(rows.map((row) => [row[7], row[9], row[12]])).toEqual([['1500,00', '150,00', '1350,00']]);
    expect(cells[0]?.slice(7, 10)).toEqual([1500, 10, 150]);
    const file = await staff.get('/financial/commissions/export/xlsx');
    expect(file.headers['content-disposition']).toBe('attachment; filename="comissoes.xlsx"');
    expect((await saved('/financial/commissions/export', '?start=2026-02-01&end=2026-02-28')).rows).toEqual([]);
  });

  test('payment batches', async () => {
    const batch = await db
      .insertInto('payment_batch')
      .values({ pay_on: '2026-03-23', transfers: 2, amount: 270_055, files: '[]', created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { rows, cells } = await saved('/financial/payments/export');
    expect(rows).toEqual([
      [`${batch.id}`, '23/03/2026', '2', '0', '0', '2700,55', '', 'Repasses liberados', '', SHOWN],
    ]);
    expect([cells[0]?.[1], cells[0]?.[5]]).toEqual([new Date('2026-03-23T00:00:00Z'), 2700.55]);
  });
});

test('requested properties: pending ones only, even if others are selected', async () => {
  const offered = await property({ street: 'Rua Batista', number: '7', status: 'PENDING' });
  const other = await property({ street: 'Rua Santa Rita', number: '9', status: 'PENDING' });
  await db
    .insertInto('property_request')
    .values({
      property_id: offered.id,
      name: 'Nina Sá',
      email: 'nina@exemplo.com.br',
      phone: '32988412076',
      consented_at: AT,
    })
    .execute();
  const { rows } = await saved('/property/requests/export', '?query=batista');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.slice(0, 4)).toEqual([`${offered.id}`, 'Nina Sá', '(32) 98841-2076', 'nina@exemplo.com.br']);
  expect(await idsOf('/property/requests/export')).toEqual([other.id, offered.id]);
  expect(await idsOf('/property/requests/export', `?ids=${offered.id},${place.id}`)).toEqual([offered.id]);
});

describe('of the settings', () => {
  test('users and groups in words, without secrets', async () => {
    const group = await db
      .insertInto('permission_group')
      .values({ name: 'Vistoria', permissions: ['SCHEDULE_VIEW'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const person = await db
      .insertInto('admin_user')
      .values({ name: 'Zélia Vistoria', email: 'zelia@exemplo.com.br', group_id: group.id, password_hash: 'segredo' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { head, rows } = await saved('/user/admin/users/export', `?ids=${person.id}`);
    expect(head).toBe('ID;Nome;E-mail;Grupo;Verificação em duas etapas');
    expect(rows).toEqual([[`${person.id}`, 'Zélia Vistoria', 'zelia@exemplo.com.br', 'Vistoria', 'Desativada']]);
    const groups = await saved('/user/admin/groups/export', `?ids=${group.id}`);
    expect(groups.rows).toEqual([[`${group.id}`, 'Vistoria', '1', 'Ver agendamentos']]);
    expect(refusal(await as('PROPERTY_EDIT').get('/user/admin/users/export/csv'))).toEqual([403, 'PERMISSION_DENIED']);
  });

  test('notifications, posts and templates', async () => {
    const notice = await db
      .insertInto('system_notification')
      .values({ name: 'Feriado', message: '@Fechados na sexta', date: '2026-03-10', created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await saved('/notification/system/export')).rows).toEqual([
      [`${notice.id}`, 'Feriado', "'@Fechados na sexta", '', SHOWN],
    ]);
    const { id } = (
      await staff.post('/contract/template', { name: 'Locação residencial', body: '<p>Contrato</p>' })
    ).json<{ id: number }>();
    expect((await saved('/contract/templates/export', `?ids=${id}`)).rows.map((row) => row.slice(0, 2))).toEqual([
      [`${id}`, 'Locação residencial'],
    ]);
    const post = await db
      .insertInto('post')
      .values({ title: 'Vistoria', body: '<p>…</p>', image: 'x', image_width: 2, image_height: 1, created_at: AT })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await saved('/feed/export')).rows.map((row) => row.slice(0, 4))).toEqual([
      [`${post.id}`, 'Vistoria', '0', SHOWN],
    ]);
  });

  test('the trail of one record, with masked values, and the exports themselves', LONG, async () => {
    const person = await client({ name: 'Ana Prado' });
    await staff.patch(`/user/${person.id}/user`, { email: 'outra@exemplo.com.br' });
    const { rows } = await saved('/audit/export', `?record=client&id=${person.id}&action=update`);
    expect(rows.map((row) => row.slice(3, 6))).toEqual([['Cliente', `${person.id}`, 'alterou']]);
    expect(rows[0]?.[6]).toContain('E-mail');
    expect(rows.join()).not.toContain('outra@exemplo.com.br');
    const trail = await db.selectFrom('trail').select('changes').where('action', '=', 'export').execute();
    expect(trail).toContainEqual({
      changes: {
        list: 'auditoria',
        format: 'xlsx',
        filters: { record: 'client', action: 'update', id: true },
        rows: 1,
      },
    });
  });
});
