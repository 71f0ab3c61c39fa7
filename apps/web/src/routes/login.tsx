import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LoginForm } from '#web/features/session/login-form.tsx';
import { Threshold } from '#web/features/session/threshold.tsx';
import { currentSession } from '#web/lib/session.ts';

export const Route = createFileRoute('/login')({
  // A path of ours, never another site's address.
  validateSearch: z.object({ redirect: z.catch(z.optional(z.string().check(z.regex(/^\/(?![/\\])/))), undefined) }),
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/' });
  },
  component: Login,
});

function Login() {
  const { redirect: wanted = '/' } = Route.useSearch();
  const { history } = useRouter();
  return (
    <Threshold title="Autentifique-se">
      <LoginForm onDone={() => history.replace(wanted)} />
    </Threshold>
  );
}
