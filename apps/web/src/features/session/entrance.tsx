import { LoginForm } from './login-form.tsx';
import { SetupForm } from './setup-form.tsx';
import { Threshold } from './threshold.tsx';

// As the entrance has them, which stands without the app, and the app for whoever signs out in it: no router here.

export const LoginPage = ({ onDone }: { onDone: () => void }) => (
  <Threshold title="Autentifique-se">
    <LoginForm onDone={onDone} />
  </Threshold>
);

export const SetupPage = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <Threshold
    title="Crie o primeiro administrador"
    below="Ele poderá criar os demais usuários e seus grupos de permissões."
  >
    <SetupForm token={token} onDone={onDone} />
  </Threshold>
);
