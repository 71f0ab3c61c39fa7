import { readPix } from '@morada/domain/bank/pix/pix';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { agree, fillAgency, PIX_KEY } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { printed, readCodes } from '#test/pages.ts';

const TODAY = '2026-11-22';
const { app, deps, as, db, clock, signIn, client, property, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(async () => {
  clock.today = TODAY;
  await fillAgency(db);
  await agree(db, '341');
});

const issuer = as('BOLETO_CREATE');
const cashier = as('FINANCIAL_INVOICE_CREATE');

/** Of 1.500,00 + 50,00, due on 10/12/2026. */
async function bill() {
  const tenant = await client({ name: 'João <b>da</b> Conceição', cpf_cnpj: '52998224725' }).catch(() =>
    db.selectFrom('client').selectAll().where('cpf_cnpj', '=', '52998224725').executeTakeFirstOrThrow(),
  );
  const listing = await property({ street: 'Rua São Mateus', number: '915', fees: [{ name: 'IPTU', price: 5_000 }] });
  const made = await invoice({ reference: '2026-12', user_id: tenant.id, property_id: listing.id });
  const { id: invoice_id, user_id, proposal_id } = made;
  const boleto = (await issuer.post('/boleto/manual', { invoice_id, user_id, proposal_id })).json();
  return { invoice: made, boleto, url: boleto.url as string };
}

const open = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } });
/** Visible text of the page, with blanks collapsed. */
const wordsOf = (body: string) =>
  body
    .slice(body.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ');
const codeOf = (body: string, id: string) => new RegExp(`id="${id}" data-code="([^"]*)"`).exec(body)?.[1] ?? '';

/** The QR code on the page, decoded. */
async function scanned(body: string) {
  const [, size, path] = /<svg class="qr" viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)"/.exec(body) ?? [];
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${Number(size) + 8} ${Number(size) + 8}" width="400" height="400"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  return (await readCodes(await sharp(Buffer.from(drawn)).png().toBuffer())).map(({ text }) => text);
}

describe('the page of an invoice', () => {
  test('shows the amount due and the ways to pay', async () => {
    const { url, boleto } = await bill();
    const answer = await open(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const words = wordsOf(answer.body);
    for (const text of [
      'Vence em 10/12/2026',
      'Aluguel de novembro de 2026',
      'Rua São Mateus, 915, Centro, Juiz de Fora/MG',
      'A pagar hoje, 22/11/2026',
      'R$ 1.550,00',
      'Aluguel mês inteiro, nov/2026 1.500,00',
      'IPTU taxa do imóvel 50,00',
      'A partir do 5º dia: 10% sobre aluguel e taxas.',
      'Depois do 5º dia de atraso: 0,03% ao dia sobre aluguel e taxas.',
      'Sem registro',
      'CPF ***.982.247-**',
      'Morada Imóveis Ltda. · CNPJ 12.ABC.345/01DE-35 · CRECI MG-1234',
      '(32) 3215-0000',
    ])
      expect(words).toContain(text);
    expect(answer.body).not.toContain('<b>da</b>');
    expect(answer.body).not.toMatch(/529\.?982/);
    expect(codeOf(answer.body, 'boleto')).toBe(boleto.digitable_line);
    expect(codeOf(answer.body, 'pix')).toBe(boleto.pix);
    expect(await scanned(answer.body)).toEqual([boleto.pix]);
    expect(answer.body).toContain(`href="${url}/pdf"`);
  });

  test('is neither cached nor indexed, and sends no referrer', async () => {
    const { url } = await bill();
    const answer = await open(url);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(answer.body).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(answer.body).not.toMatch(/<script(?![^>]* src=)|style="|onclick/);
    for (const [, path] of answer.body.matchAll(/(?:src|href)="(\/site\/[^"]+)"/g)) {
      const asset = await app.inject({ url: path });
      expect([path, asset.statusCode]).toEqual([path, 200]);
    }
  });

  test('when late, shows today’s amount line by line, with its own Pix', async () => {
    const { url, invoice } = await bill();
    clock.today = '2026-12-20';
    const answer = await open(url);
    const words = wordsOf(answer.body);
    // Ten days: 10% of 1.550,00, and 5 × 0,03% of it, 2,325.
    for (const text of [
      'Venceu em 10/12/2026',
      'A pagar hoje, 20/12/2026, com 10 dias de atraso',
      'Multa 10% × 1.550,00 = 155,00 155,00',
      'Juros 0,03% × 5 dias × 1.550,00 = 2,33 2,33',
      'Total R$ 1.707,33',
      'Não há um boleto com o valor de hoje.',
    ])
      expect(words).toContain(text);
    expect(readPix(codeOf(answer.body, 'pix'))).toMatchObject({
      pix: { key: PIX_KEY, amount: 170_733, txid: `FATURA${String(invoice.id).padStart(10, '0')}` },
    });
    expect((await open(`${url}/pdf`)).statusCode).toBe(404);
  });

  test('when late at a bank that charges by itself, keeps its boleto', async () => {
    const { url, boleto } = await bill();
    await db.updateTable('boleto').set({ registration: 'REGISTERED' }).where('id', '=', boleto.id).execute();
    clock.today = '2026-12-20';
    const words = wordsOf((await open(url)).body);
    expect(words).toContain('O boleto é de R$ 1.550,00: o banco soma a multa e os juros ao receber.');
    expect(words).not.toContain('Sem registro');
    expect((await open(`${url}/pdf`)).statusCode).toBe(200);
  });

  test('when paid, shows the amount received, and no way to pay', async () => {
    const { url, invoice } = await bill();
    clock.today = '2026-12-20';
    await cashier.patch(`/invoice/${invoice.id}/down`, { paid_amount: 1707.33, payment_method: 'PIX' });
    const answer = await open(url);
    const words = wordsOf(answer.body);
    for (const text of [
      'Pago',
      'Recebemos em 20/12/2026, Pix',
      'Multa 155,00',
      'Juros 2,33',
      'Total recebido R$ 1.707,33',
    ])
      expect(words).toContain(text);
    expect(answer.body).not.toMatch(/class="qr"|data-copy|\/pdf"/);
    expect((await open(`${url}/pdf`)).statusCode).toBe(404);
    expect(answer.body).toContain(`href="${url}/recibo"`);
    const receipt = await open(`${url}/recibo`);
    expect([receipt.statusCode, receipt.headers['content-type'], receipt.headers['cache-control']]).toEqual([
      ...[200, 'application/pdf', 'no-store'],
    ]);
  });

  test('has no receipt before it is paid', async () => {
    const { url } = await bill();
    expect((await open(`${url}/recibo`)).statusCode).toBe(404);
    expect((await open(url)).body).not.toContain('/recibo');
  });

  test('offers the Pix code before how the amount is made up, and the agency’s phone and WhatsApp', async () => {
    await db.updateTable('agency').set({ whatsapp: '32988412076' }).execute();
    const { url, invoice } = await bill();
    const { body } = await open(url);
    const places = ['data-copy="pix"', '<table>', 'class="qr"', 'id="pix"'].map((part) => body.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(body).toContain('<a class="button" href="tel:+553232150000">(32) 3215-0000</a>');
    const question = encodeURIComponent(`Olá! Tenho uma dúvida sobre a fatura ${invoice.id}.`);
    expect(body).toContain(`href="https://wa.me/5532988412076?text=${question}"`);
    await db.updateTable('agency').set({ whatsapp: null }).execute();
  });

  test('its preview in a chat shows neither the amount nor a name', async () => {
    const { url } = await bill();
    const head = (await open(url)).body.split('</head>')[0] ?? '';
    expect(head).toContain('<meta property="og:title" content="Sua fatura de aluguel">');
    expect(head).toContain('<meta property="og:site_name" content="Morada Imóveis Ltda.">');
    expect(head).not.toMatch(/1\.550|1550|R\$|Conceição|João|São Mateus|982/);
  });

  test('without a Pix key offers only the boleto', async () => {
    await fillAgency(db, { pix_key: null });
    const { url, boleto } = await bill();
    expect((await open(url)).body).not.toMatch(/class="qr"|Pagar com Pix/);
    await issuer.delete(`/boleto/${boleto.id}`);
    expect(wordsOf((await open(url)).body)).toContain('Para pagar, peça um boleto à imobiliária.');
  });

  test('offers the boleto as a PDF', LONG, async () => {
    const { url, boleto } = await bill();
    const answer = await open(`${url}/pdf`);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    const codes = await readCodes((await printed(new Uint8Array(answer.rawPayload))).png);
    expect(codes.map(({ text }) => text).sort()).toEqual([boleto.pix, boleto.barcode].sort());
  });
});

describe('a link', () => {
  test('that is wrong in any part gives the same 404 as a missing one', async () => {
    const [one, other] = [await bill(), await bill()];
    const [id = '', code = ''] = one.url.slice(3).split(/-(.*)/s);
    const [otherId = '', otherCode = ''] = other.url.slice(3).split(/-(.*)/s);
    const long = `/api/invoice/${'x'.repeat(43)}/${one.invoice.id}/${'x'.repeat(43)}`;
    const wrong = [
      ...[`/f/${id}-${'x'.repeat(22)}`, `/f/${id}-${otherCode}`, `/f/${otherId}-${code}`, `/f/zzzz-${code}`],
      ...[`/f/${id}${code}`, `/f/${id}-${code}x`, `/f/${id}-`, `/f/${id}-${code.toUpperCase()}`, `/f/%00-${code}`],
      ...[`/f/zzzzzzzzzz-${code}`, long, `${long}/recibo`, `/f/${id}-${'x'.repeat(22)}/recibo`],
    ];
    const answers = await Promise.all(wrong.map((url) => open(url)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(wrong.map(() => 404));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(wordsOf(answers[0]?.body ?? '')).toContain('Fatura não encontrada');
    const machine = await open(wrong[0] ?? '', 'application/json');
    expect([machine.statusCode, machine.json().message]).toEqual([404, 'Não encontramos o que você procura.']);
  });

  test('that was revoked tells so, and the new one opens', LONG, async () => {
    const { url, boleto, invoice } = await bill();
    expect((await issuer.delete(`/invoice/${invoice.id}/link`)).statusCode).toBe(204);
    const revoked = await open(url);
    expect(revoked.statusCode).toBe(410);
    expect(wordsOf(revoked.body)).toContain(
      'Este link não vale mais A imobiliária trocou o link desta fatura. Peça o novo antes de pagar.',
    );
    expect((await open(`${url}/pdf`)).statusCode).toBe(410);
    const machine = await open(url, 'application/json');
    expect([machine.statusCode, machine.json().code]).toEqual([410, 'LINK_REVOKED']);
    const renewed = (await issuer.get(`/boleto/${boleto.id}`)).json().url;
    expect((await open(renewed)).statusCode).toBe(200);
    // Neither page names the tenant, the property or an amount.
    expect(revoked.body).not.toMatch(/Conceição|São Mateus|1\.550/);
  });

  test('of a deleted invoice says that it was cancelled, unless it is wrong', async () => {
    const { url, invoice } = await bill();
    await cashier.delete(`/financial/invoice/${invoice.id}/delete`);
    const answer = await open(url);
    expect(answer.statusCode).toBe(410);
    expect(wordsOf(answer.body)).toContain('Fatura cancelada A imobiliária cancelou esta fatura: não pague por ela.');
    expect(answer.body).not.toMatch(/Conceição|São Mateus|1\.550|class="qr"/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    const wrong = url.replace(/.{22}$/, 'x'.repeat(22));
    expect([(await open(wrong)).statusCode, wordsOf((await open(wrong)).body)]).toEqual([
      404,
      expect.stringContaining('Fatura não encontrada'),
    ]);
  });

  test('is absolute when PUBLIC_URL is set', LONG, async () => {
    const { boleto } = await bill();
    const known = await buildApp({ ...deps, publicUrl: 'https://imobiliaria.example/' });
    const { token } = await signIn('BOLETO_VIEW');
    const answer = await known.inject({
      url: `/api/boleto/${boleto.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.json().url).toBe(`https://imobiliaria.example${boleto.url}`);
    await known.close();
  });
});
