import { COLLECTION_READERS } from '@morada/contract/collection/collection.search';
import { DEBT_READERS } from '@morada/contract/collection/debt-readers';
import { templates } from '@morada/contract/lease/templates';
import { createFileRoute } from '@tanstack/react-router';

import * as z from 'zod/mini';
import { contractQuery } from '#web/features/contracts/contract-queries.ts';
import { ProposalPage } from '#web/features/contracts/record/contract-page.tsx';
import { PROPOSAL_TABS } from '#web/features/contracts/record/contract-tabs.ts';
import { GenerateContract } from '#web/features/templates/generate/generate-contract.tsx';
import { EntryKey } from '#web/features/transactions/entry-key.ts';
import { may } from '#web/lib/session/session.ts';
import { EntryWindow } from '#web/routes/-entry-window.tsx';
import { signaturesOf } from '#web/routes/-subject-signatures.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';

const DebtPapers = lazyPanel(
  'a cobrança',
  () => import('#web/features/debt-papers/debt-papers.tsx'),
  ({ DebtPapers }) => DebtPapers,
);
const ContractRuler = lazyPanel(
  'a régua',
  () => import('#web/features/collection/contract-ruler.tsx'),
  ({ ContractRuler }) => ContractRuler,
);
const GenerateContractWindow = lazyWindow(
  () => import('#web/features/templates/generate/generate-contract-window.tsx'),
  (window) => window.default,
);

export const Route = createFileRoute('/_app/contracts/info/$id')({
  staticData: { access: 'PROPOSAL_VIEW' },
  validateSearch: z.object({
    tab: z.catch(z.optional(z.enum(PROPOSAL_TABS)), undefined),
    /** The invoice or transfer that lies open over the contract. */
    record: EntryKey,
  }),
  loader: ({ context, params }) => {
    context.queryClient.prefetchQuery(contractQuery(Number(params.id)));
  },
  component: ContractPage,
});

function ContractPage() {
  const { id } = Route.useParams();
  const { tab } = Route.useSearch();
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
        signatures={signaturesOf('CONTRACT', Number(id))}
        debt={
          may(DEBT_READERS)
            ? () => (
                <>
                  <DebtPapers contractId={Number(id)} />
                  {may(COLLECTION_READERS) && <ContractRuler contract={Number(id)} />}
                </>
              )
            : undefined
        }
        generate={
          may(templates.generate.access)
            ? {
                button: (props) => <GenerateContract contractId={Number(id)} {...props} />,
                window: (props) => <GenerateContractWindow contractId={Number(id)} {...props} />,
              }
            : undefined
        }
      />
      <EntryWindow param="record" onClose={close} />
    </>
  );
}
