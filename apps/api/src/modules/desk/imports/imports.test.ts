import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importPortfolio } from '#api/modules/desk/imports/imports.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-11-20';
const app = await startApp({ today: TODAY });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carteira-'));
});
afterEach(async () => {
  await app.empty();
  await rm(folder, { recursive: true });
});
afterAll(app.stop);

// A portfolio with defaults ------------------------------------------------------------------------------------------

type Row = Record<string, string | number>;
type Portfolio = { people?: Row[]; properties?: Row[]; contracts?: Row[] };

const person = (codigo: number, overrides: Row = {}): Row => ({
  codigo,
  nome: `Pessoa ${codigo}`,
  tipo: 'INQUILINO',
  documento: cpf(codigo),
  ...{
    email: '',
    telefone: '32 98841-2076',
    nascimento: '',
    cep: '36025-000',
    logradouro: 'Rua Halfeld',
    numero: '10',
  },
  ...{
    complemento: '',
    bairro: 'Centro',
    cidade: 'Juiz de Fora',
    uf: 'MG',
    banco: '',
    agencia: '',
    conta: '',
    pix: '',
  },
  ...overrides,
});
const property = (codigo: number, overrides: Row = {}): Row => ({
  codigo,
  proprietario: 1,
  ...{ tipo: 'APARTAMENTO', finalidade: 'LOCAÇÃO', valor: '1.500,00', cep: '36025000', logradouro: 'Rua São Mateus' },
  ...{ numero: codigo, complemento: '', bairro: 'Centro', cidade: 'Juiz de Fora', uf: 'MG', quartos: 2, banheiros: 1 },
  ...{ vagas: '', condominio: '', iptu: '', energisa: '', copasa: '' },
  ...overrides,
});
const contract = (codigo: number, overrides: Row = {}): Row => ({
  codigo,
  inquilino: 2,
  imovel: 1,
  ...{ valor_inicial: '1.500,00', valor_atual: '1.600,00', comissao: '10', dia_vencimento: 10, inicio: '25/04/2026' },
  ...{ fim: '24/04/2029', proximo_reajuste: '25/04/2027', garantia: 'OUTRO', fiadores: '', situacao: 'ATIVO' },
  ...overrides,
});
const owner = person(1, { tipo: 'PROPRIETÁRIO', banco: '104', agencia: '1689', conta: '610851-9' });
const SMALL = { people: [owner, person(2)], properties: [property(1)], contracts: [contract(1)] };

type Shape = { delimiter?: string; encoding?: 'utf8' | 'latin1'; bom?: boolean; newline?: string };

/** Writes the three files in different spreadsheet formats; for these characters Windows-1252 equals Latin 1. */
async function write(
  portfolio: Portfolio,
  { delimiter = ';', encoding = 'utf8', bom = false, newline = '\n' }: Shape = {},
) {
  const cell = (value: string | number) => {
    const text = String(value);
    return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const files = {
    'pessoas.csv': [portfolio.people, person(0)],
    'imoveis.csv': [portfolio.properties, property(0)],
    'contratos.csv': [portfolio.contracts, contract(0)],
  } as const;
  for (const [name, [rows = [], example]] of Object.entries(files)) {
    const columns = [...new Set([example, ...rows].flatMap((row) => Object.keys(row)))];
    const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column] ?? '')))];
    const text = lines.map((cells) => cells.join(delimiter)).join(newline);
    await writeFile(join(folder, name), Buffer.from(`${bom ? '\uFEFF' : ''}${text}${newline}`, encoding));
  }
}

async function bring(portfolio: Portfolio, shape?: Shape) {
  await write(portfolio, shape);
  return importPortfolio(app.ctx, folder);
}
const refused = async (portfolio: Portfolio) =>
  (await bring(portfolio)).rejeitados.map(({ codigo, campo, motivo }) => [codigo, campo, motivo]);

/** Every business row, with the transaction that last wrote it. */
async function everything() {
  const tables = [
    'client',
    'bank_account',
    'property',
    'property_owner',
    'property_fee',
    'proposal',
    'contract_party',
    'import_record',
    'trail',
  ];
  const { rows } = await sql<Record<string, string>>`select ${sql.join(
    tables.map(
      (table) =>
        sql`(select json_agg(array[xmin::text, r::text] order by r::text) from ${sql.table(table)} r) as ${sql.ref(table)}`,
    ),
  )}`.execute(app.db);
  return rows[0];
}

describe('the files', () => {
  const accented = {
    ...SMALL,
    people: [owner, person(2, { nome: 'JOSÉ CONCEIÇÃO DA SILVA', email: 'Jose@Exemplo.com.br' })],
    properties: [property(1, { complemento: 'Apto "B", fundos' })],
  };

  test.each<[string, Shape]>([
    ['UTF-8 and semicolons', {}],
    ['Windows-1252 and semicolons', { encoding: 'latin1' }],
    ['UTF-8 with a byte-order mark', { bom: true }],
    ['commas', { delimiter: ',' }],
    ['Windows-1252 and commas', { delimiter: ',', encoding: 'latin1' }],
    ['tabs', { delimiter: '\t' }],
    ['line ends of Windows', { newline: '\r\n', bom: true }],
  ])('%s', async (_, shape) => {
    expect(await bring(accented, shape)).toMatchObject({
      ...{ pessoas: 2, imoveis: 1, contratos: 1, ativos: 1, rejeitados: [] },
      novos: { pessoas: 2, imoveis: 1, contratos: 1 },
    });
    const [, tenant] = await app.db.selectFrom('client').selectAll().orderBy('id').execute();
    // Capitals are kept as in the file.
    expect(tenant).toMatchObject({
      name: 'JOSÉ CONCEIÇÃO DA SILVA',
      email: 'jose@exemplo.com.br',
      type: 'TENANT',
      city: 'Juiz de Fora',
    });
    const listing = await app.db.selectFrom('property').selectAll().executeTakeFirstOrThrow();
    expect(listing).toMatchObject({
      complement: 'Apto "B", fundos',
      street: 'Rua São Mateus',
      price: 150_000,
      type: 'RENT',
    });
  });

  test('accepts titles in any case, with accents, in any order, and empty lines', async () => {
    await write(SMALL);
    await writeFile(
      join(folder, 'pessoas.csv'),
      `Documento;TIPO; Código ;Nome\n${cpf(1)};Proprietario;1;Ana\n;;;\n\n${cpf(2)};inquilino;2;Rui\n`,
    );
    expect(await importPortfolio(app.ctx, folder)).toMatchObject({ pessoas: 2, contratos: 1, rejeitados: [] });
  });

  test('reports a missing file, and a missing or duplicate column, before importing', async () => {
    await write(SMALL);
    await rm(join(folder, 'imoveis.csv'));
    await expect(importPortfolio(app.ctx, folder)).rejects.toThrow('Não encontramos imoveis.csv');
    await writeFile(join(folder, 'imoveis.csv'), 'codigo;valor\n1;2\n');
    await expect(importPortfolio(app.ctx, folder)).rejects.toThrow('imoveis.csv: falta a coluna proprietario');
    await writeFile(join(folder, 'pessoas.csv'), 'codigo;nome;Nome;tipo;documento\n1;Ana;Eva;INQUILINO;1\n');
    await expect(importPortfolio(app.ctx, folder)).rejects.toThrow('pessoas.csv: há mais de uma coluna nome');
    expect(await app.db.selectFrom('client').select('id').execute()).toEqual([]);
  });
});

describe('cells', () => {
  test('accepts money in every format', async () => {
    const shapes: [string, number][] = [
      ['R$ 1.234,56', 123_456],
      ['R$1.234,56', 123_456],
      ['1.234,56', 123_456],
      ['1234,56', 123_456],
      ['1234.56', 123_456],
      ['1234,5', 123_450],
      ['1.234', 123_400],
      ['1234', 123_400],
      ['R$ 12.345.678,90', 1_234_567_890],
      ['0,99', 99],
    ];
    const report = await bring({
      people: [owner],
      properties: shapes.map(([valor], index) => property(index + 1, { valor })),
    });
    expect(report.rejeitados).toEqual([]);
    const prices = await app.db.selectFrom('property').select('price').orderBy('id').execute();
    expect(prices.map((row) => row.price)).toEqual(shapes.map(([, price]) => price));
  });

  test('accepts dates in every format; a birth in 48 is past, a contract until 27 ahead', async () => {
    const shapes = ['25/04/2026', '25/4/26', '25-04-2026', '25.04.26', '2026-04-25', '2026-04-25 00:00:00', '46137'];
    await bring({
      people: [owner, person(2, { nascimento: '02/04/48' }), person(3, { nascimento: '31/12/1999' })],
      properties: shapes.map((_, index) => property(index + 1)),
      contracts: shapes.map((inicio, index) =>
        contract(index + 1, { imovel: index + 1, inicio, fim: '04/05/27', proximo_reajuste: '' }),
      ),
    });
    const leases = await app.db
      .selectFrom('proposal')
      .select(['start_date', 'end_date', 'next_readjustment'])
      .execute();
    expect(leases).toEqual(
      shapes.map(() => ({ start_date: '2026-04-25', end_date: '2027-05-04', next_readjustment: '2027-04-25' })),
    );
    const births = await app.db.selectFrom('client').select('birth_date').orderBy('id').execute();
    expect(births.map((row) => row.birth_date)).toEqual([null, '1948-04-02', '1999-12-31']);
  });

  test('accepts documents with mask, without leading zeros, and CNPJs with letters', async () => {
    await bring({
      people: [
        person(1, { documento: '529.982.247-25' }),
        person(2, { documento: '1234567890' }),
        person(3, { documento: '6990590000123' }),
        person(4, { documento: '12.ABC.345/01DE-35' }),
      ],
    });
    const people = await app.db.selectFrom('client').select(['cpf_cnpj', 'person_type']).orderBy('id').execute();
    expect(people).toEqual([
      { cpf_cnpj: '52998224725', person_type: 'FISICA' },
      { cpf_cnpj: '01234567890', person_type: 'FISICA' },
      { cpf_cnpj: '06990590000123', person_type: 'JURIDICA' },
      { cpf_cnpj: '12ABC34501DE35', person_type: 'JURIDICA' },
    ]);
  });

  test('accepts CEPs without leading zero, unusual phones, and missing e-mails', async () => {
    const odd = [
      person(1, { cep: '1310100', telefone: '32 83203-7872', email: '' }),
      person(2, { cep: '01310-100', telefone: '+55 (32) 98841-2076', email: '' }),
      person(3, { cep: '', telefone: '3539-7164 r. 12', email: '' }),
      person(4, { cep: '36.025-000', telefone: '', email: '' }),
    ];
    expect((await bring({ people: odd })).rejeitados).toEqual([]);
    const people = await app.db.selectFrom('client').select(['cep', 'phone', 'email']).orderBy('id').execute();
    expect(people).toEqual([
      { cep: '01310100', phone: '32832037872', email: null },
      { cep: '01310100', phone: '32988412076', email: null },
      { cep: null, phone: '35397164', email: null },
      { cep: '36025000', phone: null, email: null },
    ]);
  });

  test('reads numbers that a spreadsheet wrote as decimals or with an exponent, and two phones in a cell', async () => {
    const written = [
      person(1, { documento: '52998224725.0', cep: '3602500.0', telefone: '32988412076,00', email: '' }),
      person(2, { documento: '1,1144477735E+10', telefone: '(0xx32) 98841-2076 / (32) 3539-7164', email: '' }),
      person(3, { nome: '\u200BAna\u00A0Lima', documento: '39053344705', nascimento: '17\u200E/02/1985', email: '' }),
    ];
    expect((await bring({ people: written })).rejeitados).toEqual([]);
    const columns = ['name', 'cpf_cnpj', 'cep', 'phone', 'cellphone', 'birth_date'] as const;
    expect(await app.db.selectFrom('client').select(columns).orderBy('id').execute()).toMatchObject([
      { cpf_cnpj: '52998224725', cep: '03602500', phone: '32988412076', cellphone: null },
      { cpf_cnpj: '11144477735', phone: '32988412076', cellphone: '3235397164' },
      { name: 'Ana Lima', cpf_cnpj: '39053344705', birth_date: '1985-02-17' },
    ]);
  });

  test('asks for numbers of which the spreadsheet lost figures, or whose check digit may be a decimal', async () => {
    const written = [
      person(1, { documento: '5,29982E+10' }),
      person(2, { telefone: '3,29884E+10' }),
      person(3, { cep: '3,6025E+07' }),
      person(4, { telefone: '(32) 98841-2076 / 2077' }),
      person(5, { banco: '341.0', agencia: '1234.0', conta: '56789-0' }),
    ];
    const { rejeitados } = await bring({ people: written });
    expect(rejeitados.map(({ campo }) => campo)).toEqual(['documento', 'telefone', 'cep', 'telefone', 'agencia']);
    expect(await app.db.selectFrom('client').select('id').execute()).toEqual([]);
  });

  test('accepts words without accents in any case, fees and bank accounts', async () => {
    const report = await bring({
      people: [
        person(1, {
          ...{ tipo: 'Locador', banco: '33', agencia: '2491', conta: '979604-7', pix: 'chave' },
          ...{ regime: 'contribuinte', contribuinte_desde: '01/01/2027', cnpj_notas: '11.222.333/0001-81' },
        }),
        person(2, { tipo: 'locatário' }),
        person(3, { tipo: 'fiador' }),
      ],
      properties: [
        property(1, {
          ...{ tipo: 'Galpão', finalidade: 'locacao', condominio: 'R$ 270,00', iptu: '0,00' },
          ...{ cib: '1234567-a', inscricao_imobiliaria: '77.001', codigo_ibge: '3136702', uso: 'não residencial' },
        }),
      ],
      contracts: [
        contract(1, {
          ...{ garantia: 'Fiança', fiadores: '3', comissao: '8,5%', situacao: 'vigente', ibs_cbs: 'incluído' },
          ...{ uso: 'não residencial', opcao_assinado: '10/01/2025', opcao_assinatura: 'eletrônica' },
          ...{ opcao_registro: '10/02/2025', opcao_comprovante: 'RTD 123' },
        }),
      ],
    });
    expect(report.rejeitados).toEqual([]);
    const taxes = ['tax_regime', 'taxpayer_since', 'tax_cnpj'] as const;
    expect(await app.db.selectFrom('client').select(taxes).where('tax_regime', 'is not', null).execute()).toEqual([
      { tax_regime: 'REGULAR', taxpayer_since: '2027-01-01', tax_cnpj: '11222333000181' },
    ]);
    const numbers = ['cib', 'property_registration', 'city_code', 'purpose'] as const;
    expect(await app.db.selectFrom('property').select(numbers).execute()).toEqual([
      { cib: '1234567A', property_registration: '77.001', city_code: '3136702', purpose: 'NON_RESIDENTIAL' },
    ]);
    const conditions = ['signed_on', 'signature', 'registered_on', 'purpose', 'ends_on', 'proof'] as const;
    expect(await app.db.selectFrom('reform_option').select(conditions).execute()).toEqual([
      {
        ...{ signed_on: '2025-01-10', signature: 'ELECTRONIC', registered_on: '2025-02-10' },
        ...{ purpose: 'NON_RESIDENTIAL', ends_on: '2029-04-24', proof: 'RTD 123' },
      },
    ]);
    const id = (await app.db.selectFrom('proposal').select('id').executeTakeFirstOrThrow()).id;
    const lease = (await app.as('*').get(`/proposal/${id}`)).json();
    expect(lease).toMatchObject({
      ...{
        commission: 8.5,
        price: 1500,
        current_price: 1600,
        guarantee: 'BONDSMAN',
        status: 'APPROVED',
        registered_on: TODAY,
        lease_tax: 'INCLUDED',
      },
      ...{ bank_code: '033', bank_account: '979604-7', bank_pix: 'chave', property: { status: 'RENTED' } },
      guarantors: [{ name: 'Pessoa 3' }],
    });
    expect(await app.db.selectFrom('property_fee').select(['name', 'price', 'to_owner']).execute()).toEqual([
      { name: 'Condomínio', price: 27_000, to_owner: false },
    ]);
  });
});

describe('refusals', () => {
  test('of people', async () => {
    const people = [
      owner,
      person(2, { nome: ' ' }),
      person(3, { tipo: 'AMIGO' }),
      person(4, { documento: '111.222.333-44' }),
      person(5, { documento: '123' }),
      person(6, { documento: '' }),
      person(7, { email: 'a@b' }),
      person(8, { nascimento: '31/02/1980' }),
      person(9, { uf: 'XX' }),
      person(10, { cep: '123' }),
      person(11, { documento: cpf(1) }),
      person(12, { email: 'ana@exemplo.com.br' }),
      person(13, { email: 'ANA@exemplo.com.br' }),
      person(12),
      person(14, { codigo: '' }),
      person(15, { banco: '104' }),
      person(16, { nascimento: '01/01/1066' }),
      person(17, { nascimento: '21/11/2026' }),
    ];
    expect(await refused({ people })).toEqual([
      [2, 'nome', 'obrigatório'],
      [3, 'tipo', 'valor desconhecido'],
      [4, 'documento', 'dígito verificador inválido'],
      [5, 'documento', 'formato'],
      [6, 'documento', 'obrigatório'],
      [7, 'email', 'formato'],
      [8, 'nascimento', 'data inexistente'],
      [9, 'uf', 'valor desconhecido'],
      [10, 'cep', 'formato'],
      [11, 'documento', 'documento repetido'],
      [13, 'email', 'e-mail repetido'],
      [12, 'codigo', 'código repetido'],
      ['', 'codigo', 'obrigatório'],
      [15, 'agencia', 'obrigatório'],
      [16, 'nascimento', 'data inexistente'],
      [17, 'nascimento', 'data futura'],
    ]);
    const names = await app.db.selectFrom('client').select('name').orderBy('id').execute();
    expect(names.map((row) => row.name)).toEqual(['Pessoa 1', 'Pessoa 12']);
  });

  test('of properties, and of lines that refer to refused people', async () => {
    const properties = [
      property(1),
      property(2, { proprietario: 99 }),
      property(3, { proprietario: 2 }),
      property(4, { valor: 'a combinar' }),
      property(5, { valor: '-1' }),
      property(10, { valor: '0,00' }),
      property(6, { tipo: 'CASTELO' }),
      property(7, { finalidade: 'EMPRÉSTIMO' }),
      property(8, { quartos: 'dois' }),
      property(9, { logradouro: '' }),
      property(1),
    ];
    expect(await refused({ people: [owner, person(2, { nome: '' })], properties })).toEqual([
      [2, 'nome', 'obrigatório'],
      [2, 'proprietario', 'não existe'],
      [3, 'proprietario', 'pessoa rejeitada'],
      [4, 'valor', 'não é um valor'],
      [5, 'valor', 'não é um valor'],
      [10, 'valor', 'valor zero'],
      [6, 'tipo', 'valor desconhecido'],
      [7, 'finalidade', 'valor desconhecido'],
      [8, 'quartos', 'fora de 0 a 999'],
      [9, 'logradouro', 'obrigatório'],
      [1, 'codigo', 'código repetido'],
    ]);
  });

  test('never include an imported property', async () => {
    await refused({ people: [owner], properties: [property(1)] });
    const { id } = await app.db.selectFrom('property').select('id').executeTakeFirstOrThrow();
    expect((await app.as('*').get(`/property/${id}/admin`)).json()).toMatchObject({ imported: true });
  });

  test('a property imported without some facts is saved without them, and published once they are complete', async () => {
    await refused({ people: [owner], properties: [property(1)] });
    const { id } = await app.db.selectFrom('property').select('id').executeTakeFirstOrThrow();
    const staff = app.as('PROPERTY_EDIT');
    await app.photograph(id);
    await app.db.updateTable('property').set({ bedrooms: 2, bathrooms: 1 }).where('id', '=', id).execute();
    const again = await staff.patch(`/property/${id}`, { advertised: true });
    expect([again.statusCode, again.json().errors[0]]).toEqual([
      422,
      {
        field: 'advertised',
        message: 'Antes de anunciar, informe área do terreno, área construída, Energisa e Copasa.',
      },
    ]);
    const facts = { land_area: 200, building_area: 90, energisa: '12-3', copasa: 'não tem' };
    await app.db.updateTable('property').set(facts).where('id', '=', id).execute();
    expect((await staff.patch(`/property/${id}`, { advertised: true })).statusCode).toBe(200);
  });

  test('of values that no form accepts', async () => {
    const people = [owner, person(2, { nome: 'x'.repeat(201) }), person(3, { numero: '9'.repeat(21) })];
    const properties = [property(1, { valor: '1.000.000.000,01' }), property(2, { bairro: 'x'.repeat(201) })];
    expect(await refused({ people: [...people, person(4, { codigo: '4'.repeat(101) })], properties })).toEqual([
      [2, 'nome', 'mais de 200 caracteres'],
      [3, 'numero', 'mais de 20 caracteres'],
      ['4'.repeat(101), 'codigo', 'mais de 100 caracteres'],
      [1, 'valor', 'não é um valor'],
      [2, 'bairro', 'mais de 200 caracteres'],
    ]);
  });

  test('of contracts, and of lines that refer to refused records', async () => {
    const people = [owner, person(2), person(3, { nome: '' })];
    const properties = [
      property(1),
      property(2, { valor: 'x' }),
      ...Array.from({ length: 17 }, (_, index) => property(index + 3)),
    ];
    const contracts = [
      contract(1),
      contract(2),
      contract(3, { imovel: 2 }),
      contract(4, { imovel: 99 }),
      contract(5, { imovel: 5, inquilino: 3 }),
      contract(6, { imovel: 6, inquilino: 99 }),
      contract(7, { imovel: 7, inquilino: 1 }),
      contract(8, { imovel: 8, inicio: '31/04/2026' }),
      contract(9, { imovel: 9, fim: '24/04/2026' }),
      contract(10, { imovel: 10, comissao: '101' }),
      contract(11, { imovel: 11, dia_vencimento: 32 }),
      contract(12, { imovel: 12, garantia: 'FIADOR' }),
      contract(13, { imovel: 13, garantia: 'FIADOR', fiadores: '2' }),
      contract(14, { imovel: 14, garantia: 'FIADOR', fiadores: '1,3' }),
      contract(15, { imovel: 15, situacao: 'TALVEZ' }),
      contract(16, { imovel: 16, inicio: '25/04/9999', fim: '24/04/9999' }),
      contract(17, { imovel: 1, situacao: 'ENCERRADO' }),
      contract(18, { imovel: 18, valor_atual: '0' }),
      contract(19, { imovel: 19, valor_inicial: '0,00' }),
      contract(20, { imovel: 18, proximo_reajuste: '24/04/2026' }),
      contract(21, { imovel: 1, situacao: 'ENCERRADO', valor_inicial: '0', valor_atual: '0', inicio: '24/04/2026' }),
    ];
    expect((await refused({ people, properties, contracts })).slice(2)).toEqual([
      [2, 'imovel', 'imóvel já tem contrato ativo'],
      [3, 'imovel', 'imóvel rejeitado'],
      [4, 'imovel', 'não existe'],
      [5, 'inquilino', 'pessoa rejeitada'],
      [6, 'inquilino', 'não existe'],
      [7, 'inquilino', 'é o proprietário do imóvel'],
      [8, 'inicio', 'data inexistente'],
      [9, 'fim', 'antes do início'],
      [10, 'comissao', 'não é um percentual'],
      [11, 'dia_vencimento', 'fora de 1 a 31'],
      [12, 'fiadores', 'obrigatório'],
      [13, 'fiadores', 'é o próprio inquilino'],
      [14, 'fiadores', 'pessoa rejeitada'],
      [15, 'situacao', 'valor desconhecido'],
      [16, 'inicio', 'data inexistente'],
      [18, 'valor_atual', 'valor zero'],
      [19, 'valor_inicial', 'valor zero'],
      [20, 'proximo_reajuste', 'antes do início'],
    ]);
    const leases = await app.db.selectFrom('proposal').select(['status', 'closed_on']).orderBy('id').execute();
    expect(leases).toEqual([
      { status: 'APPROVED', closed_on: null },
      { status: 'CLOSED', closed_on: TODAY },
      { status: 'CLOSED', closed_on: TODAY },
    ]);
  });
});

describe('a second run', () => {
  test('changes nothing: not a row, not a version', async () => {
    const portfolio = {
      people: [owner, person(2, { email: 'ana@exemplo.com.br' }), person(3, { email: 'ana@exemplo.com.br' })],
      properties: [property(1), property(2, { valor: 'x' })],
      contracts: [contract(1), contract(2)],
    };
    const first = await bring(portfolio);
    const before = await everything();
    const second = await bring(portfolio);
    expect(second).toEqual({ ...first, novos: { pessoas: 0, imoveis: 0, contratos: 0 } });
    expect(await everything()).toEqual(before);
  });

  test('imports added lines', async () => {
    await bring(SMALL);
    const more = {
      people: [...SMALL.people, person(3)],
      properties: [...SMALL.properties, property(2)],
      contracts: [...SMALL.contracts, contract(2, { imovel: 2, inquilino: 3 })],
    };
    expect((await bring(more)).novos).toEqual({ pessoas: 1, imoveis: 1, contratos: 1 });
  });

  test('never duplicates a registered client', async () => {
    const known = await app.client({ cpf_cnpj: cpf(2), name: 'Ana Prado', email: 'ana@exemplo.com.br' });
    const report = await bring({ ...SMALL, people: [owner, person(2, { email: 'ana@exemplo.com.br' })] });
    expect(report).toMatchObject({ pessoas: 2, contratos: 1, novos: { pessoas: 1 }, rejeitados: [] });
    const lease = await app.db.selectFrom('proposal').select('user_id').executeTakeFirstOrThrow();
    expect(lease.user_id).toBe(known.id);
    expect(await app.db.selectFrom('client').select('name').where('id', '=', known.id).executeTakeFirst()).toEqual({
      name: 'Ana Prado',
    });
  });

  test('imports each line once when two run concurrently', async () => {
    await write(SMALL);
    const reports = await Promise.all([importPortfolio(app.ctx, folder), importPortfolio(app.ctx, folder)]);
    expect(reports.map((report) => report.novos.contratos).sort()).toEqual([0, 1]);
    expect(await app.db.selectFrom('client').select('id').execute()).toHaveLength(2);
  });
});

test('imports everything after a failure in the middle left nothing', async () => {
  const before = await everything();
  await sql`create function breaks() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
    app.db,
  );
  await sql`create trigger breaks after insert on proposal for each row execute function breaks()`.execute(app.db);
  await expect(bring(SMALL)).rejects.toThrow('disk full');
  expect(await everything()).toEqual(before);
  await sql`drop trigger breaks on proposal`.execute(app.db);
  expect((await bring(SMALL)).novos).toEqual({ pessoas: 2, imoveis: 1, contratos: 1 });
});

test.each([
  ['0,1', '0,1 pode ser 0,1% ou 10%: escreva com o sinal de %'],
  ['0.085', '0,085 pode ser 0,085% ou 8,5%: escreva com o sinal de %'],
])('refuses the ambiguous commission %s', async (comissao, motivo) => {
  const { rejeitados } = await bring({ ...SMALL, contracts: [contract(1, { comissao })] });
  expect(rejeitados).toEqual([{ arquivo: 'contratos.csv', codigo: 1, campo: 'comissao', motivo }]);
});

test('an imported contract bills nothing before its import', async () => {
  await bring({ ...SMALL, contracts: [contract(1, { inicio: '01/01/2020' })] });
  expect(await billDay(app.ctx)).toBe(1);
  const issued = await app.db.selectFrom('invoice').select(['reference', 'price']).execute();
  expect(issued).toEqual([{ reference: '2026-11', price: 160_000 }]);
  expect(await verifyBooks(app.db)).toEqual([]);
});
