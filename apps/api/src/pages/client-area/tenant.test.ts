import { readPix } from '@morada/domain/bank/pix/pix';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { foreignMarkup } from '#test/attacks/markup.ts';
import { agree, fillAgency, PIX_KEY } from '#test/collection.ts';
import { clientDesk, clientSession, noticeIn, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { form } from '#test/pictures.ts';

const TODAY = '2026-03-10';
const { app, as, db, client, owner, property, contract, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
const { browser } = clientDesk(app);
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);
const cashier = as('FINANCIAL_INVOICE_CREATE');
const codeOf = (body: string, id: string) => new RegExp(`id="${id}" data-code="([^"]*)"`).exec(body)?.[1] ?? '';

beforeAll(async () => {
  await fillAgency(db);
  await agree(db, '341');
});

/** Ana rents for 1.500,00 and pays 400,00 of condominium, due on the 10th: February is open, 28 days late. */
async function ana() {
  const tenant = await client({ name: 'Ana Prado' });
  const listing = await property({
    street: 'Rua Halfeld',
    number: '30',
    owners: [{ id: (await owner({ name: 'Alice Rocha' })).id }],
    fees: [{ name: 'Condomínio', price: 40_000 }],
  });
  const lease = await contract({ user_id: tenant.id, property_id: listing.id });
  return { tenant, lease, own: await enter(tenant.id) };
}

describe('debt agreements', () => {
  test('shows an offer to its tenant alone, who accepts it with a name', async () => {
    const { tenant, lease, own } = await ana();
    const { id: first } = await invoice({ contract: lease, reference: '2026-02' });
    const terms = { instalments: 2, first_due: '2026-03-12', charges_off: 0, rent_off: 0, monthly_interest: 0 };
    const offer = (
      await as('COLLECTION_AGREE').post('/debt-agreement', { proposal_id: lease.id, invoices: [first], ...terms })
    ).json();
    const path = `/cliente/acordos/${offer.id}`;
    expect(wordsOf(await own.get('/cliente'))).toContain(
      `Acordo nº ${offer.id} em 2 parcelas R$ 2.103,11 Aceite até 12/03/2026`,
    );
    expect(wordsOf(await own.get(path))).toContain('Ana Prado, CPF');
    const other = await enter((await client()).id);
    expect((await other.get(path)).statusCode).toBe(404);
    expect((await other.post(path, { name: 'Outra Pessoa', version: '1' })).statusCode).toBe(404);

    const unnamed = await own.post(path, { name: ' ', version: '1' });
    expect([unnamed.statusCode, wrongsIn(unnamed)]).toEqual([422, { name: 'Informe seu nome completo' }]);
    const stale = await own.post(path, { name: 'Ana Prado', version: '2' });
    expect([stale.statusCode, noticeIn(stale)]).toEqual([412, 'Outra pessoa salvou este cadastro antes.']);
    const accepted = await own.post(path, { name: 'Ana Prado', version: '1' }, { 'x-from': '203.0.113.9' });
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, path]);
    const words = wordsOf(await own.get(path));
    for (const text of ['Acordo aceito Por Ana Prado', 'Parcela 1 Vence em 12/03/2026 R$ 1.051,56', 'Parcela 2'])
      expect(words).toContain(text);
    const row = await db.selectFrom('debt_agreement').selectAll().where('id', '=', offer.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'ACCEPTED', user_id: tenant.id, accepted_address: '203.0.113.9' });

    const invoices = wordsOf(await own.get('/cliente/faturas'));
    expect(invoices).toContain(`Parcela 1 do acordo nº ${offer.id}`);
    expect(invoices).not.toContain('Aluguel de janeiro de 2026');
    // The offer can't be accepted again, and the page of the replaced invoice is gone.
    const again = await own.post(path, { name: 'Ana Prado', version: '2' });
    expect(again.statusCode).toBe(409);
    expect((await own.get(`/cliente/faturas/${first}`)).statusCode).toBe(410);
  });
});

testPayloads('hostile text in the acceptance of an agreement is refused or shown as text', async (all) => {
  const { lease, own } = await ana();
  const { id: first } = await invoice({ contract: lease, reference: '2026-02' });
  const terms = { instalments: 2, first_due: '2026-03-12', charges_off: 0, rent_off: 0, monthly_interest: 0 };
  const { id } = (
    await as('COLLECTION_AGREE').post('/debt-agreement', { proposal_id: lease.id, invoices: [first], ...terms })
  ).json();
  const path = `/cliente/acordos/${id}`;
  for (const [place, attack] of all.entries()) {
    const from = { 'x-from': `203.0.113.${place % 250}` };
    const refused = await own.post(path, { name: attack, version: attack }, from);
    expect([attack, refused.statusCode, foreignMarkup(refused.body)]).toEqual([attack, 422, []]);
  }
  const accepted = await own.post(path, { name: all[0] ?? '', version: '1' }, { 'x-from': '203.0.113.251' });
  expect(accepted.statusCode).toBe(303);
  for (const attack of all) {
    await db.updateTable('debt_agreement').set({ accepted_name: attack }).where('id', '=', id).execute();
    expect([attack, foreignMarkup((await own.get(path)).body)]).toEqual([attack, []]);
  }
});

describe('invoices', () => {
  test('shows open ones with today’s amount, by the rule of late charges', async () => {
    const { lease, own } = await ana();
    await invoice({ contract: lease, reference: '2026-02' });
    await invoice({ contract: lease, reference: '2026-04' });
    const words = wordsOf(await own.get('/cliente/faturas'));
    // 1.900,00 + 10% = 190,00, + 23 days past the fifth × 0,03% × 1.900,00 = 13,11.
    expect(words).toContain(
      'Aluguel de janeiro de 2026 Rua Halfeld, 30 R$ 2.103,11 Venceu há 28 dias, com multa e juros de hoje',
    );
    expect(words).toContain('Aluguel de março de 2026 Rua Halfeld, 30 R$ 1.900,00 Vence em 10/04/2026');
    const home = wordsOf(await own.get('/cliente'));
    expect(home).toContain('A pagar');
    expect(home).toContain('R$ 4.003,11 em 2 faturas');
  });

  test('shows an open one with its breakdown and Pix of today’s amount', async () => {
    const { lease, own } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-02' });
    const page = await own.get(`/cliente/faturas/${id}`);
    const words = wordsOf(page);
    for (const text of ['Venceu em 10/02/2026', 'Multa 10% × 1.900,00 = 190,00', 'Total R$ 2.103,11', 'Pagar com Pix'])
      expect(words).toContain(text);
    expect(readPix(codeOf(page.body, 'pix'))).toMatchObject({ pix: { key: PIX_KEY, amount: 210_311 } });
    expect(page.body).toContain('class="qr"');
    expect((await own.get(`/cliente/faturas/${id}/recibo`)).statusCode).toBe(404);
  });

  test('issues a boleto once, returns it the second time, and serves its PDF', async () => {
    const { lease, own, tenant } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-02' });
    const path = `/cliente/faturas/${id}`;
    expect(wordsOf(await own.get(path))).toContain('Não há um boleto com o valor de hoje. Emitir boleto');
    expect((await own.get(`${path}/boleto`)).statusCode).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      const answer = await own.post(`${path}/boleto`);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    }
    const boletos = await db.selectFrom('boleto').selectAll().where('invoice_id', '=', id).execute();
    expect(boletos).toMatchObject([{ amount: 210_311, due_date: TODAY, status: 'OPEN' }]);
    const page = await own.get(path);
    expect(codeOf(page.body, 'boleto')).toBe(boletos[0]?.digitable_line);
    expect(wordsOf(page)).toContain('Sem registro');
    const pdf = await own.get(`${path}/boleto`);
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await pdfText(pdf.rawPayload)).toContain('2.103,11');
    const trail = await db
      .selectFrom('trail')
      .select(['actor', 'admin_user_id'])
      .where('record', '=', 'boleto')
      .where('record_id', '=', boletos[0]?.id ?? 0)
      .execute();
    expect(trail).toEqual([{ actor: 'Área do cliente', admin_user_id: null }]);
    expect(JSON.stringify(trail)).not.toContain(tenant.name);
  });

  test('explains in the area’s own words why no boleto can be issued', async () => {
    const { lease, own } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-02' });
    await db.updateTable('agency').set({ cnpj: null }).execute();
    const answer = await own.post(`/cliente/faturas/${id}/boleto`);
    await fillAgency(db);
    expect(answer.headers.location).toBe(`/cliente/faturas/${id}?semboleto=sim`);
    const words = wordsOf(await own.get(String(answer.headers.location)));
    expect(words).toContain('O boleto não pode ser emitido agora. Peça à imobiliária .');
    expect(words).not.toContain('Configurações');
  });

  test('shows a paid one with the amount received and its receipt', LONG, async () => {
    const { lease, own } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-03' });
    await cashier.patch(`/invoice/${id}/down`, { paid_amount: 1900, payment_method: 'PIX' });
    expect(wordsOf(await own.get('/cliente/faturas'))).toContain(
      'Aluguel de fevereiro de 2026 Rua Halfeld, 30 R$ 1.900,00 Pago em 10/03/2026',
    );
    expect(wordsOf(await own.get(`/cliente/faturas/${id}`))).toContain('Recebemos em 10/03/2026, Pix');
    const receipt = await own.get(`/cliente/faturas/${id}/recibo`);
    expect([receipt.statusCode, receipt.headers['content-type'], receipt.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(await pdfText(receipt.rawPayload)).toContain('Ana Prado');
    expect((await own.post(`/cliente/faturas/${id}/boleto`)).headers.location).toContain('semboleto');
  });

  test('shows paid ones in pages', async () => {
    const { lease, own } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-03' });
    const row = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { id: _, amount: __, old_charges: ___, lines, ...rest } = row;
    const references = Array.from({ length: 21 }, (_, back) => `${2001 + back}-05`) as `${number}-${number}`[];
    await db
      .insertInto('invoice')
      .values(
        references.map((reference) => ({
          ...{
            ...rest,
            lines: JSON.stringify(lines),
            reference,
            due_date: `${reference}-10` as `${number}-${number}-${number}`,
          },
          ...{ status: 'PAID' as const, pay_day: TODAY as `${number}-${number}-${number}`, paid_amount: 190_000 },
        })),
      )
      .execute();
    const [first, second] = [await own.get('/cliente/faturas'), await own.get('/cliente/faturas?pagina=2')];
    const paid = ({ body }: typeof first) => (body.match(/Pago em/g) ?? []).length;
    expect([paid(first), paid(second)]).toEqual([20, 1]);
    expect(wordsOf(first)).toContain('Página 1 de 2');
    expect((await own.get('/cliente/faturas?pagina=x')).statusCode).toBe(200);
    expect(paid(await own.get('/cliente/faturas?pagina=99'))).toBe(0);
  });
});

async function signed() {
  const document = new PDFDocument();
  document.text('Contrato assinado');
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe('contracts', () => {
  test('shows the signed document, and no other', async () => {
    const { lease, own } = await ana();
    const staff = as('PROPOSAL_UPLOAD', 'PROPOSAL_VIEW');
    const bytes = await signed();
    const put = async (type: string, name: string) =>
      (await staff.put(`/proposal/${lease.id}/${type}`, form(bytes, name))).json().id as number;
    const paper = await put('CONTRACT', 'contrato assinado.pdf');
    const secrets = [
      await put('RG_FRONT', 'rg.pdf'),
      await put('PROOF_OF_INCOME', 'renda.pdf'),
      await put('OTHER', 'x.pdf'),
    ];
    const page = await own.get('/cliente/contratos');
    const words = wordsOf(page);
    for (const text of [
      'Rua Halfeld, 30',
      'Em andamento',
      'Você é parte locatária',
      'R$ 1.500,00',
      'todo dia 10',
      'Abrir contrato assinado.pdf',
    ])
      expect(words).toContain(text);
    expect(words).not.toMatch(/rg\.pdf|renda\.pdf|x\.pdf/);
    expect(wordsOf(await own.get('/cliente/documentos'))).toContain('contrato assinado.pdf');
    const file = await own.get(`/cliente/documentos/${paper}`);
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'inline; filename="contrato assinado.pdf"',
    ]);
    expect(file.rawPayload.equals(bytes)).toBe(true);
    for (const id of secrets) expect((await own.get(`/cliente/documentos/${id}`)).statusCode).toBe(404);
    const traces = await db
      .selectFrom('trail')
      .select('actor')
      .where('record', '=', 'proposal')
      .where('record_id', '=', lease.id)
      .where('action', '=', 'read-document')
      .execute();
    expect(traces).toEqual([{ actor: 'Área do cliente' }]);
    await staff.delete(`/proposal/${lease.id}/document?id=${paper}`);
    expect((await own.get(`/cliente/documentos/${paper}`)).statusCode).toBe(404);
  });
});

describe('records of another client', () => {
  test('give the same answer as missing ones', LONG, async () => {
    const [mine, theirs] = [await ana(), await ana()];
    const open = await invoice({ contract: theirs.lease, reference: '2026-02' });
    const paid = await invoice({ contract: theirs.lease, reference: '2026-03' });
    await cashier.patch(`/invoice/${paid.id}/down`, { paid_amount: 1900 });
    await theirs.own.post(`/cliente/faturas/${open.id}/boleto`);
    const staff = as('PROPOSAL_UPLOAD', 'PROPOSAL_VIEW');
    const { id: paper } = (
      await staff.put(`/proposal/${theirs.lease.id}/CONTRACT`, form(await signed(), 'c.pdf'))
    ).json();
    const paths = [
      ...[`faturas/${open.id}`, `faturas/${open.id}/boleto`, `faturas/${paid.id}`, `faturas/${paid.id}/recibo`],
      ...[`documentos/${paper}`],
    ];
    for (const path of paths) {
      expect([path, (await theirs.own.get(`/cliente/${path}`)).statusCode]).toEqual([path, 200]);
      const [foreign, missing] = [
        await mine.own.get(`/cliente/${path}`),
        await mine.own.get(`/cliente/${path.replace(/\d+/, '999999')}`),
      ];
      expect([path, foreign.statusCode, foreign.body]).toEqual([path, 404, missing.body]);
    }
    expect((await mine.own.post(`/cliente/faturas/${open.id}/boleto`)).statusCode).toBe(404);
    expect(wordsOf(await mine.own.get('/cliente/contratos'))).not.toContain(`nº ${theirs.lease.id} `);
    expect(wordsOf(await mine.own.get('/cliente/faturas'))).toContain('Nada a pagar.');
  });

  test.each(['0', '-1', 'abc', '1e3', '9'.repeat(16), '%00', '1;drop'])('gives 404 for %j', async (id) => {
    const { own } = await ana();
    for (const path of [`faturas/${id}`, `documentos/${id}`, `atendimento/${id}`, `repasses/${id}/recibo`])
      expect([path, (await own.get(`/cliente/${path}`)).statusCode]).toEqual([path, 404]);
  });

  test('a deleted invoice gives 404', async () => {
    const { lease, own } = await ana();
    const { id } = await invoice({ contract: lease, reference: '2026-02' });
    await cashier.delete(`/financial/invoice/${id}/delete`);
    expect((await own.get(`/cliente/faturas/${id}`)).statusCode).toBe(404);
  });
});

test('shows only tabs that apply to the client', async () => {
  const tabs = async (own: Awaited<ReturnType<typeof enter>>) => {
    const { body } = await own.get('/cliente');
    return [...(/<nav class="tabs"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? '').matchAll(/<span>([^<]+)<\/span><\/a>/g)].map(
      ([, name]) => name,
    );
  };
  expect(await tabs((await ana()).own)).toEqual(['Início', 'Faturas', 'Contratos', 'Documentos', 'Chamados', 'Conta']);
  // A tenant who owns another property has both menus, and of a phone's bar invoices and transfers.
  const { tenant, own: both } = await ana();
  await property({ owners: [{ id: tenant.id }] });
  expect(await tabs(both)).toEqual(
    expect.arrayContaining(['Início', 'Faturas', 'Repasses', 'Extrato', 'Imóveis', 'Contratos']),
  );
  const near = [
    ...(await both.get('/cliente')).body.matchAll(/<li><a href="\/cliente[^"]*"[^>]*>.*?<span>([^<]+)<\/span>/g),
  ];
  expect(near.map(([, name]) => name)).toEqual(['Início', 'Faturas', 'Repasses', 'Chamados', 'Conta']);
  const someone = await enter((await client()).id);
  expect(await tabs(someone)).toEqual(['Início', 'Documentos', 'Chamados', 'Conta']);
  // The pages of other tabs still answer, empty.
  for (const path of ['faturas', 'repasses', 'extrato', 'imoveis', 'contratos', 'documentos', 'ano', 'manutencoes'])
    expect([path, (await someone.get(`/cliente/${path}`)).statusCode]).toEqual([path, 200]);
});

test('escapes names everywhere', async () => {
  const tenant = await client({ name: 'João <b>da</b> "Conceição"' });
  const own = await enter(tenant.id);
  for (const path of ['', '/conta', '/atendimento/novo'])
    expect((await own.get(`/cliente${path}`)).body).not.toContain('<b>da</b>');
});
