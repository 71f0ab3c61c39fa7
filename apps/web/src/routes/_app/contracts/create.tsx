import { proposals } from '@morada/contract/lease/proposals';
import { createFileRoute } from '@tanstack/react-router';
import { NewContractForm } from '#web/features/contracts/terms/new-contract-form.tsx';
import { may } from '#web/lib/session/session.ts';
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
        onCancel={() => navigate({ to: may(proposals.list.access) ? '/contracts' : '/' })}
        // Who may only create goes where they may be.
        onCreated={(id) =>
          may(proposals.show.access)
            ? navigate({ to: '/contracts/info/$id', params: { id: String(id) } })
            : navigate({ to: '/' })
        }
      />
    </>
  );
}
