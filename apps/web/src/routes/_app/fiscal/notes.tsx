import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Findings } from '#web/features/fiscal/findings.tsx';
import { missingQuery } from '#web/features/fiscal/fiscal-queries.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/fiscal/notes')({
  staticData: { access: FISCAL_READERS },
  loader: ({ context }) => void context.queryClient.prefetchQuery(missingQuery),
  component: NotesMissing,
});

function NotesMissing() {
  const query = useQuery(missingQuery);
  return (
    <>
      <PageHead
        title="Falta para emitir"
        terms={['nfse']}
        breadcrumbs={[{ label: 'Impostos', to: '/fiscal' }]}
        below="O que as notas fiscais pedem e os cadastros ainda não têm"
      />
      <QueryBoundary query={query} what="o que falta para emitir" lines={12}>
        {({ blocking, blocking_total, warnings, warnings_total, contracts }) =>
          blocking_total + warnings_total === 0 ? (
            <EmptyState
              icon={IconCircleCheck}
              title="Não falta nada"
              below={`Imobiliária, pessoas e imóveis ${contracts === 1 ? 'do contrato' : `dos ${contracts} contratos`} em andamento têm o que as notas pedem.`}
            />
          ) : (
            <>
              <Findings title="Impede a nota" findings={blocking} total={blocking_total} />
              <Findings title="Avisos" findings={warnings} total={warnings_total} />
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}
