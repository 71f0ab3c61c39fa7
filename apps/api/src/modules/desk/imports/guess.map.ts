import type { ImportMapping } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { columnLetters } from '#api/sheets/column-letters.ts';

/** Column titles that agencies and other programs use, beside our field name and label. */
const ADDRESS = {
  cep: ['codigo postal'],
  logradouro: ['rua', 'endereco', 'end', 'avenida', 'endereco rua'],
  numero: ['n', 'no', 'num', 'nro', 'numero do imovel', 'endereco numero'],
  complemento: ['compl', 'comp', 'apto', 'unidade'],
  bairro: ['distrito'],
  cidade: ['municipio', 'localidade'],
  uf: ['estado', 'est', 'sigla'],
};

const CODE = ['codigo', 'cod', 'id', 'ref', 'referencia', 'matricula'];

const SYNONYMS: Record<ImportKind, Record<string, readonly string[]>> = {
  people: {
    codigo: [...CODE, 'codigo do cliente', 'codigo da pessoa', 'id cliente'],
    nome: ['nome completo', 'cliente', 'pessoa', 'razao social', 'nome razao social', 'nome do cliente'],
    tipo: ['tipo de cliente', 'tipo de pessoa', 'perfil', 'categoria', 'papel'],
    documento: ['cpf', 'cnpj', 'cpf cnpj', 'cnpj cpf', 'cpf ou cnpj', 'doc', 'documento cpf cnpj', 'n documento'],
    email: ['e mail', 'mail', 'correio eletronico', 'endereco de e mail', 'endereco de email'],
    telefone: ['celular', 'fone', 'tel', 'whatsapp', 'telefone celular', 'telefone 1', 'celular 1'],
    nascimento: ['data de nascimento', 'data nascimento', 'dt nascimento', 'nasc', 'dt nasc', 'aniversario'],
    ...ADDRESS,
    banco: ['codigo do banco', 'cod banco', 'n banco', 'numero do banco'],
    agencia: ['ag', 'agencia bancaria', 'n agencia'],
    conta: ['conta corrente', 'cc', 'c c', 'conta bancaria', 'n conta', 'numero da conta'],
    pix: ['chave pix', 'pix chave'],
    regime: ['regime de tributacao', 'enquadramento'],
    inscricao_municipal: ['im', 'insc municipal', 'ccm'],
  },
  properties: {
    codigo: [...CODE, 'codigo do imovel', 'cod imovel', 'id imovel', 'referencia do imovel'],
    proprietario: [
      'locador',
      'dono',
      'cpf do proprietario',
      'documento do proprietario',
      'codigo do proprietario',
      'cpf cnpj do proprietario',
    ],
    tipo: ['tipo do imovel', 'tipo de imovel', 'categoria'],
    finalidade: ['transacao', 'negocio', 'tipo de negocio', 'operacao', 'objetivo'],
    valor: ['preco', 'aluguel', 'valor do aluguel', 'valor locacao', 'valor aluguel', 'valor venda', 'valor do imovel'],
    ...ADDRESS,
    quartos: ['dormitorios', 'dorms', 'qtd quartos', 'n quartos'],
    banheiros: ['wc', 'banheiro', 'qtd banheiros', 'n banheiros'],
    vagas: ['garagem', 'vagas de garagem', 'garagens', 'qtd vagas', 'n vagas'],
    condominio: ['valor do condominio', 'valor condominio', 'taxa de condominio'],
    iptu: ['valor do iptu', 'valor iptu'],
    energisa: ['luz', 'energia', 'conta de luz', 'cemig'],
    copasa: ['agua', 'conta de agua', 'saneamento'],
    inscricao_imobiliaria: ['indice cadastral', 'sql', 'insc imobiliaria', 'cadastro imobiliario'],
    codigo_ibge: ['ibge', 'cod ibge'],
    uso: ['uso do imovel', 'destinacao'],
  },
  contracts: {
    codigo: [...CODE, 'codigo do contrato', 'n contrato', 'numero do contrato', 'contrato'],
    inquilino: [
      'locatario',
      'cliente',
      'cpf do inquilino',
      'documento do inquilino',
      'codigo do inquilino',
      'cpf do locatario',
    ],
    imovel: ['codigo do imovel', 'cod imovel', 'referencia do imovel'],
    imovel_id: ['id do imovel', 'id imovel', 'imovel id'],
    valor_inicial: ['valor inicial do aluguel', 'aluguel inicial', 'valor na assinatura'],
    valor_atual: ['valor', 'aluguel', 'valor do aluguel', 'valor aluguel', 'aluguel atual', 'valor mensal', 'preco'],
    comissao: [
      'taxa de administracao',
      'taxa adm',
      'taxa administracao',
      'taxa',
      'administracao',
      'comissao percentual',
    ],
    dia_vencimento: [
      'vencimento',
      'dia do vencimento',
      'dia venc',
      'dia de vencimento',
      'dia de pagamento',
      'dia do pagamento',
      'dia',
    ],
    inicio: ['data de inicio', 'data inicio', 'data inicial', 'inicio do contrato', 'inicio da locacao', 'dt inicio'],
    fim: [
      'data de fim',
      'data fim',
      'data final',
      'termino',
      'fim do contrato',
      'data de termino',
      'dt fim',
      'fim da locacao',
    ],
    encerra_no_fim: ['encerra no termino', 'temporada', 'locacao por temporada'],
    proximo_reajuste: ['reajuste', 'data do reajuste', 'data de reajuste', 'dt reajuste'],
    garantia: ['tipo de garantia', 'modalidade de garantia', 'garantia locaticia'],
    fiadores: ['fiador', 'codigo do fiador', 'cpf do fiador'],
    situacao: ['status', 'estado', 'situacao do contrato'],
    ibs_cbs: ['ibs', 'cbs', 'imposto'],
    uso: ['uso do imovel', 'destinacao'],
  },
  leads: {
    codigo: [...CODE, 'codigo do lead', 'id lead'],
    nome: ['nome completo', 'cliente', 'contato', 'interessado', 'lead', 'nome do cliente', 'nome do contato'],
    telefone: ['celular', 'fone', 'tel', 'whatsapp', 'telefone celular', 'telefone 1', 'celular 1'],
    email: ['e mail', 'mail', 'correio eletronico', 'endereco de e mail'],
    assunto: ['interesse', 'tipo', 'finalidade', 'negocio', 'transacao'],
    imovel_id: ['id do imovel', 'id imovel', 'imovel', 'codigo do imovel', 'cod imovel', 'referencia do imovel'],
    responsavel: ['corretor', 'atendente', 'vendedor', 'consultor'],
    origem: ['midia', 'fonte', 'canal', 'campanha', 'portal', 'midia de origem'],
    mensagem: ['observacao', 'observacoes', 'comentario', 'descricao', 'anotacao'],
    recebido_em: ['data', 'data de cadastro', 'data de entrada', 'criado em', 'data do contato'],
  },
};

/**
 * Suggests a column for each field by its title: first by the whole title, then by its first words. A title shared by
 * several columns is ambiguous: none is suggested.
 */
export function guessMapping(
  kind: ImportKind,
  titles: readonly string[],
): { mapping: ImportMapping; doubtful: string[] } {
  const columns = titles.map(plain);
  const mapping: ImportMapping = {};
  const free = (place: number) => !Object.values(mapping).includes(place);
  const names = IMPORT_FIELDS[kind].map(({ name, label }) => ({
    name,
    words: [plain(name), plain(label), ...(SYNONYMS[kind][name] ?? []).map(plain)],
  }));
  const take = (fits: (title: string, word: string) => boolean) => {
    for (const { name, words } of names) {
      if (name in mapping) continue;
      const place = words
        .map((word) => columns.findIndex((title, index) => free(index) && fits(title, word)))
        .find((index) => index >= 0);
      if (place !== undefined) mapping[name] = place;
    }
  };
  take((title, word) => title === word);
  take((title, word) => word.length > 2 && title.startsWith(`${word} `));
  const repeated = repeatedTitles(titles);
  const doubtful = Object.keys(mapping).filter((name) => repeated.has(mapping[name] ?? -1));
  for (const name of doubtful) delete mapping[name];
  return { mapping, doubtful };
}

/** Indexes of columns that share their title with another. */
function repeatedTitles(titles: readonly string[]): Set<number> {
  const places = Map.groupBy(titles.keys(), (place) => plain(titles[place] ?? ''));
  return new Set([...places.values()].filter((group) => group.length > 1).flat());
}

/** Titles for display: shared ones get their column letter. */
export function distinctTitles(titles: readonly string[]): string[] {
  const repeated = repeatedTitles(titles);
  return titles.map((title, place) => (repeated.has(place) ? `${title} (coluna ${columnLetters(place)})` : title));
}

/** Abbreviations in titles, expanded on both sides of the comparison. */
const SHORT: Record<string, string> = {
  ...{ vlr: 'valor', vl: 'valor', val: 'valor', tx: 'taxa', adm: 'administracao', admin: 'administracao' },
  ...{
    venc: 'vencimento',
    vcto: 'vencimento',
    vencto: 'vencimento',
    dt: 'data',
    inq: 'inquilino',
    prop: 'proprietario',
  },
  ...{ cond: 'condominio', reaj: 'reajuste', gar: 'garantia', nasc: 'nascimento', alug: 'aluguel', sit: 'situacao' },
  ...{ ini: 'inicio', term: 'termino' },
};

/** `Cód. do Cliente` is `cod do cliente`, `C.P.F.` is `cpf`, `Nº` is `no`. */
const plain = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ');
