import { type Access, granted } from '@morada/domain/access/permissions';
import { describe, expect, test } from 'vitest';
import { menuOf, pageAt, pagesIn } from '../src/app/shell/menu.ts';
import { ALSO, PLACED_ACTIONS } from '../src/app/shell/palette/actions.ts';
import { rankActions } from '../src/app/shell/palette/command-parser.ts';
import { routeTree } from '../src/routeTree.gen.ts';

type Declared = { children?: Record<string, Declared>; options: { path?: string; staticData?: object } };

const below = (route: Declared): Declared[] => [route, ...Object.values(route.children ?? {}).flatMap(below)];
const routes = below(routeTree as unknown as Declared).map(({ options }) => ({
  to: (options.path ?? '').replace(/(.)\/$/, '$1'),
  options,
}));
const menuWith = (...held: string[]) => menuOf(routes, (access: Access) => granted(held, access) !== undefined);
const labelsWith = (...held: string[]) => menuWith(...held).map(({ entries }) => entries.map(({ label }) => label));
const everything = menuWith('*');

test('the menu of a person with every permission, with the tabs of each entry', () => {
  const tabs = ({ label, pages }: { label: string; pages: { label: string }[] }) =>
    pages.length > 1 ? `${label}: ${pages.map((page) => page.label).join(', ')}` : label;
  expect(everything.map(({ name, shown, entries }) => [name, shown, ...entries.map(tabs)])).toEqual([
    [
      'Carteira',
      'plain',
      'Dashboard',
      'Clientes',
      'Imóveis: Imóveis, Imóveis pendentes',
      'Contratos: Contratos, Fichas, Propostas, Assinaturas',
    ],
    [
      ...['Financeiro', 'titled', 'Faturas', 'Boletos', 'Repasses: Repasses, Pagamentos de repasses, Extratos'],
      ...[
        'Caixa: Caixa, Resumo, Transações, Contas a pagar',
        'Comissões: Comissões, Pessoas',
        'Cobrança: Cobrança, Inadimplências, Acordos, Registros',
      ],
      ...['Conciliação', 'Relatórios'],
    ],
    [
      'Atendimento',
      'titled',
      'Agendamentos',
      'Suporte',
      'Contatos: Contatos, Funil, Indicadores',
      'Manutenções',
      'Blog',
    ],
    [
      ...['Impostos', 'plain'],
      'Impostos: Ano fiscal, Informes, Imposto retido, Radar da reforma, Ensaio de 2027, Contabilidade, Notas, Tabelas',
    ],
    [
      ...['Configurações', 'folded', 'Imobiliária', 'Usuários', 'Permissões', 'Notificações personalizadas'],
      ...['Modelos de contrato', 'Alterar senha'],
      'Bancos: Bancos, Banco por Pix, Boletos no banco, Pagar repasses, Extrato do banco',
      'Cobrança e mensagens: Régua de cobrança, Mensagens aos clientes',
      ...['Auditoria', 'Diagnóstico'],
    ],
  ]);
});

test('what the agency has not begun is offered without a tab, and keeps its place in the palette', () => {
  const begun = {
    withholding: false,
    reform: true,
    accounting: false,
    notes: true,
    pix: true,
    boletos: false,
    payouts: false,
    statements: false,
  };
  const menu = menuOf(routes, () => true, undefined, begun);
  expect(pagesIn(menu).flatMap(({ label, offered }) => (offered ? label : []))).toEqual([
    ...['Imposto retido', 'Contabilidade', 'Boletos no banco', 'Pagar repasses', 'Extrato do banco'],
  ]);
  expect(pagesIn(menu).map(({ path }) => path)).toEqual(pagesIn(everything).map(({ path }) => path));
  // Notes are begun by the card of the settings alone.
  const without = menuOf(routes, () => true, undefined, { ...begun, notes: false });
  expect(pagesIn(without).some(({ path }) => path === '/fiscal/issued')).toBe(false);
});

test('no icon is in the menu twice', () => {
  const icons = pagesIn(everything).map(({ label, icon }) => [icon, label] as const);
  expect(icons.length).toBeGreaterThan(40);
  expect([...new Map(icons).values()].sort()).toEqual(icons.map(([, label]) => label).sort());
});

describe('what a person may open', () => {
  test.each<[string[], string[][]]>([
    [[], [['Dashboard'], ['Alterar senha']]],
    [['PROPERTY_VIEW'], [['Dashboard', 'Imóveis'], ['Alterar senha']]],
    // Who may open but one page of an entry finds it by its own name.
    [['PROPERTY_REQUEST_VIEW'], [['Dashboard', 'Imóveis pendentes'], ['Alterar senha']]],
    [
      ['PROPERTY_VIEW', 'PROPERTY_REQUEST_VIEW'],
      [['Dashboard', 'Imóveis'], ['Alterar senha']],
    ],
    [['FINANCIAL_SHALL_VIEW'], [['Dashboard'], ['Inadimplências'], ['Alterar senha']]],
    [['COLLECTION_AGREE'], [['Dashboard'], ['Acordos'], ['Alterar senha']]],
    [['COLLECTION_VIEW'], [['Dashboard'], ['Cobrança'], ['Alterar senha', 'Cobrança e mensagens']]],
    [['FISCAL_VIEW'], [['Dashboard'], ['Impostos'], ['Alterar senha']]],
    [['SUPPORT_VIEW'], [['Dashboard'], ['Suporte'], ['Alterar senha']]],
    [
      ['PROPOSAL_VIEW'],
      [
        ['Dashboard', 'Contratos'],
        ['Modelos de contrato', 'Alterar senha'],
      ],
    ],
  ])('%j', (held, labels) => expect(labelsWith(...held)).toEqual(labels));

  test('a tab shows only where its page may be opened', () => {
    const tabs = menuWith('COLLECTION_VIEW').flatMap(
      ({ entries }) => entries.find(({ label }) => label === 'Cobrança') ?? [],
    );
    expect(tabs[0]?.pages.map(({ label }) => label)).toEqual(['Cobrança', 'Acordos', 'Registros']);
  });

  test('a single setting needs no fold', () => {
    const shown = (...held: string[]) => menuWith(...held).at(-1)?.shown;
    expect([shown(), shown('GROUP_VIEW')]).toEqual(['plain', 'folded']);
  });
});

test.each([
  ['/', 'Dashboard'],
  ['/properties', 'Imóveis'],
  ['/properties/info/7', 'Imóveis'],
  ['/properties/requests', 'Imóveis pendentes'],
  ['/financial', 'Resumo'],
  ['/financial/shall', 'Inadimplências'],
  ['/fiscal/reform/3', 'Radar da reforma'],
  ['/settings/contracts/create', 'Modelos de contrato'],
  ['/account', undefined],
  ['/clientsof', undefined],
])('%s is in the menu as %s', (path, label) => expect(pageAt(pagesIn(everything), path)?.label).toBe(label));

describe('the palette finds by what people say', () => {
  const actions = [...pagesIn(everything).map(({ path, label }) => ({ label, also: ALSO[path] })), ...PLACED_ACTIONS];

  test('every page of the menu has words beside its name', () => {
    expect(Object.keys(ALSO).sort()).toEqual(
      pagesIn(everything)
        .map(({ path }) => path)
        .sort(),
    );
  });

  const SAID: Record<string, string[]> = {
    Dashboard: ['início', 'painel', 'tarefas'],
    Clientes: ['inquilino', 'locatário', 'fiador', 'cônjuge', 'cpf', 'locadores', 'cadastro'],
    Imóveis: ['apartamento', 'iptu', 'condomínio', 'anúncio', 'portais'],
    'Imóveis pendentes': ['solicitação de imóvel', 'aprovação', 'reprovar'],
    Contratos: [
      ...['rescisão', 'distrato', 'prorrogar', 'vistoria', 'caução', 'garantia', 'seguro fiança', 'renovação'],
      ...['desocupação', 'aditivo'],
    ],
    Assinaturas: ['assinatura eletrônica', 'assinar', 'clicksign'],
    'Reajustes do mês': ['reajuste', 'igpm', 'igp-m', 'ipca', 'índice', 'correção'],
    Faturas: ['fatura', 'mensalidade', 'recibo', 'antecipar', 'aluguel a receber'],
    'Faturas atrasadas': ['fatura vencida'],
    Boletos: ['boleto', 'segunda via', '2 via', 'remessa', 'linha digitável', 'código de barras', 'nosso número'],
    'Gerar boleto': ['emitir boleto', 'boleto avulso'],
    'Importar retorno do banco': ['retorno', 'cnab', 'efetuar baixa'],
    Repasses: ['repasse', 'retenção do locador'],
    'Pagamentos de repasses': ['lote', 'ted'],
    Extratos: ['extrato', 'prestação de contas', 'demonstrativo'],
    Caixa: ['despesa', 'receitas', 'folha', 'salários', 'lançamento', 'fluxo de caixa'],
    Resumo: ['balanço', 'faturamento'],
    Transações: ['razão'],
    'Contas a pagar': ['contas a pagar', 'fornecedor'],
    Comissões: ['taxa de administração', 'corretor', 'corretagem'],
    Cobrança: ['cobrar', 'promessa', 'telefonar'],
    Inadimplências: ['inadimplente', 'inadimplência', 'devedor', 'atrasados', 'serasa', 'protesto', 'negativação'],
    Acordos: ['parcelamento', 'renegociar', 'confissão de dívida', 'negociação'],
    Registros: ['cartório', 'notificação extrajudicial'],
    Conciliação: ['conciliar', 'ofx'],
    Relatórios: ['relatório', 'planilha'],
    'Ano fiscal': ['dimob', 'receita federal', 'imposto de renda'],
    Informes: ['informe de rendimentos', 'irpf'],
    'Imposto retido': ['darf', 'irrf', 'reinf'],
    'Radar da reforma': ['ibs', 'cbs', 'reforma tributária'],
    Contabilidade: ['contador', 'domínio'],
    Tabelas: ['alíquota'],
    Agendamentos: ['agenda', 'visitas'],
    'Nova visita': ['agendar visita'],
    Suporte: ['chamado', 'reclamação', 'ticket'],
    Contatos: ['leads', 'interessados'],
    Manutenções: ['conserto', 'vazamento', 'orçamento', 'reparo'],
    Blog: ['notícia'],
    Imobiliária: ['creci', 'logotipo', 'convênio'],
    Bancos: ['api', 'certificado'],
    'Banco por Pix': ['webhook', 'qr code'],
    'Pagar repasses': ['limite', 'alçada'],
    'Régua de cobrança': ['régua', 'lembrete'],
    'Mensagens aos clientes': ['whatsapp', 'sms'],
    Usuários: ['funcionário', 'equipe'],
    Permissões: ['grupo', 'acesso'],
    'Notificações personalizadas': ['comunicado'],
    'Modelos de contrato': ['minuta', 'cláusula'],
    'Alterar senha': ['senha', 'trocar senha'],
    Auditoria: ['trilha', 'quem alterou'],
    Diagnóstico: ['backup', 'disco'],
  };
  const said = Object.entries(SAID).flatMap(([page, words]) => words.map((word) => [word, page] as const));

  test('of a hundred words, each its page first', () => {
    expect(said.length).toBeGreaterThanOrEqual(100);
    const found = said.map(([word]) => [word, rankActions(word, actions).near[0]?.label]);
    expect(found).toEqual(said);
  });

  const SPECIFIED = [
    ...['Dashboard', 'Caixa', 'Faturas', 'Repasses', 'Comissões', 'Clientes', 'Imóveis', 'Contratos', 'Agendamentos'],
    ...['Suporte', 'Blog', 'Contatos', 'Usuários', 'Permissões', 'Notificações personalizadas', 'Modelos de contrato'],
    'Alterar senha',
  ];

  /** What a person wants to do, as it is said across a desk, and the page or action where it is done. */
  const TASKS: [string, string][] = [
    ['cadastrar inquilino', 'Novo cliente'],
    ['cadastrar proprietário', 'Novo cliente'],
    ['cadastrar imóvel', 'Novo imóvel'],
    ['anunciar imóvel', 'Imóveis'],
    ['aprovar imóvel', 'Imóveis pendentes'],
    ['fazer contrato', 'Adicionar contrato'],
    ['rescindir contrato', 'Contratos'],
    ['encerrar contrato', 'Contratos'],
    ['prorrogar contrato', 'Contratos'],
    ['reajustar aluguel', 'Reajustes do mês'],
    ['aplicar o igpm', 'Reajustes do mês'],
    ['receber aluguel', 'Faturas'],
    ['antecipar fatura', 'Faturas'],
    ['estornar pagamento', 'Faturas'],
    ['emitir boleto', 'Gerar boleto'],
    ['segunda via do boleto', 'Boletos'],
    ['enviar remessa', 'Boletos'],
    ['importar retorno', 'Importar retorno do banco'],
    ['pagar proprietário', 'Repasses'],
    ['aprovar pagamento', 'Pagamentos de repasses'],
    ['extrato do proprietário', 'Extratos'],
    ['lançar despesa', 'Caixa'],
    ['conta de luz', 'Contas a pagar'],
    ['ver comissões', 'Comissões'],
    ['cobrar inquilino', 'Cobrança'],
    ['quem está atrasado', 'Inadimplências'],
    ['parcelar dívida', 'Acordos'],
    ['negativar devedor', 'Inadimplências'],
    ['conciliar o banco', 'Conciliação'],
    ['gerar relatório', 'Relatórios'],
    ['entregar a dimob', 'Ano fiscal'],
    ['informe de rendimentos', 'Informes'],
    ['agendar visita', 'Nova visita'],
    ['responder chamado', 'Suporte'],
    ['abrir manutenção', 'Manutenções'],
    ['convidar colega', 'Usuários'],
    ['dar permissão', 'Permissões'],
    ['trocar a senha', 'Alterar senha'],
    ['configurar whatsapp', 'Mensagens aos clientes'],
    ['ligar o banco', 'Bancos'],
  ];

  test('of forty tasks in words, each its place first', () => {
    expect(TASKS).toHaveLength(40);
    expect(TASKS.map(([said]) => [said, rankActions(said, actions).near[0]?.label])).toEqual(TASKS);
  });

  test('the seventeen specified entries by their names', () => {
    expect(SPECIFIED.map((label) => rankActions(label, actions).near[0]?.label)).toEqual(SPECIFIED);
  });

  test.each(['baixar 24', 'baixar 240', 'fatura 4010', '40'])('a number is that of a record: %s', (text) =>
    expect(rankActions(text, actions)).toEqual({ near: [], far: [] }),
  );
});
