import { RouterProvider } from '@tanstack/react-router';
import { mount } from './mount.tsx';
import { router } from './router.ts';

export const startApp = () => mount(<RouterProvider router={router} />);

/** Loads what the page at this address is drawn with, before anybody is there. */
export async function loadPage(path: string) {
  const { pathname } = new URL(path, location.origin);
  const matches = router.matchRoutes(pathname, {});
  await Promise.all(matches.map(({ routeId }) => router.loadRouteChunk(router.routesById[routeId])));
}
