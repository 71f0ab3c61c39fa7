import { afterAll, describe, expect, test } from 'vitest';
import { csv, importActions, importDesk } from '#test/desks/import-desk.ts';
import { startApp } from '#test/harness.ts';

const app = await startApp({ today: '2026-11-20' });
const { db, as, property, signIn } = app;
const staff = as('LEAD_VIEW', 'LEAD_EDIT', 'LEAD_ASSIGN');
const desk = await importDesk(app, staff);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});
const flat = await property();
const { adminId } = await signIn('LEAD_EDIT');
await db.updateTable('admin_user').set({ name: 'Davi Rocha' }).where('id', '=', adminId).execute();

const TITLES = ['Nome', 'Celular', 'E-mail', 'Interesse', 'Imóvel', 'Corretor', 'Mídia', 'Data', 'Observações'];
const line = (name: string, more: Partial<Record<(typeof TITLES)[number], string | number>> = {}) =>
  TITLES.map((title) => ({ Nome: name, ...more })[title] ?? '');
const leads = () => db.selectFrom('lead').selectAll().orderBy('id').execute();

describe('leads of a sheet', () => {
  test('come in with what the sheet says, wait for nobody, and go again whole', async () => {
    const sheet = csv(
      TITLES,
      line('Ana Lima', { Celular: '(32) 98841-0001', Interesse: 'Comprar', Corretor: 'davi rocha', Mídia: 'Feira' }),
      line('Beto Luz', {
        'E-mail': 'Beto@Exemplo.com.br',
        Imóvel: flat.id,
        Data: '03/08/2026',
        Observações: 'Quer 2 vagas',
      }),
      line('Caio'),
      line('Duda', { Celular: '(32) 98841-0001' }),
      line('Enzo', { Celular: '32 98841-0005', Corretor: 'Ninguém' }),
      line('Fani', { Celular: '32 98841-0006', Imóvel: 999_999 }),
    );
    const run = await desk.bring('leads', sheet);
    expect(run).toMatchObject({ status: 'DONE', fresh: 2, known: 0, refused: 4 });
    expect(run.refusals.map(({ line: at, field }) => [at, field])).toEqual([
      [4, 'telefone'],
      [5, 'telefone'],
      [6, 'responsavel'],
      [7, 'imovel_id'],
    ]);
    const [ana, beto] = await leads();
    expect(ana).toMatchObject({
      ...{ name: 'Ana Lima', phone: '32988410001', kind: 'SALE', source: 'IMPORT', stage: 'NEW', owner_id: adminId },
      ...{ campaign: 'Feira', waiting_since: null, answer_due_at: null, first_due_at: null },
    });
    expect(beto).toMatchObject({ email: 'beto@exemplo.com.br', kind: 'RENT', property_id: flat.id, owner_id: null });
    const { history, received_at } = (await staff.get(`/lead/${beto?.id}`)).json();
    expect(history).toMatchObject([{ event: 'RECEIVED', source: 'IMPORT', note: 'Quer 2 vagas' }]);
    // Noon in São Paulo.
    expect(Date.parse(received_at)).toBe(Date.parse('2026-08-03T15:00:00Z'));
    expect(await db.selectFrom('outgoing_mail').select('id').execute()).toEqual([]);

    // The same file again changes nothing.
    expect(await desk.bring('leads', sheet)).toMatchObject({ fresh: 0, known: 2 });
    expect((await desk.undo(run.id)).statusCode).toBe(200);
    expect(await leads()).toEqual([]);
  });

  test('of who has an open lead change nothing, and stay once somebody worked on them', async () => {
    const phone = '(32) 98841-0009';
    const { id } = (await staff.post('/lead', { name: 'Gil', phone, kind: 'RENT' })).json();
    const run = await desk.bring(
      'leads',
      csv(TITLES, line('Gil Outro Nome', { Celular: phone }), line('Hugo', { Celular: '32 98841-0010' })),
    );
    expect(run).toMatchObject({ fresh: 1, known: 1 });
    expect((await staff.get(`/lead/${id}`)).json()).toMatchObject({ name: 'Gil', source: 'TYPED' });
    const hugo = (await leads()).find(({ name }) => name === 'Hugo');
    await staff.post(`/lead/${hugo?.id}/answer`, {});
    const refused = await desk.undo(run.id);
    expect([refused.statusCode, refused.json().ties]).toEqual([409, { edited: 1 }]);
    expect(await leads()).toHaveLength(2);
  });

  test('name who answers for them only by the right to choose', async () => {
    const broker = importActions(as('LEAD_VIEW', 'LEAD_EDIT'));
    const named = csv(TITLES, line('Iara', { Celular: '32 98841-0011', Corretor: 'Davi Rocha' }));
    const { id, mapping } = await broker.stage('leads', named);
    await broker.preview({ id, mapping });
    const refused = await broker.start(id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Esta planilha traz quem responde por cada lead, que o seu grupo não cadastra: tire as colunas, ou peça a quem pode importar.',
    ]);
    await broker.preview({ id, mapping: { nome: mapping.nome ?? 0, telefone: mapping.telefone ?? 0 } });
    expect((await broker.start(id)).statusCode).toBe(200);
    expect(await broker.finished(id)).toMatchObject({ status: 'DONE', fresh: 1 });
    expect((await leads()).find(({ name }) => name === 'Iara')?.owner_id).toBeNull();
  });

  test('take the right to edit leads', async () => {
    const answer = await as('LEAD_VIEW', 'USER_CREATE').get('/import/leads/example');
    expect(answer.statusCode).toBe(403);
  });
});
