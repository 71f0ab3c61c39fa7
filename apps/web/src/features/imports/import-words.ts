import type { ImportKind } from '@morada/contract/desk/imports.search';
import { count } from '#web/lib/count.ts';

type Words = {
  one: string;
  many: string;
  /** How they came in, "12 novos", "12 novas". */
  fresh: string;
  list: { to: string; label: string };
  /** Imports required before this one. */
  before?: string;
  /** The fields by which a line is known on a phone. */
  main: string;
  below: string;
};

export const KIND_WORDS: Record<ImportKind, Words> = {
  people: {
    one: 'cliente',
    many: 'clientes',
    fresh: 'Clientes novos',
    list: { to: '/clients', label: 'Ver clientes' },
    main: 'nome',
    below: 'documento',
  },
  properties: {
    one: 'imóvel',
    many: 'imóveis',
    fresh: 'Imóveis novos',
    list: { to: '/properties', label: 'Ver imóveis' },
    before: 'Os proprietários já precisam estar cadastrados: importe os clientes antes.',
    main: 'logradouro',
    below: 'proprietario',
  },
  contracts: {
    one: 'contrato',
    many: 'contratos',
    fresh: 'Contratos novos',
    list: { to: '/contracts', label: 'Ver contratos' },
    before: 'Inquilinos, fiadores e imóveis já precisam estar cadastrados: importe-os antes.',
    main: 'inquilino',
    below: 'imovel',
  },
  leads: {
    one: 'lead',
    many: 'leads',
    fresh: 'Leads novos',
    list: { to: '/contacts/funnel', label: 'Ver funil' },
    main: 'nome',
    below: 'telefone',
  },
};

/** "1 cliente", "1.240 clientes" */
export const counted = (kind: ImportKind, number: number) =>
  `${count(number)} ${number === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`;
