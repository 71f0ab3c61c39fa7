import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SetupForm } from '#web/features/session/setup-form.tsx';
import { Threshold } from '#web/features/session/threshold.tsx';

export const Route = createFileRoute('/setup')({
  validateSearch: z.object({ token: z.catch(z.optional(z.string()), undefined) }),
  component: Setup,
});

function Setup() {
  const { token = '' } = Route.useSearch();
  const { history } = useRouter();
  return (
    <Threshold
      title="Crie o primeiro administrador"
      below="Ele poderá criar os demais usuários e seus grupos de permissões."
    >
      <SetupForm token={token} onDone={() => history.replace('/')} />
    </Threshold>
  );
}
