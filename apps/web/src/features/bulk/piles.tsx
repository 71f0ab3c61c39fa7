import { BULK_PILES, type BulkItem, type BulkPile, type BulkRun } from '@morada/contract/desk/bulk';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Money } from '#web/ui/display/figures.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { itemsQuery } from './bulk-queries.ts';
import classes from './bulk-window.module.css';

type PilesProps = { run: BulkRun; able: string; left: string };

/** Record by record: what the action takes, and what it leaves with the reason. */
export function Piles({ run, able, left }: PilesProps) {
  const sizes = { able: sizeOf(run, 'able'), left: sizeOf(run, 'left') };
  const [pile, setPile] = useState<BulkPile>(sizes.able === 0 && sizes.left > 0 ? 'left' : 'able');
  return (
    <div className={classes.tabs}>
      <Tabs
        label="Registros"
        value={pile}
        onChange={(next) => setPile(next as BulkPile)}
        tabs={[
          { value: 'able', label: able, count: sizes.able, panel: pile === 'able' && <Pile run={run} pile="able" /> },
          { value: 'left', label: left, count: sizes.left, panel: pile === 'left' && <Pile run={run} pile="left" /> },
        ]}
      />
    </div>
  );
}

const sizeOf = ({ states }: BulkRun, pile: BulkPile) =>
  BULK_PILES[pile].reduce((sum, state) => sum + states[state].count, 0);

function Pile({ run, pile }: { run: BulkRun; pile: BulkPile }) {
  const [page, setPage] = useState(1);
  const query = useQuery(itemsQuery(run.id, pile, page));
  const money = query.data?.data.some(({ amount }) => amount !== null) ?? false;
  return (
    <>
      {pile === 'left' && <Reasons run={run} />}
      <DataTable
        what="os registros"
        query={query}
        columns={[RECORD, ...(pile === 'left' ? [REASON] : []), ...(money ? [AMOUNT] : [])]}
        onPage={setPage}
        empty={
          <EmptyState
            icon={IconListCheck}
            title={pile === 'able' ? 'Nenhum registro pode passar por esta ação' : 'Nada fica de fora'}
            below={pile === 'able' ? 'Veja o motivo de cada um ao lado.' : 'Todos os escolhidos entram.'}
          />
        }
      />
    </>
  );
}

/** A reason shared by many records is shown once, with their number. */
function Reasons({ run: { reasons } }: { run: BulkRun }) {
  if (reasons.length === 0 || reasons.every(({ count }) => count === 1)) return null;
  return (
    <ul className={classes.reasons}>
      {reasons.map(({ reason, state, count }) => (
        <li key={`${state} ${reason}`}>
          <b>{count.toLocaleString('pt-BR')}</b> · {reason}
        </li>
      ))}
    </ul>
  );
}

const RECORD: Column<BulkItem> = {
  title: 'Registro',
  kind: 'main',
  phone: 'main',
  cell: ({ title, below }) => (
    <span className={classes.record}>
      <span title={title}>{title}</span>
      <span className={classes.below} title={below}>
        {below}
      </span>
    </span>
  ),
};
const REASON: Column<BulkItem> = {
  title: 'Motivo',
  phone: 'below',
  cell: ({ reason, mends }) => (
    <span className={classes.reason}>
      {reason}{' '}
      {mends !== null && (
        <Link to={mends} className={classes.mends}>
          Corrigir
        </Link>
      )}
    </span>
  ),
};
const AMOUNT: Column<BulkItem> = {
  title: 'Valor',
  kind: 'number',
  phone: 'amount',
  cell: (item) => <Amount item={item} />,
};

function Amount({ item: { amount, lines, title } }: { item: BulkItem }) {
  const figure = <Money value={amount} />;
  if (amount === null || lines.length < 2) return figure;
  return (
    <Explained
      by={{
        title,
        rule: 'Aluguel e taxas, com os encargos do dia do pagamento.',
        lines: lines.map((line) => ({ label: line.name, amount: line.amount })),
        total: { label: 'Total', amount },
      }}
    >
      {figure}
    </Explained>
  );
}
