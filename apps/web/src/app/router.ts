import { STAFF_PATH } from '@morada/contract/base/addresses';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { onReach } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { heardFromServer, watchNetwork } from '#web/lib/api/reach.ts';
import { rememberFilters, rememberWords } from '#web/lib/filters.ts';
import { remembered, wordsOf } from '#web/lib/list.ts';
import { settleRemovals } from '#web/lib/removals.ts';
import { isSamePerson } from '#web/lib/session/identity.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { onVaultChange } from '#web/lib/session/vault.ts';
import { forgetUser } from '#web/lib/store.ts';
import { keepMissingParts } from '#web/lib/version.ts';
import { routeTree } from '#web/routeTree.gen.ts';
import { PageFailure } from '#web/ui/page/whole-page.tsx';

export const router = createRouter({
  routeTree,
  basepath: STAFF_PATH,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
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

// Sends pending removals, which could still be undone, before the page unloads.
addEventListener('pagehide', () => void settleRemovals('', true));

keepMissingParts();
onReach(heardFromServer);
watchNetwork();

// Signed out, or in as a different user, here or in another tab.
let known = currentSession();
onVaultChange((elsewhere) => {
  const before = known;
  known = currentSession();
  // A renewed session of the same user keeps the page and its cache.
  if (known?.token === before?.token || isSamePerson(known, before)) return;
  forgetUser();
  queryClient.clear();
  if (elsewhere) router.invalidate();
});
