import { Button } from '@mantine/core';
import { groups } from '@morada/contract/access/groups';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type Group, groupsQuery, useRemoveGroup } from './group-queries.ts';
import { permissionsCounted, permissionsInBrief } from './permission-words.ts';

const people = (count = 0) => (count === 1 ? '1 usuário' : `${count} usuários`);

const COLUMNS: Column<Group>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  {
    title: 'Nome',
    kind: 'main',
    phone: 'main',
    cell: ({ name, mine }) => (mine ? `${name} (o seu)` : name),
  },
  {
    title: 'Pode',
    kind: 'soft',
    phone: 'below',
    cell: ({ permissions = [] }) => (
      <span title={permissionsInBrief(permissions)}>{permissionsInBrief(permissions)}</span>
    ),
  },
  {
    title: 'Permissões',
    kind: 'soft',
    hideBelow: 1100,
    cell: ({ permissions = [] }) => permissionsCounted(permissions),
  },
  { title: 'Usuários', kind: 'soft', phone: 'side', cell: ({ users }) => people(users) },
];

/** The groups, and what each may do. */
export function GroupTable({ onOpen }: { onOpen: (id: number) => void }) {
  const query = useQuery(groupsQuery);
  const askRemoval = useRemoval();
  const removes = may(groups.remove.access);
  return (
    <DataTable
      what="os grupos"
      query={query}
      columns={COLUMNS}
      sequence={{}}
      open={{
        name: ({ name }) => `grupo ${name}`,
        word: may(groups.update.access) ? 'Editar' : 'Abrir',
        onOpen: ({ id }) => onOpen(id),
      }}
      actions={removes ? (group) => <Removal group={group} onRemove={askRemoval} /> : undefined}
      empty={<EmptyState icon={IconLock} title="Não há grupos cadastrados" />}
    />
  );
}

/** A group in use, or above the caller, can't go: its button stays and says why, to a pointer and to a screen reader. */
function Removal({ group, onRemove }: { group: Group; onRemove: (group: Group) => void }) {
  const reason = reasonToStay(group);
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      aria-label={reason ? `Deletar grupo ${group.name}: ${reason}` : `Deletar grupo ${group.name}`}
      title={reason}
      data-disabled={reason ? true : undefined}
      aria-disabled={reason ? true : undefined}
      onClick={() => !reason && onRemove(group)}
    >
      Deletar
    </Button>
  );
}

function reasonToStay({ users, grantable }: Group): string | undefined {
  if (!grantable) return 'Este grupo tem permissões que você não tem.';
  return users ? `${people(users)} neste grupo. Passe-os para outro antes de deletar.` : undefined;
}

function useRemoval() {
  const confirm = useConfirm();
  const remove = useRemoveGroup();
  return async ({ id, name }: Group) => {
    const gone = await confirm({
      title: 'Deletar grupo',
      body: `Tem certeza que deseja deletar o grupo “${name}”? Esta ação não poderá ser desfeita.`,
      verb: 'Deletar grupo',
      danger: true,
      run: () => remove.mutateAsync({ query: { id } }),
    });
    if (gone) toast.success('Grupo deletado');
  };
}
