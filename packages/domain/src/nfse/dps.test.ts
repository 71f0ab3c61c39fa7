import { expect, test } from 'vitest';
import { readNoteKey } from '../fiscal/note-key.ts';
import { cancellationXml, type DpsFacts, decimal, dpsId, dpsXml } from './dps.ts';
import { LAYOUTS, layoutOn, otherLayout } from './layout.ts';
import { latin, latinLines } from './xml.ts';

const AT = '2026-12-01T10:30:00-03:00';

const LEASE: DpsFacts = {
  ...{ environment: 'RESTRICTED', series: 1, number: 42, competence: '2026-12-01', city_code: '3136702' },
  ...{ reference: 'N42', replaces: null },
  issuer: {
    document: '11222333000181',
    municipal_registration: '123',
    regime: 'REGULAR',
    assessment: null,
    special: 0,
  },
  taker: {
    document: '52998224725',
    name: 'João & Filhos',
    email: 'joao@example.com',
    phone: '3232150000',
    place: null,
  },
  service: {
    ...{ code: '990301', municipal_code: null, nbs: '110021000', city_code: '3136702', notes: 'Contrato 7' },
    description: 'Aluguel',
  },
  ...{ amount: 2_100_00, discount: 0 },
  iss: { kind: 'NOT_INCIDENT', withheld_by: null, rate: null },
  federal: { pis_cofins: null, withheld: { social_security: 0, income_tax: 0, csll: 0 } },
  simples_rate: null,
  ibs_cbs: {
    ...{ operation: '020101', cst: '200', class_code: '200027', final: true },
    payments: [{ transaction: 'E123', means: '17', receiver: '11222333000181', provider: '00000000' }],
    property: {
      ...{ city_code: '3136702', cib: null, registration: '1.2' },
      place: { cep: '36010070', street: 'Rua Santa Rita', number: '55', complement: 'Ap 301', neighborhood: 'Centro' },
    },
    lease: {
      ...{ share: 60_00, total: 3_500_00, discount: 0, due_on: '2026-12-10' },
      adjustments: [
        { code: '01', amount: 100_00 },
        { code: '99', amount: 5 },
      ],
    },
  },
};

test.each([
  [{}, 'DPS313670221122233300018100001000000000000042'],
  [{ series: 49_999, number: 999_999_999_999_999 }, 'DPS313670221122233300018149999999999999999999'],
  // A CPF has three zeros before it.
  [{ issuer: { ...LEASE.issuer, document: '52998224725' } }, 'DPS313670210005299822472500001000000000000042'],
])('the id of %o is the concatenation of municipality, issuer, series and number', (changes, id) => {
  expect(dpsId({ ...LEASE, ...changes })).toBe(id);
});

test('the example of a key names its issuer, environment and number', () => {
  const key = '31367022211222333000181000000000004226121234567891';
  expect(readNoteKey(key)).toEqual({ document: '11222333000181', environment: 2, number: 42 });
});

test('the later layout has the lease with its unit, the earlier one names it in words', () => {
  const later = dpsXml(LEASE, { at: AT, layout: '1.04' });
  expect(later).toContain('<cLocEmi>3136702</cLocEmi><finNFSe>0</finNFSe><prest>');
  expect(later).toContain(
    '<imovel><cMun>3136702</cMun><gLocacao><pCopropriedade>60.00</pCopropriedade><vTotOper>3500.00</vTotOper>' +
      '<dVencOrig>2026-12-10</dVencOrig></gLocacao><gUnidImob><inscImobFisc>1.2</inscImobFisc><end><CEP>36010070</CEP>' +
      '<xLgr>Rua Santa Rita</xLgr><nro>55</nro><xCpl>Ap 301</xCpl><xBairro>Centro</xBairro></end><gAjusteBCLocImoveis>' +
      '<tpAjusteBCLocImoveis>01</tpAjusteBCLocImoveis><vAjusteBCLocImoveis>100.00</vAjusteBCLocImoveis></gAjusteBCLocImoveis>' +
      '<gAjusteBCLocImoveis><tpAjusteBCLocImoveis>99</tpAjusteBCLocImoveis><xTpAjusteBCLocImoveis>Outras parcelas' +
      '</xTpAjusteBCLocImoveis><vAjusteBCLocImoveis>0.05</vAjusteBCLocImoveis></gAjusteBCLocImoveis></gUnidImob></imovel>',
  );
  expect(later).toContain('<pgto><nPag>001</nPag><idTransacao>E123</idTransacao>');
  expect(later).toContain('<infoCompl><xInfComp>Contrato 7</xInfComp></infoCompl>');
  const earlier = dpsXml(LEASE, { at: AT, layout: '1.01' });
  expect(earlier).toContain('<IBSCBS><finNFSe>0</finNFSe><indFinal>1</indFinal>');
  expect(earlier).toContain('<imovel><inscImobFisc>1.2</inscImobFisc><end>');
  expect(earlier).toContain(
    'Contrato 7 | Copropriedade 60% de R$ 3.500,00; parcelas fora da base: Tributos sobre o imóvel R$ 100,00, ' +
      'Outras parcelas R$ 0,05',
  );
  expect(earlier).not.toMatch(/gLocacao|gPgtoVinc/);
});

test('the issuer has neither name nor address, and an absent value no element', () => {
  const xml = dpsXml(LEASE, { at: AT, layout: '1.04' });
  expect(xml).toContain('<prest><CNPJ>11222333000181</CNPJ><IM>123</IM><regTrib><opSimpNac>1</opSimpNac>');
  expect(xml).toContain('<xNome>João &amp; Filhos</xNome><fone>3232150000</fone>');
  expect(xml).toContain('<trib><tribMun><tribISSQN>4</tribISSQN><tpRetISSQN>1</tpRetISSQN></tribMun><totTrib>');
  expect(dpsXml(LEASE, { at: AT, layout: '1.04', without_nbs: true })).not.toContain('cNBS');
});

test('Simples tells its rate, and taxes withheld are told where there are some', () => {
  const xml = dpsXml(
    {
      ...{ ...LEASE, simples_rate: 6_50, discount: 10_00, ibs_cbs: null },
      issuer: { ...LEASE.issuer, regime: 'SIMPLES', assessment: 2 },
      iss: { kind: 'TAXED', withheld_by: 'TAKER', rate: 2_01 },
      federal: {
        pis_cofins: { cst: '01', base: 300_00, pis_rate: 65, cofins_rate: 3_00, pis: 1_95, cofins: 9_00 },
        withheld: { social_security: 0, income_tax: 4_50, csll: 0 },
      },
      replaces: { key: '31367022211222333000181000000000004226121234567891', reason: '99', text: null },
    },
    { at: AT, layout: '1.01' },
  );
  expect(xml).toContain('<opSimpNac>3</opSimpNac><regApTribSN>2</regApTribSN><regEspTrib>0</regEspTrib>');
  expect(xml).toContain(
    '<subst><chSubstda>31367022211222333000181000000000004226121234567891</chSubstda><cMotivo>99</cMotivo></subst>',
  );
  expect(xml).toContain('<vDescCondIncond><vDescIncond>10.00</vDescIncond></vDescCondIncond>');
  expect(xml).toContain('<tpRetISSQN>2</tpRetISSQN><pAliq>2.01</pAliq>');
  expect(xml).toContain('<vPis>1.95</vPis><vCofins>9.00</vCofins></piscofins><vRetIRRF>4.50</vRetIRRF></tribFed>');
  expect(xml).toContain('<totTrib><pTotTribSN>6.50</pTotTribSN></totTrib>');
  expect(xml).not.toContain('IBSCBS');
});

test('a cancellation names its author, key and reason', () => {
  const key = '31367022211222333000181000000000004226121234567891';
  const order = {
    environment: 'PRODUCTION',
    document: '52998224725',
    key,
    reason: '2',
    text: 'Serviço não prestado',
  } as const;
  const xml = cancellationXml({ ...order, at: AT });
  expect(xml).toContain(`<infPedReg Id="PRE${key}101101001"><tpAmb>1</tpAmb>`);
  expect(xml).toContain('<CPFAutor>52998224725</CPFAutor>');
  expect(xml).toContain('<cMotivo>2</cMotivo><xMotivo>Serviço não prestado</xMotivo></e101101>');
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [10, '0.10'],
  [123_456, '1234.56'],
])('%i hundredths are %s', (hundredths, text) => {
  expect(decimal(hundredths)).toBe(text);
});

test.each([
  ['RESTRICTED', '2026-10-30', '1.01'],
  ['RESTRICTED', '2026-10-31', '1.04'],
  ['PRODUCTION', '2026-12-31', '1.01'],
  ['PRODUCTION', '2027-01-01', '1.04'],
  ['PRODUCTION', '2020-01-01', '1.01'],
] as const)('in %s the layout on %s is %s', (environment, day, layout) => {
  expect(layoutOn(environment, day)).toBe(layout);
});

test('a layout that is not read is tried in the other', () => {
  expect(LAYOUTS.map(otherLayout)).toEqual(['1.04', '1.01']);
});

test.each([
  ['  Rua  A\n1 ', 'Rua A 1'],
  ['“Ção” – O’Hara…', '"Ção" - O\'Hara...'],
  ['Šimůnek 日本', 'Simunek'],
  ['\u0000\u0007', ''],
  ['ñ'.repeat(40), 'ñ'.repeat(20)],
  [`${'a'.repeat(19)} b`, 'a'.repeat(19)],
])('%j is written %j', (text, plain) => {
  expect(latin(text, 20)).toBe(plain);
});

test('a description keeps its lines', () => {
  expect(latinLines('um\r\n  dois \n\ntrês', 50)).toBe('um\n dois \n\ntrês');
});
