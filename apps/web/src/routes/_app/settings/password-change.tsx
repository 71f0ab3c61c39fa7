import { IconKey } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { PasswordForm } from '#web/features/session/password-form.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/password-change')({
  staticData: { menu: { entry: 'Alterar senha', icon: IconKey } },
  component: PasswordChange,
});

function PasswordChange() {
  return (
    <>
      <PageHead title="Alterar senha" below="A senha com que você entra no sistema" />
      <PasswordForm />
    </>
  );
}
