import { createFileRoute } from '@tanstack/react-router';
import { ClientForm } from '#web/features/clients/form/client-form.tsx';
import { may } from '#web/lib/session/session.ts';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/clients/create')({
  staticData: { access: 'USER_CREATE' },
  component: CreateClient,
});

function CreateClient() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHead title="Novo cliente" below="Campos com * são obrigatórios" />
      <ClientForm
        onCancel={() => navigate({ to: '/clients' })}
        onCreated={(id) => may('CLIENT_VIEW') && navigate({ to: '/clients/info/$id', params: { id: String(id) } })}
      />
    </>
  );
}
