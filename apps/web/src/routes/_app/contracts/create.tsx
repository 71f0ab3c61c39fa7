import { createFileRoute } from '@tanstack/react-router';
import { afterCreation, withoutCreation } from '#web/features/contracts/terms/after-creation.ts';
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
      <NewContractForm onCancel={() => navigate(withoutCreation())} onCreated={(id) => navigate(afterCreation(id))} />
    </>
  );
}
