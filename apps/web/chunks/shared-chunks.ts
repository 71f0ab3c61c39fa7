import type { Plugin } from 'vite';
import { mergeParts, type Part } from './merge-parts.ts';
import { openGraph } from './module-graph.ts';

/** Chunk of modules that are loaded before any page: they cost no page anything. */
export const EVERYWHERE = Symbol('everywhere');

type Options = {
  /** The entry of the shell, which is loaded before any page. */
  shell: RegExp;
  /** The chunk that another group gives a module. `isFirst`: the first load has it. Undefined: no group takes it. */
  chunkOf: (id: string, loaded: { sharers: number; isFirst: boolean }) => string | typeof EVERYWHERE | undefined;
};

/**
 * Puts modules that several entries share into few chunks (docs/decisions/browser-bundle.md): pages, windows and panels are entries. `name` is
 * for a group of the bundler's `codeSplitting` without its dependencies, which have chunks of their own.
 */
export function sharedChunks({ shell, chunkOf }: Options): { plugin: Plugin; name: (id: string) => string | null } {
  const names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'morada:shared-chunks',
    apply: 'build',
    buildEnd() {
      names.clear();
      // Sorted, so that two builds of the same sources give the same files.
      const modules = [...this.getModuleIds()].toSorted().flatMap((id) => this.getModuleInfo(id) ?? []);
      const needs = openGraph(modules);
      const first = loadedBy(
        modules.flatMap(({ id, isEntry }) => (isEntry ? id : [])),
        needs,
      );
      const entries = new Set(modules.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds));
      const loaded = loadedBy(entries, needs);
      const parts = new Map<string, Part>();
      for (const { id, code } of modules) {
        const sharers = loaded.get(id);
        if (!sharers) continue;
        const chunk = chunkOf(id, { sharers: sharers.size, isFirst: first.has(id) });
        if (chunk === EVERYWHERE || (chunk === undefined && sharers.size < 2)) continue;
        const inShell = [...sharers].some((entry) => shell.test(entry));
        const key = chunk ?? (inShell ? 'shell' : [...sharers].join());
        const known = parts.get(key);
        parts.set(key, {
          ids: [...(known?.ids ?? []), id],
          size: (known?.size ?? 0) + (code?.length ?? 0),
          entries: new Set([...(inShell ? entries : sharers), ...(known?.entries ?? [])]),
          imports: new Set([...(known?.imports ?? []), ...needs(id)]),
          isFixed: chunk !== undefined,
        });
      }
      for (const [index, { ids }] of mergeParts([...parts.values()]).entries())
        for (const id of ids) names.set(id, `shared-${index}`);
    },
  };
  return { plugin, name: (id) => names.get(id) ?? null };
}

/** The entries that load each module, in one order for all. */
function loadedBy(entries: Iterable<string>, needs: (id: string) => string[]): Map<string, Set<string>> {
  const loaded = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const id of reachable(entry, needs)) loaded.set(id, (loaded.get(id) ?? new Set()).add(entry));
  return loaded;
}

/** A module and all that it needs. */
export function reachable(entry: string, needs: (id: string) => readonly string[]): Set<string> {
  const found = new Set([entry]);
  // The iteration also visits the modules that it adds.
  for (const id of found) for (const next of needs(id)) found.add(next);
  return found;
}
