import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

// `npm run db:types`: schema.ts from the migrated database; with --verify it only says whether it is up to date.
const dataDir = await mkdtemp(join(tmpdir(), 'morada-types-'));
await chmod(dataDir, 0o711);
const postgres = await holdEmbeddedPostgres({ dataDir });
try {
  await migrate(postgres.connection);
  const { host, port, user, password, database } = postgres.connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
  // A process of its own ends its connections before the database stops.
  execFileSync(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js')),
      ...['--config-file', fileURLToPath(new URL('../../kysely-codegen.json', import.meta.url))],
      ...['--url', url],
      ...['--out-file', fileURLToPath(new URL('./schema.ts', import.meta.url))],
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  );
} finally {
  await postgres.release();
  await rm(dataDir, { recursive: true, force: true });
}
