import { readFileSync } from 'node:fs';

const tree = readFileSync(new URL('../apps/web/src/routeTree.gen.ts', import.meta.url), 'utf8');
const [, byId = ''] = /interface FileRoutesById \{([^}]*)\}/.exec(tree) ?? [];
const ids = [...byId.matchAll(/'(\/[^']*)'/g)].map(([, id = '']) => id);
const staffs = ids.filter((id) => id.startsWith('/_app/'));

/** Every page of the signed-in staff, as the router's own tree has them: `/clients/info/$id`. */
export const STAFF_PATHS = staffs.map((id) => id.slice('/_app'.length).replace(/(.)\/$/, '$1')).toSorted();

/** Those before one is let in. */
export const ENTRANCE_PATHS = ids.filter((id) => id !== '/_app' && !staffs.includes(id));

/** Pages that the server itself writes: `/site/blog/*`, from what it says of its routes, which are a tree of lines. */
export function servedPaths(printed: string): string[] {
  const above: string[] = [];
  const found = new Set<string>();
  for (const line of printed.split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part);
    const path = above.join('').replace(/(.)\*$/, '$1*');
    if (/^\/(site|imovel|cliente)/.test(path) && methods.includes('GET')) found.add(path);
  }
  return [...found].toSorted();
}

/** A test that looks at pages or windows one by one: `npm run walk` runs these alone. */
export const WALK = { tag: ['@walk', '@long'] };

/** The form of a walk that `npm test` runs: axe and what is cut off, at a desk. */
export const BRIEF = { tag: '@walk' };
