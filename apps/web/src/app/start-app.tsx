import { RouterProvider } from '@tanstack/react-router';
import { mount } from './mount.tsx';
import { router } from './router.ts';

export const startApp = () => mount(<RouterProvider router={router} />);

/** Preloads the route's code and data for this address before the user signs in. */
export async function loadPage(path: string) {
  const { pathname } = new URL(path, location.origin);
  const matches = router.matchRoutes(pathname, {});
  await Promise.all(matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
}
