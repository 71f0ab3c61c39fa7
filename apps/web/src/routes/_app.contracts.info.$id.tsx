import { templates } from '@morada/contract/templates';
import { createFileRoute } from '@tanstack/react-router';

import * as z from 'zod/mini';
import { ClientPicker } from '#web/features/clients/client-picker.tsx';
import { ProposalPage } from '#web/features/proposals/proposal-page.tsx';
import { proposalQuery } from '#web/features/proposals/proposal-queries.ts';
import { PROPOSAL_TABS } from '#web/features/proposals/proposal-tabs.ts';
import { GenerateContract } from '#web/features/templates/generate-contract.tsx';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { may } from '#web/lib/session.ts';
import { lazyWindow } from '#web/ui/lazy-window.tsx';
import { EntryWindow } from './-entry-window.tsx';

const GenerateContractDialog = lazyWindow(() =>
  import('#web/features/templates/generate-contract-dialog.tsx').then((window) => window.default),
);

export const Route = createFileRoute('/_app/contracts/info/$id')({
  staticData: { access: 'PROPOSAL_VIEW' },
  validateSearch: z.object({
    tab: z.catch(z.optional(z.enum(PROPOSAL_TABS)), undefined),
    /** The invoice or transfer that lies open over the contract. */
    record: EntryKey,
  }),
  loader: ({ context, params }) => {
    context.queryClient.prefetchQuery(proposalQuery(Number(params.id)));
  },
  component: ContractPage,
});

function ContractPage() {
  const { id } = Route.useParams();
  const { tab, record } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = () => navigate({ search: (now) => ({ ...now, record: undefined }), resetScroll: false });
  return (
    <>
      <ProposalPage
        key={id}
        id={Number(id)}
        tab={tab}
        onTab={(next) => navigate({ search: { tab: next }, state: true, replace: true })}
        onRemoved={() => navigate({ to: '/contracts', ignoreBlocker: true })}
        generate={
          may(templates.generate.access)
            ? {
                button: (props) => <GenerateContract proposalId={Number(id)} {...props} />,
                window: (props) => <GenerateContractDialog proposalId={Number(id)} {...props} />,
              }
            : undefined
        }
        clientPicker={(field) => (
          <ClientPicker {...field} first="GUARANTOR" create={{ type: 'GUARANTOR', label: 'Adicionar novo cliente' }} />
        )}
      />
      {record && <EntryWindow open={record} entries={undefined} onClose={close} />}
    </>
  );
}
