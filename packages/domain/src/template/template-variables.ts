import { lookup, type Vocabulary } from './template.ts';
import { EXAMPLE_DATA } from './template-example.ts';

const PERSON = {
  nome: 'Nome',
  documento: 'CPF/CNPJ',
  documento_tipo: 'Tipo do documento',
  rg: 'RG',
  nascimento: 'Data de nascimento',
  profissao: 'Profissão',
  estado_civil: 'Estado civil',
  email: 'E-mail',
  telefone: 'Telefone',
  endereco: 'Endereço',
  cidade: 'Cidade',
};
const SPOUSE = { nome: 'Nome', cpf: 'CPF', rg: 'RG', profissao: 'Profissão' };

type Group = { prefix: string; group: string; of: string; within?: string; names: Record<string, string> };

/** `of` completes each label: Nome do inquilino. */
const GROUPS: readonly Group[] = [
  { prefix: 'inquilino', group: 'Inquilino', of: ' do inquilino', names: PERSON },
  { prefix: 'inquilino.conjuge', group: 'Inquilino', of: ' do cônjuge do inquilino da vez', names: SPOUSE },
  { prefix: 'conjuge', group: 'Cônjuge do inquilino', of: ' do cônjuge do inquilino', names: SPOUSE },
  { prefix: 'fiador', group: 'Fiadores', of: ' do fiador', within: 'fiadores', names: PERSON },
  { prefix: 'fiador.conjuge', group: 'Fiadores', of: ' do cônjuge do fiador', within: 'fiadores', names: SPOUSE },
  {
    prefix: 'procurador',
    group: 'Procuradores',
    of: ' do procurador',
    within: 'procuradores',
    names: { ...PERSON, representado: 'Representado' },
  },
  { prefix: 'usufrutuario', group: 'Usufrutuários', of: ' do usufrutuário', within: 'usufrutuarios', names: PERSON },
  {
    prefix: 'imovel',
    group: 'Imóvel',
    of: ' do imóvel',
    names: {
      tipo: 'Tipo',
      endereco: 'Endereço completo',
      rua: 'Rua e número',
      bairro: 'Bairro',
      cidade: 'Cidade',
      estado: 'Estado',
      cep: 'CEP',
      energia: 'Instalação de energia',
      agua: 'Matrícula de água',
    },
  },
  { prefix: 'proprietario', group: 'Proprietário', of: ' do proprietário', names: PERSON },
  { prefix: 'proprietario.conjuge', group: 'Proprietário', of: ' do cônjuge do proprietário', names: SPOUSE },
  {
    prefix: 'contrato',
    group: 'Contrato',
    of: '',
    names: {
      numero: 'Número do contrato',
      aluguel: 'Aluguel',
      aluguel_extenso: 'Aluguel por extenso',
      desconto: 'Desconto',
      desconto_extenso: 'Desconto por extenso',
      taxa_administracao: 'Taxa de administração',
      dia_pagamento: 'Dia do pagamento',
      dia_pagamento_extenso: 'Dia do pagamento por extenso',
      inicio: 'Início',
      inicio_longa: 'Início com o mês por extenso',
      inicio_extenso: 'Início por extenso',
      termino: 'Término',
      termino_longa: 'Término com o mês por extenso',
      termino_extenso: 'Término por extenso',
      prazo: 'Prazo',
      prazo_extenso: 'Prazo por extenso',
      proximo_reajuste: 'Próximo reajuste',
      indice: 'Índice de reajuste',
      garantia: 'Tipo de garantia',
      caucao: 'Caução',
      caucao_extenso: 'Caução por extenso',
      multa: 'Multa por rescisão',
      multa_extenso: 'Multa por rescisão por extenso',
      banco: 'Banco do proprietário',
      agencia: 'Agência do proprietário',
      conta: 'Conta do proprietário',
      titular: 'Titular da conta',
      titular_documento: 'CPF/CNPJ do titular da conta',
      pix: 'Chave Pix do proprietário',
      imposto: 'IBS e CBS no contrato',
    },
  },
  {
    prefix: 'imobiliaria',
    group: 'Imobiliária',
    of: ' da imobiliária',
    names: {
      nome: 'Nome',
      cnpj: 'CNPJ',
      creci: 'CRECI',
      endereco: 'Endereço',
      cidade: 'Cidade',
      telefone: 'Telefone',
      email: 'E-mail',
    },
  },
  {
    prefix: 'hoje',
    group: 'Hoje',
    of: '',
    names: { data: 'Data de hoje', longa: 'Data de hoje com o mês por extenso', extenso: 'Data de hoje por extenso' },
  },
];

export type TemplateVariable = { name: string; label: string; group: string; example: string; within?: string };

/** The list beside the editor, in its order. */
export const TEMPLATE_VARIABLES: readonly TemplateVariable[] = GROUPS.flatMap(({ prefix, group, of, within, names }) =>
  Object.entries(names).map(([suffix, label]) => {
    const name = `${prefix}.${suffix}`;
    return { name, label: label + of, group, example: exampleOf(name), within };
  }),
);

function exampleOf(name: string): string {
  const { fiadores, procuradores, usufrutuarios } = EXAMPLE_DATA;
  const value = lookup([EXAMPLE_DATA, ...fiadores, ...procuradores, ...usufrutuarios], name);
  return typeof value === 'string' ? value : '';
}

export type TemplateBlock = { name: string; label: string; repeats: boolean; within?: string };

/** `{{#name}}…{{/name}}` shows its content once for each item; `{{^name}}…` only when there is none. */
export const TEMPLATE_BLOCKS: readonly TemplateBlock[] = [
  { name: 'conjuge', label: 'Se o inquilino tem cônjuge', repeats: false },
  { name: 'inquilinos', label: 'Para cada inquilino', repeats: true },
  { name: 'inquilino.conjuge', label: 'Se o inquilino da vez tem cônjuge', repeats: false },
  { name: 'fiadores', label: 'Para cada fiador', repeats: true },
  { name: 'fiador.conjuge', label: 'Se o fiador tem cônjuge', repeats: false, within: 'fiadores' },
  { name: 'proprietarios', label: 'Para cada proprietário', repeats: true },
  { name: 'proprietario.conjuge', label: 'Se o proprietário tem cônjuge', repeats: false },
  { name: 'procuradores', label: 'Para cada procurador', repeats: true },
  { name: 'usufrutuarios', label: 'Para cada usufrutuário', repeats: true },
  { name: 'contrato.imposto_por_fora', label: 'Se o IBS e a CBS são por fora', repeats: false },
  { name: 'contrato.imposto_incluido', label: 'Se o IBS e a CBS estão no aluguel', repeats: false },
];

const byName = <T extends { name: string }>(all: readonly T[]) => new Map(all.map((one) => [one.name, one]));

/** A variable is a block too: its content shows only when it has a value. */
export const TEMPLATE_VOCABULARY: Vocabulary = {
  variables: byName(TEMPLATE_VARIABLES),
  blocks: byName<{ name: string; within?: string }>([...TEMPLATE_VARIABLES, ...TEMPLATE_BLOCKS]),
};
