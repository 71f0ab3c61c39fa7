import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './lib/address.ts';
import { onSessionExpired } from './lib/api.ts';
import { rememberFilters } from './lib/filters.ts';
import { queryClient } from './lib/query-client.ts';
import { currentSession, endSession } from './lib/session.ts';
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

// The pages in the menu are lists; each comes back with the filters it was left with.
router.subscribe('onResolved', ({ toLocation }) => {
  if (router.state.matches.at(-1)?.staticData.menu) rememberFilters(toLocation.pathname, toLocation.search);
});

onSessionExpired(async () => {
  await endSession();
  queryClient.clear();
  router.navigate({ to: '/login', search: { redirect: router.state.location.href }, ignoreBlocker: true });
});

// Somebody signed out, or in as another, in a neighbouring tab.
let token = currentSession()?.token;
onVaultChange((elsewhere) => {
  const before = token;
  token = currentSession()?.token;
  if (!elsewhere || token === before) return;
  queryClient.clear();
  router.invalidate();
});
