import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { firstError } from '#test/calls/answers.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { form } from '#test/pictures.ts';
import { signedNote } from '#test/servers/nfse-xml.ts';

const { app, db, ctx, clock, as, client, owner, property, contract, invoice, stop } = await startApp();
afterAll(stop);

const reader = as('FISCAL_VIEW');
const editor = as('CLIENT_VIEW', 'CLIENT_EDIT');

const missing = async () => (await reader.get('/fiscal/notes/missing')).json();

describe('taxes of an owner', () => {
  test(
    'a taxpayer has a first day, and a CNPJ beside the CPF that only a check of its digits lets in',
    LONG,
    async () => {
      const one = await owner();
      const path = `/user/${one.id}/taxes`;
      const without = await editor.patch(path, { tax_regime: 'REGULAR' });
      expect(firstError(without).slice(0, 2)).toEqual([422, 'taxpayer_since']);
      const wrong = await editor.patch(path, { tax_cnpj: '11222333000182' });
      expect(firstError(wrong).slice(0, 2)).toEqual([422, 'tax_cnpj']);
      const taxes = { tax_regime: 'REGULAR', taxpayer_since: '2027-01-01', tax_cnpj: '11.222.333/0001-81' };
      const saved = await editor.patch(path, taxes);
      expect(saved.json().taxes).toMatchObject({ ...taxes, tax_cnpj: '11222333000181' });
      expect((await editor.patch(path, { taxpayer_since: null })).json().code).toBe('TAXPAYER_WITHOUT_DAY');
      const cleared = { tax_regime: null, taxpayer_since: null, tax_cnpj: '' };
      expect((await editor.patch(path, cleared)).json().taxes).toMatchObject({ ...cleared, tax_cnpj: null });
      expect((await as('CLIENT_VIEW').patch(path, taxes)).statusCode).toBe(403);
    },
  );
});

describe('what notes need', () => {
  test('names agency, owner, tenant and property with the part that mends each, until nothing blocks', async () => {
    await db
      .updateTable('agency')
      .set({ cnpj: '11222333000181', city: 'Juiz de Fora', state: 'MG', tax_regime: null })
      .execute();
    const landlord = await owner({ cpf_cnpj: '52998224725' });
    const company = await client({ cpf_cnpj: '11444777000161' });
    const home = await property({ owners: [landlord] });
    const lease = await contract({ property_id: home.id, user_id: company.id });
    await db
      .updateTable('client')
      .set({ tax_regime: 'REGULAR', taxpayer_since: '2027-01-01' })
      .where('id', '=', landlord.id)
      .execute();
    const found = await missing();
    expect(found.contracts).toBe(1);
    const blocking = found.blocking.map(({ subject, id, place }: Record<string, unknown>) => [subject, id, place]);
    expect(blocking).toEqual([
      ['AGENCY', null, 'TAXES'],
      ['PERSON', landlord.id, 'TAXES'],
      ['PERSON', landlord.id, 'ADDRESS'],
      ['PERSON', company.id, 'ADDRESS'],
    ]);

    await db
      .updateTable('agency')
      .set({ tax_regime: 'SIMPLES', simples_rate: 600, municipal_registration: '1' })
      .execute();
    const place = {
      street: 'Rua Halfeld',
      number: '1',
      neighborhood: 'Centro',
      city: 'juiz de fora',
      state: 'MG',
      cep: '36010070',
    };
    for (const id of [landlord.id, company.id])
      await db
        .updateTable('client')
        .set({ ...place, tax_cnpj: '11222333000181' })
        .where('id', '=', id)
        .execute();
    await db
      .updateTable('property')
      .set({ cib: '1234567A', property_registration: '1' })
      .where('id', '=', home.id)
      .execute();
    expect(await missing()).toMatchObject({ blocking: [], warnings: [] });

    await db.updateTable('proposal').set({ purpose: 'SHORT_STAY' }).where('id', '=', lease.id).execute();
    expect((await missing()).blocking).toMatchObject([{ subject: 'CONTRACT', id: lease.id }]);
  });

  test('are for those who see the taxes', async () => {
    expect((await as('CLIENT_VIEW').get('/fiscal/notes/missing')).statusCode).toBe(403);
  });
});

/** A payment of 3.500,00, or of a part of it, in December to an owner of 60% who pays IBS and CBS. */
async function payment(paid?: number) {
  clock.today = '2026-12-10';
  const [payer, other] = [await owner(), await owner()];
  await db
    .updateTable('client')
    .set({ tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: '11222333000181' })
    .where('id', '=', payer.id)
    .execute();
  const home = await property({
    owners: [
      { id: payer.id, share: 6_000 },
      { id: other.id, share: 4_000 },
    ],
    fees: [
      { name: 'IPTU', price: 10_000 },
      { name: 'Condomínio', price: 40_000 },
    ],
  });
  const one = await invoice({
    contract: await contract({ property_id: home.id, current_price: 300_000 }),
    reference: '2026-12',
  });
  const rest = { fate: 'OPEN_BALANCE' as const, due_date: '2026-12-20' as const };
  const input = { paid_amount: paid ?? one.amount, pay_day: ctx.today(), ...(paid && { rest }) };
  await db.transaction().execute((trx) => settleInvoices(trx, ctx, [{ id: one.id, input }]));
  return { payer, one };
}

describe('notes of leases', () => {
  const noteKey = '31367022211222333000181000000000004226121234567891';
  const ofMonth = async () => (await reader.get('/fiscal/notes/lease?month=2026-12')).json();

  test(
    'are spoken of nowhere while nobody has a certificate or noted one: the card of the settings begins them',
    LONG,
    async () => {
      const { payer, one } = await payment();
      expect((await reader.get('/dashboard/begun')).json().notes).toBe(false);
      const { news } = (await as('*').get('/messages/settings')).json();
      expect(news.map(({ kind }: { kind: string }) => kind)).not.toContain('NOTE_ISSUED');
      expect((await reader.get('/fiscal/agenda')).json().certificates).toEqual([]);
      expect(await db.selectFrom('service_note').selectAll().execute()).toEqual([]);
      const jobs = sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`;
      expect((await jobs.execute(db)).rows.map(({ task }) => task)).not.toContain('notes');
      const trail = await db.selectFrom('trail').select('record').distinct().execute();
      expect(trail.map(({ record }) => record)).not.toContain('service_note');
      for (const person of [payer.id, one.user_id]) {
        const cookie = `cliente=${await clientSession({ db }, person)}`;
        expect(wordsOf(await clientDesk(app).browser(cookie).get('/cliente/documentos'))).not.toMatch(/nota/i);
      }
      await as('*').delete(`/invoice/${one.id}/refund`);
    },
  );

  test('are one for each payment to an owner who pays, and closed by the key of the issued note', async () => {
    const { payer, one } = await payment();
    const sheet = await ofMonth();
    expect(sheet).toMatchObject({ month: '2026-12', total: 1, open: 1, undone: 0 });
    const [note] = sheet.data;
    expect(note).toMatchObject({
      ...{ paid_on: '2026-12-10', share: 60, total: 3500, service: 2100, base: 1440, ibs: 0.43, cbs: 3.89 },
      ...{ service_code: '990301', nbs: '110021000', operation: '020101', cst: '200', class_code: '200027' },
      ...{ estimate: false, key: null, undone: false },
      owner: { id: payer.id, document: '11222333000181' },
      property: { city_code: '3136702' },
      adjustments: [
        { code: '01', amount: 100 },
        { code: '03', amount: 400 },
        { code: '04', amount: 600 },
      ],
    });
    const file = await reader.get('/fiscal/notes/lease/export/csv?month=2026-12');
    expect(file.body).toContain('2100,00');

    const path = `/fiscal/notes/lease/${note.id}`;
    const clerk = as('FISCAL_VIEW', 'FISCAL_EDIT');
    const wrong = await clerk.put(path, { key: `${noteKey.slice(0, 49)}2` });
    expect(firstError(wrong).slice(0, 2)).toEqual([422, 'key']);
    await db.updateTable('client').set({ tax_cnpj: '11444777000161' }).where('id', '=', payer.id).execute();
    expect((await clerk.put(path, { key: noteKey })).json().code).toBe('LEASE_NOTE_OTHER');
    await db.updateTable('client').set({ tax_cnpj: '11222333000181' }).where('id', '=', payer.id).execute();
    expect((await reader.put(path, { key: noteKey })).statusCode).toBe(403);
    expect((await clerk.put(path, { key: noteKey.replace(/(.{4})/g, '$1 ') })).statusCode).toBe(204);
    expect(await ofMonth()).toMatchObject({ open: 0, data: [{ key: noteKey }] });

    const refunded = await as('*').delete(`/invoice/${one.id}/refund`);
    expect(refunded.statusCode, refunded.body).toBeLessThan(300);
    expect(await ofMonth()).toMatchObject({ open: 0, undone: 1, data: [{ key: noteKey, undone: true }] });
    expect((await clerk.put(path, { key: noteKey })).json().code).toBe('LEASE_PAYMENT_NOT_FOUND');
    expect((await clerk.delete(path)).statusCode).toBe(204);
    expect(await ofMonth()).toMatchObject({ total: 0 });
    expect((await clerk.delete(path)).json().code).toBe('LEASE_NOTE_NOT_FOUND');
  });

  test('of a month paid in two parts take the social reducer once', async () => {
    const { payer } = await payment(100_000);
    const [balance] = await db
      .selectFrom('invoice')
      .select(['id', 'amount'])
      .where('balance_of', 'is not', null)
      .execute();
    const input = { paid_amount: balance?.amount ?? 0, pay_day: ctx.today() };
    const pay = (trx: typeof db) => settleInvoices(trx, ctx, [{ id: balance?.id ?? 0, input }]);
    expect(await db.transaction().execute(pay)).toEqual([undefined]);
    const parts = (await ofMonth()).data.filter((row: { owner: { id: number } }) => row.owner.id === payer.id);
    // 60% of 1.000,00 − 600,00, and of 2.500,00 − 100,00 − 400,00.
    expect(parts.map(({ base }: { base: number }) => base).toSorted((a: number, b: number) => a - b)).toEqual([
      240, 1200,
    ]);
  });

  test('of one key are of one payment', async () => {
    const first = await payment();
    const second = await payment();
    const of = async (owner: { id: number }) =>
      (await ofMonth()).data.find((row: { owner: { id: number } }) => row.owner.id === owner.id).id;
    const ids = [await of(first.payer), await of(second.payer)];
    const clerk = as('FISCAL_VIEW', 'FISCAL_EDIT');
    expect((await clerk.put(`/fiscal/notes/lease/${ids[0]}`, { key: noteKey })).statusCode).toBe(204);
    expect((await clerk.put(`/fiscal/notes/lease/${ids[1]}`, { key: noteKey })).json().code).toBe('LEASE_NOTE_TAKEN');
  });

  // As the server of the tests answered it (nfse-server.ts), in production.
  const XML = readFileSync(new URL('../../../../test/lease-note.xml', import.meta.url), 'utf8');
  const bomb = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const sent = (xml: string | Buffer) => form(Buffer.from(xml), 'nota.xml', { type: 'text/xml' });

  test('are closed by their XML, which is kept and drawn as a DANFSe', async () => {
    const { payer, one } = await payment();
    const tenant = await db.selectFrom('client').selectAll().where('id', '=', one.user_id).executeTakeFirstOrThrow();
    const body = XML.replace('<CPF>52998224725</CPF>', `<CPF>${tenant.cpf_cnpj}</CPF>`);
    const xml = signedNote(body);
    const { id } = (await ofMonth()).data.find((row: { owner: { id: number } }) => row.owner.id === payer.id);
    const path = `/fiscal/notes/lease/${id}/xml`;
    const clerk = as('FISCAL_VIEW', 'FISCAL_EDIT');
    expect((await clerk.get(path)).json().code).toBe('LEASE_NOTE_NOT_FOUND');
    const refused = async (text: string | Buffer) => (await clerk.put(path, sent(text))).json().code;
    const forged = (from: string, to: string) => refused(signedNote(body.replace(from, to)));
    expect({
      bomb: await refused(bomb + xml.replace('Rua Halfeld', '&b;')),
      'no XML': await refused('nota'),
      'no text': await refused(Buffer.from([0xff, 0xfe, 0x00])),
      'another document': await refused('<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse"/>'),
      'another key': await refused(xml.replaceAll('<nNFSe>1<', '<nNFSe>2<')),
      trial: await forged('<tpAmb>1', '<tpAmb>2'),
      service: await forged('<cTribNac>990301', '<cTribNac>171201'),
      taker: await refused(signedNote(XML)),
      month: await forged('<dCompet>2026-12', '<dCompet>2026-11'),
      'one centavo more': await refused(xml.replace('<vServ>2100.00', '<vServ>2100.01')),
      'no signature': await refused(`${xml.slice(0, xml.lastIndexOf('<Signature xmlns'))}</NFSe>`),
      'a signature of the note without what was added': await refused(
        xml.replace('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Can', '<xInf>1</xInf>$&'),
      ),
    }).toEqual({
      ...{ bomb: 'NOTE_XML_UNREADABLE', 'no XML': 'NOTE_XML_UNREADABLE', 'no text': 'NOTE_XML_UNREADABLE' },
      ...{ 'another document': 'NOTE_XML_UNREADABLE', 'another key': 'NOTE_XML_UNREADABLE' },
      ...{ trial: 'NOTE_XML_TRIAL', service: 'NOTE_XML_SERVICE', taker: 'NOTE_XML_TAKER', month: 'NOTE_XML_MONTH' },
      ...{ 'one centavo more': 'NOTE_XML_ALTERED', 'no signature': 'NOTE_XML_ALTERED' },
      'a signature of the note without what was added': 'NOTE_XML_ALTERED',
    });
    const long = await clerk.put(path, sent(`${xml}${' '.repeat(500_000)}`));
    expect(firstError(long).slice(0, 2)).toEqual([413, 'file']);
    await db.updateTable('client').set({ tax_cnpj: '11444777000161' }).where('id', '=', payer.id).execute();
    expect(await refused(xml)).toBe('NOTE_XML_ISSUER');
    await db.updateTable('client').set({ tax_cnpj: '11222333000181' }).where('id', '=', payer.id).execute();

    expect((await reader.put(path, sent(xml))).statusCode).toBe(403);
    const row = async () => (await ofMonth()).data.find((one: { id: number }) => one.id === id);
    const other = signedNote(body.replace('<vServ>2100.00', '<vServ>2100.01'), 'OUTRA AUTORIDADE');
    expect((await clerk.put(path, sent(other))).json()).toMatchObject({ service: 2100.01, expected: 2100 });
    // Who signed is told, since nothing here says whether the certificate is the national system's.
    expect(await row()).toMatchObject({ has_xml: true, signed_by: 'OUTRA AUTORIDADE' });
    const unread = xml.replaceAll('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha999');
    expect((await clerk.put(path, sent(unread))).json()).toMatchObject({ signed_by: null });
    const saved = await clerk.put(path, sent(xml));
    expect(saved.json()).toMatchObject({ service: 2100, expected: 2100, signed_by: 'SEFIN NACIONAL' });
    const { key } = await row();
    expect(await row()).toMatchObject({ key: /Id="NFS(\d{50})"/.exec(xml)?.[1], signed_by: 'SEFIN NACIONAL' });
    expect((await reader.get(path)).body).toBe(xml);
    const paper = await reader.get(`/fiscal/notes/lease/${id}/danfse`);
    expect(paper.headers['content-type']).toBe('application/pdf');
    expect(await pdfText(paper.rawPayload)).toContain(`Chave de acesso da NFS-e ${key}`);

    // A key that is typed has no XML.
    expect((await clerk.put(`/fiscal/notes/lease/${id}`, { key })).statusCode).toBe(204);
    expect((await clerk.get(path)).json().code).toBe('NOTE_XML_NOT_FOUND');
  });
});
