import { describe, expect, test } from 'vitest';
import { missingValues, renderTemplate, templateProblems } from './template.ts';
import { type TemplateFacts, templateData } from './template-data.ts';
import { EXAMPLE_DATA } from './template-example.ts';
import { parseTemplate } from './template-tree.ts';
import { TEMPLATE_BLOCKS, TEMPLATE_VARIABLES, TEMPLATE_VOCABULARY } from './template-variables.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const facts: TemplateFacts = {
  agency: { name: 'Morada Imóveis', street: null },
  tenants: [
    {
      name: 'Ana Prado',
      cpf_cnpj: '52998224725',
      marital_status: 'SOLTEIRO',
      street: 'Rua Halfeld',
      number: '414',
    },
    {
      name: 'Bruno Reis',
      cpf_cnpj: '11144477735',
      street: null,
      spouse: { name: 'Lia Reis', cpf_cnpj: '98765432100', profession: 'médica' },
    },
  ],
  owners: [
    { name: 'José Lima', cpf_cnpj: '12345678909', marital_status: 'CASADO', street: null },
    { name: 'Prédio Novo Ltda.', cpf_cnpj: '12ABC34501DE35', street: null },
  ],
  guarantors: [],
  procurators: [{ name: 'Clara Lima', cpf_cnpj: '15350946056', street: null, of: 'José Lima' }],
  usufructuaries: [],
  property: { location: 'HOUSE', street: 'Rua São Mateus', number: '915', city: 'Juiz de Fora', state: 'MG' },
  contract: {
    id: 7,
    current_price: 310_086,
    discount: 0,
    commission: 850,
    transfer_date: 31,
    start_date: '2026-09-18',
    end_date: '2029-03-06',
    next_readjustment: '2027-09-18',
    guarantee: 'SECURITY_DEPOSIT',
    lease_tax: 'ON_TOP',
    deposit: 930_258,
    penalty: { amount: 500_000 },
  },
  today: '2027-01-01',
};
const write = (html: string, from: TemplateFacts = facts) =>
  plain(renderTemplate(parseTemplate(html), templateData(from)));

describe('the catalogue', () => {
  test('every name once, with a label, a group and an example', () => {
    expect(new Set(TEMPLATE_VARIABLES.map(({ name }) => name)).size).toBe(TEMPLATE_VARIABLES.length);
    expect(new Set(TEMPLATE_VARIABLES.map(({ label }) => label)).size).toBe(TEMPLATE_VARIABLES.length);
    expect(TEMPLATE_VARIABLES.filter(({ label, group, example }) => !label || !group || !example)).toEqual([]);
  });

  test('every name may be used: nothing is wrong, nothing is missing in the example', () => {
    const html = TEMPLATE_VARIABLES.map(({ name, within }) =>
      within ? `{{#${within}}}{{${name}}}{{/${within}}}` : `{{${name}}}`,
    ).join(' ');
    const template = parseTemplate(html);
    expect(templateProblems(template, TEMPLATE_VOCABULARY)).toEqual([]);
    expect(missingValues(template, EXAMPLE_DATA, TEMPLATE_VOCABULARY)).toEqual([]);
    expect(renderTemplate(template, EXAMPLE_DATA)).toBe(TEMPLATE_VARIABLES.map(({ example }) => example).join(' '));
  });

  test('every block may be used', () => {
    const html = TEMPLATE_BLOCKS.map(({ name, within }) =>
      within ? `{{#${within}}}{{#${name}}}x{{/${name}}}{{/${within}}}` : `{{#${name}}}x{{/${name}}}`,
    ).join('');
    expect(templateProblems(parseTemplate(html), TEMPLATE_VOCABULARY)).toEqual([]);
    expect(renderTemplate(parseTemplate(html), EXAMPLE_DATA)).toBe('xxxxxxxxxx');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['inquilino.documento',        'Inquilino',            'CPF/CNPJ do inquilino',       '529.982.247-25'],
    ['conjuge.nome',               'Cônjuge do inquilino', 'Nome do cônjuge do inquilino', 'Paulo Prado'],
    ['fiador.conjuge.cpf',         'Fiadores',             'CPF do cônjuge do fiador',    '862.883.667-57'],
    ['imovel.endereco',            'Imóvel',               'Endereço completo do imóvel', 'Rua São Mateus, 915, ap. 501, São Mateus, Juiz de Fora/MG, CEP 36.025-000'],
    ['contrato.aluguel',           'Contrato',             'Aluguel',                     'R$ 2.350,00'],
    ['contrato.aluguel_extenso',   'Contrato',             'Aluguel por extenso',         'dois mil trezentos e cinquenta reais'],
    ['contrato.prazo_extenso',     'Contrato',             'Prazo por extenso',           'trinta meses'],
    ['contrato.multa_extenso',     'Contrato',             'Multa por rescisão por extenso', 'três aluguéis'],
    ['imobiliaria.cnpj',           'Imobiliária',          'CNPJ da imobiliária',         '11.222.333/0001-81'],
    ['hoje.extenso',               'Hoje',                 'Data de hoje por extenso',    'vinte de novembro de dois mil e vinte e seis'],
  ])('%s in %s: %s, %s', (name, group, label, example) => {
    const found = TEMPLATE_VARIABLES.find((variable) => variable.name === name);
    expect(found && { ...found, example: plain(found.example) }).toMatchObject({ group, label, example });
  });
});

describe('what a contract says', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string]>([
    ['{{#inquilinos}}{{inquilino.nome}}{{#inquilino.conjuge}} e {{inquilino.conjuge.nome}} ({{inquilino.conjuge.cpf}}){{/inquilino.conjuge}}; {{/inquilinos}}', 'Ana Prado; Bruno Reis e Lia Reis (987.654.321-00); '],
    ['{{#procuradores}}{{procurador.nome}}, por {{procurador.representado}}{{/procuradores}}{{^usufrutuarios}}, sem usufruto{{/usufrutuarios}}', 'Clara Lima, por José Lima, sem usufruto'],
    ['{{inquilino.nome}}, {{inquilino.estado_civil}}, {{inquilino.documento_tipo}} {{inquilino.documento}}', 'Ana Prado, solteiro(a), CPF 529.982.247-25'],
    ['{{#conjuge}}casado{{/conjuge}}{{^conjuge}}sem cônjuge{{/conjuge}}',                   'sem cônjuge'],
    ['{{#fiadores}}x{{/fiadores}}{{^fiadores}}sem fiador{{/fiadores}}',                     'sem fiador'],
    ['{{proprietario.nome}}',                                                               'José Lima'],
    ['{{#proprietarios}}{{proprietario.nome}} ({{proprietario.documento_tipo}} {{proprietario.documento}}); {{/proprietarios}}',
      'José Lima (CPF 123.456.789-09); Prédio Novo Ltda. (CNPJ 12.ABC.345/01DE-35); '],
    ['{{imovel.tipo}}: {{imovel.endereco}}',                                                'Casa: Rua São Mateus, 915, Juiz de Fora/MG'],
    ['{{contrato.aluguel}} ({{contrato.aluguel_extenso}})',                                 'R$ 3.100,86 (três mil e cem reais e oitenta e seis centavos)'],
    ['{{#contrato.desconto}}desconto de {{contrato.desconto}}{{/contrato.desconto}}',       ''],
    ['{{contrato.caucao}} ({{contrato.caucao_extenso}})',                                   'R$ 9.302,58 (nove mil trezentos e dois reais e cinquenta e oito centavos)'],
    ['{{contrato.multa}} ({{contrato.multa_extenso}})',                                     'R$ 5.000,00 (cinco mil reais)'],
    ['{{contrato.prazo}} ({{contrato.prazo_extenso}})',                                     '29 meses e 17 dias (vinte e nove meses e dezessete dias)'],
    ['{{contrato.inicio}}, {{contrato.inicio_longa}}, {{contrato.inicio_extenso}}',         '18/09/2026, 18 de setembro de 2026, dezoito de setembro de dois mil e vinte e seis'],
    ['todo dia {{contrato.dia_pagamento}} ({{contrato.dia_pagamento_extenso}}), {{contrato.taxa_administracao}}', 'todo dia 31 (trinta e um), 8,5%'],
    ['{{contrato.garantia}}',                                                               'Caução'],
    ['{{imobiliaria.nome}}, {{hoje.longa}}',                                                'Morada Imóveis, 1º de janeiro de 2027'],
  ])('%s: %s', (html, expected) => {
    expect(write(html)).toBe(expected);
  });

  test('who is married has a spouse even before the name is known', () => {
    const template = parseTemplate(
      '{{#proprietarios}}{{#proprietario.conjuge}}{{proprietario.conjuge.nome}}{{/proprietario.conjuge}}{{/proprietarios}}',
    );
    expect(missingValues(template, templateData(facts), TEMPLATE_VOCABULARY).map(({ message }) => message)).toEqual([
      'Falta preencher: Nome do cônjuge do proprietário, José Lima',
    ]);
  });

  test.each([{ amount: 0 }, { rents: 0 }])('a penalty of nothing is none: %o', (penalty) => {
    const free = { ...facts, contract: { ...facts.contract, penalty } };
    expect(
      write(
        '{{#contrato.multa}}multa de {{contrato.multa}}{{/contrato.multa}}{{^contrato.multa}}livre de multa{{/contrato.multa}}',
        free,
      ),
    ).toBe('livre de multa');
  });

  test('a deposit of nothing is none', () => {
    const free = { ...facts, contract: { ...facts.contract, deposit: 0 } };
    expect(write('{{#contrato.caucao}}caução de {{contrato.caucao}}{{/contrato.caucao}}', free)).toBe('');
  });

  test('one rent is said alone', () => {
    const one = { ...facts, contract: { ...facts.contract, penalty: { rents: 1 } } };
    expect(write('{{contrato.multa}} ({{contrato.multa_extenso}})', one)).toBe('1 aluguel (um aluguel)');
  });
});
