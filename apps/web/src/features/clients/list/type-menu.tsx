import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import type { ClientDetail } from '@morada/contract/registry/clients';
import type { ClientType } from '@morada/domain/people/client';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { CLIENT_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { useSaveColumn } from '#web/entities/client/client-queries.ts';
import { toast } from '#web/lib/toast.ts';

/** Takes effect at once. */
export function TypeMenu({ client }: { client: ClientDetail }) {
  const { id, type } = client.user;
  const { save, isPending } = useSaveColumn(id);

  const choose = (next: ClientType) => save('type', next).then(() => toast.success('Dados atualizados'), toast.failure);

  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} />} loading={isPending}>
          Alterar tipo
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CLIENT_TYPE_OPTIONS.map(({ value, label }) => (
          <Menu.Item
            key={value}
            aria-current={value === type}
            rightSection={value === type && <IconCheck size={15} />}
            onClick={() => value !== type && choose(value as ClientType)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
