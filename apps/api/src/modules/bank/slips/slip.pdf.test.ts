import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { BOLETO_BANKS } from '@morada/domain/bank/boleto-banks';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { inkWithin, printed, readCodes } from '#test/pages.ts';

const { as, anonymous, db, client, property, contract, invoice, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);
beforeEach(() => fillAgency(db, { boleto_note: 'Dúvidas: (32) 3215-0000' }));

const issuer = as('BOLETO_CREATE');

async function boletoOf(bill: Awaited<ReturnType<typeof invoice>>) {
  const { id: invoice_id, user_id, proposal_id } = bill;
  return (await issuer.post('/boleto/manual', { invoice_id, user_id, proposal_id })).json();
}
const fileOf = async (id: number) => new Uint8Array((await issuer.get(`/boleto/${id}/pdf`)).rawPayload);
const textOf = async (file: Uint8Array) => {
  const { text } = await extractText(file.slice());
  return text.map((page) => page.replace(/\s+/g, ' '));
};

/**
 * Banks whose printed codes are read in the short run of the tests. All banks are drawn by the same code, barcodes have
 * tests of their own, and the codes of another bank are read from the fullest page, below.
 */
const READ_IN_SHORT: ReadonlySet<string> = new Set(['104']);

const PAGE = { left: 0, top: 0, right: 210, bottom: 297 };

describe.each(BOLETO_BANKS.map(({ code, name, digit, payment_place }) => [code, name, digit, payment_place] as const))(
  'the PDF of a boleto of %s, %s',
  (code, name, digit, payment_place) => {
    test('has readable codes of the prescribed size', READ_IN_SHORT.has(code) ? {} : LONG, async () => {
      await agree(db, code);
      const boleto = await boletoOf(await invoice({ reference: '2026-12' }));
      const { png, width, height, pages } = await printed(await fileOf(boleto.id));
      expect([pages, Math.round((width / 300) * 25.4), Math.round((height / 300) * 25.4)]).toEqual([1, 210, 297]);
      const codes = await readCodes(png);
      expect(codes.map(({ format, text }) => [format, text]).sort()).toEqual([
        ['ITF', boleto.barcode],
        ['QRCode', boleto.pix],
      ]);

      // Below the words of the form there are only the bars: no digits under them, white beside them.
      const bars = await inkWithin(png, { ...PAGE, top: 271.5 });
      expect(bars.left).toBeGreaterThanOrEqual(5);
      expect(bars.right - bars.left).toBeCloseTo(103, 0);
      expect(bars.bottom - bars.top).toBeCloseTo(13, 0);
      expect(Math.abs(bars.right - bars.left - 103)).toBeLessThan(0.25);
      expect(Math.abs(bars.bottom - bars.top - 13)).toBeLessThan(0.25);
      expect(297 - bars.bottom).toBeGreaterThanOrEqual(5);
    });

    test('prints every required text', async () => {
      await agree(db, code);
      const tenant = await client({ name: 'João da Conceição' });
      const listing = await property({
        street: 'Rua São Mateus',
        number: '915',
        fees: [{ name: 'IPTU', price: 5_000 }],
      });
      const boleto = await boletoOf(
        await invoice({
          contract: await contract({ user_id: tenant.id, property_id: listing.id }),
          reference: '2026-12',
        }),
      );
      const [text = ''] = await textOf(await fileOf(boleto.id));
      const { slip } = await db
        .selectFrom('boleto')
        .select('slip')
        .where('id', '=', boleto.id)
        .executeTakeFirstOrThrow();
      for (const words of [
        `${name} ${code}-${digit} ${formatDigitableLine(boleto.digitable_line)}`,
        `Local de pagamento ${payment_place}`,
        'Vencimento 10/12/2026',
        'Beneficiário Morada Imóveis Ltda. · CNPJ 12.ABC.345/01DE-35',
        'Avenida Rio Branco, 2000, Centro, Juiz de Fora/MG, CEP 36.016-310',
        `Agência / código do beneficiário ${slip.beneficiary_code}`,
        'Data do documento 22/11/2026',
        `Nº do documento ${boleto.invoice_id}`,
        'Espécie doc. RC',
        'Aceite N',
        'Data do processamento 22/11/2026',
        `Nosso número ${boleto.nosso_numero}`,
        'Uso do banco',
        `Carteira ${slip.wallet}`,
        'Espécie R$',
        'Quantidade',
        '(x) Valor',
        '(=) Valor do documento 1.550,00',
        '(-) Desconto / abatimento',
        '(-) Outras deduções',
        '(+) Mora / multa',
        '(+) Outros acréscimos',
        '(=) Valor cobrado',
        ...slip.instructions,
        'Dúvidas: (32) 3215-0000',
        'Pagador João da Conceição · CPF',
        'Rua São Mateus, 915, Centro, Juiz de Fora/MG, CEP 36.025-000',
        'Sacador / avalista',
        'Autenticação mecânica · Ficha de compensação',
        'Recibo do pagador',
        'CNPJ 12.ABC.345/01DE-35 · CRECI MG-1234',
        'Aluguel mês inteiro, nov/2026 1.500,00',
        'IPTU taxa do imóvel 50,00',
        'Total R$ 1.550,00',
        'Aluguel de novembro de 2026, Rua São Mateus, 915',
        'SEM REGISTRO',
      ])
        expect(text).toContain(words.replace(/\s+/g, ' '));
      expect(text.replace(/\s/g, '')).toContain(boleto.pix.replace(/\s/g, ''));
    });
  },
);

test('the digits at the top are 3,5 mm tall', LONG, async () => {
  await agree(db, '237');
  const boleto = await boletoOf(await invoice({ reference: '2026-12' }));
  const file = await fileOf(boleto.id);
  const page = await (await getDocumentProxy(file.slice())).getPage(1);
  const { items } = await page.getTextContent();
  const line = formatDigitableLine(boleto.digitable_line);
  const placed = items.flatMap((item) => ('str' in item && item.str === line ? [item] : []));
  const [head] = placed.sort((one, other) => one.transform[5] - other.transform[5]);
  const [, , , , x = 0, y = 0] = head?.transform ?? [];
  const baseline = ((841.89 - y) / 72) * 25.4;
  const ink = await inkWithin((await printed(file)).png, {
    left: (x / 72) * 25.4,
    right: 198,
    top: baseline - 5,
    bottom: baseline + 0.6,
  });
  expect(ink.bottom - ink.top).toBeGreaterThanOrEqual(3.5);
});

test('has no warning once registered; without a Pix key it has no Pix', async () => {
  await fillAgency(db, { pix_key: null });
  await agree(db, '104');
  const boleto = await boletoOf(await invoice({ reference: '2026-12' }));
  await db.updateTable('boleto').set({ registration: 'REGISTERED' }).where('id', '=', boleto.id).execute();
  const [text = ''] = await textOf(await fileOf(boleto.id));
  expect(text).not.toMatch(/SEM REGISTRO|Pix/);
});

test('is one page with readable codes, however much text there is', LONG, async () => {
  await agree(db, '001');
  const tenant = await client({
    name: 'Maria Aparecida do Nascimento Vasconcelos de Albuquerque Cavalcanti Filha Neta Sobrinha',
  });
  const fees = Array.from({ length: 30 }, (_, index) => ({
    name: `Taxa de manutenção extraordinária ${index + 1}`,
    price: 1_000,
  }));
  const listing = await property({
    street: 'Rua Governador Valadares da Conceição de Ibitipoca e do Mato Dentro',
    fees,
  });
  const boleto = await boletoOf(
    await invoice({ contract: await contract({ user_id: tenant.id, property_id: listing.id }), reference: '2026-12' }),
  );
  const file = await fileOf(boleto.id);
  const { png, pages } = await printed(file);
  expect(pages).toBe(1);
  expect((await readCodes(png)).map(({ text }) => text).sort()).toEqual([boleto.pix, boleto.barcode].sort());
  const [text = ''] = await textOf(file);
  // 31 lines: eleven by name, the other twenty of 10,00 together.
  expect(text).toContain('Mais 20 itens veja no link da fatura 200,00');
  expect(text).toContain('Total R$ 1.800,00');
});

test('requires a payable boleto and the permission to see it', async () => {
  await agree(db, '341');
  const boleto = await boletoOf(await invoice({ reference: '2026-12' }));
  expect((await anonymous.get(`/boleto/${boleto.id}/pdf`)).statusCode).toBe(401);
  expect((await as('CLIENT_VIEW').get(`/boleto/${boleto.id}/pdf`)).statusCode).toBe(403);
  expect((await issuer.get('/boleto/999999/pdf')).statusCode).toBe(404);
  const file = await issuer.get(`/boleto/${boleto.id}/pdf`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  await issuer.delete(`/boleto/${boleto.id}`);
  expect((await issuer.get(`/boleto/${boleto.id}/pdf`)).json().message).toBe('Este boleto não está mais em aberto.');
});
