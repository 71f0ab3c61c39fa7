import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * The real server in its own process, once it is ready, on a free port or that of `PORT`. External services are off.
 * `hear` receives its standard error.
 */
export async function startServer(env: Record<string, string>, hear?: (text: string) => void) {
  const port = Number(env.PORT ?? (await freePort()));
  const child = fork(MAIN, {
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', CEP_URL: '', INDICES_URL: '' },
      INTERNAL_ADDRESSES: 'allow',
      ...env,
    },
    stdio: ['ignore', 'ignore', hear ? 'pipe' : 'inherit', 'ipc'],
  });
  child.stderr?.on('data', (chunk) => hear?.(String(chunk)));
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  const first = await Promise.race([once(child, 'message'), exited]);
  if (first[0] !== 'ready') {
    await exited;
    throw new Error(`the server ended with ${JSON.stringify(first[0])}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    exited,
    terminate: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
    /** Idempotent, for tests that may have stopped it already. */
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * A proxy in front of the database's socket, given by its path or by its port on the loopback. It can be cut, to refuse
 * connections, or frozen, to stay silent.
 */
export async function startWire(socket: string | number) {
  const ends = new Set<Socket>();
  let frozen = false;
  let cut = false;
  const wire = createServer((near) => {
    if (cut) return void near.destroy();
    const far = typeof socket === 'string' ? connect(socket) : connect(socket, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const address = wire.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    cut() {
      cut = true;
      for (const end of ends) end.destroy();
    },
    freeze() {
      frozen = true;
      for (const end of ends) end.pause();
    },
    mend() {
      cut = false;
      frozen = false;
      for (const end of ends) end.resume();
    },
    stop: async () => {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => wire.close(resolve));
    },
  };
}
