import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './lib/address.ts';
import { onReach } from './lib/api.ts';
import { rememberFilters, rememberWords } from './lib/filters.ts';
import { isSamePerson } from './lib/identity.ts';
import { remembered, wordsOf } from './lib/list.ts';
import { queryClient } from './lib/query-client.ts';
import { heardFromServer, watchNetwork } from './lib/reach.ts';
import { settleRemovals } from './lib/removals.ts';
import { currentSession } from './lib/session.ts';
import { onVaultChange } from './lib/vault.ts';
import { routeTree } from './routeTree.gen.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Each list comes back with the filters it was left with.
router.subscribe('onResolved', ({ fromLocation, toLocation: { pathname, search } }) => {
  const list = router.state.matches.at(-1)?.staticData.list;
  if (!list) return;
  rememberFilters(pathname, remembered(list, search));
  rememberWords(pathname, wordsOf(list, search), fromLocation?.pathname === pathname);
});

// What can still be undone is told to the server before the page is gone.
addEventListener('pagehide', () => void settleRemovals('', true));

onReach(heardFromServer);
watchNetwork();

// Somebody signed out, or in as another, in a neighbouring tab.
let known = currentSession();
onVaultChange((elsewhere) => {
  const before = known;
  known = currentSession();
  // Who only signed in again there goes on here with what stands on the page.
  if (!elsewhere || known?.token === before?.token || isSamePerson(known, before)) return;
  queryClient.clear();
  router.invalidate();
});
