import { Button } from '@mantine/core';
import { statements } from '@morada/contract/money/statements';
import { transfers } from '@morada/contract/money/transfers';
import type { ClientTransfer } from '@morada/contract/registry/clients';
import { transferState } from '@morada/domain/rent/transfer';
import { IconFileDescription, IconTransferOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { clientTransfersQuery } from '#web/entities/client/client-queries.ts';
import { lateness, TransferStatus } from '#web/entities/transfer/transfer-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { overPage } from '#web/ui/overlay/record-from-url.tsx';
import classes from './client-transfers.module.css';

type Transfer = z.output<typeof ClientTransfer>;
/** Transfers to the client as an owner, paid and due. */
export function ClientTransfers({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(clientTransfersQuery(id, page));
  const columns: Column<Transfer>[] = [
    { title: 'ID', kind: 'id', cell: (transfer) => transfer.id },
    { title: 'Imóvel', kind: 'main', phone: 'main', cell: ({ property }) => property },
    { title: 'Prazo de Repasse', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
    { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
    {
      title: 'Situação',
      phone: 'state',
      cell: (transfer) => <TransferStatus status={transfer.status} note={lateness(transfer)} />,
    },
  ];
  return (
    <>
      {may(statements.show.access) && (
        <div className={classes.head}>
          <Button
            variant="default"
            leftSection={<IconFileDescription size={15} />}
            renderRoot={(props) => <Link to="/financial/statements" search={{ owner: id }} {...props} />}
          >
            Extrato do proprietário
          </Button>
        </div>
      )}
      <DataTable
        what="os repasses"
        query={query}
        columns={columns}
        tone={(transfer) => (transferState(transfer, today()).tone === 'late' ? { tone: 'late' } : undefined)}
        onPage={setPage}
        open={
          may(transfers.show.access)
            ? {
                name: (transfer) => `repasse ${transfer.id}`,
                link: (transfer) => overPage('transfer', transfer.id),
              }
            : undefined
        }
        empty={
          <EmptyState
            icon={IconTransferOut}
            title="Nenhum repasse"
            below="Aparecem aqui os repasses dos imóveis de que este cliente é proprietário."
          />
        }
      />
    </>
  );
}
