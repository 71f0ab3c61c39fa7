import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { agreementOf, bankDesk, titled } from '../desks/bank-desk.ts';
import { importActions } from '../desks/import-desk.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';

/** Small files from public bug reports of this trade, kept outside the repository. */
const CASES = fileURLToPath(new URL('../../../../../shared/cases/files/', import.meta.url));
const read = (name: string) => readFile(`${CASES}${name}`);

const app = await startApp({ today: '2027-03-10' });
const { as, db, pool } = app;
const staff = as('*');
const desk = await bankDesk(app);
const { bring } = importActions(staff);
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

test('a vertical tab in a text that was pasted is a line break', async () => {
  const { id } = await app.property();
  const saved = await staff.put(`/property/${id}/information`, { description: 'Casa de esquina\u000BTrês quartos' });
  expect(saved.statusCode, saved.body).toBe(200);
  const [row] = await db.selectFrom('property').select('description').where('id', '=', id).execute();
  expect(row?.description).toBe('Casa de esquina\nTrês quartos');
});

describe.skipIf(!existsSync(CASES))('files that were reported', () => {
  beforeEach(() =>
    pool.query('truncate statement_account, statement_import, bank_movement, movement_explanation, explanation_entry'),
  );

  async function statement(name: string) {
    const upload = form(await read(name), 'extrato.ofx', { type: 'application/octet-stream' });
    const answer = await staff.post('/reconciliation/statement?add=1', upload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  const month = async (of = '2027-01') => (await staff.get(`/reconciliation?month=${of}`)).json();
  const movements = async (): Promise<{ memo: string }[]> =>
    (await pool.query('select memo from bank_movement order by id')).rows;
  const explained = async () => Number((await pool.query('select count(*) from movement_explanation')).rows[0].count);

  test('lines of a balance are no movements', async () => {
    await statement('ofx-itau-linhas-de-saldo/itau-saldo.ofx');
    expect(await month()).toMatchObject({ opening: 10_000, inputs: 1_500, outputs: 1_400, closing: 10_100 });
  });

  test('a balance without a date was not told, and leaves no gap', async () => {
    await statement('ofx-bradesco-data-zero/bradesco-data-zero.ofx');
    expect((await month()).closing).toBeNull();
    await statement('ofx-bradesco-data-zero/bradesco-fev.ofx');
    expect((await month('2027-01')).gaps ?? []).toEqual([]);
    expect((await month('2027-02')).gaps ?? []).toEqual([]);
  });

  test('transfers between two accounts of other people’s names are not explained by themselves', async () => {
    await statement('ofx-entre-contas-proprias/a.ofx');
    await statement('ofx-entre-contas-proprias/b.ofx');
    expect(await explained()).toBe(0);
  });

  test('identifiers that count from the end of each file count each movement once', async () => {
    await statement('ofx-fitid-muda-entre-arquivos/seq-1.ofx');
    const before = (await movements()).length;
    await statement('ofx-fitid-muda-entre-arquivos/seq-2.ofx');
    expect((await movements()).length).toBe(before + 1);
  });

  test('a balance without a separator is not a hundred times as much', async () => {
    await statement('ofx-itau-saldo-sem-centavos/itau-saldo-centavos.ofx');
    expect([10_100, null]).toContain((await month()).closing);
  });

  test('a cut character is the only one lost', async () => {
    await statement('ofx-utf8-cortado/utf8-cortado.ofx');
    const texts = (await movements()).map(({ memo }) => memo).join(' ');
    expect(texts).toBe('TRANSFERÊNCIA RECEBIDA - JOSÉ CONCEIÇ\uFFFD LIQUIDAÇÃO DE COBRANÇA');
  });

  test('two payments with one identifier settle two invoices', async () => {
    const { id, unmatched } = await desk.preview(await read('ofx-fitid-igual-na-baixa/caixa.ofx'), 'caixa.ofx');
    const bills = [];
    for (const { line, paid_amount } of unmatched) {
      const lease = await app.contract({ current_price: Math.round((paid_amount ?? 0) * 100) });
      const bill = await app.invoice({ contract: lease });
      bills.push(bill.id);
      expect((await staff.put(`/boleto/down/${id}/line/${line}`, { invoice_id: bill.id })).statusCode).toBe(200);
    }
    expect(bills).toHaveLength(2);
    const { divergent } = (await staff.get(`/boleto/down/${id}`)).json();
    const accept = divergent.flatMap((one: { line: number; payable: boolean }) => (one.payable ? one.line : []));
    await desk.settle(id, accept);
    const paid = await db.selectFrom('invoice').select('status').where('id', 'in', bills).execute();
    expect(paid).toEqual([{ status: 'PAID' }, { status: 'PAID' }]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a second payment of a boleto, which another file tells of, waits for a person', async () => {
    const bradesco = { bank: '237', agency: '4042', account: '61900', wallet: '09' } as const;
    const titles = await agreementOf(app, bradesco);
    const due = { due_date: '2027-03-05', issued_on: '2027-02-25' } as const;
    await titled(app, titles, { nosso_numero: '00000000001', amount: 320_000, ...due });
    await titled(app, titles, { nosso_numero: '00000000002', amount: 320_100, ...due });
    const outcomes = [];
    for (const name of ['b-1.ret', 'b-2.ret', 'b-3.ret']) {
      await desk.down((await read(`cnab-pago-duas-vezes/${name}`)).toString('latin1'), name);
      const file = sql`(select id from bank_file where name = ${name})`;
      const { rows } = await sql`select (select count(*)::int from bank_settlement where file_id in ${file}) as settled,
        (select count(*)::int from bank_line where file_id in ${file} and state = 'OPEN') as waiting`.execute(db);
      outcomes.push(rows[0]);
    }
    expect(outcomes).toEqual([
      { settled: 2, waiting: 0 },
      { settled: 0, waiting: 1 },
      { settled: 0, waiting: 1 },
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('invisible characters are left out of names and days', async () => {
    const run = await bring('people', await read('csv-invisiveis/invisiveis.csv'));
    expect(run).toMatchObject({ status: 'DONE' });
    const names = await db.selectFrom('client').select('name').execute();
    expect(names.length).toBeGreaterThan(0);
    for (const { name } of names) expect(name).not.toMatch(/[\p{Cf}]/u);
  });
});
