import { STAFF_PATH } from '@morada/contract/base/addresses';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LoginPage } from '#web/features/session/entrance.tsx';
import { isOwnPath } from '#web/lib/address.ts';
import { currentSession } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/login')({
  validateSearch: z.object({
    redirect: z.catch(z.optional(z.string().check(z.refine((path) => isOwnPath(path)))), undefined),
  }),
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/' });
  },
  component: Login,
});

function Login() {
  const { redirect: wanted = '/' } = Route.useSearch();
  const { history } = useRouter();
  return <LoginPage onDone={() => history.replace(STAFF_PATH + wanted)} />;
}
