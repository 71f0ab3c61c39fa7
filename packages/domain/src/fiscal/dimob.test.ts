import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import {
  type DimobConstruction,
  type DimobHead,
  type DimobMonth,
  type DimobReceipt,
  type DimobRent,
  type DimobSale,
  dimobRows,
  dimobWriter,
  readDimob,
} from './dimob.ts';

type DimobDeclaration = DimobHead & {
  rents: Iterable<DimobRent>;
  constructions: Iterable<DimobConstruction>;
  sales: Iterable<DimobSale>;
};

function* dimobFile(declaration: DimobDeclaration) {
  const write = dimobWriter(declaration);
  yield* write.opening();
  yield* write.rents(declaration.rents);
  yield* write.constructions(declaration.constructions);
  yield* write.sales(declaration.sales);
  yield* write.closing();
}

const NOTHING: DimobMonth = { rent: 0, fee: 0, tax: 0 };
const monthsOf = (rent: Cents, fee: Cents): DimobMonth[] => [
  NOTHING,
  ...Array<DimobMonth>(11).fill({ rent, fee, tax: 0 }),
];

const RENT: DimobRent = {
  owner: { document: '52998224725', name: 'João da Silva' },
  tenant: { document: '11444777000161', name: 'Comércio Modelo Ltda' },
  contract_number: '000123',
  contract_date: '2026-01-15',
  months: monthsOf(90_000, 9_000),
  property: { rural: false, address: 'Rua Santa Rita 55 Apto 301', cep: '36010070', municipality: '4733', uf: 'MG' },
};

const RENTS: DimobRent[] = [
  RENT,
  { ...RENT, owner: { document: '11144477735', name: 'Maria da Silva' }, months: monthsOf(60_000, 6_000) },
];

const DECLARATION: DimobDeclaration = {
  year: 2026,
  rectifies: null,
  special: null,
  declarant: {
    cnpj: '11222333000181',
    name: 'Imobiliária Exemplo Ltda',
    responsible_cpf: '52998224725',
    address: 'Rua Halfeld 100 Sala 2 Centro Juiz de Fora',
    uf: 'MG',
    municipality: '4733',
  },
  rents: RENTS,
  constructions: [],
  sales: [],
};

const linesOf = (declaration: DimobDeclaration) => [...dimobFile(declaration)];

/** `at('191–232')`, columns counted from 1 as in the layout. */
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to);

describe('dimobWriter', () => {
  const lines = linesOf(DECLARATION);

  test('two owners of one contract, byte for byte', () => {
    const text = lines.join('');
    expect(lines.map((line) => line.length - 2)).toEqual([374, 270, 799, 799, 102]);
    expect(text.length).toBe(2_354);
    expect(/^[\x20-\x7e\r\n]*$/.test(text)).toBe(true);
    expect(createHash('sha256').update(text, 'ascii').digest('hex')).toBe(
      '671e640e82f826eb61adddb87e1107499b962fcdd629b91ca26cc58c7eb8bbbb',
    );
  });

  test('columns of a rent', () => {
    expect(at(lines[2], 1, 28)).toBe('R021122233300018120260000001');
    expect(at(lines[2], 29, 60)).toBe('52998224725   JOAO DA SILVA     ');
    expect(at(lines[2], 177, 190)).toBe('00012315012026');
    expect(at(lines[2], 191, 232)).toBe('0'.repeat(42));
    expect(at(lines[2], 233, 274)).toBe('000000000900000000000000900000000000000000');
    expect(at(lines[2], 695, 799)).toBe(
      `U${'RUA SANTA RITA 55 APTO 301'.padEnd(60)}360100704733${' '.repeat(20)}MG${' '.repeat(10)}`,
    );
    expect(at(lines[3], 22, 28)).toBe('0000002');
    expect(at(lines[3], 233, 260)).toBe('0000000006000000000000006000');
  });

  test('a rectification after a merger', () => {
    const [, line] = linesOf({
      ...DECLARATION,
      rectifies: '1234567890',
      special: { code: '02', date: '2026-08-31' },
    });
    expect(at(line, 22, 43)).toBe('1123456789013108202602');
    expect(at(lines[1], 22, 43)).toBe('0'.repeat(22));
  });

  test('names are folded and cut; a tenant from abroad has NDP for a document', () => {
    const [, , line] = linesOf({
      ...DECLARATION,
      rents: [
        {
          ...RENT,
          owner: {
            document: '12ABC34501DE35',
            name: 'Condomínio Édipo & Conceição – Administração de Bens Próprios Ltda.',
          },
          tenant: { document: 'NDP', name: 'Ñandú Björk' },
          property: { ...RENT.property, rural: true },
        },
      ],
    });
    expect(at(line, 29, 102)).toBe('12ABC34501DE35CONDOMINIO EDIPO & CONCEICAO - ADMINISTRACAO DE BENS PROPRIO');
    expect(at(line, 103, 130)).toBe('NDP           NANDU BJORK   ');
    expect(at(line, 695, 695)).toBe('R');
  });

  test('own buildings and brokered sales, each kind numbered from 1', () => {
    const declaration = { ...DECLARATION, constructions: [CONSTRUCTION], sales: [SALE, SALE] };
    const all = linesOf(declaration);
    expect(all.map((line) => `${line.slice(0, 2)} ${line.length - 2}`)).toEqual([
      'DI 374',
      'R0 270',
      'R0 799',
      'R0 799',
      'R0 249',
      'R0 323',
      'R0 323',
      'T9 102',
    ]);
    expect(at(all[4], 1, 28)).toBe('R031122233300018120260000001');
    expect(at(all[4], 103, 145)).toBe('V-10  200320260000003500000000000010000000U');
    expect(at(all[4], 206, 217)).toBe('360100704733');
    expect(at(all[4], 238, 239)).toBe('MG');
    expect(at(all[6], 22, 28)).toBe('0000002');
    expect(at(all[6], 103, 116)).toBe('52998224725   ');
    expect(at(all[6], 177, 219)).toBe('V-11  210320260000004000000000000002400000U');
    expect(at(all[6], 280, 291)).toBe('360100704733');
    expect(at(all[6], 312, 313)).toBe('MG');
  });

  test.each<[string, DimobRent]>([
    ['an amount below zero', { ...RENT, months: [{ rent: -1, fee: 0, tax: 0 }] }],
    ['an amount of 15 digits', { ...RENT, months: [{ rent: 100_000_000_000_000, fee: 0, tax: 0 }] }],
    ['half a centavo', { ...RENT, months: [{ rent: 0.5, fee: 0, tax: 0 }] }],
    ['a contract number of 7 digits', { ...RENT, contract_number: '0000123' }],
    ['a document with its dots', { ...RENT, tenant: { ...RENT.tenant, document: '11.444.777/0001-61' } }],
    ['a CEP with a hyphen', { ...RENT, property: { ...RENT.property, cep: '36010-070' } }],
  ])('refuses %s', (_, rent) => {
    expect(() => linesOf({ ...DECLARATION, rents: [rent] })).toThrow(RangeError);
  });

  test('more than 9.999 contracts are numbered with 7 digits, from a generator', () => {
    function* rents() {
      for (let count = 0; count < 10_001; count += 1) yield RENT;
    }
    let last = '';
    for (const line of dimobFile({ ...DECLARATION, rents: rents() })) if (line.startsWith('R02')) last = line;
    expect(at(last, 22, 28)).toBe('0010001');
  });
});

const CONSTRUCTION = {
  contract_number: 'V-10',
  contract_date: '2026-03-20',
  property: RENT.property,
  buyer: RENT.owner,
  price: 35_000_000,
  paid: 10_000_000,
} as const;
const SALE = {
  contract_number: 'V-11',
  contract_date: '2026-03-21',
  property: RENT.property,
  buyer: RENT.tenant,
  seller: RENT.owner,
  price: 40_000_000,
  commission: 2_400_000,
} as const;

describe('readDimob', () => {
  const full: DimobDeclaration = {
    ...DECLARATION,
    rectifies: '1234567890',
    special: { code: '01', date: '2026-08-31' },
    constructions: [CONSTRUCTION],
    sales: [SALE],
  };
  const text = linesOf(full).join('');
  /** The earlier generation: two digits less in each numbered record. */
  const earlier = text.replace(/^(R0[234].{18})00/gm, '$1');

  test.each([
    [7, text],
    [5, earlier],
  ])('a file with %i digits of sequence', (generation, file) => {
    const read = readDimob(file);
    if (read.problem !== undefined) throw new Error(read.problem);
    expect(read.generation).toBe(generation);
    const { declaration } = read;
    expect(linesOf(declaration).join('')).toBe(text);
    expect(declaration).toMatchObject({
      year: 2026,
      rectifies: '1234567890',
      special: { code: '01', date: '2026-08-31' },
    });
    expect(declaration.rents[1]).toEqual({
      ...RENTS[1],
      owner: { document: '11144477735', name: 'MARIA DA SILVA' },
      tenant: { document: '11444777000161', name: 'COMERCIO MODELO LTDA' },
      property: { ...RENT.property, address: 'RUA SANTA RITA 55 APTO 301' },
    });
    expect(declaration.sales[0]).toMatchObject({ price: 40_000_000, commission: 2_400_000 });
    expect(declaration.constructions[0]).toMatchObject({ price: 35_000_000, paid: 10_000_000 });
  });

  test.each<[string, string, string]>([
    ['another file', 'OFXHEADER:100', 'Este arquivo não é da DIMOB: a primeira linha não começa com DIMOB'],
    ['no declarant', text.replace(/^R01/m, 'R09'), 'A linha 2 não é o registro R01 da DIMOB'],
    [
      'a special situation without its day',
      text.replace(/31082026/, '00000000'),
      'A linha 2 não é o registro R01 da DIMOB',
    ],
    [
      'a day that does not exist',
      text.replace('15012026', '31022026'),
      'A linha 3 não é de um registro R02, R03 ou R04 da DIMOB, ou tem outro tamanho, letras onde vão números ou um dia que não existe',
    ],
    ['a cut file', text.slice(0, 1_000), 'O arquivo está cortado: falta a última linha, T9'],
    [
      'a short line',
      text.replace(/^R03.{30}/m, 'R03'),
      'A linha 5 não é de um registro R02, R03 ou R04 da DIMOB, ou tem outro tamanho, letras onde vão números ou um dia que não existe',
    ],
    [
      'letters in an amount',
      text.replace(/^(R02.{187})0/m, '$1O'),
      'A linha 3 não é de um registro R02, R03 ou R04 da DIMOB, ou tem outro tamanho, letras onde vão números ou um dia que não existe',
    ],
    [
      'two generations in one file',
      text.replace(/^(R02.{18})00/m, '$1'),
      'A linha 4 não é de um registro R02, R03 ou R04 da DIMOB, ou tem outro tamanho, letras onde vão números ou um dia que não existe',
    ],
  ])('refuses %s', (_, file, problem) => {
    expect(readDimob(file)).toEqual({ problem });
  });
});

describe('dimobRows', () => {
  const receipt = (changes: Partial<DimobReceipt>): DimobReceipt => ({
    owner_id: 1,
    proposal_id: 10,
    tenant_id: 100,
    received_on: '2026-02-10',
    income: 150_000,
    obligations: 40_000,
    fee: 15_000,
    tax: 1_000,
    ...changes,
  });
  const receipts: DimobReceipt[] = [
    receipt({ owner_id: 2, proposal_id: 11 }),
    receipt({ received_on: '2026-12-31', income: 100_000, obligations: 0, fee: 10_000, tax: 0 }),
    receipt({}),
    receipt({ received_on: '2026-02-27', income: 50_001, obligations: 1, fee: 5_000, tax: 0 }),
    receipt({ received_on: '2026-11-10' }),
    receipt({ received_on: '2026-11-25', income: -150_000, obligations: -40_000, fee: -15_000, tax: -1_000 }),
  ];

  test('by owner and contract, month by month of the payment; a refund empties its month', () => {
    const rows = dimobRows(receipts, 'RENT');
    expect(rows.map(({ owner_id, proposal_id, tenant_id }) => [owner_id, proposal_id, tenant_id])).toEqual([
      [1, 10, 100],
      [2, 11, 100],
    ]);
    const months = rows[0]?.months ?? [];
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual(NOTHING);
    expect(months[1]).toEqual({ rent: 200_001, fee: 20_000, tax: 1_000 });
    expect(months[10]).toEqual(NOTHING);
    expect(months[11]).toEqual({ rent: 100_000, fee: 10_000, tax: 0 });
  });

  test('the other school adds the obligations', () => {
    const total = (school: 'RENT' | 'OBLIGATIONS') =>
      sum(dimobRows(receipts, school).flatMap(({ months }) => months.map(({ rent }) => rent)));
    expect(total('RENT')).toBe(450_001);
    expect(total('OBLIGATIONS')).toBe(530_002);
  });

  test('a payment of the first of January is of the next year', () => {
    expect(() => dimobRows([receipt({}), receipt({ received_on: '2027-01-01' })], 'RENT')).toThrow(RangeError);
  });

  test('no receipts', () => expect(dimobRows([], 'RENT')).toEqual([]));
});
