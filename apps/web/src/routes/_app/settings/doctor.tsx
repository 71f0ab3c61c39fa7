import { Button } from '@mantine/core';
import { IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { doctorQuery } from '#web/features/doctor/doctor-queries.ts';
import { Findings } from '#web/features/doctor/findings.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

export const Route = createFileRoute('/_app/settings/doctor')({
  staticData: {
    menu: { entry: 'Diagnóstico', icon: IconStethoscope },
    access: '*',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(doctorQuery),
  component: Doctor,
});

function Doctor() {
  const query = useQuery(doctorQuery);
  return (
    <>
      <PageHead
        title="Diagnóstico"
        below={
          query.data ? (
            <>
              Servidor, banco de dados e backups, conferidos em <Moment value={query.data.at} />
            </>
          ) : (
            'Servidor, banco de dados e backups'
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} />}
            loading={query.isFetching}
            onClick={() => query.refetch()}
          >
            Conferir de novo
          </Button>
        }
      />
      <QueryBoundary query={query} what="o diagnóstico" lines={12}>
        {({ findings }) => <Findings findings={findings} />}
      </QueryBoundary>
    </>
  );
}
