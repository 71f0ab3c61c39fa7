/** A module as the bundler knows it: its code after all transforms, and the ids of what it imports, in order. */
export type Module = { id: string; code: string | null; importedIds: readonly string[] };

/** Import and re-export statements, which the transforms write from the start of a line. */
const STATEMENT = /^(import|export)\s*([^'"();=]*?)\s*(?:\bfrom\b)?\s*["']([^"'\n]+)["']/gm;
const LOCAL_EXPORT = /^export\s*\{([^}]*)\}\s*;?$/gm;

/** A name of a module. */
type Name = { id: string; name: string };

/** What a module imports, by name where its statements say so, and the names that it re-exports. */
type Statements = { imports: Map<string, Set<string> | 'all'>; reExports: Map<string, Name> };

/**
 * Finds what each module needs. An import of a name that a module only re-exports, as the index of a library does, needs
 * the module that the name comes from, since the bundler leaves the others out.
 */
export function openGraph(modules: readonly Module[]): (id: string) => string[] {
  const statements = new Map(modules.map((module) => [module.id, statementsOf(module)]));
  const importedIds = new Map(modules.map((module) => [module.id, module.importedIds]));

  function originOf({ id, name }: Name, seen = new Set<string>()): string {
    const next = statements.get(id)?.reExports.get(name);
    if (!next || seen.has(id)) return id;
    return originOf(next, seen.add(id));
  }

  return (id) => {
    const own = statements.get(id);
    if (!own) return [...(importedIds.get(id) ?? [])];
    return [...own.imports].flatMap(([from, names]) =>
      names === 'all' ? [from] : [...names].map((name) => originOf({ id: from, name })),
    );
  };
}

/** Undefined when the statements don't match what the bundler has found, as in a module of CommonJS. */
function statementsOf({ code, importedIds }: Module): Statements | undefined {
  const found = [...(code ?? '').matchAll(STATEMENT)];
  const sources = [...new Set(found.map(([, , , source = '']) => source))];
  // Helpers that the bundler adds have no statement, and come last.
  const ids = importedIds.filter((id) => !id.startsWith('\0'));
  if (sources.length !== ids.length) return undefined;
  const imports: Statements['imports'] = new Map();
  const reExports: Statements['reExports'] = new Map();
  const here = new Map<string, Name>();
  for (const [, keyword, clause = '', source = ''] of found) {
    const id = ids[sources.indexOf(source)] ?? '';
    const names = namesIn(clause);
    const known = imports.get(id);
    imports.set(id, names && known !== 'all' ? new Set([...(known ?? []), ...names.map(({ there }) => there)]) : 'all');
    for (const { there, as } of names ?? []) (keyword === 'export' ? reExports : here).set(as, { id, name: there });
  }
  for (const [, list = ''] of (code ?? '').matchAll(LOCAL_EXPORT))
    for (const { there, as } of namesIn(`{${list}}`) ?? []) {
      const origin = here.get(there);
      if (origin) reExports.set(as, origin);
    }
  return { imports, reExports };
}

/** Names of a clause `{ a as b, c }`; undefined for any other clause, which may take all. */
function namesIn(clause: string): { there: string; as: string }[] | undefined {
  const list = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  return list?.split(',').flatMap((part) => {
    const [there, as = there] = part.trim().split(/\s+as\s+/);
    return there && as ? [{ there, as }] : [];
  });
}
