import type { ImportKind } from './imports.search.ts';

export type ImportField = {
  name: string;
  label: string;
  /** A column must be mapped to it, or to the field named by `or`. */
  required?: boolean;
  or?: string;
  /** Format of its cells. */
  hint?: string;
};

const ADDRESS = [
  { name: 'numero', label: 'Número' },
  { name: 'complemento', label: 'Complemento' },
];

/** Columns of an import, in the order of the example file. */
export const IMPORT_FIELDS: Record<ImportKind, readonly ImportField[]> = {
  people: [
    {
      name: 'codigo',
      label: 'Código',
      hint: 'Como imóveis e contratos se referem à pessoa. Sem ele, vale o CPF/CNPJ.',
    },
    { name: 'nome', label: 'Nome', required: true },
    { name: 'tipo', label: 'Tipo', required: true, hint: 'Inquilino, Proprietário ou Fiador' },
    { name: 'documento', label: 'CPF/CNPJ', required: true },
    { name: 'email', label: 'E-mail' },
    { name: 'telefone', label: 'Telefone' },
    { name: 'nascimento', label: 'Data de nascimento' },
    { name: 'cep', label: 'CEP' },
    { name: 'logradouro', label: 'Rua' },
    ...ADDRESS,
    { name: 'bairro', label: 'Bairro' },
    { name: 'cidade', label: 'Cidade' },
    { name: 'uf', label: 'Estado', hint: 'A sigla: MG' },
    { name: 'banco', label: 'Banco', hint: 'O código: 104. Com ele, agência e conta são obrigatórias.' },
    { name: 'agencia', label: 'Agência' },
    { name: 'conta', label: 'Conta' },
    { name: 'pix', label: 'Chave Pix' },
    {
      name: 'regime',
      label: 'Regime tributário',
      hint: 'Do proprietário, para IBS e CBS: Contribuinte, Simples, MEI ou Não contribuinte',
    },
    { name: 'contribuinte_desde', label: 'Contribuinte desde', hint: 'O primeiro dia em que paga IBS e CBS' },
    {
      name: 'cnpj_notas',
      label: 'CNPJ das notas',
      hint: 'Da pessoa física contribuinte; o CPF fica para as declarações',
    },
    { name: 'inscricao_municipal', label: 'Inscrição municipal' },
  ],
  properties: [
    { name: 'codigo', label: 'Código', hint: 'Como os contratos se referem ao imóvel.' },
    {
      name: 'proprietario',
      label: 'Proprietário',
      required: true,
      hint: 'O código de uma pessoa importada, ou o CPF/CNPJ de uma cadastrada',
    },
    { name: 'tipo', label: 'Tipo do imóvel', required: true, hint: 'Apartamento, Casa, Loja, Sala, Lote…' },
    { name: 'finalidade', label: 'Finalidade', required: true, hint: 'Locação, Venda, Pré-venda ou Permuta' },
    { name: 'valor', label: 'Valor', required: true },
    { name: 'cep', label: 'CEP' },
    { name: 'logradouro', label: 'Rua', required: true },
    ...ADDRESS,
    { name: 'bairro', label: 'Bairro', required: true },
    { name: 'cidade', label: 'Cidade', required: true },
    { name: 'uf', label: 'Estado', hint: 'A sigla: MG' },
    { name: 'quartos', label: 'Quartos' },
    { name: 'banheiros', label: 'Banheiros' },
    { name: 'vagas', label: 'Vagas' },
    { name: 'condominio', label: 'Condomínio' },
    { name: 'iptu', label: 'IPTU' },
    { name: 'energisa', label: 'Energisa' },
    { name: 'copasa', label: 'Copasa' },
    { name: 'cib', label: 'CIB', hint: 'Cadastro Imobiliário Brasileiro: 8 letras ou números' },
    { name: 'inscricao_imobiliaria', label: 'Inscrição imobiliária' },
    { name: 'codigo_ibge', label: 'Código do IBGE', hint: 'Da cidade, com 7 números. Sem ele, o da cidade informada.' },
    { name: 'uso', label: 'Uso', hint: 'Residencial, Não residencial ou Temporada. Sem ele, o que o tipo sugere.' },
  ],
  contracts: [
    { name: 'codigo', label: 'Código' },
    {
      name: 'inquilino',
      label: 'Inquilino',
      required: true,
      hint: 'O código de uma pessoa importada, ou o CPF/CNPJ de uma cadastrada',
    },
    { name: 'imovel', label: 'Imóvel', required: true, or: 'imovel_id', hint: 'O código de um imóvel importado' },
    { name: 'imovel_id', label: 'ID do imóvel', hint: 'O número do imóvel neste sistema, no lugar do código' },
    { name: 'valor_inicial', label: 'Valor inicial', hint: 'Sem ele, vale o valor atual.' },
    { name: 'valor_atual', label: 'Valor atual', required: true },
    { name: 'comissao', label: 'Comissão', required: true, hint: 'Em percentual: 10' },
    { name: 'dia_vencimento', label: 'Dia do vencimento', required: true, hint: 'De 1 a 31' },
    { name: 'inicio', label: 'Início', required: true },
    { name: 'fim', label: 'Fim', required: true },
    {
      name: 'encerra_no_fim',
      label: 'Encerra no fim',
      hint: 'Sim ou Não. Sem ele, não: a locação segue por prazo indeterminado.',
    },
    { name: 'proximo_reajuste', label: 'Próximo reajuste', hint: 'Sem ele, um ano depois do início.' },
    { name: 'garantia', label: 'Garantia', hint: 'Caução, Fiador, Seguro fiança, CredPago ou Outro' },
    { name: 'fiadores', label: 'Fiadores', hint: 'Códigos ou CPF/CNPJ, separados por vírgula' },
    { name: 'situacao', label: 'Situação', required: true, hint: 'Ativo ou Encerrado' },
    { name: 'ibs_cbs', label: 'IBS e CBS', hint: 'Por fora ou Incluído. Sem ele, por fora.' },
    { name: 'uso', label: 'Uso', hint: 'Residencial, Não residencial ou Temporada. Sem ele, o do imóvel.' },
    {
      name: 'opcao_assinado',
      label: 'Opção de 3,65%: assinado em',
      hint: 'Com ele, o contrato opta pela alíquota fixa (art. 487).',
    },
    { name: 'opcao_assinatura', label: 'Opção de 3,65%: assinatura', hint: 'Firma reconhecida, Eletrônica ou Simples' },
    { name: 'opcao_registro', label: 'Opção de 3,65%: registrado em', hint: 'Do contrato não residencial' },
    { name: 'opcao_comprovante', label: 'Opção de 3,65%: comprovante', hint: 'Onde está a prova' },
  ],
  leads: [
    { name: 'codigo', label: 'Código' },
    { name: 'nome', label: 'Nome', required: true },
    {
      name: 'telefone',
      label: 'Telefone',
      required: true,
      or: 'email',
      hint: 'Com DDD. Cada linha tem este ou o e-mail.',
    },
    { name: 'email', label: 'E-mail' },
    { name: 'assunto', label: 'Assunto', hint: 'Locação, Compra ou Oferta de imóvel. Sem ele, locação.' },
    { name: 'imovel_id', label: 'ID do imóvel', hint: 'O número do imóvel neste sistema' },
    { name: 'responsavel', label: 'Responsável', hint: 'O nome da pessoa da equipe. Sem ele, fica sem responsável.' },
    { name: 'origem', label: 'Origem', hint: 'De onde veio: um portal, uma campanha' },
    { name: 'mensagem', label: 'Mensagem' },
    { name: 'recebido_em', label: 'Recebido em', hint: 'Sem ele, hoje.' },
  ],
};
