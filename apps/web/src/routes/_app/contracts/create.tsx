import { createFileRoute } from '@tanstack/react-router';
import { NewContractForm } from '#web/features/contracts/terms/new-contract-form.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/contracts/create')({
  staticData: { access: 'PROPOSAL_CREATE' },
  component: NewContractPage,
});

function NewContractPage() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageHead title="Adicionar contrato" below="Campos com * são obrigatórios" />
      <NewContractForm
        onCancel={() => navigate({ to: '/contracts' })}
        onCreated={(id) => navigate({ to: '/contracts/info/$id', params: { id: String(id) } })}
      />
    </>
  );
}
