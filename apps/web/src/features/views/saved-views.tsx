import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPencil, IconRefresh, IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLastFilters } from '#web/lib/filters.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { useListFilters } from '#web/ui/list/list-filters.ts';
import { asText, isSame, useUpdateView, type View, viewsQuery } from './view-queries.ts';

const SaveViewWindow = lazyWindow(
  () => import('./save-view-window.tsx'),
  (window) => window.default,
);
const ViewsWindow = lazyWindow(
  () => import('./views-window.tsx'),
  (window) => window.default,
);

/** The views that a person keeps of the list on the screen; nothing where it has no filters. */
export function SavedViews() {
  const { path, active, narrows, replace } = useListFilters();
  const { data } = useQuery({ ...viewsQuery, enabled: narrows });
  const [window, setWindow] = useState<'save' | 'views'>();
  const [opened, setOpened] = useState<number>();
  const { mutate } = useUpdateView();
  const views = data?.filter(({ list }) => list === path) ?? [];
  const filters = asText(active);
  const any = Object.keys(filters).length > 0;
  const current = views.find((view) => isSame(view.filters, filters));
  const last = current ? undefined : views.find(({ id }) => id === opened);
  useFirstView({ path, view: views.find(({ first }) => first), untouched: narrows && !any, onOpen: replace });
  if (!narrows) return null;

  const open = (view: View) => {
    setOpened(view.id);
    replace(view.filters);
  };
  const update = ({ id, name }: View) =>
    mutate(
      { params: { id }, body: { filters } },
      { onSuccess: () => toast.success(`Filtro “${name}” atualizado`), onError: toast.failure },
    );

  return (
    <>
      <Menu position="bottom-start" withinPortal={false}>
        <Menu.Target>
          <Opener name={current?.name} />
        </Menu.Target>
        <Menu.Dropdown aria-label="Filtros salvos desta lista">
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view === current || undefined}
              leftSection={view === current ? <IconCheck size={15} /> : <IconBookmark size={15} />}
              rightSection={view.first && <IconStar size={14} role="img" aria-label="Abre com a lista" />}
              onClick={() => open(view)}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconBookmarkPlus size={15} />}
            disabled={!any || current !== undefined}
            onClick={() => setWindow('save')}
          >
            Salvar filtro
          </Menu.Item>
          {last && any && (
            <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => update(last)}>
              {`Atualizar “${last.name}”`}
            </Menu.Item>
          )}
          {views.length > 0 && (
            <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setWindow('views')}>
              Editar filtros salvos
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {window === 'save' && <SaveViewWindow list={path} filters={filters} onClose={() => setWindow(undefined)} />}
      {window === 'views' && <ViewsWindow list={path} onClose={() => setWindow(undefined)} />}
    </>
  );
}

/** Says which one the list shows. Mantine hands it the menu's own properties. */
function Opener({ name, ...props }: { name: string | undefined }) {
  const phone = usePhone();
  const label = name ? `Filtros salvos: ${name}` : 'Filtros salvos';
  if (phone) {
    return (
      <ActionIcon variant="default" aria-label={label} {...props}>
        <IconBookmark size={17} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="subtle" color="gray" leftSection={<IconBookmark size={15} />} {...props}>
      {label}
    </Button>
  );
}

type FirstView = {
  path: string;
  view: View | undefined;
  /** The list stands as its bare address. */
  untouched: boolean;
  onOpen: (filters: View['filters']) => void;
};

/** Opens a list for the first time with the view that was chosen for it; from then on it comes as it was left. */
function useFirstView({ path, view, untouched, onOpen }: FirstView) {
  const seen = useLastFilters()[path] !== undefined;
  const opens = view !== undefined && untouched && !seen;
  const done = useRef<string>(undefined);
  useEffect(() => {
    // Once per list: repeating a navigation in flight would restart it endlessly.
    if (!opens || done.current === path) return;
    done.current = path;
    onOpen(view.filters);
  });
}
