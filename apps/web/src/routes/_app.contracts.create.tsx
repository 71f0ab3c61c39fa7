import { createFileRoute } from '@tanstack/react-router';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { PropertyPicker } from '#web/features/properties/property-picker.tsx';
import { NewProposalForm } from '#web/features/proposals/new-proposal-form.tsx';
import { PageHead } from '#web/ui/page.tsx';

export const Route = createFileRoute('/_app/contracts/create')({
  staticData: { access: 'PROPOSAL_CREATE' },
  component: NewContractPage,
});

function NewContractPage() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHead title="Adicionar contrato" below="Campos com * são obrigatórios" />
      <NewProposalForm
        clientPicker={(field) => (
          <ClientPicker {...field} first="TENANT" create={{ type: 'OWNER', label: 'Adicionar novo cliente' }} />
        )}
        propertyPicker={(field) => <PropertyPicker {...field} available="AVAILABLE" />}
        onCancel={() => navigate({ to: '/contracts' })}
        onCreated={(id) => navigate({ to: '/contracts/info/$id', params: { id: String(id) } })}
      />
    </>
  );
}
