import { STAFF_PATH } from '@morada/contract/base/addresses';
import { RouterProvider } from '@tanstack/react-router';
import { mount } from './mount.tsx';
import { router } from './router.ts';

export function startApp() {
  mount(<RouterProvider router={router} />);
  // Without it a page that is loaded offline is the browser's own: an older browser, or an address without TLS.
  navigator.serviceWorker?.register('/offline.js', { scope: STAFF_PATH }).catch(() => undefined);
}

/** Preloads the route's code and data for this address before the user signs in. */
export async function loadPage(path: string) {
  const { pathname } = new URL(path, location.origin);
  const matches = router.matchRoutes(pathname, {});
  await Promise.all(matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
}
