import type { BatchDetail } from '@morada/contract/lease/readjustments';
import { formatMonth } from '@morada/domain/base/calendar';
import { formatPercent } from '@morada/domain/base/money';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { batchQuery } from './readjustment-queries.ts';
import { contractsInWords } from './words.ts';

type Row = BatchDetail['rows'][number];

const COLUMNS: Column<Row>[] = [
  {
    title: 'Contrato',
    kind: 'id',
    cell: ({ id }) => (
      <Link to="/contracts/info/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant },
  { title: 'Imóvel', kind: 'soft', phone: 'below', cell: ({ property }) => property },
  {
    title: 'Reajuste',
    phone: 'state',
    cell: ({ index, percent }) => `${formatPercent(percent)}${index ? `, ${PRICE_INDICES[index]}` : ', à mão'}`,
  },
  { title: 'Antes', kind: 'number', cell: ({ old_price }) => <Money value={old_price} /> },
  { title: 'Depois', kind: 'number', phone: 'amount', cell: ({ new_price }) => <Money value={new_price} /> },
  { title: 'Próximo', hideBelow: 1100, phone: 'side', cell: ({ new_next }) => <Day value={new_next} /> },
];

/** A batch of readjustments that was applied, contract by contract. */
export function BatchWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const query = useQuery(batchQuery(id, page));
  const batch = query.data;
  return (
    <RecordWindow
      title={batch ? `Lote ${id}: ${contractsInWords(batch.contracts)}, ${formatMonth(batch.month)}` : `Lote ${id}`}
      width={960}
      onClose={onClose}
      actions={{ close: 'Fechar' }}
    >
      <DataTable
        what="os contratos do lote"
        query={{ ...query, data: batch && { ...batch, data: batch.rows, total: batch.contracts } }}
        columns={COLUMNS}
        onPage={setPage}
        empty={<EmptyState icon={IconHistory} title="Nenhum contrato neste lote" />}
      />
    </RecordWindow>
  );
}
