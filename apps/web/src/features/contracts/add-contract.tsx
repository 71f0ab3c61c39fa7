import { Button } from '@mantine/core';
import { proposals } from '@morada/contract/lease/proposals';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';

/** Leads to the form of a new contract. */
export function AddContract() {
  if (!may(proposals.create.access)) return null;
  return (
    <Button leftSection={<IconPlus size={15} />} renderRoot={(props) => <Link to="/contracts/create" {...props} />}>
      Adicionar contrato
    </Button>
  );
}
