import { readdir, readFile } from 'node:fs/promises';

/** Memory of a process and its descendants (PSS: shared pages are divided among their users). */
export async function memoryOf(root: number): Promise<[string, number][]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) && (await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => ''));
    if (stat) parents.set(Number(entry), Number(/^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1]));
  }
  const family = [root];
  for (const one of family) family.push(...[...parents].filter(([, parent]) => parent === one).map(([pid]) => pid));
  const sizes = new Map<string, number>();
  for (const pid of family) {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    const name =
      /postgres/.test(command) && !/\.ts/.test(command)
        ? 'PostgreSQL'
        : (/\S+\.ts/.exec(command)?.[0].split('/').at(-1) ?? 'outros');
    sizes.set(name, (sizes.get(name) ?? 0) + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1_024);
  }
  return [...sizes];
}
