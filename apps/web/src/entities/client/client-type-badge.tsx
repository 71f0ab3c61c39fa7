import { Badge } from '@mantine/core';
import { CLIENT_TYPES, type ClientType } from '@morada/domain/people/client';

/** A business category, not a state: grey. */
export function ClientTypeBadge({ type }: { type: ClientType }) {
  return <Badge color="gray">{CLIENT_TYPES[type]}</Badge>;
}

/** Badge of a client that pickers no longer offer; existing records keep the client. */
export function Inactive() {
  return (
    <Badge color="gray" variant="outline">
      Inativo
    </Badge>
  );
}
