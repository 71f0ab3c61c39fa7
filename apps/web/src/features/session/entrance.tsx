import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { SetupForm } from './setup-form.tsx';

// Rendered outside the router: the login entry runs without the app, and the app renders it after signing out.

export const LoginPage = ({ onDone }: { onDone: () => void }) => (
  <AuthLayout title="Autentifique-se">
    <LoginForm onDone={onDone} />
  </AuthLayout>
);

export const SetupPage = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <AuthLayout
    title="Crie o primeiro administrador"
    below="Ele poderá criar os demais usuários e seus grupos de permissões."
  >
    <SetupForm token={token} onDone={onDone} />
  </AuthLayout>
);
