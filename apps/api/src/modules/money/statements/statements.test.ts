import { readXlsx } from 'hucre/xlsx';
import { extractText } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { createAtEnd } from '#api/modules/money/transfers/transfers.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous, db, clock } = app;
const { owners, contracts, invoices, transfers } = await smallAgency(app);
const { alice, bruno, carla } = owners;

const reader = as('FINANCIAL_TRANSFER_VIEW');
const read = async (id: number, query = '') => (await reader.get(`/user/${id}/statement${query}`)).json();
const figures = ({ opening, credits, debits, closing }: Record<string, number>) => [opening, credits, debits, closing];
type Event = { title: string; amount: number; balance: number; lines: { name: string; amount: number }[] };
const told = ({ events }: { events: Event[] }) => events.map(({ title, amount, balance }) => [title, amount, balance]);

/** Balance of the owner's account in the ledger; a debt to the owner is negative. */
async function owed(id: number) {
  const { amount } = await db
    .selectFrom('ledger_line')
    .select((q) => q.fn.coalesce(q.fn.sum<number>('amount'), q.val(0)).as('amount'))
    .where('account', '=', 'OWNERS')
    .where('client_id', '=', id)
    .executeTakeFirstOrThrow();
  return (0 - amount) / 100;
}

describe('GET /user/:id/statement', () => {
  test('shows a settlement line by line, and its payment', async () => {
    const statement = await read(alice.id, '?start=2026-02-01');
    expect(statement).toMatchObject({
      user: { id: alice.id, name: 'Alice Rocha', cpf_cnpj: alice.cpf_cnpj },
      start: '2026-02-01',
      end: '2026-03-10',
    });
    expect(figures(statement)).toEqual([0, 867.86, 867.86, 0]);
    // 1.500,00 + 96,43 came in; the fee and Bruno's part leave what Alice is due. What was paid to her is no income.
    expect(statement.income).toEqual({ gross: 1596.43, fee: 150, others: -578.57, net: 867.86 });
    expect(statement.events).toEqual([
      {
        id: expect.any(Number),
        date: '2026-02-20',
        title: 'Aluguel recebido',
        rule: expect.stringContaining('taxa de administração'),
        description: `Fatura ${invoices.february}, 01/2026`,
        property: 'Rua Halfeld, 30',
        invoice_id: invoices.february,
        transfer_id: null,
        ...{ due_date: null, end_to_end_id: null, files: [] },
        lines: [
          { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, jan/2026', amount: 1500 },
          { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 1.500,00', amount: -150 },
          { kind: 'LATE', name: 'Multa e juros', note: '50% × 192,85', amount: 96.43 },
          { kind: 'SHARE', name: 'Parte de 60%', amount: -578.57 },
        ],
        amount: 867.86,
        balance: 867.86,
      },
      {
        id: expect.any(Number),
        date: '2026-03-10',
        title: 'Repasse efetuado',
        rule: 'O que a imobiliária pagou ao proprietário sai do saldo.',
        description: `Repasse ${transfers.alice}`,
        property: 'Rua Halfeld, 30',
        invoice_id: null,
        transfer_id: transfers.alice,
        ...{ due_date: '2026-02-27', end_to_end_id: null, files: [] },
        lines: [{ kind: 'PAYOUT', name: 'Repasse efetuado', amount: -867.86 }],
        amount: -867.86,
        balance: 0,
      },
    ]);
  });

  test('starts the current month with the former balance', async () => {
    expect(figures(await read(alice.id))).toEqual([867.86, 0, 867.86, 0]);
    expect(figures(await read(bruno.id))).toEqual([578.57, 0, 0, 578.57]);
    expect(figures(await read(carla.id))).toEqual([0, 1884.25, 0, 1884.25]);
  });

  test('shows the owner’s fees and extra values as separate lines', async () => {
    const { events } = await read(carla.id);
    expect(events[0].lines.map(({ name, amount }: Event['lines'][number]) => [name, amount])).toEqual([
      ['Aluguel', 2000],
      ['Taxa de administração', -165.75],
      ['Pintura', -50],
      ['IPTU', 100],
    ]);
  });

  test('shows a manual transfer paid at once', async () => {
    clock.today = '2026-03-12';
    await as('*').post('/financial/transfers', {
      ...{ user_id: carla.id, property_id: contracts.b.property_id, amount: 100, due_date: '2026-03-12' },
      status: 'DONE',
    });
    const statement = await read(carla.id, '?start=2026-03-12');
    expect(told(statement)).toEqual([
      ['Repasse manual', 100, 1984.25],
      ['Repasse efetuado', -100, 1884.25],
    ]);
    expect(statement.events[0].lines).toEqual([{ kind: 'MANUAL', name: 'Repasse manual', amount: 100 }]);
    clock.today = '2026-03-10';
  });

  test('shows a payment by an owner in debt', async () => {
    const lease = await app.contract({ property: { owners: [{ id: (await app.owner()).id }] } });
    const staff = as('*');
    await staff.put(`/proposal/${lease.id}/extra`, {
      ...{ description: 'Reforma', amount: 1400, type: 'CREDIT', influence: 'EXPENSE', boleto: false, transfer: true },
    });
    const bill = await app.invoice({ contract: lease });
    const paid = await staff.patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const [transfer] = paid.json().transfers;
    await staff.patch(`/transfer/${transfer.id}`, { status: 'DONE' });
    const statement = await read(transfer.user.id);
    expect(figures(statement)).toEqual([0, 50, 50, 0]);
    expect(told(statement)).toEqual([
      ['Aluguel recebido', -50, -50],
      ['Recebido do proprietário', 50, 0],
    ]);
    const rents = (await staff.get('/movimentation/rents?startDate=2026-03-10')).json();
    expect(rents.data[0]).toMatchObject({ title: 'Recebido do proprietário', type: 'INPUT', price: 50 });
  });

  test('leaves out pairs within the period; a later reversal is shown line by line', async () => {
    const staff = as('*');
    clock.today = '2026-04-02';
    await staff.delete(`/invoice/${invoices.march}/refund`);
    expect(told(await read(carla.id, '?start=2026-03-01'))).toEqual([
      ['Repasse manual', 100, 100],
      ['Repasse efetuado', -100, 0],
    ]);
    const april = await read(carla.id);
    expect(told(april)).toEqual([['Estorno: aluguel recebido', -1884.25, 0]]);
    expect(april.events[0].lines.map(({ name, amount }: Event['lines'][number]) => [name, amount])).toEqual([
      ['Aluguel', -2000],
      ['Taxa de administração', 165.75],
      ['Pintura', 50],
      ['IPTU', -100],
    ]);
    // After the second, partial settlement the statement shows the second transfer's lines, not the first's: with the
    // 50,00 of paint that the tenant paid for, 1.120,00 of the rent are covered; the fee is 8,5% of 1.070,00.
    const part = { paid_amount: 1070, fine: 70, interest: 0, rest: { fate: 'OPEN_BALANCE' } };
    await staff.patch(`/invoice/${invoices.march}/down`, part);
    const again = await read(carla.id);
    expect(again.events.at(-1)).toMatchObject({ title: 'Aluguel recebido', amount: 979.05 });
    expect(again.events.at(-1).lines[0]).toMatchObject({ name: 'Aluguel', amount: 1120 });
    clock.today = '2026-03-10';
  });

  test('equals the ledger’s account to the centavo', async () => {
    for (const { id } of [alice, bruno, carla])
      expect((await read(id, '?start=2026-01-01&end=2026-12-31')).closing).toBe(await owed(id));
  });

  test('exists for tenants with a return', async () => {
    expect(await read(contracts.a.user_id)).toMatchObject({ opening: 0, closing: 0, events: [] });
    const { user_id, property_id, id: proposal_id } = contracts.a;
    const lines = [{ kind: 'EXTRA' as const, name: 'Caução', amount: 30_000 }];
    const { refund: id } = await db
      .transaction()
      .execute((trx) =>
        createAtEnd(
          trx,
          app.ctx,
          { user_id, property_id, proposal_id, due_date: '2026-03-20' },
          { amount: 30_000, lines, agency: 0, deposit: 30_000, owners: [], income: 0, fee: 0, taxes: [] },
          [],
        ),
      );
    await as('*').patch(`/transfer/${id}`, { status: 'DONE' });
    expect(told(await read(user_id))).toEqual([
      ['Devolução ao inquilino', 300, 300],
      ['Devolução paga', -300, 0],
    ]);
    const { data } = (await as('*').get('/movimentation/rents')).json();
    expect(data[0]).toMatchObject({ title: 'Devolução ao inquilino', user: { name: 'Ana Prado' }, price: 300 });
  });

  test('returns 404 for an unknown client', async () => {
    const answer = await reader.get('/user/999999/statement');
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Cliente não encontrado']);
  });

  test('requires a permission for transfers', async () => {
    for (const path of ['', '/pdf', '/xlsx']) {
      const url = `/user/${alice.id}/statement${path}`;
      expect((await as('FINANCIAL_VIEW').get(url)).statusCode).toBe(200);
      expect(refusal(await as('CLIENT_VIEW', 'PROPOSAL_VIEW').get(url))).toEqual([403, 'PERMISSION_DENIED']);
      expect((await anonymous.get(url)).statusCode).toBe(401);
    }
  });
});

describe('GET /user/:id/statement/pdf', () => {
  const pages = async (url: string) => {
    const file = await reader.get(url);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { text } = await extractText(new Uint8Array(file.rawPayload));
    return text.map((page) => page.replace(/\s+/g, ' '));
  };

  test('contains the same as the screen', async () => {
    const [page = ''] = await pages(`/user/${alice.id}/statement/pdf?start=2026-02-01`);
    for (const words of [
      'Imobiliária Serra (32) 3214-0000 Extrato do proprietário Alice Rocha CPF ',
      'Período de 01/02/2026 a 10/03/2026 Emitido em 10/03/2026 Saldo anterior R$ 0,00 Créditos R$ 867,86 Débitos R$ 867,86 Saldo final R$ 0,00',
      'Aluguéis brutos R$ 1.596,43 Taxa de administração −R$ 150,00 Outros valores −R$ 578,57 Líquido do proprietário R$ 867,86',
      'Data Lançamento Valor (R$) Saldo (R$) Saldo anterior 0,00',
      `20/02/2026 Aluguel recebido Fatura ${invoices.february}, 01/2026 · Rua Halfeld, 30`,
      'Aluguel, mês inteiro, jan/2026 1.500,00 Taxa de administração, 10% × 1.500,00 −150,00 Multa e juros, 50% × 192,85 96,43 Parte de 60% −578,57 867,86 867,86',
      `10/03/2026 Repasse efetuado Repasse ${transfers.alice} · Rua Halfeld, 30 · vencimento 27/02/2026`,
      '−867,86 0,00',
      'Saldo final R$ 0,00 Em 10/03/2026 não há valor a repassar.',
    ])
      expect(page).toContain(words);
  });

  test('bears a code that a page without names checks, and speaks of no day to come', async () => {
    const url = `/user/${alice.id}/statement/pdf?start=2026-03-01&end=2026-03-31`;
    const [page = ''] = await pages(url);
    expect(page.match(/Saldo em 10\/03\/2026 R\$ 0,00/g)).toHaveLength(2);
    expect(page).toContain('Em 10/03/2026 não há valor a repassar.');
    const code = /Código de verificação: ([0-9a-f]{24})/.exec(page)?.[1];
    expect((await pages(url))[0]).toContain(code);
    const check = (of: string | undefined) =>
      app.app.inject({ url: `/api/paper/${of}`, headers: { accept: 'text/html' } });
    const checked = (await check(code)).body.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
    expect(checked).toContain('Emitido em 10/03/2026 Período 01/03/2026 a 31/03/2026 Saldo anterior R$ 867,86');
    expect(checked).toContain('Saldo em 10/03/2026 R$ 0,00 Lançamentos 1');
    expect(checked).not.toContain('Alice');
    expect((await check('0'.repeat(24))).statusCode).toBe(404);
  });

  test('proves a payment by its Pix and the files that staff attached', async () => {
    const { id } = await db
      .insertInto('stored_file')
      .values({ key: 'document/x.pdf', name: 'TED março.pdf', media_type: 'application/pdf', bytes: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('transfer_file').values({ file_id: id, transfer_id: transfers.alice }).execute();
    const [page] = await pages(`/user/${alice.id}/statement/pdf`);
    expect(page).toContain('vencimento 27/02/2026 · comprovante TED março.pdf');
    const { events } = await read(alice.id);
    expect(events[0].files).toEqual([{ id, name: 'TED março.pdf' }]);
    const batch = { amount: 86_786, transfers: 1, pay_on: '2026-03-10', files: '[]' } as const;
    const { id: batch_id } = await db
      .insertInto('payment_batch')
      .values(batch)
      .returning('id')
      .executeTakeFirstOrThrow();
    const order = { batch_id, identifier: 'REPASSE 1', amount: 86_786 };
    await db
      .insertInto('payment_batch_transfer')
      .values({ ...order, transfer_id: transfers.alice, live: false, paid: true, target: '{}' })
      .execute();
    const link = {
      kind: 'PAYOUT' as const,
      base_url: 'x',
      token_url: 'x',
      client_id: 'x',
      client_secret: 'x',
      certificate: 'x',
      private_key: 'x',
    };
    const { id: link_id } = await db.insertInto('bank_link').values(link).returning('id').executeTakeFirstOrThrow();
    const end_to_end_id = 'E0041696820260310120012345678901';
    await db
      .insertInto('payout')
      .values({ ...order, state: 'PAID', link_id, end_to_end_id })
      .execute();
    expect((await pages(`/user/${alice.id}/statement/pdf`))[0]?.replace(/ /g, '')).toContain(`Pix${end_to_end_id}`);
    for (const table of ['payout', 'payment_batch_transfer', 'payment_batch', 'bank_link', 'transfer_file'] as const)
      await db.deleteFrom(table).execute();
    await db.deleteFrom('stored_file').where('id', '=', id).execute();
  });

  test('spans several pages, each with head and foot', LONG, async () => {
    const staff = as('*');
    for (let index = 1; index <= 40; index += 1)
      await staff.post('/financial/transfers', {
        ...{ user_id: bruno.id, property_id: contracts.a.property_id, amount: index, due_date: '2026-03-20' },
        status: 'PENDING',
      });
    const texts = await pages(`/user/${bruno.id}/statement/pdf`);
    expect(texts.length).toBeGreaterThan(1);
    texts.forEach((text, index) => {
      expect(text).toContain('Data Lançamento Valor (R$) Saldo (R$)');
      expect(text).toContain(`página ${index + 1} de ${texts.length}`);
    });
    // 578,57 + 1 + 2 + … + 40.
    expect(texts.at(-1)).toContain('Saldo final R$ 1.398,57');
  });

  test('names the agency with all its details', async () => {
    await db
      .updateTable('agency')
      .set({ cnpj: '11222333000181', creci: 'MG-1234', email: 'oi@serra.test', street: 'Rua Halfeld', number: '805' })
      .set({ neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG', cep: '36010003' })
      .execute();
    const [page] = await pages(`/user/${alice.id}/statement/pdf?start=2026-01-01&end=2026-01-31`);
    expect(page).toContain(
      'Imobiliária Serra CNPJ 11.222.333/0001-81 · CRECI MG-1234 Rua Halfeld, 805, Centro, Juiz de Fora/MG, CEP 36.010-003 (32) 3214-0000 · oi@serra.test Extrato do proprietário',
    );
    expect(page).toContain('Saldo anterior 0,00 Nenhum lançamento no período. Saldo final R$ 0,00');
  });

  test('returns 404 for an unknown client, and leaves a trail otherwise', async () => {
    expect((await reader.get('/user/999999/statement/pdf')).statusCode).toBe(404);
    const [trail] = await db.selectFrom('trail').select('changes').where('action', '=', 'export').execute();
    expect(trail?.changes).toMatchObject({ list: 'extrato', user_id: alice.id });
  });

  test('opens in another tab by a one-time address', async () => {
    const path = `/api/user/${alice.id}/statement/pdf?start=2026-02-01&end=2026-02-28`;
    const { url } = (await reader.post('/ticket', { path })).json();
    const file = await app.app.inject(url);
    const { text } = await extractText(new Uint8Array(file.rawPayload), { mergePages: true });
    expect(text).toContain('01/02/2026 a 28/02/2026');
    expect(file.headers['content-disposition']).toMatch(/^inline; filename="Extrato .+2026-02.+\.pdf"/);
    expect((await app.app.inject(url)).statusCode).toBe(401);
  });
});

describe('GET /user/:id/statement/xlsx', () => {
  test('contains the same rows, between both balances', async () => {
    const file = await reader.get(`/user/${alice.id}/statement/xlsx?start=2026-02-01`);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="extrato-${alice.id}-2026-02-01-a-2026-03-10.xlsx"`,
    );
    const [sheet] = (await readXlsx(file.rawPayload)).sheets;
    expect(sheet?.name).toBe('Extrato');
    expect(sheet?.rows).toEqual([
      ...[
        [
          'Data',
          'Lançamento',
          'Descrição',
          'Imóvel',
          'Fatura',
          'Repasse',
          'Vencimento',
          'Comprovante',
          'Discriminação',
          'Crédito',
          'Débito',
          'Saldo',
        ],
      ],
      [null, 'Saldo anterior', null, null, null, null, null, null, null, null, null, 0],
      [
        ...[new Date('2026-02-20'), 'Aluguel recebido', `Fatura ${invoices.february}, 01/2026`, 'Rua Halfeld, 30'],
        ...[invoices.february, null, null, null],
        'Aluguel 1.500,00 · Taxa de administração −150,00 · Multa e juros 96,43 · Parte de 60% −578,57',
        ...[867.86, null, 867.86],
      ],
      [
        ...[new Date('2026-03-10'), 'Repasse efetuado', `Repasse ${transfers.alice}`, 'Rua Halfeld, 30'],
        ...[null, transfers.alice, new Date('2026-02-27'), null, null, null, 867.86, 0],
      ],
      [null, 'Saldo final', null, null, null, null, null, null, null, 867.86, 867.86, 0],
    ]);
    const month = await reader.get(`/user/${alice.id}/statement/xlsx?start=2026-03-01&end=2026-03-31`);
    const [unfinished] = (await readXlsx(month.rawPayload)).sheets;
    expect(unfinished?.rows.at(-1)?.[1]).toBe('Saldo em 10/03/2026');
  });
});

test('the books balance', async () => {
  expect(await verifyBooks(db)).toEqual([]);
});
