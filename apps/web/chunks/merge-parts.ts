/** Modules that form one chunk: their size in bytes of source, the entries that load them, and the modules they import. */
export type Part = {
  ids: readonly string[];
  size: number;
  entries: ReadonlySet<string>;
  imports: ReadonlySet<string>;
  /** A chunk with a name of its own, which stays as it is. */
  isFixed?: boolean;
};

/** Bytes of source that cost a browser as much as one more request. */
const REQUEST = 8_000;

type Merge = { one: Part; other: Part; saved: number };

/**
 * Merges parts until no merge saves anything. A merge saves a request for each entry that loads both. It costs what the
 * other entries then load without need: the other part, and all that it imports. Returns the parts that are not fixed.
 */
export function mergeParts(all: readonly Part[]): Part[] {
  const parts = new Set(all);
  const partOf = new Map(all.flatMap((part) => part.ids.map((id) => [id, part] as const)));

  /** A part and all that it imports. */
  function closureOf(part: Part): Set<Part> {
    const found = new Set([part]);
    // The iteration also visits the parts that it adds.
    for (const { imports } of found)
      for (const id of imports) {
        const next = partOf.get(id);
        if (next) found.add(next);
      }
    return found;
  }

  function costOf(part: Part, newcomers: ReadonlySet<string>, limit: number) {
    let cost = newcomers.size * part.size;
    if (newcomers.size === 0 || cost >= limit) return cost;
    for (const need of closureOf(part))
      if (need !== part) cost += countWithout(newcomers, need.entries) * (need.size + REQUEST);
    return cost;
  }

  function savedBy(one: Part, other: Part): number {
    if (one === other || one.isFixed || other.isFixed) return 0;
    const both = new Set([...one.entries].filter((entry) => other.entries.has(entry)));
    const spared = both.size * REQUEST;
    const cost = costOf(other, without(one.entries, both), spared);
    return spared - cost - (cost < spared ? costOf(one, without(other.entries, both), spared - cost) : 0);
  }

  function bestOf(one: Part): Merge {
    let best = { one, other: one, saved: 0 };
    for (const other of parts) {
      const saved = savedBy(one, other);
      if (saved > best.saved) best = { one, other, saved };
    }
    return best;
  }

  function replace(gone: readonly Part[], part: Part) {
    for (const one of gone) parts.delete(one);
    parts.add(part);
    for (const id of part.ids) partOf.set(id, part);
  }

  function merge({ one, other }: Merge): Part {
    const merged = {
      ids: [...one.ids, ...other.ids],
      size: one.size + other.size,
      entries: new Set([...one.entries, ...other.entries]),
      imports: new Set([...one.imports, ...other.imports]),
    };
    replace([one, other], merged);
    // What the part imports is loaded by its new entries, too.
    for (const part of closureOf(merged))
      if (countWithout(merged.entries, part.entries) > 0)
        replace([part], { ...part, entries: new Set([...part.entries, ...merged.entries]) });
    return merged;
  }

  const best = new Map([...parts].map((part) => [part, bestOf(part)]));
  for (;;) {
    const chosen = [...best.values()].reduce((most, choice) => (choice.saved > most.saved ? choice : most));
    if (chosen.saved <= 0) return [...parts].filter(({ isFixed }) => !isFixed);
    const merged = merge(chosen);
    for (const gone of best.keys()) if (!parts.has(gone)) best.delete(gone);
    for (const part of parts) {
      const known = best.get(part);
      if (!known || !parts.has(known.other)) best.set(part, bestOf(part));
      else {
        const saved = savedBy(part, merged);
        if (saved > known.saved) best.set(part, { one: part, other: merged, saved });
      }
    }
  }
}

const without = (entries: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...entries].filter((entry) => !others.has(entry)));

function countWithout(entries: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const entry of entries) if (!others.has(entry)) count += 1;
  return count;
}
