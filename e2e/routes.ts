import { readFileSync } from 'node:fs';

const tree = readFileSync(new URL('../apps/web/src/routeTree.gen.ts', import.meta.url), 'utf8');
const [, byId = ''] = /interface FileRoutesById \{([^}]*)\}/.exec(tree) ?? [];
const ids = [...byId.matchAll(/'(\/[^']*)'/g)].map(([, id = '']) => id);
const staffs = ids.filter((id) => id.startsWith('/_app/'));

/** Staff pages, from the router's own tree: `/clients/info/$id`. */
export const STAFF_PATHS = staffs.map((id) => id.slice('/_app'.length).replace(/(.)\/$/, '$1')).toSorted();

/** Pages before the sign-in. */
export const ENTRANCE_PATHS = ids.filter((id) => id !== '/_app' && !staffs.includes(id));

/**
 * Paths that are not the server's own pages: the API, the staff's app and its files, and what operators watch. The tree
 * prints `/m/*`, where messages are refused, without its folder.
 */
const NOT_SERVED = /^\/(?:api|app|assets|health|metrics)(?:\/|\*|$)|^\/\*$/;

/** Pages rendered on the server, `/blog/*`, from its printed tree of routes. */
export function servedPaths(printed: string): string[] {
  const above: string[] = [];
  const found = new Set<string>();
  for (const line of printed.split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part);
    const path = above.join('').replace(/(.)\*$/, '$1*');
    if (path.startsWith('/') && !NOT_SERVED.test(path) && methods.includes('GET')) found.add(path);
  }
  return [...found].toSorted();
}

/** Tag of walks over every page or window: `npm run walk` runs these alone. */
export const WALK = { tag: ['@walk', '@long'] };

/** Walk in `npm test`: axe and clipped text, on a desktop screen. */
export const BRIEF = { tag: '@walk' };
