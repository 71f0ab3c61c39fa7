import { Badge } from '@mantine/core';
import { CLIENT_TYPES, type ClientType } from '@morada/domain/client';

/** A business category, not a state: grey. */
export function ClientTypeBadge({ type }: { type: ClientType }) {
  return <Badge color="gray">{CLIENT_TYPES[type]}</Badge>;
}
