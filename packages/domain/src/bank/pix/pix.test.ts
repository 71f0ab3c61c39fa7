import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc16, invoiceOfTxid, type Pix, readPix, staticPix, txidOfInvoice } from './pix.ts';

/** The example of the Central Bank's manual. */
const MANUAL =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal' +
  '6008BRASILIA62070503***63041D3D';

const bare: Pix = {
  key: null,
  url: null,
  recurrence_url: null,
  amount: null,
  merchant: 'THALES OGLIARI',
  city: 'SAO MIGUEL DO O',
  txid: null,
  description: null,
  single_use: false,
};

test('CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1');
  expect(crc16('')).toBe('FFFF');
});

describe('a static code', () => {
  const charge = { key: '123e4567-e12b-12d1-a456-426655440000', amount: null, txid: null };

  test('is the manual’s, letter by letter', () => {
    expect(staticPix({ ...charge, merchant: 'Fulano de Tal', city: 'BRASILIA' })).toBe(MANUAL);
  });

  test('with amount, txid and description', () => {
    const code = staticPix({
      key: 'thalesog@me.com',
      amount: 1_000,
      txid: null,
      description: 'Pedido 123',
      merchant: 'THALES OGLIARI',
      city: 'SAO MIGUEL DO OESTE',
    });
    expect(code).toBe(
      '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR' +
        '5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6',
    );
  });

  test('names lose accents and are cut to 25 and 15, a description to what the template still holds', () => {
    const code = staticPix({
      key: `${'a'.repeat(60)}@exemplo.com.br`,
      amount: 281_130,
      txid: 'FATURA0000000123',
      description: 'Aluguel de março',
      merchant: 'Imobiliária São João do Paraíso Ltda',
      city: 'São José dos Campos',
    });
    expect(readPix(code)).toMatchObject({
      pix: {
        merchant: 'Imobiliaria Sao Joao do P',
        city: 'Sao Jose dos Ca',
        description: null,
        amount: 281_130,
        txid: 'FATURA0000000123',
      },
    });
    expect(readPix(staticPix({ ...charge, description: 'Aluguel de março', merchant: 'A', city: 'B' }))).toMatchObject({
      pix: { description: 'Aluguel de marco' },
    });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    [            1, '54040.01'],
    [           10, '54040.10'],
    [       99_999, '5406999.99'],
    [      123_456, '54071234.56'],
    [999_999_999_999, '54139999999999.99'],
  ])('%i centavos: %s', (amount, field) => {
    expect(staticPix({ ...charge, merchant: 'A', city: 'B', amount })).toContain(`5303986${field}5802BR`);
  });

  test.each([
    { amount: 0 },
    { amount: -1 },
    { amount: 0.5 },
    { amount: 1_000_000_000_000 },
    { txid: '' },
    { txid: 'FATURA-123' },
    { txid: 'A'.repeat(26) },
    { key: 'a'.repeat(78) },
  ])('never with %j', (changes) => {
    expect(() => staticPix({ ...charge, merchant: 'A', city: 'B', ...changes })).toThrow(RangeError);
  });
});

describe('a code is read back', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<Pix>, string]>([
    ['the manual’s',
      { key: '123e4567-e12b-12d1-a456-426655440000', merchant: 'Fulano de Tal', city: 'BRASILIA' },
      MANUAL],
    ['static, with amount and description',
      { key: 'thalesog@me.com', amount: 1_000, description: 'Pedido 123' },
      '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6'],
    ['capitals in the arrangement’s name, amount and txid',
      { key: '12345678900', amount: 100, merchant: 'Nome Sobrenome', city: 'Cidade Ficticia', txid: 'LOJA01' },
      '00020126330014BR.GOV.BCB.PIX01111234567890052040000530398654041.005802BR5914Nome Sobrenome6015Cidade Ficticia62100506LOJA016304C8E4'],
    ['dynamic, to be paid once',
      { url: 'payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e87', single_use: true },
      '00020101021226740014br.gov.bcb.pix2552payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e875204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63042895'],
    ['automatic, on top of a key',
      { key: 'thalesog@me.com', amount: 1_000, recurrence_url: 'payload.psp.com/rec/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' },
      '00020126370014br.gov.bcb.pix0115thalesog@me.com520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***80780014br.gov.bcb.pix2556payload.psp.com/rec/3ec9d2f9-5f03-4e0e-820d-63a81e769e876304B6DE'],
    ['automatic alone',
      { recurrence_url: 'payload.psp.com/rec/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' },
      '00020126180014br.gov.bcb.pix5204000053039865802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***80780014br.gov.bcb.pix2556payload.psp.com/rec/3ec9d2f9-5f03-4e0e-820d-63a81e769e876304A8B8'],
  ])('%s', (_, pix, code) => {
    expect(readPix(` ${code}\n`)).toEqual({ pix: { ...bare, ...pix } });
  });

  test('any content', () => {
    const words = fc.stringMatching(/^[A-Za-z]{1,12}( [A-Za-z]{1,2})?$/);
    const charges = fc.record({
      key: fc.stringMatching(/^[a-z]{1,20}@[a-z]{1,20}\.com$/),
      amount: fc.option(fc.integer({ min: 1, max: 999_999_999_999 })),
      txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)),
      merchant: words,
      city: words,
    });
    fc.assert(
      fc.property(charges, (charge) => {
        expect(readPix(staticPix(charge))).toEqual({ pix: { ...bare, ...charge } });
      }),
    );
  });
});

describe('the Central Bank’s examples', () => {
  const payee = { merchant: 'Fulano de Tal', city: 'BRASILIA' };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, Partial<Pix>, string]>([
    ['static', '1D3D',
      { key: '123e4567-e12b-12d1-a456-426655440000' },
      MANUAL],
    ['a recurrence (journey 2)', '62C9',
      { recurrence_url: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002' },
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9'],
    ['a charge with a recurrence (journey 4)', 'A441',
      { url: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7', recurrence_url: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0' },
      '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441'],
  ])('%s: checksum %s', (name, checksum, read, code) => {
    expect(crc16(code.slice(0, -4))).toBe(checksum);
    expect(readPix(code)).toEqual({ pix: { ...bare, ...payee, ...read, single_use: name.includes('charge') } });
  });
});

describe('an invalid Pix is refused with the reason', () => {
  const accented =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5904João6008BRASILIA62070503***6304';

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['',                                            'Informe o código Pix copia e cola'],
    ['ana@exemplo.com.br',                          'Este não é um código Pix, ou está incompleto'],
    [MANUAL.slice(0, -1),                           'Este não é um código Pix, ou está incompleto'],
    [MANUAL.slice(0, -8),                           'Este código Pix está incompleto'],
    [`${MANUAL}5802BR`,                             'Este não é um código Pix, ou está incompleto'],
    [MANUAL.replace('Fulano', 'Fulana'),            'O código Pix não confere: copie-o de novo, inteiro'],
    [MANUAL.replace('1D3D', '1D3E'),                'O código Pix não confere: copie-o de novo, inteiro'],
    [withCrc(MANUAL.replace('br.gov.bcb.pix', 'br.gov.bcb.pit')), 'Este código de pagamento não é de um Pix'],
    [withCrc(MANUAL.replace('5802BR', '5403abc5802BR')),          'Este código de pagamento não é de um Pix'],
  ])('%s: %s', (code, problem) => {
    expect(readPix(code)).toEqual({ problem });
  });

  test('a name with an accent and a checksum in small letters are still read', () => {
    const code = accented + crc16(accented).toLowerCase();
    expect(readPix(code)).toMatchObject({ pix: { merchant: 'João' } });
  });

  test('every single wrong character is detected', () => {
    fc.assert(
      fc.property(fc.nat(MANUAL.length - 1), fc.constantFrom('0', '7', 'x', 'ç', ' ', '\ud800'), (at, character) => {
        const code = MANUAL.slice(0, at) + character + MANUAL.slice(at + 1);
        fc.pre(code !== MANUAL);
        expect(readPix(code)).toHaveProperty('problem');
      }),
    );
  });
});

test('an invoice is identified by its txid', () => {
  expect(txidOfInvoice(123)).toBe('FATURA0000000123');
  expect(invoiceOfTxid('FATURA0000000123')).toBe(123);
  expect(invoiceOfTxid('FATURA123')).toBeUndefined();
  expect(invoiceOfTxid('LOJA01')).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (id) => {
      expect(txidOfInvoice(id)).toMatch(/^[A-Za-z0-9]{1,25}$/);
      expect(invoiceOfTxid(txidOfInvoice(id))).toBe(id);
    }),
  );
});

function withCrc(code: string): string {
  return code.slice(0, -4) + crc16(code.slice(0, -4));
}

/** Codes of public test suites and manuals, kept beside the repository and not in it. */
const VECTORS = fileURLToPath(new URL('../../../../../../shared/data/vectors.json', import.meta.url));

describe.skipIf(!existsSync(VECTORS))('the public vectors', () => {
  type Vector = {
    payload: string;
    crc: string;
    kind: 'static' | 'dynamic' | 'recurring';
    input?: Record<string, unknown>;
  };
  const { pix: vectors = [], pixCrc = [] } = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : {};

  test.each<Vector>(vectors)('$payload', ({ payload, crc, kind, input = {} }) => {
    expect(crc16(payload.slice(0, -4))).toBe(crc);
    const { pix, problem } = { pix: undefined, problem: undefined, ...readPix(payload) };
    expect(problem).toBeUndefined();
    if (kind !== 'recurring')
      expect([pix?.key === null, pix?.url === null]).toEqual([kind === 'dynamic', kind === 'static']);
    if (kind === 'recurring') expect(pix?.recurrence_url).not.toBeNull();
    if (input.key) expect(pix?.key).toBe(input.key);
    if (input.amountCents) expect(pix?.amount).toBe(input.amountCents);
    if (input.merchantName) expect(pix?.merchant).toBe(input.merchantName);
    if (input.txid) expect(pix?.txid).toBe(input.txid);
  });

  test.each<{ input: string; crc: string }>(pixCrc)('$input: $crc', ({ input, crc }) => {
    expect(crc16(input)).toBe(crc);
  });
});
