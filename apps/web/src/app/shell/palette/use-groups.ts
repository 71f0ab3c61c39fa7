import { useMantineColorScheme } from '@mantine/core';
import { BOLETO_READERS } from '@morada/contract/bank/boletos.search';
import { FOUND, type FoundKind } from '@morada/contract/desk/search';
import { invoices } from '@morada/contract/money/invoices';
import { INVOICE_READERS } from '@morada/contract/money/invoices.search';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import type { Access } from '@morada/domain/access/permissions';
import { formatMonth, type Reference } from '@morada/domain/base/calendar';
import {
  IconArrowRight,
  IconArrowsLeftRight,
  IconBarcode,
  IconCalendarStats,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMessageCircle,
  IconMoon,
  IconReceipt,
  IconSun,
} from '@tabler/icons-react';
import { useSignOut } from '#web/app/shell/account.tsx';
import { pagesIn, useMenu } from '#web/app/shell/menu.ts';
import { type Place, useGo } from '#web/app/shell/use-go.ts';
import { useLastFilters } from '#web/lib/filters.ts';
import { useRecent } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { ALSO, type Icon, PLACED_ACTIONS } from './actions.ts';
import { type Named, type ParsedCommand, rankActions, type Subject } from './command-parser.ts';
import { type Found, KINDS, kindsFound, told } from './found.ts';

export type Entry = {
  key: string;
  label: string;
  below?: string;
  icon: Icon;
  /** Label for Enter when it does something other than open. */
  hint?: string;
  run: () => unknown;
  /** The entry matches the text typed now, without waiting for search results. */
  immediate: boolean;
};
export type Group = { title: string; entries: Entry[] };

const ACTIONS_AT_FIRST = 4;
const RECENT_SHOWN = 6;
const ACTIONS_SHOWN = 5;
const SEVERAL = 2;
const OF_SEVERAL = 3;
type Action = Named & Pick<Entry, 'icon' | 'run' | 'hint'>;

/** All that is shown for the text, group by group, the likeliest first. */
export function useGroups(
  text: string,
  understood: ParsedCommand,
  found: Found | undefined,
  onKeys: () => void,
): Group[] {
  const recent = useRecent();
  const filters = useLastFilters();
  const go = useGo();
  const { first, all } = useActions(go, onKeys);
  const entry = (action: Action): Entry => ({ ...action, key: action.label.replaceAll(' ', '-'), immediate: true });
  // The window of an invoice lies over its list, which keeps its filters.
  const open = (kind: FoundKind, id: number) => {
    const { search, ...place } = KINDS[kind].place(id);
    return go({ ...place, search: search && { ...filters[String(place.to)], ...(search as object) } });
  };

  if (text.trim() === '') {
    const last = recent.filter(({ kind }) => may(KINDS[kind].access)).slice(0, RECENT_SHOWN);
    return [
      {
        title: 'Recentes',
        entries: last.map(({ kind, id, label, below }) => ({
          key: `${kind}-${id}`,
          label,
          below,
          icon: KINDS[kind].icon,
          run: () => open(kind, id),
          immediate: true,
        })),
      },
      { title: 'Ações', entries: first.slice(0, ACTIONS_AT_FIRST).map(entry) },
    ].filter(hasEntries);
  }

  const { near, far } = rankActions(text, all);
  return [
    { title: 'Ações', entries: [...direct(understood, go), ...near.slice(0, ACTIONS_SHOWN)].map(entry) },
    ...foundGroups(found, understood, { open, go }),
    { title: 'Talvez você procure', entries: far.slice(0, ACTIONS_SHOWN).map(entry) },
  ].filter(hasEntries);
}

const hasEntries = ({ entries }: Group) => entries.length > 0;

type Ways = { open: (kind: FoundKind, id: number) => unknown; go: (place: Place) => unknown };

/** Fewer results per kind when several kinds match, so that all fit on the screen. */
function foundGroups(found: Found | undefined, understood: ParsedCommand, ways: Ways): Group[] {
  if (!found) return [];
  const kinds = kindsFound(found, understood.id);
  const shown = kinds.length > SEVERAL ? OF_SEVERAL : FOUND;
  return kinds.map((kind) => foundGroup(kind, found, shown, understood, ways));
}

function foundGroup(
  kind: FoundKind,
  found: Found,
  shown: number,
  { query, settle }: ParsedCommand,
  { open, go }: Ways,
): Group {
  const { title, icon, list } = KINDS[kind];
  const { data, more } = found[kind];
  const settles = settle && kind === 'invoices' && may(invoices.pay.access);
  const entries = (data as never[]).slice(0, shown).map((row): Entry => {
    const { id, label, below, open: isOpen } = told[kind](row);
    return {
      key: `${kind}-${id}`,
      label,
      below,
      icon,
      hint: settles && isOpen ? 'Dar baixa' : undefined,
      run: () => open(kind, id),
      immediate: false,
    };
  });
  const all: Entry = {
    key: `${kind}-all`,
    label: `Ver todos em ${title}`,
    icon: IconArrowRight,
    run: () => go({ to: list, search: { query } }),
    immediate: false,
  };
  return { title, entries: query && (more || data.length > shown) ? [...entries, all] : entries };
}

/** Actions the user may run: those with an address, the menu's pages, and the session's own. */
function useActions(go: Ways['go'], onKeys: () => void): { first: Action[]; all: Action[] } {
  const menu = useMenu();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const placed = PLACED_ACTIONS.filter(({ access }) => access.every(may)).map(({ place, access: _, ...action }) => ({
    ...action,
    run: () => go(place),
  }));
  const pages = pagesIn(menu).map(({ path, label, icon, search }) => ({
    label,
    also: ALSO[path],
    icon,
    hint: 'Ir para a página',
    run: () => go({ to: path, search } as Place),
  }));
  const own: Action[] = [
    { label: 'Usar tema escuro', also: 'noite dark modo', icon: IconMoon, run: () => setColorScheme('dark') },
    { label: 'Usar tema claro', also: 'dia light modo', icon: IconSun, run: () => setColorScheme('light') },
    { label: 'Usar o tema do sistema', also: 'automático', icon: IconDeviceDesktop, run: () => setColorScheme('auto') },
    { label: 'Atalhos do teclado', also: 'teclas ajuda', icon: IconKeyboard, run: onKeys },
    { label: 'Sair da conta', also: 'logout encerrar sessão', icon: IconLogout, run: signOut },
  ];
  // Of two that match as well a page comes before an action on it.
  const all = [...pages, ...placed, ...own];
  return { first: placed.length > 0 ? placed : all, all };
}

type Direct = { access: Access; icon: Icon; label: (what: string) => string; place: (id: number) => Place };

/** Records that no search finds, but whose window has an address. */
const NUMBERED: Partial<Record<Subject, Direct>> = {
  boletos: {
    access: BOLETO_READERS,
    icon: IconBarcode,
    label: (id) => `Abrir boleto ${id}`,
    place: (open) => ({ to: '/financial/boletos', search: { open } }),
  },
  transfers: {
    access: TRANSFER_READERS,
    icon: IconArrowsLeftRight,
    label: (id) => `Abrir repasse ${id}`,
    place: (open) => ({ to: '/financial/transfers', search: { open } }),
  },
  tickets: {
    access: 'SUPPORT_VIEW',
    icon: IconMessageCircle,
    label: (id) => `Abrir ticket ${id}`,
    place: (id) => ({ to: '/support/$id', params: { id: String(id) } }),
  },
};

type Monthly = Omit<Direct, 'place'> & { place: (month: Reference) => Place };

const MONTHLY: Partial<Record<Subject, Monthly>> = {
  invoices: {
    access: INVOICE_READERS,
    icon: IconReceipt,
    label: (month) => `Faturas de ${month}`,
    place: (month) => ({ to: '/financial/invoices', search: { status: 'ALL', month } }),
  },
  boletos: {
    access: BOLETO_READERS,
    icon: IconBarcode,
    label: (month) => `Boletos em aberto de ${month}`,
    place: (month) => ({ to: '/financial/boletos', search: { month } }),
  },
  transfers: {
    access: TRANSFER_READERS,
    icon: IconArrowsLeftRight,
    label: (month) => `Repasses de ${month}`,
    place: (month) => ({ to: '/financial/transfers', search: { month } }),
  },
  readjustments: {
    access: 'PROPOSAL_VIEW',
    icon: IconCalendarStats,
    label: (month) => `Reajustes de ${month}`,
    place: (month) => ({ to: '/contracts/readjustments', search: { month } }),
  },
};

function direct({ subject, id, month }: ParsedCommand, go: Ways['go']): Action[] {
  const numbered = subject && id !== undefined && NUMBERED[subject];
  if (numbered && may(numbered.access))
    return [{ label: numbered.label(String(id)), icon: numbered.icon, run: () => go(numbered.place(id)) }];
  const monthly = subject && month && MONTHLY[subject];
  if (monthly && may(monthly.access))
    return [{ label: monthly.label(formatMonth(month)), icon: monthly.icon, run: () => go(monthly.place(month)) }];
  return [];
}
