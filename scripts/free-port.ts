import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { portRefusal } from '../apps/api/src/base/port-refusal.ts';

/**
 * Ends with one sentence where the port can't be had: before the interface is built, which takes minutes, and before the
 * supervisor tries again and again. What it can't judge is left to the server.
 */
export async function requireFreePort({ PORT, HOST = 'localhost' }: NodeJS.ProcessEnv, usual: number) {
  const port = Number(PORT || usual);
  if (!Number.isInteger(port)) return;
  const addresses = await lookup(HOST, { all: true }).catch(() => []);
  for (const { address } of addresses) {
    const words = await refusal(port, address);
    if (!words) continue;
    console.error(words);
    process.exit(1);
  }
}

async function refusal(port: number, host: string) {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return portRefusal(error as NodeJS.ErrnoException, port);
  } finally {
    server.close();
  }
}
