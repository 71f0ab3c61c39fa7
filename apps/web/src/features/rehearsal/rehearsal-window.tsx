import type { RehearsalLine, RehearsedContract } from '@morada/contract/fiscal/fiscal-rehearsal';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import { IconReceiptTax } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './rehearsal.module.css';
import { rehearsedContractQuery, type Search } from './rehearsal-queries.ts';

type RehearsalWindowProps = { id: number; search: Search; onClose: () => void };

/** One contract: each invoice, what each owner kept and would have kept, and the note. */
export function RehearsalWindow({ id, search, onClose }: RehearsalWindowProps) {
  const query = useQuery(rehearsedContractQuery(id, search));
  return (
    <RecordWindow title={`Ensaio do contrato ${id}`} width={960} onClose={onClose} actions={{ close: 'Fechar' }}>
      <QueryBoundary query={query} what="o ensaio do contrato" lines={12}>
        {(found) => <Lines contract={found} />}
      </QueryBoundary>
    </RecordWindow>
  );
}

function Lines({ contract }: { contract: RehearsedContract }) {
  const { tenant, property, mode, lines } = contract;
  const rows = lines.map((line) => ({ ...line, id: `${line.invoice_id} ${line.owner?.id}` }));
  return (
    <>
      <p className={classes.note}>
        {tenant}, {property}. No contrato: {LEASE_TAX_MODES[mode].name.toLowerCase()}. Valores em reais; o líquido é o
        repasse menos o IBS e a CBS da nota.
      </p>
      <DataTable
        what="os boletos"
        query={{ data: rows, error: null, isFetching: false, refetch: async () => undefined }}
        columns={COLUMNS}
        empty={<EmptyState icon={IconReceiptTax} title="Nenhum boleto nestes meses" below="" />}
      />
    </>
  );
}

type Row = RehearsalLine & { id: string };

const COLUMNS: Column<Row>[] = [
  {
    title: 'Vencimento',
    phone: 'below',
    cell: ({ due_date, continued }) => (
      <>
        <Day value={due_date} />
        {continued && ' (saldo ou acordo)'}
      </>
    ),
  },
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ owner }) => owner?.name ?? 'A receber' },
  { title: 'Boleto', kind: 'number', cell: ({ slip }) => <Money bare value={slip.was} /> },
  { title: 'Por fora', kind: 'number', cell: ({ slip }) => <Money bare value={slip.on_top} /> },
  { title: 'Repasse', kind: 'number', cell: ({ owner }) => <Money bare value={owner?.was} /> },
  { title: 'Base da nota', kind: 'number', cell: ({ owner }) => <Money bare value={owner?.on_top.base} /> },
  { title: 'IBS e CBS', kind: 'number', cell: ({ owner }) => <Money bare value={owner?.on_top.tax} /> },
  {
    title: 'Líquido, por fora',
    kind: 'number',
    phone: 'amount',
    cell: ({ owner }) => <Money bare value={owner?.on_top.net} />,
  },
  { title: 'Líquido, incluído', kind: 'number', cell: ({ owner }) => <Money bare value={owner?.included.net} /> },
];
