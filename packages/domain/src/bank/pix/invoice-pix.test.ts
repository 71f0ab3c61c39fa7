import { describe, expect, test } from 'vitest';
import { invoicePix } from './invoice-pix.ts';
import { invoiceOfTxid, readPix } from './pix.ts';

const agency = { pix_key: 'pix@exemplo.com.br', name: 'Imobiliária São José Ltda', city: 'Juiz de Fora' };

describe('the Pix of an invoice', () => {
  test('pays its amount into the agency’s key, and names it', () => {
    const { code } = invoicePix(agency, 123, 209_399);
    // The checksum was computed independently, by binascii.crc_hqx(text, 0xffff).
    expect(code).toBe(
      '00020126400014br.gov.bcb.pix0118pix@exemplo.com.br52040000530398654072093.995802BR' +
        '5925Imobiliaria Sao Jose Ltda6012Juiz de Fora62200516FATURA0000000123630462E3',
    );
    expect(readPix(code ?? '')).toMatchObject({
      pix: { key: 'pix@exemplo.com.br', amount: 209_399, txid: 'FATURA0000000123', single_use: false },
    });
    expect(invoiceOfTxid('FATURA0000000123')).toBe(123);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['KEY',    { pix_key: null },                  100],
    ['KEY',    { pix_key: '' },                    100],
    ['KEY',    { pix_key: null, city: null },        0],
    ['CITY',   { city: null },                     100],
    ['CITY',   { city: '' },                       100],
    ['AMOUNT', {},                                   0],
    ['AMOUNT', {},                                  -1],
  ] as const)('is missing: %s with %j and %i centavos', (missing, changes, amount) => {
    expect(invoicePix({ ...agency, ...changes }, 1, amount)).toEqual({ code: null, missing });
  });
});
