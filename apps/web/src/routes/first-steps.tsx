import { Button } from '@mantine/core';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AuthLayout } from '#web/features/session/auth-layout.tsx';
import { FactorSteps } from '#web/features/session/factor-steps.tsx';
import { PasswordForm } from '#web/features/session/password-form.tsx';
import { refreshDuty, signOut } from '#web/features/session/session-queries.ts';
import { isOwnPath } from '#web/lib/address.ts';
import { currentSession, useSession } from '#web/lib/session/session.ts';

/** Setup steps required before any page is served. */
export const Route = createFileRoute('/first-steps')({
  validateSearch: z.object({
    redirect: z.catch(z.optional(z.string().check(z.refine((path) => isOwnPath(path)))), undefined),
  }),
  beforeLoad: ({ search }) => {
    if (!currentSession()) throw redirect({ to: '/login', search });
    if (!currentSession()?.duty) throw redirect({ to: '/' });
  },
  component: FirstSteps,
});

const WORDS = {
  password: {
    title: 'Escolha a sua senha',
    below: 'A senha com que você entrou foi dada por outra pessoa. Escolha uma que só você conheça.',
  },
  'second-factor': {
    title: 'Proteja o seu acesso',
    below: 'A imobiliária pede, além da senha, um código que só o seu celular mostra.',
  },
};

function FirstSteps() {
  const { redirect: wanted = '/' } = Route.useSearch();
  const { history, navigate, invalidate } = useRouter();
  const duty = useSession()?.duty ?? 'second-factor';

  async function go() {
    if ((await refreshDuty()) === null) history.replace(STAFF_PATH + wanted);
    else await invalidate();
  }

  async function leave() {
    await signOut();
    navigate({ to: '/login' });
  }

  return (
    <AuthLayout key={duty} {...WORDS[duty]}>
      {duty === 'password' ? <PasswordForm onDone={go} /> : <FactorSteps onDone={go} />}
      <Button variant="subtle" color="gray" mt="lg" onClick={leave}>
        Sair da conta
      </Button>
    </AuthLayout>
  );
}
