import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missingValues, renderTemplate, type TemplateData, templateProblems } from './template.ts';
import { parseTemplate } from './template-tree.ts';

const data: TemplateData = {
  inquilino: { nome: 'Ana Prado', rg: undefined },
  conjuge: { nome: 'Paulo Prado' },
  fiadores: [
    { fiador: { nome: 'Carlos', conjuge: { nome: 'Marta' } } },
    { fiador: { nome: 'Rita & Filhos <Ltda>', conjuge: undefined } },
  ],
  contrato: { aluguel: 'R$ 2.350,00', desconto: '' },
};
const alone: TemplateData = { ...data, conjuge: undefined, fiadores: [] };
const render = (html: string, from: TemplateData = data) => renderTemplate(parseTemplate(html), from);

describe('variables', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, string]>([
    ['nothing at all',        '',                                                                   ''],
    ['text alone',            '<p>Cláusula 1ª</p>',                                                 '<p>Cláusula 1ª</p>'],
    ['in braces',             '<p>{{inquilino.nome}}</p>',                                          '<p>Ana Prado</p>'],
    ['with spaces',           '<p>{{ inquilino.nome&nbsp;}}</p>',                                   '<p>Ana Prado</p>'],
    ['within a word’s tags',  '<p><strong>{{inquilino.nome}}</strong></p>',                         '<p><strong>Ana Prado</strong></p>'],
    ['side by side',          '{{inquilino.nome}}{{contrato.aluguel}}',                             'Ana PradoR$ 2.350,00'],
    ['the editor’s node',     '<p><span data-variable="inquilino.nome">Nome do inquilino</span></p>', '<p>Ana Prado</p>'],
    ['with other attributes', '<span class="v" data-variable=\'inquilino.nome\' title="a > b">Nome</span>!', 'Ana Prado!'],
    ['without a label',       '<span data-variable="inquilino.nome"></span>',                       'Ana Prado'],
    ['another span',          '<span class="x">{{inquilino.nome}}</span>',                          '<span class="x">Ana Prado</span>'],
    ['markup in a value',     '{{#fiadores}}{{fiador.nome}};{{/fiadores}}',                         'Carlos;Rita &amp; Filhos &lt;Ltda&gt;;'],
    ['a value unknown',       'RG {{inquilino.rg}}',                                                'RG ____________'],
    ['a group is no value',   '{{inquilino}}',                                                      '____________'],
    ['a name unknown',        '{{inquilino.nme}}{{toString}}{{constructor.name}}',                  '____________'.repeat(3)],
    ['less than and braces',  'a < b {c} d',                                                        'a < b {c} d'],
    ['inside an attribute',   '<a title="{{inquilino.nome}}">x</a>',                                '<a title="{{inquilino.nome}}">x</a>'],
    ['inside a comment',      '<!-- {{inquilino.nome}} -->x',                                       '<!-- {{inquilino.nome}} -->x'],
    ['split by tags',         '{{inquilino.<b>nome</b>}}',                                          '{{inquilino.<b>nome</b>}}'],
    ['never closed',          'Oi {{inquilino.nome',                                                'Oi {{inquilino.nome'],
    ['a tag never closed',    '{{inquilino.nome}} <p {{inquilino.nome}}',                           'Ana Prado <p {{inquilino.nome}}'],
  ])('%s', (_, html, expected) => {
    expect(render(html)).toBe(expected);
  });
});

describe('blocks', () => {
  const spouse = '<p>{{inquilino.nome}}{{#conjuge}} e {{conjuge.nome}}{{/conjuge}}{{^conjuge}}, só{{/conjuge}}</p>';
  const list =
    '<ul>{{#fiadores}}<li>{{fiador.nome}}{{#fiador.conjuge}} e {{fiador.conjuge.nome}}{{/fiador.conjuge}}</li>{{/fiadores}}</ul>';
  const paragraphs = '<p>A</p><p class="m">{{#conjuge}}</p><p>{{conjuge.nome}}</p><p> {{/conjuge}}<br></p><p>B</p>';

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, TemplateData, string]>([
    ['there is one',                spouse, data,  '<p>Ana Prado e Paulo Prado</p>'],
    ['there is none',               spouse, alone, '<p>Ana Prado, só</p>'],
    ['once for each',               list,   data,  '<ul><li>Carlos e Marta</li><li>Rita &amp; Filhos &lt;Ltda&gt;</li></ul>'],
    ['for nobody',                  list,   alone, '<ul></ul>'],
    ['marks alone in a paragraph',  paragraphs, data,  '<p>A</p><p>Paulo Prado</p><p>B</p>'],
    ['leave no empty line',         paragraphs, alone, '<p>A</p><p>B</p>'],
    ['several in one paragraph',    '<p>{{#conjuge}} {{/conjuge}}{{#fiadores}}</p>x<p>{{/fiadores}}</p>', data, 'xx'],
    ['as the editor’s nodes',       '<p><span data-variable="#conjuge">Se</span></p>x<p><span data-variable="/conjuge">Fim</span></p>', data, 'x'],
    ['a variable that has a value', '{{#contrato.aluguel}}de {{contrato.aluguel}}{{/contrato.aluguel}}', data, 'de R$ 2.350,00'],
    ['a variable that has none',    'x{{#contrato.desconto}}y{{/contrato.desconto}}{{#inquilino.rg}}z{{/inquilino.rg}}', data, 'x'],
    ['a list when there is none',   '{{^fiadores}}sem fiador{{/fiadores}}', alone, 'sem fiador'],
    ['across two paragraphs',       '<p>A{{#conjuge}}, {{conjuge.nome}}</p><p>casados{{/conjuge}}.</p>', alone, '<p>A.</p>'],
    ['unknown',                     'x{{#nada}}y{{/nada}}', data, 'x'],
    ['never closed',                'x{{#conjuge}}y', data, 'xy'],
    ['never opened',                'x{{/conjuge}}y', data, 'xy'],
    ['in itself: the inner drops',  '{{#fiadores}}a{{#fiadores}}b{{/fiadores}}c{{/fiadores}}', data, 'abcabc'],
  ])('%s', (_, html, from, expected) => {
    expect(render(html, from)).toBe(expected);
  });
});

describe('what is wrong with a template', () => {
  const vocabulary = {
    variables: new Map([
      ['inquilino.nome', { label: 'Nome do inquilino' }],
      ['inquilino.rg', { label: 'RG do inquilino' }],
      ['fiador.nome', { label: 'Nome do fiador', within: 'fiadores' }],
      ['fiador.rg', { label: 'RG do fiador', within: 'fiadores' }],
    ]),
    blocks: new Map<string, { within?: string }>([
      ['conjuge', {}],
      ['fiadores', {}],
      ['fiador.conjuge', { within: 'fiadores' }],
    ]),
  };
  const told = (html: string) => templateProblems(parseTemplate(html), vocabulary).map(({ message }) => message);

  test.each<[string, string, string[]]>([
    ['nothing', '<p>{{inquilino.nome}}{{#fiadores}}{{fiador.nome}}{{/fiadores}}</p>', []],
    ['a name mistyped', '{{inquilino.nme}} {{inquilino.nme}}', ['A variável {{inquilino.nme}} não existe']],
    ['no name at all', '{{}}', ['A variável {{}} não existe']],
    ['a block mistyped', '{{#conjugue}}x{{/conjugue}}', ['O bloco {{#conjugue}} não existe']],
    ['a guarantor outside the list', '{{fiador.nome}}', ['{{fiador.nome}} só vale dentro de {{#fiadores}}']],
    [
      'or where there is none',
      '{{^fiadores}}{{fiador.nome}}{{/fiadores}}',
      ['{{fiador.nome}} só vale dentro de {{#fiadores}}'],
    ],
    [
      'a block outside the list',
      '{{#fiador.conjuge}}x{{/fiador.conjuge}}',
      ['{{#fiador.conjuge}} só vale dentro de {{#fiadores}}'],
    ],
    ['a block that never closes', 'x{{#conjuge}}y', ['O bloco {{#conjuge}} não foi fechado: falta {{/conjuge}}']],
    ['an end without a start', 'x{{/conjuge}}y', ['{{/conjuge}} fecha um bloco que não foi aberto']],
    [
      'ends in the wrong order',
      '{{#conjuge}}{{#fiadores}}x{{/conjuge}}{{/fiadores}}',
      ['O bloco {{#fiadores}} não foi fechado: falta {{/fiadores}}', '{{/fiadores}} fecha um bloco que não foi aberto'],
    ],
    [
      'in itself',
      '{{#fiadores}}{{#fiadores}}{{/fiadores}}{{/fiadores}}',
      ['O bloco {{#fiadores}} está dentro dele mesmo'],
    ],
    ['braces split by tags', '{{inquilino.<b>nome</b>}}', ['Faltam as chaves }} depois de “{{inquilino.”']],
    ['braces never closed', 'Oi {{inquilino.nome', ['Faltam as chaves }} depois de “{{inquilino.nome”']],
    [
      'opens in a list, closes outside',
      '<ul><li>{{#conjuge}}a</li></ul>b{{/conjuge}}',
      ['O bloco {{#conjuge}} abre num parágrafo, lista ou tabela e fecha em outro'],
    ],
    ['opens in a paragraph, closes in the next', '<p>a{{#conjuge}}b<br></p><p>c{{/conjuge}}</p>', []],
  ])('%s', (_, html, expected) => {
    expect(told(html)).toEqual(expected);
  });

  test('five blocks one inside another', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const html = `${names.map((name) => `{{#${name}}}`).join('')}x${names
      .toReversed()
      .map((name) => `{{/${name}}}`)
      .join('')}`;
    expect(parseTemplate(html).problems.map(({ message }) => message)).toEqual(['Use até 4 blocos um dentro do outro']);
  });

  test('what a contract lacks, for what would be written alone', () => {
    const html =
      '{{inquilino.rg}}{{inquilino.nome}}{{nada}}{{#conjuge}}x{{/conjuge}}{{#fiadores}}{{fiador.rg}}{{/fiadores}}';
    const missing = (from: TemplateData) => missingValues(parseTemplate(html), from, vocabulary);
    expect(missing(data)).toEqual([
      { kind: 'MISSING', name: 'inquilino.rg', message: 'Falta preencher: RG do inquilino, Ana Prado' },
      { kind: 'MISSING', name: 'fiador.rg', message: 'Falta preencher: RG do fiador, Carlos' },
      { kind: 'MISSING', name: 'fiador.rg', message: 'Falta preencher: RG do fiador, Rita & Filhos <Ltda>' },
    ]);
    expect(missing({ fiadores: [] }).map(({ message }) => message)).toEqual([
      'Falta preencher: RG do inquilino',
      'Falta preencher: Nome do inquilino',
    ]);
  });
});

describe('whatever is typed', () => {
  const piece = fc.constantFrom(
    '{{', '}}', '{{#fiadores}}', '{{/fiadores}}', '{{^conjuge}}', '{{/conjuge}}', '{{inquilino.nome}}', '<p>', '</p>', '<li>',
    '</li>', '<br>', '<span data-variable="fiador.nome">', '</span>', '"', "'", '<', '>', '<!--', '-->', ' ', 'x', '&nbsp;',
  ); // biome-ignore format: pieces of templates
  const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

  test('is read and written without failing, and never twice as a variable', () => {
    fc.assert(
      fc.property(html, (source) => {
        const template = parseTemplate(source);
        expect(renderTemplate(template, data).length).toBeLessThan(2 * 40 * (source.length + 1));
        missingValues(template, data, { variables: new Map(), blocks: new Map() });
      }),
      { numRuns: 2_000 },
    );
  });

  test('a value is never markup, nor read again', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const written = render('<p>{{x}}</p>', { x: `{{#y}}<b>"'${value}` });
        expect(written.slice(3, -4)).not.toMatch(/[<>"']/);
        expect(written).toContain('{{#y}}');
      }),
    );
  });

  test.each<[string, string]>([
    ['braces that never close', '{{'.repeat(200_000)],
    ['one brace after another', '{{a}'.repeat(100_000)],
    ['tags that never close', '<p '.repeat(150_000)],
    ['quotes that never close', '<p "'.repeat(100_000)],
    ['comments that never close', '<!--'.repeat(100_000)],
    ['variables that never close', '<span data-variable="a">'.repeat(20_000)],
    ['blocks that never close', '{{#a}}'.repeat(80_000)],
    ['blocks of many names', Array.from({ length: 40_000 }, (_, index) => `{{#b${index}}}`).join('')],
    ['ends that nothing opened', '{{/a}}'.repeat(80_000)],
    ['paragraphs one inside another', '<p>'.repeat(150_000)],
    ['empty paragraphs', '<p> &nbsp;<br>'.repeat(40_000)],
    ['one long blank paragraph', `<p>${'\u00a0'.repeat(300_000)}x`],
    ['blocks and elements', '<div>{{#a}}'.repeat(40_000) + '</div>{{/a}}'.repeat(40_000)],
  ])('half a megabyte of %s is read in a moment', (_, source) => {
    expect(renderTemplate(parseTemplate(source), data).length).toBeGreaterThanOrEqual(0);
  });
});
