import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const PROCESSORS = 2;

type Ended = { ok: boolean; output: string };

function run([command = '', ...words]: string[], isShown: boolean): Promise<Ended> {
  return new Promise((resolve) => {
    const stdio = isShown ? 'inherit' : 'pipe';
    const child = spawn(command, words, { stdio: ['ignore', stdio, stdio] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/**
 * Runs commands, two at a time in their order, and says of each whether it succeeded and its time, with its output where it
 * failed; `shown` are those that print as they go. Ends the process, with an error where one failed.
 */
export async function runSideBySide(commands: Record<string, string[]>, shown: readonly string[] = []): Promise<never> {
  const queue = Object.entries(commands);
  let failed = 0;

  async function runNext() {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, words] = next;
      const from = performance.now();
      const { ok, output } = await run(words, shown.includes(name));
      console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
      if (ok) continue;
      failed += 1;
      console.log(output);
    }
  }

  await Promise.all(Array.from({ length: PROCESSORS }, runNext));
  process.exit(failed > 0 ? 1 : 0);
}
