import { Button } from '@mantine/core';
import type { ClientType } from '@morada/domain/client';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { NewClientDrawer } from '#web/features/clients/new-client-drawer.tsx';
import type { PickerOption } from '#web/ui/form/picker.tsx';

type NewClientButtonProps = { type: ClientType; onCreated: (client: PickerOption) => void };

/** Registers somebody without leaving the contract. */
export function NewClientButton({ type, onCreated }: NewClientButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={15} />} onClick={() => setOpened(true)}>
        Adicionar novo cliente
      </Button>
      {opened && (
        <NewClientDrawer
          type={type}
          onClose={() => setOpened(false)}
          onCreated={({ id, name }) => {
            setOpened(false);
            onCreated({ value: id, label: name });
          }}
        />
      )}
    </>
  );
}
