import { STAFF_PATH } from '@morada/contract/base/addresses';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SetupPage } from '#web/features/session/entrance.tsx';

export const Route = createFileRoute('/setup')({
  validateSearch: z.object({ token: z.catch(z.optional(z.string()), undefined) }),
  component: Setup,
});

function Setup() {
  const { token = '' } = Route.useSearch();
  const { history } = useRouter();
  return <SetupPage token={token} onDone={() => history.replace(STAFF_PATH)} />;
}
