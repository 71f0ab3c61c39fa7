import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Agreement, issueBoleto } from '../boleto-banks.ts';
import { payerProblems, type Remittance, type RemittanceBoleto } from './remittance.ts';
import { hasRemittance, keepsGrace } from './remittance-banks.ts';
import { writeRemittance } from './remittance-file.ts';
import { readReturnFile } from './return-file.ts';

const AGREEMENTS: Record<'001' | '104' | '237' | '341', Agreement> = {
  '001': {
    bank: '001',
    agreement: '1234567',
    wallet: '17',
    variation: '019',
    agency: '3344',
    agency_digit: '8',
    account: '1111',
    account_digit: 'X',
  },
  '104': { bank: '104', agency: '1679', agency_digit: '4', agreement: '005507' },
  '237': {
    bank: '237',
    agency: '2424',
    agency_digit: '4',
    account: '12345',
    account_digit: 'P',
    wallet: '09',
    agreement: '4321',
  },
  '341': { bank: '341', agency: '0057', account: '12345', account_digit: '7', wallet: '110' },
};
const BANKS = ['001', '104', '237', '341'] as const;

const company = { name: 'Morada Imóveis Ltda.', document: '12ABC34501DE35' };
const payer = {
  name: 'João da Conceição',
  document: '52998224725',
  address: {
    street: 'Rua São Mateus',
    number: '915',
    complement: 'ap. 501',
    neighborhood: 'São Mateus',
    city: 'Juiz de Fora',
    state: 'MG',
    cep: '36025000',
  },
};

function boletoOf(agreement: Agreement, number: number, more: Partial<RemittanceBoleto> = {}): RemittanceBoleto {
  const issue = { issued_on: '2026-10-26', due_date: '2026-11-05', amount: 281_130 } as const;
  return {
    ...issue,
    movement: 'REGISTER',
    nosso_numero: issueBoleto(agreement, { ...issue, number }).nosso_numero,
    document_number: 'FAT 123',
    company_use: '123',
    fine: { percent: 1_000, from: '2026-11-06' },
    interest: { per_day: 84, from: '2026-11-06' },
    keep_days: 120,
    instructions: ['Multa de 10% e juros de 0,03% ao dia após o vencimento'],
    payer,
    ...more,
  };
}

const remittanceOf = (agreement: Agreement, boletos: readonly RemittanceBoleto[]): Remittance => ({
  agreement,
  company,
  created_on: '2026-10-26',
  created_at: '161515',
  sequence: 7,
  boletos,
});

/** The lines, all of the same length. */
function lines(remittance: Remittance): string[] {
  const file = writeRemittance(remittance);
  expect(file).toMatch(/^([ -`{-~]+\r\n)+$/);
  const all = file.split('\r\n').slice(0, -1);
  expect(new Set(all.map((line) => line.length)).size).toBe(1);
  return all;
}

/** A text and its first column, counted from 1 as in the manuals. */
type Cell = [from: number, text: string];
function expectCells(line: string | undefined, cells: readonly Cell[]) {
  expect(cells.map(([from, text]) => [from, line?.slice(from - 1, from - 1 + text.length)])).toEqual(cells);
}

describe('a boleto of 2.811,30, 10% of fine and 84 centavos a day', () => {
  test('Itaú, CNAB 400: charges from the fifth day, the fine in a record of its own', () => {
    const agreement = AGREEMENTS['341'];
    const late = {
      fine: { percent: 1_000, from: '2026-11-10' },
      interest: { per_day: 84, from: '2026-11-11' },
    } as const;
    const [header, title, fine, trailer] = lines(remittanceOf(agreement, [boletoOf(agreement, 12345678, late)]));
    expectCells(header, [
      [1, '01REMESSA01COBRANCA       005700123457        MORADA IMOVEIS LTDA.          341BANCO ITAU SA  261026 '],
      [395, '000001'],
    ]);
    expectCells(title, [
      [1, '10212ABC34501DE35005700123457    0000123                      '],
      [63, '123456780000000000000110                     I01FAT 123   0511260000000281130341000000'],
      [148, '05N2610261044000000000008400000'],
      [219, '0100052998224725JOAO DA CONCEICAO                       RUA SAO MATEUS, 915, AP. 501            '],
      [315, 'SAO MATEUS  36025000JUIZ DE FORA   MG                                  11112600 000002'],
    ]);
    expectCells(fine, [
      [1, '22091120260000000001000 '],
      [395, '000003'],
    ]);
    expect(trailer).toBe(`9${' '.repeat(393)}000004`);
  });

  test('Itaú without charges: the message takes the place of the instruction', () => {
    const agreement = AGREEMENTS['341'];
    const [, title, trailer] = lines(
      remittanceOf(agreement, [boletoOf(agreement, 12345678, { fine: null, interest: null })]),
    );
    expectCells(title, [
      [157, '10930000000000000'],
      [352, 'MULTA DE 10% E JUROS DE 0,03%     00000000 000002'],
    ]);
    expect(trailer).toMatch(/^9 +000003$/);
  });

  test('Bradesco, CNAB 400', () => {
    const agreement = AGREEMENTS['237'];
    const [header, title, trailer] = lines(remittanceOf(agreement, [boletoOf(agreement, 2)]));
    expectCells(header, [
      [1, '01REMESSA01COBRANCA       00000000000000004321MORADA IMOVEIS LTDA.          237BRADESCO       261026'],
      [101, '        MX0000007 '],
      [395, '000001'],
    ]);
    expectCells(title, [
      [1, '100000000000000000000009024240012345P123                      0002100000000000002'],
      [83, '00000000002N           2  01FAT 123   05112600000002811300000000005N2610260000'],
      [161, '0000000000084000000'],
      [219, '0100052998224725JOAO DA CONCEICAO                       RUA SAO MATEUS, 915, AP. 501            '],
      [315, '            36025000MULTA DE 10% E JUROS DE 0,03% AO DIA APOS O VENCIMENTO      000002'],
    ]);
    // Wallet 09, number 2: (2×0 + 7×9 + 2×2) = 67, remainder 1, hence P.
    expectCells(title, [[82, 'P']]);
    expect(trailer).toBe(`9${' '.repeat(393)}000003`);
  });

  test('Banco do Brasil, CNAB 240', () => {
    const agreement = AGREEMENTS['001'];
    const [header, lot, p, q, r, lotEnd, fileEnd] = lines(remittanceOf(agreement, [boletoOf(agreement, 328)]));
    expectCells(header, [
      [1, '00100000         212ABC34501DE35001234567001417019  033448000000001111X MORADA IMOVEIS LTDA.          '],
      [103, 'BANCO DO BRASIL S.A.                    12610202616151500000708300000   '],
    ]);
    expectCells(lot, [
      [1, '00100011R01  042 2012ABC34501DE35001234567001417019  033448000000001111X MORADA IMOVEIS LTDA.  '],
      [184, '000000072610202600000000   '],
    ]);
    expectCells(p, [
      [1, '0010001300001P 01033448000000001111X 12345670000000328   71222FAT 123        05112026000000000281130'],
      [101, '00000 17N261020261061120260000000000000840000'],
      [196, '123                      3000000090000000000 '],
    ]);
    expectCells(q, [
      [1, '0010001300002Q 011000052998224725JOAO DA CONCEICAO                       RUA SAO MATEUS, 915, AP. 501  '],
      [114, 'SAO MATEUS     36025000JUIZ DE FORA   MG0000000000000000 '],
      [210, '000 '],
    ]);
    expectCells(r, [
      [1, '0010001300003R 01000000'],
      [66, '206112026000000000001000          MULTA DE 10% E JUROS DE 0,03% AO DIA APO   '],
      [200, '0000000000000000 000000000000  0         '],
    ]);
    // Lot: header, P, Q, R and its trailer. File: those and two more.
    expectCells(lotEnd, [[1, '00100015         000005 ']]);
    expectCells(fileEnd, [[1, '00199999         000001000007 ']]);
  });

  test('Caixa, CNAB 240: charges from the fifth day', () => {
    const agreement = AGREEMENTS['104'];
    const late = {
      fine: { percent: 1_000, from: '2026-11-10' },
      interest: { per_day: 84, from: '2026-11-11' },
    } as const;
    const boletos = [boletoOf(agreement, 19, late), boletoOf(agreement, 20, { ...late, amount: 100 })];
    const [header, lot, p, , r, p2, , , lotEnd, fileEnd] = lines(remittanceOf(agreement, boletos));
    expectCells(header, [
      [1, '10400000         212ABC34501DE350000000000000000000001679400550700000000MORADA IMOVEIS LTDA.   '],
      [103, 'CAIXA ECONOMICA FEDERAL                 12610202616151500000710100000          '],
      [192, 'REMESSA-PRODUCAO     '],
    ]);
    expectCells(lot, [
      [1, '10400011R0100060 2012ABC34501DE350055070000000000000001679400550700000000MORADA IMOVEIS LTDA.  '],
      [184, '000000072610202600000000  '],
    ]);
    expectCells(p, [
      [1, '1040001300001P 01016794005507000000000001400000000000001911220FAT 123        05112026000000000281130'],
      [101, '00000017N261020261111120260000000000000840000'],
      [196, '123                      3001120090000000000 '],
    ]);
    expectCells(r, [[66, '210112026000000000001000          MULTA DE 10% E JUROS DE 0,03% AO DIA APO']]);
    expectCells(p2, [
      [9, '00004P'],
      [41, '14000000000000020'],
    ]);
    expectCells(lotEnd, [[1, '10400015         000008000002000000000002812300000000000000']]);
    expectCells(fileEnd, [[1, '10499999         000001000010   ']]);
  });

  test('Caixa, a code of seven digits takes one more column', () => {
    const agreement = { ...AGREEMENTS['104'], agreement: '1123456' };
    const [header, lot, p] = lines(remittanceOf(agreement, [boletoOf(agreement, 19)]));
    expectCells(header, [[53, '01679411234560000000MORADA']]);
    expectCells(lot, [[34, '1123456000000000000001679400000000000000MORADA']]);
    expectCells(p, [[18, '0167941123456000000000014000000000000019']]);
  });
});

describe('distinctions between banks', () => {
  test.each(BANKS)('%s: a boleto taken back has no fine', (bank) => {
    const agreement = AGREEMENTS[bank];
    const boleto = boletoOf(agreement, 19, { movement: 'CANCEL' });
    const registered = lines(remittanceOf(agreement, [boletoOf(agreement, 19)]));
    const cancelled = lines(remittanceOf(agreement, [boleto]));
    const title = bank === '001' || bank === '104' ? 2 : 1;
    const [from, code] = title === 2 ? [15, '02'] : [108, '02'];
    expect(cancelled[title]?.slice(from, from + 2)).toBe(code);
    expect(cancelled).toHaveLength(bank === '237' ? registered.length : registered.length - 1);
  });

  test('Banco do Brasil: agreements of six digits write the check digit too, other wallets another code', () => {
    const agreement = { ...AGREEMENTS['001'], agreement: '123456', wallet: '11' };
    const boleto = boletoOf(agreement, 328);
    expect(boleto.nosso_numero.digit).not.toBe('');
    const [, , p] = lines(remittanceOf(agreement, [boleto]));
    expectCells(p, [[38, `12345600328${boleto.nosso_numero.digit}        1`]]);
  });

  test('a payer that is a company, and no fine, no interest and no words', () => {
    for (const bank of ['001', '104'] as const) {
      const agreement = AGREEMENTS[bank];
      const boleto = boletoOf(agreement, 1, {
        fine: null,
        interest: null,
        instructions: [],
        payer: { ...payer, document: '11222333000181' },
      });
      const all = lines(remittanceOf(agreement, [boleto]));
      expect(all).toHaveLength(6);
      expectCells(all[2], [[118, '300000000000000000000000']]);
      expectCells(all[3], [[18, '2011222333000181']]);
    }
  });
});

describe('refused', () => {
  test.each(['001', '237'] as const)('%s: days of grace, which the bank does not know', (bank) => {
    const agreement = AGREEMENTS[bank];
    const write = (more: Partial<RemittanceBoleto>) => () =>
      writeRemittance(remittanceOf(agreement, [boletoOf(agreement, 1, more)]));
    expect(write({ fine: { percent: 1_000, from: '2026-11-10' } })).toThrow(RangeError);
    expect(write({ interest: { per_day: 84, from: '2026-11-07' } })).toThrow(RangeError);
    expect(keepsGrace(bank)).toBe(false);
  });

  test('a bank without a file here', () => {
    const agreement: Agreement = { bank: '033' };
    expect(hasRemittance('033')).toBe(false);
    expect(() => writeRemittance(remittanceOf(agreement, []))).toThrow(RangeError);
    expect(BANKS.filter(hasRemittance)).toEqual(BANKS);
    expect(BANKS.filter(keepsGrace)).toEqual(['104', '341']);
  });

  test('an amount that does not fit', () => {
    const agreement = AGREEMENTS['341'];
    expect(() => writeRemittance(remittanceOf(agreement, [boletoOf(agreement, 1, { amount: 1e13 })]))).toThrow(
      RangeError,
    );
  });
});

test('an incomplete payer', () => {
  expect(payerProblems(payer)).toEqual([]);
  expect(payerProblems({ name: ' ', document: '52998224724', address: { street: '', cep: '3602500' } })).toEqual([
    'O CPF ou CNPJ do pagador é inválido',
    'Informe o nome do pagador',
    'Informe a rua do pagador',
    'Informe o bairro do pagador',
    'Informe a cidade do pagador',
    'Informe o estado do pagador',
    'O CEP do pagador é inválido',
  ]);
});

test('for any boletos, lines are complete and numbered, and totals add up', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
  const bank = fc.constantFrom<(typeof BANKS)[number]>(...BANKS);
  const boletos = fc.array(fc.tuple(texts, texts, fc.nat(9_999_999_999)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(bank, boletos, (code, drafts) => {
      const agreement = AGREEMENTS[code];
      const remittance = remittanceOf(
        agreement,
        drafts.map(([name, street, amount], index) =>
          boletoOf(agreement, index + 1, {
            amount,
            instructions: [name],
            payer: { ...payer, name, address: { ...payer.address, street } },
          }),
        ),
      );
      const all = lines(remittance);
      if (code === '237' || code === '341') {
        expect(all.map((line) => line.slice(394))).toEqual(all.map((_, index) => String(index + 1).padStart(6, '0')));
      } else {
        expect(all.slice(2, -2).map((line) => Number(line.slice(8, 13)))).toEqual(
          all.slice(2, -2).map((_, i) => i + 1),
        );
        expect(Number(all.at(-1)?.slice(23, 29))).toBe(all.length);
        expect(Number(all.at(-2)?.slice(17, 23))).toBe(all.length - 2);
      }
    }),
  );
});

test('is not taken for a return file', () => {
  for (const bank of BANKS) {
    const file = writeRemittance(remittanceOf(AGREEMENTS[bank], [boletoOf(AGREEMENTS[bank], 1)]));
    expect(readReturnFile(file)).toMatchObject({ problem: expect.stringMatching(/remessa/) });
  }
});

/** Files of a public test suite, kept beside the repository and not in it. */
const SAMPLES = fileURLToPath(new URL('../../../../../../shared/data/cnab/', import.meta.url));

describe.skipIf(!existsSync(SAMPLES))('the public samples of 14 July 2015, from the same data', () => {
  const sample = (name: string) => readFileSync(`${SAMPLES}remessa-${name}.rem`, 'latin1').split('\r\n').slice(0, -1);

  /** Runs of columns that are not the same: line, first column, ours, the sample's. */
  function differences(ours: readonly string[], theirs: readonly string[]): [number, number, string, string][] {
    expect(ours.map((line) => line.length)).toEqual(theirs.map((line) => line.length));
    return ours.flatMap((line, index) => {
      const other = theirs[index] ?? '';
      const mask = [...line].map((character, column) => (character === other[column] ? '=' : '#')).join('');
      return [...mask.matchAll(/#+/g)].map(({ 0: run, index: from }): [number, number, string, string] => [
        index + 1,
        from + 1,
        line.slice(from, from + run.length),
        other.slice(from, from + run.length),
      ]);
    });
  }

  const title = {
    movement: 'REGISTER',
    nosso_numero: { bare: '123', digit: '', shown: '' },
    document_number: '6969',
    company_use: '6969',
    issued_on: '2015-07-14',
    due_date: '2015-07-14',
    amount: 19_990,
    fine: null,
    interest: null,
    keep_days: 120,
    instructions: [],
    payer: {
      name: 'PABLO DIEGO JOSÉ FRANCISCO DE PAULA JUAN NEPOMUCENO',
      document: '12345678901',
      address: {
        street: 'RUA RIO GRANDE DO SUL São paulo Minas caçapa da silva junior',
        neighborhood: 'São josé dos quatro apostolos magros',
        city: 'Santa rita de cássia maria da silva',
        state: 'SP',
        cep: '12345678',
      },
    },
  } as const satisfies RemittanceBoleto;
  const write = (agreement: Agreement, document: string, boleto: RemittanceBoleto) =>
    lines({
      agreement,
      company: { name: 'SOCIEDADE BRASILEIRA DE ZOOLOGIA LTDA', document },
      created_on: '2015-07-14',
      created_at: '161515',
      sequence: 1,
      boletos: [boleto],
    });

  const late = { fine: { percent: 200, from: '2015-07-15' } } as const;
  const numbered = (bare: string, digit = '') => ({ nosso_numero: { bare, digit, shown: '' } });

  test('Itaú', () => {
    const agreement: Agreement = { bank: '341', agency: '1234', account: '12345', account_digit: '1', wallet: '123' };
    const boleto = { ...title, ...late, document_number: '0000000000' };
    expect(differences(write(agreement, '12345678910', boleto), sample('itau-cnab400'))).toEqual([
      [2, 149, '5', '1'], // a receipt, not a trade bill
      [2, 157, '1', '0'], // never to protest
      [2, 265, 'PAULA', '     '], // forty columns of the name
      [2, 271, 'JUAN', '    '],
      [2, 393, '0', '3'], // nor after three days
      [3, 2, '2', '1'], // in percent, not in reais
    ]);
  });

  test('Bradesco', () => {
    const agreement: Agreement = {
      bank: '237',
      agency: '12345',
      account: '1234567',
      account_digit: '1',
      wallet: '01',
      agreement: '123',
    };
    const boleto = { ...title, ...late, ...numbered('123', 'P'), document_number: '1' };
    expect(differences(write(agreement, '12345678901', boleto), sample('bradesco-cnab400'))).toEqual([
      [2, 149, '5', '1'], // a receipt, not a trade bill
      [2, 295, 'L SAO PAULO', ' SANTA RITA'], // the street alone in the address
      [2, 307, 'MINA', 'DE C'],
      [2, 312, ' CA', 'P  '],
    ]);
  });

  test('Caixa', () => {
    const agreement: Agreement = { bank: '104', agency: '12345', agency_digit: '1', agreement: '123456' };
    const boleto = {
      ...title,
      ...numbered('14000000000000123'),
      document_number: '00000006969',
      company_use: '00000006969',
      fine: { percent: 0, from: '2015-07-15' },
      interest: { per_day: 0, from: '2015-07-15' },
    } as const;
    expect(differences(write(agreement, '12345678901', boleto), sample('caixa-cnab240'))).toEqual([
      [1, 164, '101', '050'], // versions of 2018
      [1, 212, '    ', '1234'],
      [2, 15, '6', '3'],
      [3, 107, '17', '99'], // a receipt
      [6, 29, '1', '0'], // titles and their sum, which the manual of 2018 asks for
      [6, 42, '1999', '0000'],
    ]);
  });

  test('Banco do Brasil', () => {
    const agreement: Agreement = {
      bank: '001',
      agency: '1234',
      agency_digit: '3',
      account: '12345',
      account_digit: '5',
      agreement: '1234567',
      wallet: '12',
      variation: '123',
    };
    const boleto = {
      ...title,
      ...numbered('12345670000000123'),
      document_number: '000000000006969',
      fine: { percent: 0, from: '2015-07-15' },
    } as const;
    expect(differences(write(agreement, '12345678901', boleto), sample('banco_brasil-cnab240'))).toEqual([
      [1, 120, '.A.', 'A  '], // the bank's name as it is today
      [1, 163, '1', '0'], // the file's number
      [1, 172, ' '.repeat(40), '0'.repeat(40)], // either will do
      [2, 191, '1', '0'],
      [3, 58, '1', '7'], // wallets 11 and 12 have a 1, says the manual
      [3, 60, '222', ' 00'], // not read by the bank
      [3, 107, '17', '02'], // a receipt
      [3, 196, '6969', '    '], // to the left, as any text
      [3, 217, '    ', '6969'],
      [5, 66, '215', '000'], // the sample has no fine
      [5, 70, '72', '00'],
      [5, 73, '15', '00'],
      [6, 24, ' '.repeat(217), '0'.repeat(217)], // either will do
    ]);
  });
});
