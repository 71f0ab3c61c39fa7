import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { requireNode } from './node-version.ts';

requireNode();
process.env.API_URL ??= `http://localhost:${process.env.PORT ?? 3000}`;
const api = fork(fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url)), { execArgv: ['--watch'] });
const web = await createServer({ configFile: fileURLToPath(new URL('../apps/web/vite.config.ts', import.meta.url)) });
await web.listen();
web.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    api.kill('SIGTERM');
    await web.close();
    process.exit(0);
  });
}
