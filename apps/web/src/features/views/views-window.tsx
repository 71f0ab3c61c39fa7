import { ActionIcon, Switch } from '@mantine/core';
import { ViewChange } from '@morada/contract/desk/views';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { InlineField } from '#web/ui/form/inline-field.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { useRemoveView, useUpdateView, type View, viewsQuery } from './view-queries.ts';
import classes from './views-window.module.css';

/** The user's views of a list: renames and deletes them, and sets the one that the list opens with. */
export default function ViewsWindow({ list, onClose }: { list: string; onClose: () => void }) {
  const query = useQuery(viewsQuery);
  return (
    <RecordWindow title="Filtros salvos desta lista" width={600} onClose={onClose} actions={{ close: 'Fechar' }}>
      <QueryBoundary query={query} what="as visões">
        {(views) => (
          <ul className={classes.views}>
            {views
              .filter((view) => view.list === list)
              .map((view) => (
                <Line key={view.id} view={view} onLast={onClose} views={views} />
              ))}
          </ul>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}

function Line({ view, views, onLast }: { view: View; views: View[]; onLast: () => void }) {
  const { id, name, first, list } = view;
  const update = useUpdateView();
  const remove = useRemoveView();
  const confirm = useConfirm();
  const form = useForm(ViewChange, {
    values: { name },
    submit: (body) => update.mutateAsync({ params: { id }, body }),
  });
  const only = views.filter((other) => other.list === list).length === 1;
  const askRemoval = async () => {
    const removed = await confirm({
      title: 'Deletar filtro salvo',
      body: `O filtro “${name}” sai da sua lista. Os cadastros ficam como estão.`,
      verb: 'Deletar filtro salvo',
      danger: true,
      run: () => remove.mutateAsync({ params: { id } }),
    });
    if (removed && only) onLast();
  };
  return (
    <li className={classes.view}>
      <InlineField label={`nome do filtro salvo ${name}`} form={form} shown={name} readOnly={false}>
        {(help) => <TextField form={form} name="name" label="Nome" maxLength={40} help={help} />}
      </InlineField>
      <Switch
        size="xs"
        label="Abre com a lista"
        aria-label={`A lista abre com ${name}`}
        checked={first}
        onChange={({ currentTarget }) =>
          update.mutate({ params: { id }, body: { first: currentTarget.checked } }, { onError: toast.failure })
        }
      />
      <ActionIcon
        size={28}
        aria-label={`Deletar filtro salvo ${name}`}
        title="Deletar filtro salvo"
        onClick={askRemoval}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </li>
  );
}
