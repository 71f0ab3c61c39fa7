import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bankText } from '../bank-text.ts';
import type { ReturnEntry, ReturnFile } from './return-entry.ts';
import { readReturnFile } from './return-file.ts';

type Cell = [from: number, text: string];

/** A line with each text at its column, counted from 1 as the manuals do. */
function columns(length: number, ...cells: Cell[]): string {
  const line = Array.from({ length }, () => ' ');
  for (const [from, text] of cells)
    for (const [index, character] of [...text].entries()) line[from - 1 + index] = character;
  return line.join('');
}

const lines400 = (bank: string, header: Cell[], ...details: Cell[][]) => [
  columns(400, [1, '02RETORNO01COBRANCA'], [77, bank], ...header, [395, '000001']),
  ...details.map((detail, index) => columns(400, [1, '1'], ...detail, [395, String(index + 2).padStart(6, '0')])),
  columns(400, [1, `9201${bank}`], [395, String(details.length + 2).padStart(6, '0')]),
];

const lines240 = (bank: string, header: Cell[], ...titles: { t: Cell[]; u: Cell[] }[]) => [
  columns(240, [1, `${bank}00000`], [143, '2'], ...header),
  columns(240, [1, `${bank}00011T01`]),
  ...titles.flatMap(({ t, u }, index) => [
    columns(240, [1, `${bank}00013${String(2 * index + 1).padStart(5, '0')}T`], ...t),
    columns(240, [1, `${bank}00013${String(2 * index + 2).padStart(5, '0')}U`], ...u),
  ]),
  columns(240, [1, `${bank}00015`]),
  columns(240, [1, `${bank}99999`], [18, '000001']),
];

function fileOf(lines: readonly string[], end = '\r\n'): ReturnFile {
  const reading = readReturnFile(lines.join(end));
  if (reading.problem !== undefined) throw new Error(`${reading.line}: ${reading.problem}`);
  return reading.file;
}

const paid: Omit<ReturnEntry, 'nosso_numero' | 'occurrence'> = {
  line: 2,
  content: expect.any(String),
  document_number: 'FAT 123',
  company_use: 'BOLETO 9',
  due_date: '2026-11-05',
  amount: 281_130,
  paid_amount: 310_086,
  fine_and_interest: 28_956,
  discount: 0,
  fee: 210,
  paid_on: '2026-11-20',
  credited_on: '2026-11-23',
  payer_document: null,
  unreadable: false,
};
const settled = { code: '06', kind: 'SETTLED', words: 'Liquidação normal', reasons: [] };

describe('CNAB 400, a boleto of 2.811,30 paid with 289,56 of charges: columns as each bank’s manual has them', () => {
  const title: Cell[] = [
    [38, 'BOLETO 9'],
    [109, '06'],
    [111, '201126'],
    [117, 'FAT 123'],
    [147, '051126'],
    [153, '0000000281130'],
    [254, '0000000310086'],
    [267, '0000000028956'],
    [296, '231126'],
  ];
  const fee: Cell = [176, '0000000000210'];

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, Cell[], Cell[], string, Partial<ReturnFile>, Partial<ReturnEntry>]>([
    ['Itaú, which tells the amount less the fee', '341',
      [[27, '0810'], [33, '536789'], [95, '231126'], [109, '00025'], [114, '231126']],
      [...title, fee, [63, '00258281'], [83, '109002582811'], [254, '0000000309876'], [393, 'BL']],
      '00258281', { agency: '0810', account: '53678', sequence: 25 }, {}],
    ['Itaú, when the fee is charged apart', '341',
      [[27, '0810'], [33, '536789'], [95, '231126'], [109, '00025']],
      [...title, fee, [63, '00258281']],
      '00258281', { agency: '0810', account: '53678', sequence: 25 }, {}],
    ['Itaú, whose header tells the day of credit', '341',
      [[27, '0810'], [33, '536789'], [95, '231126'], [109, '00025'], [114, '231126']],
      [...title, fee, [63, '00258281'], [296, '      ']],
      '00258281', { agency: '0810', account: '53678', sequence: 25 }, {}],
    ['Bradesco', '237',
      [[27, '00000000000004540691'], [95, '231126'], [109, '00405'], [380, '231126']],
      [...title, fee, [21, '00090146700196699'], [71, '00000000303P']],
      '00000000303', { agency: '1467', account: '19669', sequence: 405 }, {}],
    ['Banco do Brasil, agreement of seven digits', '001',
      [[27, '3344'], [32, '00001111'], [95, '231126'], [101, '0000017']],
      [...title, [1, '7'], [38, ' '], [39, 'BOLETO 9'], [64, '14741660000000328'], [87, '01'], [176, '2311260000210'], [296, '      ']],
      '14741660000000328', { agency: '3344', account: '1111', sequence: 17 },
      { occurrence: { ...settled, kind: 'SETTLED', reasons: [{ code: '01', words: 'Liquidação normal' }] } }],
    ['Banco do Brasil, agreement of six digits', '001',
      [[27, '3344'], [32, '00001111'], [95, '231126'], [101, '0000017']],
      [...title, [63, '123879012345'], [176, '2311260000210'], [296, '      ']],
      '12387901234', { agency: '3344', account: '1111', sequence: 17 }, {}],
    ['Santander', '033',
      [[27, '0059'], [31, '13000123'], [95, '231126']],
      [...title, fee, [63, '90000269']],
      '000009000026', { agency: '0059', account: '13000123', sequence: null }, { occurrence: { ...settled, kind: 'SETTLED', words: 'Liquidação' } }],
    ['Caixa, whose codes are its own', '104',
      [[27, '1825'], [31, '0245274'], [95, '231126'], [390, '00012']],
      [...title, fee, [38, '        '], [32, 'BOLETO 9'], [57, '14000000000000019'], [109, '21'], [267, '0000000000843'], [280, '0000000028113'], [293, '9231126'], [300, '  ']],
      '14000000000000019', { agency: '1825', account: '245274', sequence: 12 }, { occurrence: { code: '21', kind: 'SETTLED', words: 'Liquidação', reasons: [] } }],
    ['Caixa, when the principal comes without fine and interest', '104',
      [[27, '1825'], [31, '0245274'], [95, '231126'], [390, '00012']],
      [...title, fee, [38, '        '], [32, 'BOLETO 9'], [57, '14000000000000019'], [109, '21'], [254, '0000000281130'], [267, '0000000000843'], [280, '0000000028113'], [293, '9231126'], [300, '  ']],
      '14000000000000019', { agency: '1825', account: '245274', sequence: 12 }, { occurrence: { code: '21', kind: 'SETTLED', words: 'Liquidação', reasons: [] } }],
    ['Sicredi', '748',
      [[27, '00623'], [95, '20261123'], [111, '0000005']],
      [...title, fee, [38, '        '], [48, '072000031'], [267, '0000000000843'], [280, '0000000028113'], [296, '      '], [319, 'A800000000'], [329, '20261123']],
      '07200003', { agency: null, account: '623', sequence: 5 },
      { company_use: '', occurrence: { ...settled, kind: 'SETTLED', reasons: [{ code: 'A8', words: 'Fora da rede Sicredi, via compensação eletrônica' }] } }],
    ['Sicoob', '756',
      [[27, '4327'], [32, '00229385'], [95, '231126'], [101, '0000003']],
      [...title, [63, '000000000024'], [176, '2311260000210'], [296, '      ']],
      '0000002', { agency: '4327', account: '229385', sequence: 3 }, {}],
    ['Inter, which has columns of its own', '077',
      [[95, '231126']],
      [[38, 'BOLETO 9'], [71, '00000004586'], [87, '11006201126'], [98, 'FAT 123'], [119, '0511260000000281130'], [160, '0000000310086231126'], [227, '00052998224725']],
      '0000000458', { agency: null, account: null, sequence: null },
      { fine_and_interest: 0, fee: 0, payer_document: '52998224725', occurrence: { ...settled, kind: 'SETTLED', words: 'Pago' } }],
  ])('%s', (_, bank, header, detail, nosso_numero, file, entry) => {
    expect(fileOf(lines400(bank, header, detail))).toEqual({
      bank,
      layout: 'CNAB400',
      created_on: '2026-11-23',
      ...file,
      entries: [{ ...paid, nosso_numero, occurrence: settled, ...entry }],
    });
  });
});

describe('CNAB 240, the same boleto', () => {
  const t: Cell[] = [
    [16, '06'],
    [59, 'FAT 123'],
    [74, '05112026'],
    [82, '000000000281130'],
    [106, 'BOLETO 9'],
    [133, '1000052998224725'],
    [199, '000000000000210'],
    [214, '0400000000'],
  ];
  const u: Cell[] = [
    [16, '06'],
    [18, '000000000028956'],
    [33, '000000000000000000000000000000'],
    [78, '000000000310086'],
    [93, '000000000309876'],
    [138, '20112026'],
    [146, '23112026'],
  ];
  const header: Cell[] = [
    [53, '00810'],
    [59, '000000053678'],
    [144, '23112026'],
    [158, '000025'],
  ];
  const electronic = {
    code: '06',
    kind: 'SETTLED',
    words: 'Liquidação',
    reasons: [{ code: '04', words: 'Compensação eletrônica' }],
  } as const;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, Cell[], Cell[], string, Partial<ReturnEntry>]>([
    ['Banco do Brasil, agreement of seven digits', '001', [[38, '14741660000000328']], u, '14741660000000328', {}],
    ['Banco do Brasil, agreement of six digits',   '001', [[38, '123879012345']],      u, '12387901234', {}],
    ['Itaú, which tells the amount less the fee',  '341', [[38, '109002582817'], [222, 'BL']], [...u, [78, '000000000309876']], '00258281',
      { occurrence: { ...electronic, words: 'Liquidação normal', reasons: [{ code: '04', words: 'Motivo 04' }] } }],
    ['Bradesco',                                   '237', [[38, '0090000000000000303P']], u, '00000000303', {}],
    ['Caixa',                                      '104', [[39, '0140000000000000197'], [59, 'FAT 123    '], [214, '0202010000']], u, '14000000000000019',
      { occurrence: { ...electronic, reasons: [{ code: '02', words: 'Casa lotérica' }] } }],
    ['Sicredi',                                    '748', [[38, '072000031']],         u, '07200003', {}],
    ['Sicoob',                                     '756', [[38, '000000002401011']],   u, '0000002', {}],
    ['Bradesco, blanks in place of zeros',         '237', [[38, '        00000000303P']], u, '00000000303', {}],
    ['Sicoob, blanks in place of zeros',           '756', [[38, '  0000002401011']],   u, '0000002', {}],
    ['Banco do Brasil, blanks before the number',  '001', [[38, '   14741660000000328']], u, '14741660000000328', {}],
    ['Inter, by FEBRABAN’s columns',               '077', [[38, '0000000458']],        u, '0000000458', {}],
    ['a bank that is not one of the eight',        '208', [[38, '0000000458']],        u, '0000000458', {}],
  ])('%s', (_, bank, title, payment, nosso_numero, entry) => {
    const file = fileOf(lines240(bank, header, { t: [...t, ...title], u: payment }));
    expect(file).toMatchObject({ bank, layout: 'CNAB240', agency: '0810', created_on: '2026-11-23', sequence: 25 });
    expect(file.entries).toEqual([
      { ...paid, line: 3, nosso_numero, payer_document: '52998224725', occurrence: electronic, ...entry },
    ]);
  });

  test('Santander, whose segment T is its own', () => {
    const title: Cell[] = [
      [16, '06'],
      [18, '0059'],
      [41, '0000090000269'],
      [55, 'FAT 123'],
      [70, '05112026'],
      [78, '000000000281130'],
      [101, 'BOLETO 9'],
      [128, '1000052998224725'],
      [194, '000000000000210'],
      [209, '0400000000'],
    ];
    const file = fileOf(
      lines240(
        '033',
        [
          [33, '0059'],
          [38, '013000123'],
          [144, '23112026'],
        ],
        { t: title, u },
      ),
    );
    expect(file).toMatchObject({ agency: '0059', account: '13000123', sequence: null });
    expect(file.entries).toEqual([
      { ...paid, line: 3, nosso_numero: '000009000026', payer_document: '52998224725', occurrence: electronic },
    ]);
  });

  test('a payer that is a company', () => {
    const title: Cell[] = [...t, [38, '0000000458'], [133, '2012ABC34501DE35']];
    expect(fileOf(lines240('208', header, { t: title, u })).entries[0]?.payer_document).toBe('12ABC34501DE35');
  });

  test('a title without its payment has none', () => {
    const lines = lines240('208', header, { t: [...t, [16, '02'], [38, '0000000458']], u });
    const file = fileOf(lines.filter((line) => line.charAt(13) !== 'U'));
    expect(file.entries).toMatchObject([{ nosso_numero: '0000000458', paid_amount: 0, paid_on: null }]);
  });
});

describe('occurrences in words, with their reasons', () => {
  const at400 = (bank: string, code: string, reasons: Cell) =>
    fileOf(lines400(bank, [], [[109, code], reasons])).entries[0]?.occurrence;
  const at240 = (bank: string, code: string, reasons: string) =>
    fileOf(
      lines240(bank, [], {
        t: [
          [16, code],
          [214, reasons],
        ],
        u: [],
      }),
    ).entries[0]?.occurrence;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, ReturnType<typeof at400>, string, string, string[]]>([
    ['FEBRABAN', at240('001', '02', 'A4        '), 'REGISTERED', 'Entrada confirmada',  ['Pagador DDA']],
    ['FEBRABAN', at240('001', '03', '0848000000'), 'REJECTED',   'Entrada rejeitada',   ['Nosso número inválido', 'CEP inválido']],
    ['FEBRABAN', at240('001', '09', '1000000000'), 'RETURNED',   'Baixa',               ['Comandada pelo cliente, por arquivo']],
    ['FEBRABAN', at240('001', '28', '0800000000'), 'OTHER',      'Débito de tarifas ou custas', ['Custas de protesto']],
    ['FEBRABAN', at240('001', '77', '0000000000'), 'OTHER',      'Ocorrência 77',       []],
    ['FEBRABAN', at240('001', '03', 'ZZ        '), 'REJECTED',   'Entrada rejeitada',   ['Motivo ZZ']],
    ['Caixa 240', at240('104', '46', '0400000000'), 'SETTLED',   'Liquidação on-line',  ['Compensação eletrônica']],
    ['Caixa 240', at240('104', '44', '0000000000'), 'OTHER',     'Estorno de baixa ou liquidação', []],
    ['Itaú 240', at240('341', '15', '0000000000'), 'OTHER',      'Baixa rejeitada',     []],
    ['Itaú 400', at400('341', '08', [378, '        ']), 'SETTLED', 'Liquidação em cartório', []],
    ['Itaú 400', at400('341', '03', [378, '1500    ']), 'REJECTED', 'Entrada rejeitada', ['Nosso número em duplicidade no mesmo movimento']],
    ['Itaú 400', at400('341', '10', [378, '        ']), 'RETURNED', 'Baixa por ter sido pago por Pix ou diretamente', []],
    ['Bradesco 400', at400('237', '03', [319, '0963000000']), 'REJECTED', 'Entrada rejeitada', ['Nosso número duplicado', 'Título já cadastrado']],
    ['Bradesco 400', at400('237', '10', [319, '1600000000']), 'RETURNED', 'Baixado conforme instruções da agência', ['Baixado pelo banco por decurso de prazo']],
    ['Santander 400', at400('033', '03', [137, '092      ']), 'REJECTED', 'Entrada rejeitada', ['Nosso número já cadastrado']],
    ['Caixa 400', at400('104', '99', [80, '009']), 'REJECTED', 'Rejeição do título', ['Nosso número não pertence ao beneficiário']],
    ['Caixa 400', at400('104', '02', [80, '000']), 'RETURNED', 'Baixa manual confirmada', []],
    ['Banco do Brasil 400', at400('001', '03', [87, '33']), 'REJECTED', 'Comando recusado', ['Nosso número já existente']],
    ['Sicredi 400', at400('748', '03', [319, 'B748000000']), 'REJECTED', 'Entrada rejeitada', ['Seu número inválido', 'CEP inválido']],
    ['Sicredi 400', at400('748', '28', [319, 'B300000000']), 'OTHER', 'Tarifa', ['Tarifa de registro de entrada']],
    ['Sicoob 400', at400('756', '05', [81, '00']), 'SETTLED', 'Liquidação sem registro', []],
  ])('%s: %o', (_, occurrence, kind, words, reasons) => {
    expect(occurrence).toMatchObject({ kind, words });
    expect(occurrence?.reasons.map((reason) => reason.words)).toEqual(reasons);
  });

  test('Inter tells them itself', () => {
    const file = fileOf(
      lines400(
        '077',
        [],
        [
          [90, '03'],
          [241, 'CEP do pagador invalido'],
        ],
      ),
    );
    expect(file.entries[0]?.occurrence).toMatchObject({
      kind: 'REJECTED',
      reasons: [{ words: 'CEP do pagador invalido' }],
    });
  });
});

describe('encodings and line endings of a file', () => {
  const lines = lines400(
    '341',
    [[95, '231126']],
    [
      [63, '00258281'],
      [109, '06'],
      [153, '0000000281130'],
    ],
  );
  const expected = fileOf(lines);

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['with ends of line of one character',  lines.join('\n')],
    ['with the mark of the end',            `${lines.join('\r\n')}\r\n\x1a`],
    ['with blank lines at the end',         `${lines.join('\r\n')}\r\n\r\n`],
    ['without the blanks at the ends',      lines.map((line) => line.replace(/ +\d{6}$/, '')).join('\r\n')],
    ['with a column too many',              lines.map((line) => `${line} `).join('\n')],
    ['with its records side by side',       lines.join('')],
  ])('%s', (_, content) => {
    expect(readReturnFile(content)).toEqual({ file: expected });
  });

  test('with an amount that is no number: somebody has to look', () => {
    const broken = lines400(
      '341',
      [],
      [
        [109, '06'],
        [153, '00000002811X0'],
        [254, '0000000281130'],
      ],
    );
    expect(fileOf(broken).entries[0]).toMatchObject({ amount: 0, unreadable: true });
  });

  test('with nothing in it', () => {
    expect(fileOf(lines400('341', [])).entries).toEqual([]);
  });
});

describe('an invalid return file is refused, with the reason and the line', () => {
  const return400 = lines400('341', [], [[109, '06']]);
  const return240 = lines240('104', [], { t: [], u: [] });
  const remittance = 'Este é um arquivo de remessa, que vai ao banco; envie o de retorno, que vem dele';
  const nothing = 'Este não é um arquivo de retorno CNAB 240 ou 400';

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string[], string, number]>([
    ['nothing',                [],                                        nothing, 1],
    ['a letter',               ['', 'Prezado cliente,', 'segue o arquivo'], nothing, 2],
    ['a statement',            ['OFXHEADER:100', 'DATA:OFXSGML'],         nothing, 1],
    ['a PDF',                  ['%PDF-1.7', '%âãÏÓ'],                     nothing, 1],
    ['a remittance of 400',    return400.map((line) => line.replace('02RETORNO', '01REMESSA')), remittance, 1],
    ['a remittance of 240',    return240.map((line, index) => (index ? line : `${line.slice(0, 142)}1${line.slice(143)}`)), remittance, 1],
    ['a 400 cut in the middle', return400.slice(0, -1),                   'O arquivo está incompleto: falta o registro final (trailer)', 2],
    ['a 240 cut in the middle', return240.slice(0, -1),                   'O arquivo está incompleto: falta o registro final (trailer)', 5],
    ['two banks in one',       [...return240.slice(0, 3), ...lines240('341', []).slice(2)], 'Esta linha é de outro banco: o arquivo está misturado ou danificado', 4],
    ['a bank without a layout here', lines400('041', []),                 'O leiaute CNAB 400 do banco 041 (Banco do Estado do Rio Grande do Sul S.A.) não é conhecido aqui; peça ao banco o CNAB 240', 1],
    ['a header without a bank', lines400('   ', []),                      'O leiaute CNAB 400 do banco deste arquivo não é conhecido aqui; peça ao banco o CNAB 240', 1],
  ])('%s', (_, lines, problem, line) => {
    expect(readReturnFile(lines.join('\r\n'))).toEqual({ problem, line });
  });
});

/** Files of public test suites, kept beside the repository and not in it. */
const SAMPLES = fileURLToPath(new URL('../../../../../../shared/data/cnab/', import.meta.url));

describe.skipIf(!existsSync(SAMPLES))('the public samples', () => {
  const read = (name: string) => {
    const reading = readReturnFile(bankText(readFileSync(SAMPLES + name)));
    if (reading.problem !== undefined) throw new Error(`${reading.line}: ${reading.problem}`);
    return reading.file;
  };
  const sum = (entries: readonly ReturnEntry[], name: 'amount' | 'paid_amount' | 'fee') =>
    entries.reduce((total, entry) => total + entry[name], 0);

  // Summed from the columns by other means; amounts marked * are also the trailer's.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, string, number, number, number, number, number]>([
    // file                            bank   created on    entries settled amount    paid     fees
    ['CNAB240SANTANDER.RET',           '033', '2016-04-01',  2,      1,       2_000,   1_000,    392],
    ['CNAB240SICOOB.RET',              '756', '',            3,      3,         600,     600,    510],
    ['CNAB240SICREDI.CRT',             '748', '2017-04-07',  2,      0,       1_990,       0,    380], // *
    ['CNAB400.RET',                    '341', '2013-05-20', 52,     51,     268_896, 265_332, 10_920], // *
    ['CNAB400ITAU.RET',                '341', '2013-05-20', 52,     51,     268_896, 265_332, 10_920], // *
    ['CNAB400BRADESCO.RET',            '237', '2015-05-15',  6,      0,     293_000,       0,    800],
    ['laravel-cnab240-banco_brasil.ret', '001', '2011-03-21', 5,     5,      12_880,  12_880,  2_500],
    ['laravel-cnab240-btg.ret',        '208', '2021-06-15',  2,      1,     160_000,  80_000,      0],
    ['laravel-cnab240-santander.ret',  '033', '2014-06-04',  1,      1,       1_000,   1_100,    324],
    ['laravel-cnab400-bb.ret',         '001', '2016-10-20',  1,      0,      10_000,       0,      0],
    ['laravel-cnab400-itau.ret',       '341', '2013-08-22',  4,      3,     189_576,  95_272,  1_332], // *
    ['laravel-cnab400-santander.ret',  '033', '2016-10-20',  1,      0,      10_000,       0,      0],
    ['laravel-cnab400-santander_pix.ret', '033', '2016-10-20', 1,    0,      10_000,       0,      0],
    ['laravel-cnab400-sicredi.ret',    '748', '',            1,      0,      10_000,       0,      0],
  ])('%s', (name, bank, created_on, count, settledCount, amount, paidAmount, fees) => {
    const { entries, ...file } = read(name);
    expect(file).toMatchObject({ bank, created_on: created_on || null });
    expect(entries).toHaveLength(count);
    expect(entries.filter(({ occurrence }) => occurrence.kind === 'SETTLED')).toHaveLength(settledCount);
    expect([sum(entries, 'amount'), sum(entries, 'paid_amount'), sum(entries, 'fee')]).toEqual([amount, paidAmount, fees]);
    expect(entries.filter(({ unreadable }) => unreadable)).toEqual([]);
  });

  test('the first of Itaú’s: 40,00 paid, 37,90 credited after a fee of 2,10', () => {
    expect(read('CNAB400ITAU.RET').entries[0]).toEqual({
      line: 2,
      content: expect.stringMatching(/^10216733872000107073000035110 .* B5$/),
      nosso_numero: '00000011',
      document_number: '',
      company_use: '',
      occurrence: settled,
      due_date: null,
      amount: 4_000,
      paid_amount: 4_000,
      fine_and_interest: 0,
      discount: 0,
      fee: 210,
      paid_on: '2013-05-20',
      credited_on: '2013-05-21',
      payer_document: null,
      unreadable: false,
    });
  });

  test('the first of Bradesco’s and of Sicredi’s', () => {
    expect(read('CNAB400BRADESCO.RET').entries[0]).toMatchObject({
      nosso_numero: '00000000030',
      document_number: '0030',
      occurrence: { code: '02', kind: 'REGISTERED' },
      due_date: '2015-05-25',
      amount: 145_000,
      fee: 160,
      paid_on: '2015-05-15',
    });
    expect(read('CNAB240SICREDI.CRT').entries[0]).toMatchObject({
      nosso_numero: '17200059',
      company_use: '8457',
      occurrence: { code: '02', kind: 'REGISTERED', reasons: [{ code: 'A4', words: 'Pagador DDA' }] },
      due_date: '2017-04-13',
      amount: 995,
      paid_on: '2017-04-06',
      payer_document: '44952927838',
    });
  });

  test.each(['remessa-itau-cnab400.rem', 'remessa-caixa-cnab240.rem'])('%s is none', (name) => {
    expect(readReturnFile(bankText(readFileSync(SAMPLES + name)))).toHaveProperty('problem');
  });
});
