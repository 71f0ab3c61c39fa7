import { describe, expect, test } from 'vitest';
import { dimobProblems } from './dimob-problems.ts';

type Declaration = Parameters<typeof dimobProblems>[0];

const PROPERTY = { rural: false, address: 'Rua Santa Rita 55', cep: '36010070', municipality: '4733', uf: 'MG' };
const month = (rent: number, fee: number, tax = 0) => ({ rent, fee, tax });
const RENT = {
  owner_id: 1,
  tenant_id: 2,
  proposal_id: 3,
  property_id: 4,
  owner: { document: '52998224725', name: 'João da Silva' },
  tenant: { document: '11444777000161', name: 'Comércio Modelo' },
  contract_number: '000123',
  contract_date: '2026-01-15',
  months: [month(150_000, 15_000), month(0, 0)],
  property: PROPERTY,
} as const;
const SALE = {
  buyer_id: 5,
  seller_id: 1,
  sale_id: 6,
  property_id: 4,
  buyer: RENT.tenant,
  seller: RENT.owner,
  contract_number: 'V1',
  contract_date: '2026-03-10',
  property: PROPERTY,
  price: 40_000_000,
  commission: 2_400_000,
} as const;
const DECLARANT = {
  cnpj: '11222333000181',
  name: 'Imobiliária Exemplo',
  responsible_cpf: '52998224725',
  address: 'Rua Halfeld 100',
  uf: 'MG',
  municipality: '4733',
};
const GOOD: Declaration = {
  year: 2026,
  rectifies: null,
  special: null,
  declarant: DECLARANT,
  rents: [RENT],
  sales: [SALE],
};

type Rent = Declaration['rents'] extends Iterable<infer One> ? One : never;
type Sale = Declaration['sales'] extends Iterable<infer One> ? One : never;

const found = (changes: Partial<Declaration>) =>
  dimobProblems({ ...GOOD, ...changes }).map(
    ({ kind, subject, id, field, message }) => `${kind} ${subject} ${id} ${field}: ${message}`,
  );
const ofRent = (changes: Partial<Rent>) => found({ rents: [{ ...RENT, ...changes }] });
const ofSale = (changes: Partial<Sale>) => found({ sales: [{ ...SALE, ...changes }] });

test('nothing to mend', () => expect(found({})).toEqual([]));

describe('the agency', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<typeof DECLARANT>, string]>([
    [{ cnpj: '' },               'BLOCKING AGENCY null cnpj: O CNPJ da imobiliária falta ou não é válido'],
    [{ cnpj: '11222333000182' }, 'BLOCKING AGENCY null cnpj: O CNPJ da imobiliária falta ou não é válido'],
    [{ cnpj: '12ABC34501DE35' }, 'WARNING AGENCY null cnpj: O CNPJ da imobiliária tem letras: confira se o programa da DIMOB deste ano o aceita'],
    [{ name: ' ' },              'BLOCKING AGENCY null name: Falta a razão social da imobiliária'],
    [{ responsible_cpf: '' },    'BLOCKING AGENCY null responsible_cpf: O CPF do responsável pela imobiliária perante a Receita falta ou não é válido'],
    [{ address: '' },            'BLOCKING AGENCY null address: Falta o endereço da imobiliária'],
    [{ uf: '' },                 'BLOCKING AGENCY null uf: Falta a UF da imobiliária'],
    [{ municipality: '' },       'BLOCKING AGENCY null municipality: O município da imobiliária não tem o código da Receita'],
  ])('%j', (changes, expected) => {
    expect(found({ declarant: { ...DECLARANT, ...changes } })).toEqual([expected]);
  });

  test.each([['12345678901'], ['123456789'], ['12.345.678'], ['']])('refuses the receipt number %j', (rectifies) => {
    expect(found({ rectifies })).toEqual([
      'BLOCKING AGENCY null rectifies: O número do recibo da declaração retificada tem 10 algarismos',
    ]);
  });
});

describe('a rent', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<Rent>, string]>([
    [{ owner: { ...RENT.owner, document: '' } },
      'BLOCKING PERSON 1 document: João da Silva está sem CPF ou CNPJ'],
    [{ owner: { ...RENT.owner, document: '52998224726' } },
      'BLOCKING PERSON 1 document: O CPF ou CNPJ de João da Silva não é válido'],
    [{ owner: { ...RENT.owner, document: 'NDP' } },
      'BLOCKING PERSON 1 document: O CPF ou CNPJ de João da Silva não é válido'],
    [{ owner: { ...RENT.owner, document: '12ABC34501DE35' } },
      'WARNING PERSON 1 document: O CNPJ de João da Silva tem letras: confira se o programa da DIMOB deste ano o aceita'],
    [{ tenant: { ...RENT.tenant, document: '' } },
      'BLOCKING PERSON 2 document: Comércio Modelo está sem CPF ou CNPJ'],
    [{ tenant: { ...RENT.tenant, name: '' } },
      'BLOCKING PERSON 2 name: Falta o nome do inquilino do contrato 000123'],
    [{ contract_number: '' },
      'BLOCKING CONTRACT 3 contract_number: Falta o número curto de um contrato'],
    [{ contract_number: '1234567' },
      'BLOCKING CONTRACT 3 contract_number: O número do contrato 1234567 tem mais de 6 caracteres'],
    [{ contract_date: '1949-12-31' },
      'BLOCKING CONTRACT 3 contract_date: A data do contrato 000123 não está entre 1950 e 2026'],
    [{ contract_date: '2027-01-01' },
      'BLOCKING CONTRACT 3 contract_date: A data do contrato 000123 não está entre 1950 e 2026'],
    [{ property: { ...PROPERTY, address: '' } },
      'BLOCKING PROPERTY 4 address: Falta a rua do imóvel do contrato 000123'],
    [{ property: { ...PROPERTY, cep: '3601007' } },
      'BLOCKING PROPERTY 4 cep: Falta o CEP de Rua Santa Rita 55'],
    [{ property: { ...PROPERTY, uf: '' } },
      'BLOCKING PROPERTY 4 uf: Falta a UF de Rua Santa Rita 55'],
    [{ property: { ...PROPERTY, municipality: '' } },
      'BLOCKING PROPERTY 4 municipality: O município de Rua Santa Rita 55 não tem o código da Receita'],
    [{ months: [month(0, 0), month(-5_000, 0)] },
      'BLOCKING CONTRACT 3 rent: O aluguel está abaixo de zero (−R$\u00a050,00) em fevereiro, no contrato 000123, de João da Silva'],
    [{ months: [month(100, -10)] },
      'BLOCKING CONTRACT 3 fee: A comissão está abaixo de zero (−R$\u00a00,10) em janeiro, no contrato 000123, de João da Silva'],
    [{ months: [month(100, 10, -1)] },
      'BLOCKING CONTRACT 3 tax: O imposto retido está abaixo de zero (−R$\u00a00,01) em janeiro, no contrato 000123, de João da Silva'],
    [{ months: [month(0, 10_000)] },
      'WARNING CONTRACT 3 net: A comissão e o imposto passam do aluguel em janeiro, no contrato 000123, de João da Silva'],
  ])('%#: %j', (changes, expected) => {
    expect(ofRent(changes)).toEqual([expected]);
  });

  test('a person without name and with a wrong document is told by the role', () => {
    expect(ofRent({ owner: { document: '123', name: '' } })).toEqual([
      'BLOCKING PERSON 1 name: Falta o nome do proprietário do contrato 000123',
      'BLOCKING PERSON 1 document: O CPF ou CNPJ do proprietário do contrato 000123 não é válido',
    ]);
  });

  test('a tenant from abroad needs no document', () => {
    expect(ofRent({ tenant: { document: 'NDP', name: 'John' } })).toEqual([]);
  });

  test('an owner of two contracts without a CPF is named once', () => {
    const owner = { ...RENT.owner, document: '' };
    expect(
      found({
        rents: [
          { ...RENT, owner },
          { ...RENT, owner, proposal_id: 9, contract_number: '000124' },
        ],
      }),
    ).toEqual(['BLOCKING PERSON 1 document: João da Silva está sem CPF ou CNPJ']);
  });
});

describe('a sale', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<Sale>, string]>([
    [{ buyer: { document: '', name: 'Ana' } },    'BLOCKING PERSON 5 document: Ana está sem CPF ou CNPJ'],
    [{ seller: { document: 'NDP', name: 'Rui' } }, 'BLOCKING PERSON 1 document: O CPF ou CNPJ de Rui não é válido'],
    [{ price: -1 },                               'BLOCKING SALE 6 price: O valor do contrato de venda V1 é negativo'],
    [{ commission: -1 },                          'BLOCKING SALE 6 commission: A comissão do contrato de venda V1 é negativa'],
    [{ contract_date: '2027-02-01' },             'BLOCKING SALE 6 contract_date: A data do contrato de venda V1 não está entre 1950 e 2026'],
  ])('%j', (changes, expected) => {
    expect(ofSale(changes)).toEqual([expected]);
  });
});
