import { Button } from '@mantine/core';
import { type Punctuality, punctuality } from '@morada/contract/collection/punctuality';
import { daysText, shownReference } from '@morada/domain/base/calendar';
import { PUNCTUALITY_STATES, type PunctualityState } from '@morada/domain/punctuality/punctuality';
import {
  IconAlertTriangleFilled,
  IconCalendarOff,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconFileDescription,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { openFile } from '#web/lib/api/files.ts';
import { query } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Month } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './punctuality-panel.module.css';

type Row = Punctuality['list'][number] & { id: number };

const LOOKS = {
  ON_TIME: { tone: 'green', icon: IconCircleCheckFilled },
  LATE: { tone: 'yellow', icon: IconAlertTriangleFilled },
  PARTIAL: { tone: 'yellow', icon: IconCircleDashed },
  AGREED: { tone: 'blue', icon: IconCircleDashed },
  OPEN: { tone: 'red', icon: IconAlertTriangleFilled },
} as const satisfies Record<PunctualityState, object>;

const COLUMNS: Column<Row>[] = [
  { title: 'Mês', kind: 'main', phone: 'main', cell: ({ reference }) => <Month value={shownReference(reference)} /> },
  { title: 'Vencimento', phone: 'below', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Pagamento', phone: 'side', cell: ({ paid_on }) => <Day value={paid_on} /> },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ state, days }) => (
      <Status {...LOOKS[state]} note={days > 0 ? daysText(days) : undefined}>
        {PUNCTUALITY_STATES[state]}
      </Status>
    ),
  },
];

/** Months of a tenant by the day of payment, and the paper that proves them. */
export function PunctualityPanel({ id }: { id: number }) {
  const found = useQuery(
    query(
      punctuality.show,
      { params: { id } },
      { failure: 'Ocorreu um erro ao tentar buscar pela pontualidade', live: ['bank-payments'] },
    ),
  );
  return (
    <QueryBoundary query={found} what="a pontualidade" lines={8}>
      {(figures) =>
        figures.months === 0 ? (
          <EmptyState
            icon={IconCalendarOff}
            title="Nenhum aluguel ainda"
            below="A pontualidade aparece depois do primeiro aluguel vencido ou pago."
          />
        ) : (
          <Figures id={id} figures={figures} />
        )
      }
    </QueryBoundary>
  );
}

const outOf = (count: number, { months }: Punctuality) => `${count} de ${months}`;

function Figures({ id, figures }: { id: number; figures: Punctuality }) {
  const { average_delay, longest_delay, list } = figures;
  return (
    <div className={classes.tab}>
      <div>
        <Button
          variant="default"
          leftSection={<IconFileDescription size={15} />}
          onClick={() => openFile(`/api/user/${id}/punctuality/paper`).catch(toast.failure)}
        >
          Comprovante de pontualidade
        </Button>
      </div>
      <KeyValue
        items={[
          { label: 'Pagos em dia', value: outOf(figures.on_time, figures) },
          { label: 'Pagos com atraso', value: outOf(figures.late, figures) },
          { label: 'Pagos em parte', value: outOf(figures.partial, figures) },
          { label: 'Em acordo', value: outOf(figures.agreed, figures) },
          { label: 'Em aberto', value: outOf(figures.open, figures) },
          { label: 'Atraso médio', value: average_delay === null ? 'sem atraso' : daysText(average_delay) },
          { label: 'Maior atraso', value: longest_delay === 0 ? 'sem atraso' : daysText(longest_delay) },
        ]}
      />
      <DataTable
        what="os meses"
        query={{ data: list.map((month) => ({ ...month, id: month.invoice_id })) }}
        columns={COLUMNS}
        empty={null}
      />
    </div>
  );
}
