import type { ClientHistoryRow } from '@morada/contract/registry/clients';
import { sentWords } from '@morada/domain/trail/sent-message';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { clientHistoryQuery } from '#web/entities/client/client-queries.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './client-history.module.css';

const COLUMNS: Column<z.output<typeof ClientHistoryRow>>[] = [
  { title: 'Quando', kind: 'soft', phone: 'side', cell: ({ at }) => <Moment value={at} /> },
  {
    title: 'O quê',
    kind: 'main',
    phone: 'main',
    cell: (row) => <span className={classes.sent}>{sentWords(row)}</span>,
  },
  { title: 'Quem', phone: 'below', cell: ({ actor }) => actor },
];

/** What was sent to the client, and how a payment was asked for, the latest first. */
export function ClientHistory({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(clientHistoryQuery(id, page));
  return (
    <DataTable
      what="o histórico"
      query={query}
      columns={COLUMNS}
      onPage={setPage}
      empty={
        <EmptyState
          icon={IconSend}
          title="Nada enviado"
          below="Aparecem aqui os boletos, links, cobranças e respostas enviados a este cliente, e os passos e as ligações da cobrança."
        />
      }
    />
  );
}
