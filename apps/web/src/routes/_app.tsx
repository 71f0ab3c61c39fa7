import { createFileRoute, redirect } from '@tanstack/react-router';
import { Shell } from '#web/features/shell/shell.tsx';
import { currentSession, may } from '#web/lib/session.ts';
import { ErrorPage, NotFoundPage } from '#web/ui/whole-page.tsx';

/** Every page of the staff: signed in, and allowed to open it. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, matches }) => {
    if (!currentSession()) {
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } });
    }
    const barred = matches.some(({ staticData }) => staticData.access && !may(staticData.access));
    if (barred) throw redirect({ to: '/' });
  },
  component: Shell,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});
