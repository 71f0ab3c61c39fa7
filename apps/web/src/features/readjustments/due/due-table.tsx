import { Checkbox } from '@mantine/core';
import { formatMoney } from '@morada/domain/base/money';
import { readjustmentState } from '@morada/domain/lease/contract';
import { IconCalendarCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DueContract } from '#web/features/readjustments/readjustment-queries.ts';
import type { Choice, Simulation } from '#web/features/readjustments/simulation.ts';
import { signed } from '#web/features/readjustments/words.ts';
import { today } from '#web/lib/today.ts';
import { useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { BaseFields } from './base-fields.tsx';
import classes from './due-table.module.css';

type DueTableProps = {
  query: Loadable<RowPage<DueContract>>;
  rows: readonly Simulation[];
  /** Undefined for those who only look. */
  onChoose?: (id: number, choice: Choice) => void;
  onPage: (page: number) => void;
  /** The month in words, for when nothing is due in it. */
  month: string;
};

type Row = Simulation & { id: number };

/** The contracts of the month, each as it would be readjusted. */
export function DueTable({ query, rows, onChoose, onPage, month }: DueTableProps) {
  const phone = useCards();
  const data = query.data && { ...query.data, data: rows.map((row) => ({ ...row, id: row.contract.id })) };
  return (
    <DataTable<Row>
      what="os reajustes do mês"
      cards
      query={{ ...query, data }}
      columns={columns(onChoose)}
      tone={({ contract }) => warning(contract)}
      actions={phone ? (row) => <PhoneFields row={row} onChoose={onChoose} /> : undefined}
      open={
        phone
          ? undefined
          : {
              name: ({ id }) => `contrato ${id}`,
              link: ({ id }) => ({ to: '/contracts/info/$id', params: { id: String(id) } }),
            }
      }
      onPage={onPage}
      sequence={{}}
      empty={
        <EmptyState
          icon={IconCalendarCheck}
          title={`Nenhum reajuste em ${month}`}
          below="Aparecem aqui os contratos em andamento cujo próximo reajuste cai no mês."
        />
      }
    />
  );
}

function columns(onChoose: DueTableProps['onChoose']): Column<Row>[] {
  const choosing: Column<Row> = { title: 'Escolher', cell: (row) => <Chosen row={row} onChoose={onChoose} /> };
  return [
    ...(onChoose ? [choosing] : []),
    { title: 'Contrato', kind: 'main', phone: 'main', cell: ({ contract }) => <Who contract={contract} /> },
    {
      title: 'Reajuste em',
      phone: 'below',
      hideBelow: 1100,
      cell: ({ contract }) => <Day value={contract.next_readjustment} />,
    },
    { title: 'Índice e período', cell: (row) => <By row={row} onChoose={onChoose} /> },
    {
      title: 'Aluguel atual',
      kind: 'number',
      cell: ({ contract }) => <Money value={contract.current_price} />,
    },
    {
      title: 'Novo aluguel',
      kind: 'number',
      phone: 'amount',
      cell: ({ after }) => <Money value={after} />,
    },
    { title: 'Diferença', kind: 'number', phone: 'state', cell: (row) => <Difference row={row} /> },
  ];
}

function warning(contract: DueContract) {
  const { tone, text } = readjustmentState(contract, today());
  return { tone: tone === 'plain' ? undefined : tone, why: text };
}

type CellProps = { row: Row; onChoose: DueTableProps['onChoose'] };

function Chosen({ row, onChoose }: CellProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it only makes room around the box, which has its own name
    <label className={classes.choose}>
      <Checkbox
        aria-label={`Escolher o contrato ${row.id}`}
        checked={row.chosen}
        disabled={row.after === null}
        onChange={({ currentTarget }) => onChoose?.(row.id, { chosen: currentTarget.checked })}
      />
    </label>
  );
}

function Who({ contract: { id, tenant, property } }: { contract: DueContract }) {
  const phone = usePhone(); // Which has no button at the end of the row.
  return (
    <span className={classes.who} title={`${tenant}, ${property}`}>
      {phone ? (
        <Link to="/contracts/info/$id" params={{ id: String(id) }}>
          {tenant}
        </Link>
      ) : (
        <span>{tenant}</span>
      )}
      <span className={classes.where}>
        {id} · {property}
      </span>
    </span>
  );
}

function By({ row, onChoose }: CellProps) {
  return (
    <div className={classes.by}>
      <BaseFields simulation={row} onChange={onChoose && ((choice) => onChoose(row.id, choice))} />
      <Notes notes={row.notes} />
    </div>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className={classes.note}>
      <IconInfoCircle size={14} aria-hidden="true" />
      {note}
    </p>
  ));
}

function Difference({ row: { contract, after } }: { row: Row }) {
  const phone = usePhone();
  if (after === null) return phone ? <span>{formatMoney(contract.current_price)}</span> : <Missing />;
  const difference = signed(after - contract.current_price);
  return <span>{phone ? `${formatMoney(contract.current_price)} ${difference}` : difference}</span>;
}

/** A phone has no columns: the fields lie under the row. */
function PhoneFields({ row, onChoose }: CellProps) {
  return (
    <div className={classes.fields}>
      <div className={classes.line}>
        {onChoose && <Chosen row={row} onChoose={onChoose} />}
        <BaseFields simulation={row} onChange={onChoose && ((choice) => onChoose(row.id, choice))} />
      </div>
      <Notes notes={row.notes} />
    </div>
  );
}
