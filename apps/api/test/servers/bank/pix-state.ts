import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';

type Line = [map: string, key: string, value: unknown];

/**
 * Maps that outlive the process in `file`, one change a line: a killed process loses nothing that it answered. An unfinished
 * last line was never answered and is left out. Without a file they live in memory.
 */
export function keptMaps<Maps extends Record<string, Map<string, unknown>>>(maps: Maps, file: string | undefined) {
  if (file === undefined) return { keep: () => {}, close: () => {} };
  if (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) apply(JSON.parse(line));
  }
  const whole = Object.entries(maps).flatMap(([map, values]) =>
    [...values].map(([key, value]) => `${JSON.stringify([map, key, value])}\n`),
  );
  writeFileSync(`${file}.new`, whole.join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  const opened = openSync(file, 'a');

  function apply([map, key, value]: Line) {
    if (value === null) maps[map]?.delete(key);
    else maps[map]?.set(key, value);
  }

  return {
    /** Writes the present value of a key, or that it was removed. */
    keep(map: keyof Maps & string, key: string) {
      writeSync(opened, `${JSON.stringify([map, key, maps[map]?.get(key) ?? null])}\n`);
    },
    close: () => closeSync(opened),
  };
}
