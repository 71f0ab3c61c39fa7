import { createFileRoute } from '@tanstack/react-router';
import { PropertyForm } from '#web/features/properties/property-form.tsx';
import { may } from '#web/lib/session.ts';
import { PageHead } from '#web/ui/page.tsx';
import { OwnerField } from './-owner-field.tsx';

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
      <PropertyForm
        owner={(field) => <OwnerField {...field} />}
        onCancel={() => navigate({ to: '/properties' })}
        onCreated={show}
      />
    </>
  );
}
