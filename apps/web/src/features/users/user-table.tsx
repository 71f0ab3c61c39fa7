import { Button } from '@mantine/core';
import { users } from '@morada/contract/access/users';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useRemoveUser } from './use-remove-user.ts';
import { type User, usersQuery } from './user-queries.ts';

const COLUMNS: Column<User>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  {
    title: 'Nome',
    kind: 'main',
    phone: 'main',
    cell: ({ name, self }) => (self ? `${name} (você)` : name),
  },
  { title: 'E-mail', kind: 'soft', phone: 'below', cell: ({ email }) => <span title={email}>{email}</span> },
  { title: 'Grupo', kind: 'soft', phone: 'side', cell: ({ group }) => <span title={group?.name}>{group?.name}</span> },
];

/** Staff, with the group of each. */
export function UserTable({ onOpen }: { onOpen: (id: number) => void }) {
  const query = useQuery(usersQuery);
  const remove = useRemoveUser();
  const changes = may(users.update.access);
  const removes = may(users.remove.access);
  return (
    <DataTable
      what="os usuários"
      query={query}
      columns={COLUMNS}
      sequence={{}}
      open={
        changes
          ? {
              name: ({ name }) => name,
              word: 'Editar',
              when: ({ editable }) => editable === true,
              onOpen: ({ id }) => onOpen(id),
            }
          : undefined
      }
      actions={
        removes
          ? (user) =>
              !user.self &&
              user.editable && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={`Deletar ${user.name}`}
                  onClick={() => remove(user)}
                >
                  Deletar
                </Button>
              )
          : undefined
      }
      empty={<EmptyState icon={IconUsers} title="Não há usuários cadastrados" />}
    />
  );
}
