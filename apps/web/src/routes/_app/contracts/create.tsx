import { searchId } from '@morada/contract/base/fields';
import type { BidDetail } from '@morada/contract/lease/bids';
import { bidTerm } from '@morada/domain/lease/bid';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { applicationQuery } from '#web/features/applications/application-queries.ts';
import { bidQuery } from '#web/features/bids/bid-queries.ts';
import { afterCreation, withoutCreation } from '#web/features/contracts/terms/after-creation.ts';
import { NewContractForm, type NewContractFormProps } from '#web/features/contracts/terms/new-contract-form.tsx';
import { listOf } from '#web/lib/list.ts';
import { today } from '#web/lib/today.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

/** `bid`, `application`: the accepted bid or the approved application that fills the form in. */
const Search = z.object({ bid: searchId, application: searchId });

export const Route = createFileRoute('/_app/contracts/create')({
  staticData: { access: 'PROPOSAL_CREATE', list: listOf(Search, { bid: 'place', application: 'place' }) },
  validateSearch: Search,
  component: NewContractPage,
});

function NewContractPage() {
  const { bid, application } = Route.useSearch();
  return (
    <>
      <PageHead title="Adicionar contrato" below="Campos com * são obrigatórios" />
      {bid !== undefined ? (
        <OfBid id={bid} />
      ) : application !== undefined ? (
        <OfApplication id={application} />
      ) : (
        <Created />
      )}
    </>
  );
}

function Created(known: Pick<NewContractFormProps, 'draft' | 'chosen'>) {
  const navigate = Route.useNavigate();
  return (
    <NewContractForm
      {...known}
      onCancel={() => navigate(withoutCreation())}
      onCreated={(id) => navigate(afterCreation(id))}
    />
  );
}

function OfBid({ id }: { id: number }) {
  const query = useQuery(bidQuery(id));
  return (
    <QueryBoundary query={query} what="a proposta" lines={12}>
      {({ data: bid }) => (
        <>
          <Callout tone="known">
            Preenchido com a proposta {bid.id}. Confira comissão, dia do pagamento e conta antes de cadastrar.
            {bid.history[0]?.conditions && ` Condições: ${bid.history[0].conditions}`}
          </Callout>
          <Created draft={draftOf(bid)} chosen={{ property: bid.property, person: bid.name ?? undefined }} />
        </>
      )}
    </QueryBoundary>
  );
}

function OfApplication({ id }: { id: number }) {
  const query = useQuery(applicationQuery(id));
  return (
    <QueryBoundary query={query} what="a ficha" lines={12}>
      {({ property, rent, guarantee, tenant }) => (
        <>
          <Callout tone="known">
            {`Preenchido com a ficha ${id}${tenant ? `, de ${tenant}` : ''}. Confira comissão, dia do pagamento e conta antes de cadastrar.`}
          </Callout>
          <Created
            draft={{ property_id: property.id, current_price: rent, ...(guarantee && { guarantee }) }}
            chosen={{ property: property.label, person: undefined }}
          />
        </>
      )}
    </QueryBoundary>
  );
}

/** What the last version of a bid says of its contract. */
function draftOf(bid: BidDetail) {
  const [last] = bid.history;
  if (!last) return undefined;
  const { start, end } = bidTerm(last, today(), last.instalments.at(-1)?.due_on);
  return {
    ...{ bid_id: bid.id, property_id: bid.property_id, start_date: start, end_date: end, current_price: last.amount },
    ...(bid.client_id !== null && { user_id: bid.client_id }),
    ...(last.guarantee && { guarantee: last.guarantee }),
  };
}
