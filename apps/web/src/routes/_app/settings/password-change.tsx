import { IconKey } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { PasswordForm } from '#web/features/session/password-form.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/password-change')({
  staticData: { menu: { group: 'Configurações', label: 'Alterar senha', icon: IconKey, order: 5 } },
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
