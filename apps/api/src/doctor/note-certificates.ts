import type { CalendarDate } from '@morada/domain/base/calendar';
import type { PrimaryClient } from '../db/connection/primary.ts';

/** `client_id` null: the agency's own. */
export type KeptCertificate = { client_id: number | null; valid_until: CalendarDate };

/** Certificates that sign notes. Before the migrations there is no table, and none of them. */
export async function findNoteCertificates(client: PrimaryClient): Promise<KeptCertificate[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.note_certificate') is not null as exists",
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<KeptCertificate>(
    'select client_id::int, valid_until::text from note_certificate order by valid_until, id',
  );
  return rows;
}
