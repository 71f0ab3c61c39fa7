import { invoiceOfTxid, readPix } from '@morada/domain/bank/pix/pix';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { agree, fillAgency, PIX_KEY } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';

const mailServer = await startMailServer();
const settings = {
  ...{ CEP_URL: '', INDICES_URL: '', SMTP_URL: mailServer.url },
  ...{ MAIL_FROM: 'Serra <a@serra.example>', PUBLIC_URL: 'https://serra.example' },
};
const outside = openOutside(readSettings(settings), { within: 60_000, rest: 1 });
const TODAY = '2026-12-20';
const { app, as, db, deps, clock, client, property, invoice, stop } = await startApp({ today: TODAY, outside });
afterAll(async () => {
  await stop();
  await mailServer.close();
});
beforeEach(async () => {
  clock.today = TODAY;
  Object.assign(deps, { publicUrl: settings.PUBLIC_URL });
  await fillAgency(db);
});

const reader = as('FINANCIAL_SHALL_VIEW');
const biller = as('FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW', 'CLIENT_VIEW');

/** An invoice of 1.500,00 + 50,00, due on 10/12/2026. */
async function bill(tenant: { name?: string; email?: string | null } = {}) {
  const { id: user_id } = await client({ name: 'João Conceição', ...tenant });
  const { id: property_id } = await property({
    street: 'Rua São Mateus',
    number: '915',
    fees: [{ name: 'IPTU', price: 5_000 }],
  });
  return invoice({ reference: '2026-12', user_id, property_id });
}
const linkOf = async (id: number, staff = biller) => (await staff.get(`/invoice/${id}/link`)).json();
const open = (url: string) =>
  app.inject({ url: url.replace(settings.PUBLIC_URL, ''), headers: { accept: 'text/html' } });
const trailOf = (id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'actor', 'changes'])
    .where('record', '=', 'invoice')
    .where('record_id', '=', id)
    .where('action', 'in', ['revoke-link', 'send'])
    .orderBy('id')
    .execute();
const queued = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();

describe('the link of an invoice without boleto', () => {
  // Ten days late: 10% of 1.550,00 are 155,00, and 5 × 0,03% of it, 2,325; in all 1.707,33.
  test('has today’s amount, a Pix of it that names the invoice, and the message', LONG, async () => {
    const { id } = await bill();
    const link = await linkOf(id);
    expect(link).toMatchObject({
      today: TODAY,
      due_date: '2026-12-10',
      ...{ days: 10, fine: 155, interest: 2.33, amount: 1707.33, pix_missing: null },
      user: { name: 'João Conceição', phone: '32988412076' },
    });
    const read = readPix(link.pix);
    expect(read).toMatchObject({ pix: { key: PIX_KEY, amount: 170_733, merchant: 'Morada Imoveis Ltda.' } });
    expect(invoiceOfTxid('pix' in read && read.pix ? (read.pix.txid ?? '') : '')).toBe(id);
    expect(link.message.text).toContain(`Para ver e pagar:\n${link.url}\n`);
    expect(link.message.text).toContain(`Pix copia e cola, com o valor de hoje, 20/12/2026:\n${link.pix}`);
    expect(link.message.text).toContain('R$\u00a01.707,33, vencida em 10/12/2026');
    // The page that it opens has the same amount and code.
    const page = await open(link.url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`data-code="${link.pix}"`);
    expect(page.body).toContain('R$\u00a01.707,33');
    // Nothing of the tenant or the property is in the address.
    expect(link.url).toMatch(new RegExp(`^https://serra\\.example/f/${id.toString(36)}-[\\w-]{22}$`));
  });

  test('before the due date has the invoice’s own amount', LONG, async () => {
    clock.today = '2026-12-10';
    const link = await linkOf((await bill()).id);
    expect(link).toMatchObject({ days: 0, fine: 0, interest: 0, amount: 1550 });
    expect(link.message.text).toContain('Pix copia e cola:\n000201');
  });

  test('is the late list’s, whose message has the same Pix', async () => {
    const { id } = await bill({ name: 'Zulmira Prado' });
    const link = await linkOf(id);
    const [row] = (await reader.get('/financial/late?query=zulmira')).json().lates;
    expect([row.id, row.url, row.total]).toEqual([id, link.url, link.amount]);
    expect(row.message.text).toContain(`Pix copia e cola, com o valor de hoje, 20/12/2026:\n${link.pix}`);
  });

  test('of an invoice with a boleto pays by the code that is printed on it', async () => {
    clock.today = '2026-12-01';
    await agree(db, '341');
    const { id, user_id, proposal_id } = await bill();
    const boleto = (await as('BOLETO_CREATE').post('/boleto/manual', { invoice_id: id, user_id, proposal_id })).json();
    expect(await linkOf(id)).toMatchObject({ url: boleto.url, pix: boleto.pix });
  });

  test.each([
    ['KEY', { pix_key: null }],
    ['CITY', { city: null }],
  ])('without %s says so, and still opens', async (missing, changes) => {
    const { id } = await bill();
    await db.updateTable('agency').set(changes).execute();
    const link = await linkOf(id);
    expect(link).toMatchObject({ pix: null, pix_missing: missing, amount: 1707.33 });
    expect(link.message.text).not.toContain('copia e cola');
    expect((await open(link.url)).statusCode).toBe(200);
    const [row] = (await reader.get('/financial/late')).json().lates;
    expect(row.message.text).not.toContain('copia e cola');
  });

  test('hides contacts from those who may not read clients', async () => {
    const { id } = await bill({ email: 'joao@exemplo.com.br' });
    expect((await linkOf(id)).user).toMatchObject({ phone: '32988412076', email: 'joao@exemplo.com.br' });
    const seen = await linkOf(id, reader);
    expect(seen).toMatchObject({ user: { phone: null, email: null }, mail: 'READY' });
    expect(JSON.stringify(seen)).not.toMatch(/exemplo\.com\.br|98841/);
  });

  test('is none of a paid, deleted or unknown invoice', async () => {
    const [paid, deleted] = [await bill(), await bill()];
    await biller.patch(`/invoice/${paid.id}/down`, { paid_amount: 1707.33 });
    await biller.delete(`/financial/invoice/${deleted.id}/delete`);
    const answers = await Promise.all([paid.id, deleted.id, 999_999].map((id) => biller.get(`/invoice/${id}/link`)));
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [409, 'Esta fatura já foi paga.'],
      [404, 'Não encontramos a fatura'],
      [404, 'Não encontramos a fatura'],
    ]);
  });
});

describe('to revoke a link', () => {
  test('voids it, makes another, and is in the trail', async () => {
    const { id } = await bill();
    const [before, other] = [await linkOf(id), await linkOf((await bill()).id)];
    expect((await biller.delete(`/invoice/${id}/link`)).statusCode).toBe(204);
    const after = await linkOf(id);
    expect(after.url).not.toBe(before.url);
    // A static code cannot be cancelled: it stays what it was.
    expect(after.pix).toBe(before.pix);
    const answers = await Promise.all([before, after, other].map(({ url }) => open(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 200, 200]);
    expect(await trailOf(id)).toEqual([{ action: 'revoke-link', actor: 'Mariana Dias', changes: null }]);
  });

  test('is refused to those who may only read, and of an unknown invoice', async () => {
    const { id } = await bill();
    const { url } = await linkOf(id);
    const readers = as(
      'FINANCIAL_INVOICE_VIEW',
      'FINANCIAL_VIEW',
      'FINANCIAL_SHALL_VIEW',
      'PROPOSAL_VIEW',
      'BOLETO_VIEW',
    );
    expect((await readers.get(`/invoice/${id}/link`)).statusCode).toBe(200);
    expect((await readers.delete(`/invoice/${id}/link`)).statusCode).toBe(403);
    expect((await readers.post(`/invoice/${id}/link/mail`)).statusCode).toBe(403);
    expect([(await linkOf(id)).url, await trailOf(id)]).toEqual([url, []]);
    expect((await biller.delete('/invoice/999999/link')).statusCode).toBe(404);
  });
});

describe('by e-mail', () => {
  test('the message goes to the tenant, once for a repeated request, and is in the trail', async () => {
    const { id } = await bill({ email: 'maria@exemplo.com.br' });
    const { message } = await linkOf(id);
    const before = (await queued()).length;
    const key = { 'idempotency-key': 'link-by-mail-1' };
    for (const answer of [
      await biller.post(`/invoice/${id}/link/mail`, undefined, key),
      await biller.post(`/invoice/${id}/link/mail`, undefined, key),
    ])
      expect(answer.statusCode, answer.body).toBe(204);
    expect((await queued()).slice(before)).toEqual([
      { recipient: 'maria@exemplo.com.br', subject: 'Fatura do aluguel de 11/2026', body: message.text },
    ]);
    expect(message.text).toContain('https://serra.example/f/');
    expect(await trailOf(id)).toMatchObject([{ action: 'send', changes: { kind: 'INVOICE_LINK', channel: 'MAIL' } }]);
  });

  test('is refused without an address, without a mail server, and for a paid invoice', async () => {
    const [without, paid] = [await bill({ email: null }), await bill({ email: 'rita@exemplo.com.br' })];
    expect((await linkOf(without.id)).mail).toBe('NO_ADDRESS');
    await biller.patch(`/invoice/${paid.id}/down`, { paid_amount: 1707.33 });
    const before = await queued();
    const refusals = async (ids: number[]) =>
      (await Promise.all(ids.map((id) => biller.post(`/invoice/${id}/link/mail`)))).map((answer) => [
        answer.statusCode,
        answer.json().code,
      ]);
    expect(await refusals([without.id, paid.id])).toEqual([
      [409, 'LINK_MAIL_NO_ADDRESS'],
      [409, 'INVOICE_ALREADY_PAID'],
    ]);
    Object.assign(deps, { publicUrl: undefined });
    expect((await linkOf(without.id)).mail).toBe('OFF');
    expect(await refusals([without.id])).toEqual([[409, 'LINK_MAIL_OFF']]);
    expect(await queued()).toEqual(before);
  });
});
