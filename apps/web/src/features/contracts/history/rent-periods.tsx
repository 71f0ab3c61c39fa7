import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { IconHistory } from '@tabler/icons-react';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { History } from './entry-words.ts';
import classes from './history.module.css';

type Period = History['rents'][number] & { id: string };

const COLUMNS: Column<Period>[] = [
  { title: 'De', phone: 'main', cell: ({ from }) => <Day value={from} /> },
  { title: 'Até', phone: 'below', cell: ({ until }) => (until ? <Day value={until} /> : 'em vigor') },
  { title: 'Aluguel', kind: 'number', phone: 'amount', cell: ({ price }) => <Money value={price} /> },
  { title: 'Reajuste', phone: 'state', cell: ({ index }) => (index ? PRICE_INDICES[index] : <Missing />) },
];

export function RentPeriods({ rents }: { rents: History['rents'] }) {
  return (
    <div className={classes.periods}>
      <DataTable
        what="o aluguel por período"
        query={{ data: rents.map((rent) => ({ ...rent, id: rent.from })) }}
        columns={COLUMNS}
        empty={<EmptyState icon={IconHistory} title="Nenhum aluguel" />}
      />
    </div>
  );
}
