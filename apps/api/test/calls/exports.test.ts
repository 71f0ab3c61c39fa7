import { afterAll, describe, expect, test } from 'vitest';
import { agree, fillAgency } from '../collection.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { pdfText } from '../pdf-text.ts';

const app = await startApp({ today: '2026-03-20' });
afterAll(app.stop);
const { as, db, client, invoice } = app;
const staff = as('*');

const [ana, davi, rui] = [
  await invoice({ user_id: (await client({ name: 'Ana Prado' })).id }),
  await invoice({ user_id: (await client({ name: 'Davi Reis' })).id }),
  await invoice({ user_id: (await client({ name: 'Rui Melo' })).id }),
];

/** Header and rows, cell by cell. */
async function rowsOf(url: string) {
  const answer = await staff.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  const [head = '', ...rows] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { head, rows };
}

describe('every list as a spreadsheet', () => {
  test('exports invoices: all that match, selected ones, all but some', async () => {
    const all = await rowsOf('/invoice/export/csv?status=OPEN');
    expect(all.head).toBe(
      'ID;Inquilino;Imóvel;Contrato;Referência;Vencimento;Aluguel;Taxas;Valor;Situação;Pago em;Recebido',
    );
    expect(all.rows).toHaveLength(3);
    expect(all.rows[0]).toMatch(
      new RegExp(`^${ana.id};Ana Prado;.*;${ana.proposal_id};02/2026;10/03/2026;1500,00;0,00;1500,00;Pendente;;$`),
    );
    // Selected ids are exported whatever the filters.
    expect((await rowsOf(`/invoice/export/csv?status=PAID&ids=${rui.id},${ana.id}`)).rows.map(firstCell)).toEqual([
      String(rui.id),
      String(ana.id),
    ]);
    expect((await rowsOf(`/invoice/export/csv?except=${davi.id}`)).rows.map(firstCell)).toEqual([
      String(ana.id),
      String(rui.id),
    ]);
    expect((await rowsOf('/invoice/export/csv?query=reis')).rows.map(firstCell)).toEqual([String(davi.id)]);
  });

  test('refuses a malformed list of ids', async () => {
    const refused = await staff.get('/invoice/export/csv?ids=1;2');
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      422,
      'Escolha até 500 registros, ou exporte o filtro',
    ]);
  });

  test('exports late payments with today’s charges', async () => {
    const { rows } = await rowsOf(`/financial/late/export/csv?ids=${ana.id}`);
    // 150,00 of fine and 5 × 0,03% × 1.500,00.
    expect(rows[0]).toMatch(/;10;1500,00;0,00;150,00;2,25;1652,25$/);
    expect(rows).toHaveLength(1);
  });

  test('exports contracts, and transfers after a settlement', LONG, async () => {
    expect((await rowsOf('/proposal/export/csv')).rows).toHaveLength(3);
    expect((await rowsOf(`/proposal/export/csv?ids=${davi.proposal_id}`)).rows[0]).toMatch(
      new RegExp(`^${davi.proposal_id};Davi Reis;`),
    );
    await staff.patch(`/invoice/${davi.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const { rows } = await rowsOf('/financial/transfers/export/csv');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/;Davi Reis;.*;1350,00;Pendente;$/);
  });

  test('exports boletos, and their PDFs in one file', async () => {
    await fillAgency(db);
    await agree(db, '341');
    await staff.post('/boleto/batch', { invoices: [ana.id, rui.id] });
    expect((await rowsOf('/boleto/export/csv')).rows).toHaveLength(2);
    const [first, second] = await db.selectFrom('boleto').select('id').orderBy('id').execute();
    const both = await staff.get(`/boleto/pdf?ids=${second?.id},${first?.id}`);
    expect(both.headers['content-type']).toBe('application/pdf');
    const text = await pdfText(both.rawPayload);
    expect(text.indexOf('Rui Melo')).toBeLessThan(text.indexOf('Ana Prado'));
    expect(text.indexOf('Rui Melo')).toBeGreaterThan(-1);
    expect((await staff.get(`/boleto/pdf?except=${first?.id},${second?.id}`)).statusCode).toBe(409);
  });

  test('exports selected clients and properties', async () => {
    expect((await rowsOf(`/user/export/csv?ids=${ana.user_id}`)).rows.map(firstCell)).toEqual([String(ana.user_id)]);
    expect((await rowsOf(`/property/export/csv?ids=${rui.property_id}`)).rows.map(firstCell)).toEqual([
      String(rui.property_id),
    ]);
  });

  test('records in the trail that rows were selected, not which', async () => {
    const trail = await db.selectFrom('trail').select('changes').where('action', '=', 'export').orderBy('id').execute();
    expect(trail).toContainEqual({
      changes: { list: 'faturas', format: 'csv', filters: { status: 'PAID', chosen: true }, rows: 2 },
    });
  });
});

const firstCell = (row: string) => row.split(';')[0];
