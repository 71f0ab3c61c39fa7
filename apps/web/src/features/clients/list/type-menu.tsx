import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import type { ClientDetail } from '@morada/contract/clients';
import type { ClientType } from '@morada/domain/people/client';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { CLIENT_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { useSaveColumn } from '#web/entities/client/client-queries.ts';
import { isStale } from '#web/lib/api/failure.ts';
import { toast } from '#web/lib/toast.ts';
import type { Refusal } from '#web/ui/form/use-form.ts';

type TypeMenuProps = { client: ClientDetail; onStale: (refusal: Refusal) => void };

/** Takes effect at once. */
export function TypeMenu({ client, onStale }: TypeMenuProps) {
  const { id, type } = client.user;
  const { save, isPending } = useSaveColumn(id);

  async function choose(next: ClientType) {
    try {
      await save('type', next);
      toast.success('Dados atualizados');
    } catch (error) {
      if (isStale(error)) onStale(error);
      else toast.failure(error);
    }
  }

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
