import { keyIdSql, secretSeal } from '../base/secrets/sealed-secret.ts';
import { readSecretsKeys } from '../base/secrets/secrets-key.ts';
import type { Settings } from '../base/settings.ts';
import { type ConnectionOptions, PrimaryClient } from '../db/connection/primary.ts';

/** Columns with sealed secrets. `used`: rows that can be repaired, since a former link can't be connected again. */
const SEALED_COLUMNS: Record<string, { columns: readonly string[]; used?: string }> = {
  second_factor: { columns: ['secret', 'pending'] },
  bank_link: {
    columns: ['client_secret', 'certificate', 'private_key', 'notice_token', "(fields->>'application_key')"],
    used: 'active',
  },
  note_certificate: { columns: ['certificate', 'private_key'] },
  note_intermediary: { columns: ['token'] },
  credit_connection: { columns: ['access_token', 'token_id'] },
  signature_connection: { columns: ['token', 'secret'] },
  message_channel: { columns: ['token', 'app_secret', 'verify_token'], used: 'active' },
};

/** Secrets that were sealed with a key that isn't here. Before the migrations there are no tables, and no secrets. */
export async function countForeignSecrets(client: PrimaryClient, keyIds: readonly string[]): Promise<number> {
  let foreign = 0;
  for (const [table, { columns, used = 'true' }] of Object.entries(SEALED_COLUMNS)) {
    const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      `public.${table}`,
    ]);
    if (!found[0]?.exists) continue;
    for (const column of columns) {
      const { rows } = await client.query<{ foreign: number }>(
        `select count(*)::int as foreign from ${table} where ${used} and ${keyIdSql(column)} is not null and ${keyIdSql(column)} <> all($1)`,
        [keyIds],
      );
      foreign += rows[0]?.foreign ?? 0;
    }
  }
  return foreign;
}

/** Same as `countForeignSecrets`, for a database that no server has opened yet. */
export async function foreignSecretsOf(settings: Settings, connection: ConnectionOptions): Promise<number> {
  const { keyIds } = secretSeal(await readSecretsKeys(settings, { create: false }));
  const client = new PrimaryClient(connection);
  await client.connect();
  return countForeignSecrets(client, keyIds).finally(() => client.end());
}
