import { dimobRows } from '@morada/domain/fiscal/dimob';
import { sumsOf } from '@morada/domain/fiscal/income-statement';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { smallAgency } from '#test/small-agency.ts';
import { unzipBytes } from '#test/unzip.ts';
import { printOwn } from './income-statements.service.ts';
import { statementRuns } from './statement-runs.service.ts';

const mailServer = await startMailServer();
const settings = {
  ...{ CEP_URL: '', INDICES_URL: '', SMTP_URL: mailServer.url },
  ...{ MAIL_FROM: 'Serra <a@serra.example>', PUBLIC_URL: 'https://serra.example' },
};
const outside = openOutside(readSettings(settings), { within: 60_000, rest: 1 });
const started = await startApp({ today: '2026-03-10', outside });
const { app, as, db, deps, client, owner, contract, invoice, clock, stop } = started;
afterAll(async () => {
  await stop();
  await mailServer.close();
});

/**
 * Beside the small agency: a company rents from Carla for 6.000,00, fee 600,00, the agency withholds 394,54; Dora lets to a
 * natural person for 7.000,00, fee 700,00, and bears IPTU of 100,00 a month. A payment of Dora's was refunded.
 */
const { owners, contracts } = await smallAgency(started);
const dora = await owner({ name: 'Dora Reis' });
const firm = await client({ name: 'Comércio Modelo Ltda.', person_type: 'JURIDICA', cpf_cnpj: '11444777000161' });
const leases = {
  firm: await contract({
    ...{ user_id: firm.id, current_price: 600_000, withholding: 'AGENCY' },
    property: { street: 'Rua Marechal', number: '5', owners: [{ id: owners.carla.id }] },
  }),
  dora: await contract({
    ...{ current_price: 700_000, withholding_iptu: 10_000 },
    property: { street: 'Rua Espírito Santo', number: '9', owners: [{ id: dora.id }] },
  }),
};
const staff = as('*');
const pay = async (lease: { id: number }, reference: `${number}-${number}`, pay_day: string, paid_amount: number) => {
  const { id } = await invoice({ contract: lease as never, reference });
  const answer = await staff.patch(`/invoice/${id}/down`, { paid_amount, pay_day, fine: 0, interest: 0 });
  expect(answer.statusCode).toBe(200);
  return id;
};
await pay(leases.firm, '2026-03', '2026-03-10', 6_000);
await pay(leases.dora, '2026-02', '2026-02-09', 7_000);
const refunded = await pay(leases.dora, '2026-03', '2026-03-09', 7_000);
await staff.delete(`/invoice/${refunded}/refund`);
clock.today = '2027-01-15';

const reader = as('FISCAL_VIEW');
const text = async (url: string) => {
  const file = await reader.get(url);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  return pdfText(file.rawPayload);
};
const ownerPdf = (id: number) => text(`/fiscal/statements/2026/OWNER/${id}/pdf`);

/** Rows of DIMOB by the domain's rule, of every transfer that is income. */
async function dimob(school: 'RENT' | 'OBLIGATIONS') {
  const receipts = await db
    .selectFrom('transfer as t')
    .innerJoin('proposal as k', 'k.id', 't.proposal_id')
    .select(['t.user_id as owner_id', 't.proposal_id', 'k.user_id as tenant_id', 't.received_on', 't.gross as income'])
    .select(['t.obligations', 't.fee', 't.tax'])
    .where('t.received_on', 'is not', null)
    .where('t.deleted_at', 'is', null)
    .execute();
  return dimobRows(receipts as never, school);
}

const list = async (query = '') => (await reader.get(`/fiscal/statements?${query}`)).json();
const figures = ({ data }: { data: { name: string; gross: number; fee: number; tax: number; net: number }[] }) =>
  data.map(({ name, gross, fee, tax, net }) => [name, gross, fee, tax, net]);

describe('the list', () => {
  test('has the owners of last year with their totals', async () => {
    expect(figures(await list())).toEqual([
      ['Alice Rocha', 957.86, 90, 0, 867.86],
      ['Bruno Lima', 638.57, 60, 0, 578.57],
      ['Carla Nunes', 7950, 765.75, 394.54, 6789.71],
      ['Dora Reis', 7000, 700, 0, 6300],
    ]);
    expect(figures(await list('query=carla'))).toEqual([['Carla Nunes', 7950, 765.75, 394.54, 6789.71]]);
    expect(await list('year=2025')).toEqual({ data: [], page: 1, lastPage: 1, total: 0 });
  });

  test('has the tenants', async () => {
    const { data, total } = await list('party=TENANT&year=2026');
    expect([data.length, total]).toEqual([4, 4]);
    expect(figures({ data }).find(([name]) => name === 'Ana Prado')).toEqual(['Ana Prado', 1596.43, 150, 0, 1446.43]);
  });

  test('equals DIMOB in both schools, owner by owner', async () => {
    for (const school of ['RENT', 'OBLIGATIONS'] as const) {
      await db
        .updateTable('agency')
        .set({ dimob_obligations: school === 'OBLIGATIONS' })
        .execute();
      const rows = Map.groupBy(await dimob(school), ({ owner_id }) => owner_id);
      const { data } = await list('year=2026');
      expect(data.length).toBe(rows.size);
      for (const { id, gross, fee, tax } of data) {
        const sums = sumsOf((rows.get(id) ?? []).flatMap(({ months }) => months));
        expect([id, gross, fee, tax]).toEqual([id, sums.rent / 100, sums.fee / 100, sums.tax / 100]);
      }
      // IPTU of 100,00 is passed on to Carla.
      expect(data.find(({ name }: { name: string }) => name === 'Carla Nunes').gross).toBe(
        school === 'RENT' ? 7950 : 8050,
      );
      expect(await ownerPdf(owners.carla.id)).toContain(
        school === 'RENT' ? 'Março 1.950,00 165,75 0,00 1.784,25' : 'Março 2.050,00 165,75 0,00 1.884,25',
      );
    }
    await db.updateTable('agency').set({ dimob_obligations: false }).execute();
  });
});

describe("an owner's statement", () => {
  test('has each contract by month, totals and where they go in the return', async () => {
    const pdf = await ownerPdf(owners.carla.id);
    for (const words of [
      'Informe de rendimentos de aluguéis 2026',
      'Carla Nunes, CPF ',
      'Bruto no ano R$ 7.950,00',
      'Taxa adm. no ano R$ 765,75',
      'IRRF no ano R$ 394,54',
      'Líquido no ano R$ 6.789,71',
      'Inquilino: Davi Reis, CPF ',
      'Inquilino: Comércio Modelo Ltda., CNPJ 11.444.777/0001-61',
      'Imóvel: Rua Marechal, 5',
      'Março 6.000,00 600,00 394,54 5.005,46',
      'Total 6.000,00 600,00 394,54 5.005,46',
      'Fevereiro 0,00 0,00 0,00 0,00',
      'Rendimentos tributáveis recebidos de pessoa jurídica',
      'vai no carnê-leão',
      'código 71',
      'código 3208',
      'depósito caução não é rendimento',
    ])
      expect(pdf).toContain(words);
  });

  test('has the part of each of two owners', LONG, async () => {
    const [alice, bruno] = [await ownerPdf(owners.alice.id), await ownerPdf(owners.bruno.id)];
    expect(alice).toContain('Parte de Alice Rocha: 60%');
    expect(alice).toContain('Fevereiro 957,86 90,00 0,00 867,86');
    expect(bruno).toContain('Fevereiro 638,57 60,00 0,00 578,57');
    expect(bruno).not.toContain('Alice');
  });

  // 7.000,00 − 700,00 − 100,00 = 6.200,00; − 607,20 = 5.592,80 × 27,5% − 908,73 = 629,29; the reduction is
  // 978,62 − 0,133145 × 6.200,00 = 153,121: 476,17.
  test('helps with carnê-leão as information only, and leaves a refunded receipt out', async () => {
    const pdf = await ownerPdf(dora.id);
    expect(pdf).toContain('Total 7.000,00 700,00 0,00 6.300,00');
    expect(pdf).toContain('Carnê-leão: apoio');
    expect(pdf).toContain('Apenas informação: não é guia de pagamento nem orientação fiscal.');
    expect(pdf).toContain('02/2026 7.000,00 800,00 5.592,80 476,17 31/03/2026');
    expect(pdf).toMatch(/03\/2026 0,00 0,00 0,00 0,00 (?!\d\d\/\d\d\/)/);
    // The rent of a company is not in it.
    expect(await ownerPdf(owners.carla.id)).toContain('03/2026 1.950,00 165,75');
  });

  test('leaves a trail of who took it', async () => {
    const trail = await db.selectFrom('trail').select('changes').where('action', '=', 'export').execute();
    expect(trail.map(({ changes }) => changes)).toContainEqual({
      ...{ list: 'informe de rendimentos', format: 'pdf', user_id: dora.id, year: 2026 },
    });
  });

  test('is not there without income', async () => {
    for (const path of [
      `2025/OWNER/${dora.id}`,
      `2026/TENANT/${dora.id}`,
      '2026/OWNER/999999',
      '2026/OTHER/1',
      'x/OWNER/1',
    ])
      expect((await reader.get(`/fiscal/statements/${path}/pdf`)).statusCode).toBe(404);
  });
});

test("a tenant's statement says what was paid to which owner", async () => {
  const pdf = await text(`/fiscal/statements/2026/TENANT/${contracts.a.user_id}/pdf`);
  for (const words of [
    'Informe de aluguéis pagos 2026',
    'Ana Prado, CPF ',
    'Aluguel no ano R$ 1.596,43',
    'Alice Rocha, CPF ',
    ', 60%, R$ 957,86',
    ', 40%, R$ 638,57',
    'Fevereiro 1.596,43 0,00 1.596,43',
    'código 70',
  ])
    expect(pdf).toContain(words);
  expect(pdf).not.toContain('Carnê-leão');
  const company = await text(`/fiscal/statements/2026/TENANT/${firm.id}/pdf`);
  expect(company).toContain('Março 6.000,00 394,54 5.605,46');
  expect(company).not.toContain('código 70');
  // 6.000,00 − 607,20 = 5.392,80; × 27,5% − 908,73 = 574,29; − 179,75 = 394,54.
  const [, certificate = ''] = company.split('Comprovante de rendimentos pagos e de imposto retido na fonte');
  for (const words of [
    'Fonte pagadora Comércio Modelo Ltda., CNPJ 11.444.777/0001-61',
    'Beneficiário Carla Nunes, CPF ',
    'IRRF retido no ano R$ 394,54',
    'Março 6.000,00 394,54 5.605,46',
    'código 3208',
  ])
    expect(certificate).toContain(words);
});

test("a tenant company's certificates equal DIMOB and the sheets of withheld tax", async () => {
  const rows = (await dimob('RENT')).filter(({ tenant_id }) => tenant_id === firm.id);
  expect(rows.map(({ months }) => sumsOf(months))).toMatchObject([{ rent: 600_000, tax: 39_454 }]);
  const { data: darfs } = (await reader.get('/fiscal/darf?month=2026-03')).json();
  expect(darfs).toMatchObject([{ tenant: { id: firm.id }, withheld: 394.54 }]);
  const { data: payments } = (await reader.get('/fiscal/reinf?month=2026-03')).json();
  expect(payments).toMatchObject([
    { tenant: { id: firm.id }, owner: { id: owners.carla.id }, gross: 6_000, tax: 394.54 },
  ]);
});

describe('the file of all owners and tenants', () => {
  test('is made in the background, once at a time, and is kept', async () => {
    const maker = as('FISCAL_EDIT', 'FISCAL_VIEW');
    const run = (await maker.post('/fiscal/statements/2026/file')).json();
    expect(run).toMatchObject({ status: 'RUNNING', total: 8, done: 0 });
    expect((await maker.post('/fiscal/statements/2026/file')).json()).toMatchObject({ code: 'STATEMENTS_GOING' });
    expect(await statementRuns.carryOut(deps, run.id)).toBe(8);
    const { run: ended, files } = (await reader.get('/fiscal/statements/year?year=2026')).json();
    expect(ended).toMatchObject({ id: run.id, status: 'DONE', done: 8 });
    expect(files).toMatchObject([{ name: 'informes-2026.zip', owners: 4, tenants: 4, by: 'Mariana Dias' }]);
    const file = await reader.get(`/fiscal/statements/file/${files[0].id}`);
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, files[0].bytes]);
    const inside = await unzipBytes(file.rawPayload);
    expect([...inside.keys()].slice(0, 4)).toEqual([
      `proprietarios/informe-2026-alice-rocha-${owners.alice.id}.pdf`,
      `proprietarios/informe-2026-bruno-lima-${owners.bruno.id}.pdf`,
      `proprietarios/informe-2026-carla-nunes-${owners.carla.id}.pdf`,
      `proprietarios/informe-2026-dora-reis-${dora.id}.pdf`,
    ]);
    expect([...inside.keys()].slice(4).every((name) => name.startsWith('inquilinos/informe-2026-'))).toBe(true);
    const paid = inside.get(`inquilinos/informe-2026-ana-prado-${contracts.a.user_id}.pdf`);
    expect(await pdfText(paid ?? Buffer.of())).toContain('Fevereiro 1.596,43 0,00 1.596,43');
    expect(await pdfText(inside.get(`proprietarios/informe-2026-dora-reis-${dora.id}.pdf`) ?? Buffer.of())).toContain(
      'Total 7.000,00 700,00 0,00 6.300,00',
    );
    const trail = await db.selectFrom('trail').select('action').where('record', '=', 'fiscal_file').execute();
    expect(trail.map(({ action }) => action)).toEqual(['create', 'download']);
  });

  test('is refused for a year without rents, and unknown files are not there', async () => {
    expect((await as('FISCAL_EDIT').post('/fiscal/statements/2024/file')).json()).toMatchObject({
      code: 'NO_STATEMENTS',
    });
    expect((await reader.get('/fiscal/statements/file/999')).statusCode).toBe(404);
  });

  test('is given up when its worker fails at last, and can be made again', async () => {
    const run = (await as('FISCAL_EDIT').post('/fiscal/statements/2026/file')).json();
    await statementRuns.giveUp(deps, run.id);
    expect((await reader.get('/fiscal/statements/year')).json().run).toMatchObject({ id: run.id, status: 'FAILED' });
    expect((await as('FISCAL_EDIT').post('/fiscal/statements/2026/file')).statusCode).toBe(201);
  });
});

describe('by e-mail', () => {
  const send = async (body: object = {}) => (await as('FISCAL_EDIT').post('/fiscal/statements/2026/mail', body)).json();
  const queued = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();

  test('is refused where no mail is set up', async () => {
    expect(await send()).toMatchObject({ code: 'STATEMENT_MAIL_OFF' });
    Object.assign(deps, { publicUrl: 'https://serra.example' });
  });

  test('tells each owner with an address once a year, without figures', async () => {
    await db.updateTable('client').set({ email: null }).where('id', '=', owners.bruno.id).execute();
    expect((await reader.get('/fiscal/statements/year')).json().mail.OWNER).toEqual({
      ...{ with_email: 3, without_email: 1, told: 0 },
    });
    expect(figures(await list('email=MISSING'))).toEqual([['Bruno Lima', 638.57, 60, 0, 578.57]]);
    expect(await send()).toEqual({ sent: 3 });
    const mails = await queued();
    expect(mails.length).toBe(3);
    expect(mails[0]?.body).toContain('https://serra.example/cliente/informes\n');
    expect(mails.map(({ body }) => body).join()).not.toMatch(/\d,\d\d/);
    expect(await send()).toMatchObject({ code: 'STATEMENT_MAIL_NOBODY' });
    expect((await queued()).length).toBe(3);
    const told = (await list()).data.map(({ name, mailed_at }: { name: string; mailed_at: string | null }) => [
      name,
      mailed_at !== null,
    ]);
    expect(told).toEqual([
      ['Alice Rocha', true],
      ['Bruno Lima', false],
      ['Carla Nunes', true],
      ['Dora Reis', true],
    ]);
  });

  test('tells tenants of the rents that they paid', async () => {
    const before = (await queued()).length;
    const { with_email } = (await reader.get('/fiscal/statements/year')).json().mail.TENANT;
    expect(await send({ party: 'TENANT' })).toEqual({ sent: with_email });
    const mails = (await queued()).slice(before);
    expect(mails.length).toBe(with_email);
    expect(mails[0]?.subject).toContain('Informe de aluguéis pagos de 2026');
    expect((await reader.get('/fiscal/statements/year')).json().mail.TENANT).toMatchObject({ told: with_email });
    expect(await send({ party: 'TENANT' })).toMatchObject({ code: 'STATEMENT_MAIL_NOBODY' });
  });

  test('tells a new address only, and everybody again when asked to', async () => {
    await db.updateTable('client').set({ email: 'bruno@exemplo.com.br' }).where('id', '=', owners.bruno.id).execute();
    expect(await send()).toEqual({ sent: 1 });
    expect(await send({ again: true })).toEqual({ sent: 4 });
    const rows = await db
      .selectFrom('income_statement_mail')
      .select(['times', 'admin_user_id'])
      .where(
        'client_id',
        'in',
        [...Object.values(owners), dora].map(({ id }) => id),
      )
      .orderBy('client_id')
      .execute();
    expect(rows.map(({ times }) => times)).toEqual([2, 2, 2, 2]);
    expect(rows.every(({ admin_user_id }) => admin_user_id !== null)).toBe(true);
  });
});

describe('in the client area', () => {
  const { browser } = clientDesk(app);
  const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);

  test('owner and tenant see their own years, and download them', async () => {
    const alice = await enter(owners.alice.id);
    expect(wordsOf(await alice.get('/cliente/informes'))).toContain('Informe de rendimentos de 2026');
    const pdf = await alice.get('/cliente/informes/2026/recebidos');
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await pdfText(pdf.rawPayload)).toContain('Fevereiro 957,86 90,00 0,00 867,86');
    const ana = await enter(contracts.a.user_id);
    expect(wordsOf(await ana.get('/cliente/informes'))).toContain('Aluguéis pagos em 2026');
    expect(await pdfText((await ana.get('/cliente/informes/2026/pagos')).rawPayload)).toContain('Ana Prado');
  });

  test('nothing of others, or of years without income', async () => {
    const ana = await enter(contracts.a.user_id);
    expect(wordsOf(await ana.get('/cliente/informes'))).not.toContain('Informe de rendimentos de 2026');
    for (const path of ['2026/recebidos', '2025/pagos', 'x/pagos', '2026/outros'])
      expect((await ana.get(`/cliente/informes/${path}`)).statusCode).toBe(404);
    const nobody = await enter((await client({ name: 'Zeno Braga' })).id);
    expect(wordsOf(await nobody.get('/cliente/informes'))).toContain('Nenhum informe por aqui');
  });

  test('a reading of their own leaves no trail', async () => {
    const before = await db.selectFrom('trail').select('id').execute();
    await printOwn(started.ctx, owners.alice.id, 2026, 'OWNER');
    expect((await db.selectFrom('trail').select('id').execute()).length).toBe(before.length);
  });
});
