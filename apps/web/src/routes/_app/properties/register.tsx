import { createFileRoute } from '@tanstack/react-router';
import { PropertyForm } from '#web/features/properties/form/property-form.tsx';
import { may } from '#web/lib/session/session.ts';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/properties/register')({
  staticData: { access: 'PROPERTY_CREATE' },
  component: RegisterProperty,
});

function RegisterProperty() {
  const navigate = Route.useNavigate();
  const show = (id: number) =>
    may('PROPERTY_VIEW') ? navigate({ to: '/properties/info/$id', params: { id: String(id) } }) : navigate({ to: '/' });
  return (
    <>
      <PageHead title="Novo imóvel" below="Campos com * são obrigatórios" />
      <PropertyForm onCancel={() => navigate({ to: '/properties' })} onCreated={show} />
    </>
  );
}
