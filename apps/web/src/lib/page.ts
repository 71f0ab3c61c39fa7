import type { Access } from '@morada/domain/permissions';
import type { ComponentType } from 'react';

export const MENU_GROUPS = ['Carteira', 'Financeiro', 'Atendimento', 'Configurações'] as const;

/** A page's entry in the menu, declared on its route; null stands above the groups. */
export type MenuEntry = {
  group: (typeof MENU_GROUPS)[number] | null;
  label: string;
  icon: ComponentType<{ size?: number }>;
  order: number;
  /** The count of /dashboard/badges that is shown beside the label. */
  badge?: 'schedules' | 'chats' | 'contacts';
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    menu?: MenuEntry;
    /** Who may open the page; the shell's guard sends others to the dashboard. */
    access?: Access;
  }
}
