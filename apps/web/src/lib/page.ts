import type { Begun } from '@morada/contract/access/session';
import type { Access } from '@morada/domain/access/permissions';
import type { ComponentType } from 'react';
import type { ListFilters } from './list.ts';

/**
 * The menu, from above. An entry shows where one of its pages may be opened, a group where one of its entries shows. Pages
 * join an entry that exists before they get one of their own.
 */
export const MENU = [
  { name: 'Carteira', shown: 'plain', entries: ['Dashboard', 'Clientes', 'Imóveis', 'Contratos'] },
  {
    name: 'Financeiro',
    shown: 'titled',
    entries: ['Faturas', 'Boletos', 'Repasses', 'Caixa', 'Comissões', 'Cobrança', 'Conciliação', 'Relatórios'],
  },
  {
    name: 'Atendimento',
    shown: 'titled',
    entries: ['Agendamentos', 'Suporte', 'Contatos', 'Manutenções', 'Blog'],
  },
  { name: 'Impostos', shown: 'plain', entries: ['Impostos'] },
  {
    name: 'Configurações',
    shown: 'folded',
    entries: [
      ...(['Imobiliária', 'Usuários', 'Permissões', 'Notificações personalizadas', 'Modelos de contrato'] as const),
      ...(['Alterar senha', 'Bancos', 'Cobrança e mensagens', 'Auditoria', 'Diagnóstico'] as const),
    ],
  },
] as const;

export type MenuGroupName = (typeof MENU)[number]['name'];
/** Without a title; under its title; behind its title, which opens it in place. */
export type MenuGroupShown = (typeof MENU)[number]['shown'];
export type MenuEntryName = (typeof MENU)[number]['entries'][number];

/** Where a page is in the menu, declared on its route. The pages of one entry are each other's tabs. */
export type MenuPlace = {
  entry: MenuEntryName;
  /** Name of the page, where it is not that of its entry. */
  label?: string;
  /** Position among the tabs of its entry; 0 where it is left out. */
  tab?: number;
  icon: ComponentType<{ size?: number }>;
  /** `G` and this letter lead there. */
  key?: string;
  /** The count of /dashboard/badges that is shown beside the entry. */
  badge?: 'schedules' | 'chats' | 'contacts';
  /** What it belongs to, where not every agency needs that: until it is begun, the page is offered in Configurações alone. */
  begun?: keyof Begun;
  /** Until it is begun nothing leads there, but the card in Configurações that begins it. */
  unoffered?: true;
  /** The count that is shown on the tab. */
  useCount?: () => number | undefined;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuPlace;
    /** Permission to open the page; the shell's guard redirects other users to the dashboard. */
    access?: Access;
    /** Search params of the page, where they hold more than a tab: see `listOf`. */
    list?: ListFilters;
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that the record was opened from. */
    list?: string;
  }
}
