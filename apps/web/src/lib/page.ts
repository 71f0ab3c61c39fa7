import type { Access } from '@morada/domain/access/permissions';
import type { ComponentType } from 'react';
import type { ListFilters } from './list.ts';

export const MENU_GROUPS = ['Carteira', 'Financeiro', 'Impostos', 'Atendimento', 'Configurações'] as const;

/** A page's entry in the menu, declared on its route; null stands above the groups. */
export type MenuEntry = {
  group: (typeof MENU_GROUPS)[number] | null;
  label: string;
  icon: ComponentType<{ size?: number }>;
  order: number;
  /** `G` and this letter lead there. */
  key?: string;
  /** The count of /dashboard/badges that is shown beside the label. */
  badge?: 'schedules' | 'chats' | 'contacts';
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry;
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
