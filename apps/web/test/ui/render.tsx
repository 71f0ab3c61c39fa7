import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { Providers } from '#web/app/mount.tsx';
import { ConfirmProvider } from '#web/ui/overlay/confirm.tsx';

let pages = 0;

/** Renders a part of the kit as a page of the app: with its providers, its router and its `<main>`. Each has an address of its own, as lists keep their place by it. */
export async function renderPage(Page: () => ReactNode) {
  pages += 1;
  const path = `/page-${pages}`;
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <ConfirmProvider>
        <main>
          <Page />
        </main>
      </ConfirmProvider>
    ),
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  // The app registers the type of its own router.
  const router = createRouter({ routeTree: root.addChildren([page]), history }) as never;
  return render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
}
