import { afterAll, describe, expect, test } from 'vitest';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { pdfText } from '#test/pdf-text.ts';
import { smallAgency } from '#test/small-agency.ts';

const started = await startApp({ today: '2026-03-10' });
const { app, as, db, client, property, contract, stop } = started;
afterAll(stop);
const { owners, contracts } = await smallAgency(started);
const { browser } = clientDesk(app);
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);
const [alice, bruno, carla] = [
  await enter(owners.alice.id),
  await enter(owners.bruno.id),
  await enter(owners.carla.id),
];
const transferOf = (id: number) =>
  db.selectFrom('transfer').select(['id', 'status']).where('user_id', '=', id).executeTakeFirstOrThrow();

test('shows pending and concluded transfers of the owner only', async () => {
  const done = wordsOf(await alice.get('/cliente/repasses'));
  expect(done).toContain('Nenhum repasse pendente.');
  expect(done).toContain(
    'Aluguel de janeiro de 2026 Rua Halfeld, 30 · vencimento 27/02/2026 R$ 867,86 Efetuado em 10/03/2026',
  );
  const pending = wordsOf(await bruno.get('/cliente/repasses'));
  // Five business days after 20 February 2026: 27 February, already past.
  expect(pending).toContain('R$ 578,57 Previsto para 27/02/2026');
  expect(pending).toContain('Nenhum repasse efetuado ainda.');
  expect(pending).not.toContain('867,86');
  expect(wordsOf(await bruno.get('/cliente'))).toContain('Próximo repasse R$ 578,57 previsto para 27/02/2026');
});

test('a concluded transfer has a receipt; a pending one gives 404', async () => {
  const [hers, his] = [await transferOf(owners.alice.id), await transferOf(owners.bruno.id)];
  const receipt = await alice.get(`/cliente/repasses/${hers.id}/recibo`);
  expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = await pdfText(receipt.rawPayload);
  expect(text).toContain('Alice Rocha');
  expect(text).toContain('867,86');
  expect((await bruno.get(`/cliente/repasses/${his.id}/recibo`)).statusCode).toBe(404);
  expect((await bruno.get(`/cliente/repasses/${hers.id}/recibo`)).statusCode).toBe(404);
});

describe('the statement', () => {
  test('adds up for its period, line by line', async () => {
    const words = wordsOf(await alice.get('/cliente/extrato?inicio=2026-02-01&fim=2026-03-31'));
    for (const text of [
      '01/02/2026 a 31/03/2026',
      'Saldo anterior R$ 0,00',
      'Créditos R$ 867,86',
      'Débitos R$ 867,86',
      'Saldo em 10/03/2026 R$ 0,00',
      'Aluguel recebido 20/02/2026 · Rua Halfeld, 30 R$ 867,86 Saldo R$ 867,86',
      'Repasse efetuado 10/03/2026 · Rua Halfeld, 30 · vencimento 27/02/2026 −R$ 867,86 Saldo R$ 0,00',
    ])
      expect(words).toContain(text);
    const march = wordsOf(await alice.get('/cliente/extrato'));
    expect(march).toContain('01/03/2026 a 10/03/2026');
    expect(march).toContain('Saldo anterior R$ 867,86');
  });

  test('is available as a PDF, without a trail of the reading', async () => {
    const answer = await carla.get('/cliente/extrato/pdf?inicio=2026-03-01&fim=2026-03-31');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = await pdfText(answer.rawPayload);
    expect(text).toContain('Carla Nunes');
    expect(text).toContain('1.884,25');
    const exports = await db.selectFrom('trail').select('id').where('action', '=', 'export').execute();
    expect(exports).toEqual([]);
  });

  test.each(['inicio=abc', 'inicio=2026-13-01&fim=x', 'inicio=2026-05-01&fim=2026-01-01', 'inicio[]=1', 'user=1'])(
    'shows the current month for %j',
    async (query) => {
      const answer = await alice.get(`/cliente/extrato?${query}`);
      expect([answer.statusCode, wordsOf(answer)]).toEqual([200, expect.stringContaining('01/03/2026 a 10/03/2026')]);
    },
  );
});

test('shows what came in and what was passed on, by month, as the ledger has it', async () => {
  const row = (page: string, month: string) =>
    new RegExp(`scope="row">${month}</th><td>([^<]+)</td><td>([^<]+)</td>`).exec(page)?.slice(1);
  const { body } = await alice.get('/cliente/ano?ano=2026');
  // Received on 20 February, transferred on 10 March.
  expect([row(body, 'fevereiro'), row(body, 'março'), row(body, 'abril')]).toEqual([
    ['867,86', '0,00'],
    ['0,00', '867,86'],
    ['0,00', '0,00'],
  ]);
  expect(wordsOf(await alice.get('/cliente'))).toContain(
    'Recebido em março de 2026 R$ 0,00 Repassado a você em março de 2026 R$ 867,86',
  );
  const other = await bruno.get('/cliente/ano');
  expect(row(other.body, 'fevereiro')).toEqual(['578,57', '0,00']);
  expect(wordsOf(await alice.get('/cliente/ano?ano=1999'))).toContain('Nada recebido neste ano.');
  for (const odd of ['ano=x', 'ano=99999', 'ano[]=1', 'ano=3000'])
    expect([odd, (await alice.get(`/cliente/ano?${odd}`)).statusCode]).toEqual([odd, 200]);
});

test('lists the papers of a year, each of which opens', async () => {
  const page = await alice.get('/cliente/documentos?ano=2026');
  expect(wordsOf(page)).toContain('Demonstrativos de repasse Aluguel de janeiro de 2026');
  const links = [...page.body.matchAll(/<a class="(?:line|button)" href="([^"]+)" target="_blank"/g)].map(([, path]) =>
    String(path).replaceAll('&amp;', '&'),
  );
  expect(links.length).toBeGreaterThanOrEqual(3);
  for (const path of links) {
    const file = await alice.get(path);
    expect([path, file.statusCode, file.headers['content-type']]).toEqual([path, 200, 'application/pdf']);
    // Carla can't open receipts of Alice.
    if (path.includes('/recibo')) expect((await carla.get(path)).statusCode).toBe(404);
  }
});

test('shows properties with tenant, rent and overdue invoices', async () => {
  const words = wordsOf(await alice.get('/cliente/imoveis'));
  for (const text of ['Rua Halfeld, 30', 'Alugado', 'Inquilino Ana Prado', 'R$ 1.500,00', 'Pagamentos em dia'])
    expect(words).toContain(text);
  expect(words).not.toMatch(/Batista|Davi Reis/);
  expect(wordsOf(await carla.get('/cliente/imoveis'))).toContain('Rua Batista, 7');
});

test('shows a sold property with its buyer and price, and names no rent', async () => {
  const seller = await started.owner();
  const buyer = await client({ name: 'Gil Souza' });
  await contract({ user_id: buyer.id, current_price: 30_000_000, property: { type: 'SALE', owners: [seller] } });
  const words = wordsOf(await (await enter(seller.id)).get('/cliente/imoveis'));
  expect(words).toContain('Comprador Gil Souza Preço da venda R$ 300.000,00');
  expect(words).not.toContain('Aluguel');
});

test('links a vacant property to its listing, and shows overdue invoices', async () => {
  const place = await property({ street: 'Rua Nova', number: '1', owners: [{ id: owners.carla.id }], price: 98_000 });
  const lease = await contract({ property: { street: 'Rua Velha', number: '2', owners: [{ id: owners.carla.id }] } });
  await as('FINANCIAL_INVOICE_CREATE').post('/financial/invoice', {
    proposal_id: lease.id,
    user_id: lease.user_id,
    reference: '2026-02',
  });
  await db.updateTable('invoice').set({ due_date: '2026-03-01' }).where('proposal_id', '=', lease.id).execute();
  const page = await carla.get('/cliente/imoveis');
  expect(wordsOf(page)).toContain('Preço anunciado R$ 980,00');
  expect(page.body).toContain(`href="/imovel/alugar/${place.id}/rua-nova-juiz-de-fora"`);
  expect(wordsOf(page)).toContain('Pagamentos 1 fatura em atraso');
});

test('shows a contract while it is in force or paid the owner, and none from before', async () => {
  expect(wordsOf(await alice.get('/cliente/contratos'))).toContain(`nº ${contracts.a.id}`);
  expect(wordsOf(await alice.get('/cliente/contratos'))).not.toContain(`nº ${contracts.b.id}`);
  const buyer = await client({ name: 'Nova Dona', type: 'OWNER' });
  const old = await contract();
  await as('PROPOSAL_EDIT').patch(`/proposal/${old.id}/close`);
  await db
    .updateTable('property_owner')
    .set({ client_id: buyer.id })
    .where('property_id', '=', old.property_id)
    .execute();
  expect(wordsOf(await (await enter(buyer.id)).get('/cliente/contratos'))).toContain('Nenhum contrato por aqui.');
});

test('shows both sides to a client who is tenant and owner', async () => {
  const lease = await contract({ user_id: owners.bruno.id, property: { street: 'Rua do Meio', number: '5' } });
  const { body } = await bruno.get('/cliente');
  for (const name of ['Faturas', 'Repasses', 'Extrato', 'Imóveis', 'Contratos'])
    expect(body).toContain(`<span>${name}</span></a>`);
  const words = wordsOf(await bruno.get('/cliente/contratos'));
  expect(words).toContain(`nº ${lease.id}`);
  expect(words).toContain(`nº ${contracts.a.id}`);
  expect(words).toContain('Você é parte locatária');
});
