import { Button } from '@mantine/core';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { useQuery } from '@tanstack/react-query';
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { setupStateQuery } from './session-queries.ts';
import { SetupForm } from './setup-form.tsx';

// Rendered outside the router: the login entry runs without the app, and the app renders it after signing out.

export const LoginPage = ({ onDone }: { onDone: () => void }) => (
  <AuthLayout title="Autentifique-se">
    <LoginForm onDone={onDone} />
  </AuthLayout>
);

export function SetupPage({ token, onDone }: { token: string; onDone: () => void }) {
  const { data } = useQuery(setupStateQuery);
  if (data && !data.open)
    return (
      <AuthLayout
        title="Este link já foi usado"
        below="O primeiro administrador já existe. Entre com o e-mail e a senha dele."
      >
        <Button component="a" href={`${STAFF_PATH}/login`} size="md" fullWidth>
          Ir para a entrada
        </Button>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Crie o primeiro administrador"
      below="Ele poderá criar os demais usuários e seus grupos de permissões."
    >
      <SetupForm token={token} onDone={onDone} />
    </AuthLayout>
  );
}
