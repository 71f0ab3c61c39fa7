import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Identity } from '#web/features/session/identity.tsx';
import type {} from '#web/lib/page.ts';
import { ConfirmProvider } from '#web/ui/overlay/confirm.tsx';
import { ErrorPage, NotFoundPage } from '#web/ui/page/whole-page.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

function Root() {
  return (
    <ConfirmProvider>
      <Outlet />
      <Identity />
    </ConfirmProvider>
  );
}
