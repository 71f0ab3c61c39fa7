import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { AsLines, useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/loaded.tsx';
import { openDrawn, useAhead } from '#web/ui/overlay/ahead.ts';
import classes from './data-table.module.css';
import { Pages } from './pages.tsx';
import { ChooseAll, ChooseRow, type RowChoice } from './row-choice.tsx';
import type { RowPage, Through } from './run.ts';
import { type RowPlace, rowProps, useRows } from './use-rows.ts';

type Identified = { id: number | string };

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** `id` dimmed · `main` who it is about · `soft` beside the point, cut when long · `number` at the right. */
  kind?: 'id' | 'main' | 'soft' | 'number';
  /** Leaves when the window narrows: `early` under 1340 px, `late` under 1100, `last` under 1024. */
  leaves?: 'early' | 'late' | 'last';
  /** Its place in a row of the phone; a column without one is not shown there. */
  phone?: 'main' | 'amount' | 'below' | 'state' | 'side';
  /** Sorts by this name: `id` in `id:desc`. */
  sort?: string;
};

export type { RowPage } from './run.ts';

type OpenRow<Row> = {
  /** Accessible name of the row: "fatura 10431". */
  name: (row: Row) => string;
  word?: string;
  /** Fetches what opening it will need, while the pointer or the focus rests on the row. */
  ahead?: (row: Row) => unknown;
  /** Predicate for rows that can be opened; all by default. */
  when?: (row: Row) => boolean;
} & ({ onOpen: (row: Row) => unknown; link?: never } | { link: (row: Row) => LinkProps; onOpen?: never });

type DataTableProps<Row extends Identified> = {
  /** Content of the table, with its article: "as faturas". */
  what: string;
  /** The query of the list: a page of rows, or all of them. */
  query: Loadable<RowPage<Row> | Row[]>;
  columns: Column<Row>[];
  /** Shown when there is no row: an `EmptyState`. */
  empty: ReactNode;
  open?: OpenRow<Row>;
  choice?: RowChoice<Row>;
  /** Further small buttons, before the one that opens. */
  actions?: (row: Row) => ReactNode;
  /** `late` and `soon` tint the row; `why` says it in words, under the pointer and to those who listen. */
  tone?: (row: Row) => { tone?: 'late' | 'soon'; why?: string } | undefined;
  onPage?: (page: number) => void;
  /** Rows of this search over all pages, where the answer's own `total` counts something else. */
  total?: number;
  order?: string;
  onOrder?: (order: string) => void;
  /** Lines as on a phone already under 1024 px: its figures and buttons have no room beside each other there. */
  cards?: boolean;
  /** The page's own list, whose records are gone through one after another. */
  through?: Omit<Through<Row>, 'link'>;
};

/** Rows of a list: a table, or on a phone lines that open whole. Loading, empty and failed included. */
export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { query, what, empty, onPage, total, open, cards } = props;
  const phone = usePhone();
  const narrow = useCards();
  const page = Array.isArray(query.data) ? undefined : query.data;
  const rows = Array.isArray(query.data) ? query.data : page?.data;
  const failed = !rows && query.error;
  const blank = failed ? (
    <ErrorState what={what} error={query.error} onRetry={query.refetch} />
  ) : (
    rows?.length === 0 && empty
  );
  const View = phone || (cards && narrow) ? Lines : Grid;
  const through = props.through && { ...props.through, link: open?.link };
  const { around, row: place, list } = useRows({ what, rows, page, total, onPage, through });
  return (
    <div {...around} className={classes.table} aria-busy={query.isFetching && !failed}>
      {rows && query.isFetching && <div className={classes.refetching} />}
      <View {...props} rows={rows} blank={blank} place={place} list={list} />
      {page && rows && rows.length > 0 && (
        <Pages
          page={page.page}
          lastPage={page.lastPage}
          total={total ?? page.total}
          shown={rows.length}
          onPage={onPage}
        />
      )}
    </div>
  );
}

type ViewProps<Row extends Identified> = DataTableProps<Row> & {
  rows: Row[] | undefined;
  blank: ReactNode;
  place: (row: Row) => RowPlace;
  list: string;
};

function Grid<Row extends Identified>(props: ViewProps<Row>) {
  const { what, columns, open, actions, choice, tone, order, onOrder, through, rows, blank, place, list } = props;
  const walked = Boolean(open || choice || props.onPage);
  const width = columns.length + (open || actions ? 1 : 0) + (choice ? 1 : 0);
  const ahead = useAheadOf(props);
  // A table without anything to press is scrolled by the keyboard once its box has the focus.
  const box = walked || actions ? {} : { role: 'region', tabIndex: 0, 'aria-label': `${capital(what)}, tabela` };
  return (
    <div className={classes.scroll} {...box}>
      <table className={classes.grid} aria-label={capital(what)}>
        <thead>
          <tr>
            {choice && (
              <th className={classes.choose}>
                <ChooseAll rows={rows ?? []} choice={choice} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.title} column={column} order={order} onOrder={onOrder} />
            ))}
            {(open || actions) && (
              <th>
                <VisuallyHidden>Ações</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {!rows && !blank && <Skeletons columns={columns} width={width} choice={choice !== undefined} />}
          {blank && (
            <tr className={classes.blank}>
              <td colSpan={width}>{blank}</td>
            </tr>
          )}
          {rows?.map((row) => (
            <GridRow
              key={row.id}
              {...{ row, columns, open, actions, choice, tone, list, through, ahead, walked }}
              {...place(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Search param value of a row whose window is open. */
const keyOf = <Row extends Identified>(row: Row, through: ViewProps<Row>['through']) =>
  through?.openKey?.(row) ?? row.id;

/** Fetches and draws ahead what its rows open. */
function useAheadOf<Row extends Identified>({ open, through }: ViewProps<Row>) {
  return useAhead({ fetch: open?.ahead, key: through && open?.onOpen && ((row: Row) => keyOf(row, through)) });
}

type RowProps<Row extends Identified> = RowPlace &
  Pick<ViewProps<Row>, 'columns' | 'open' | 'actions' | 'choice' | 'tone' | 'list' | 'through'> & {
    row: Row;
    ahead: (row: Row) => object;
  };

/** Drawn anew when something about it changed, and not because another one was opened. */
const GridRow = memo(function GridRow<Row extends Identified>(props: RowProps<Row> & { walked: boolean }) {
  const { row, columns, open, actions, choice, tone, list, through, ahead, walked } = props;
  const state = tone?.(row);
  return (
    <tr
      {...rowProps(row, props, walked)}
      data-tone={state?.tone}
      data-chosen={choice?.chosen.has(row.id) || undefined}
      title={state?.why}
      {...ahead(row)}
    >
      {choice && (
        <td className={classes.choose}>
          <ChooseRow row={row} choice={choice} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.title} data-kind={column.kind} data-leaves={column.leaves}>
          <Cell kind={column.kind}>{column.cell(row)}</Cell>
          {index === 0 && state?.why && <VisuallyHidden>{state.why}</VisuallyHidden>}
        </td>
      ))}
      {(open || actions) && (
        <td>
          <div className={classes.actions}>
            {actions?.(row)}
            {open && opens(row, open) && <OpenButton {...{ row, open, list, through }} />}
          </div>
        </td>
      )}
    </tr>
  );
}) as <Row extends Identified>(props: RowProps<Row> & { walked: boolean }) => ReactNode;

/** A cell of words gives way where the window is narrow: it is cut with "…", and its title has the whole text. */
function Cell({ kind, children }: Pick<Column<never>, 'kind'> & { children: ReactNode }) {
  if (kind !== 'main' && kind !== 'soft') return children;
  return (
    <div className={classes.gives}>
      <div title={typeof children === 'string' ? children : undefined}>{children}</div>
    </div>
  );
}

function Head<Row>({
  column,
  order,
  onOrder,
}: {
  column: Column<Row>;
  order?: string;
  onOrder?: (order: string) => void;
}) {
  const { title, kind, leaves, sort } = column;
  const [sorted, direction] = order?.split(':') ?? [];
  const ascending = direction === 'asc';
  const here = sort !== undefined && sorted === sort;
  const arrow = here && (ascending ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />);
  const label = sort && onOrder && (
    <button
      type="button"
      className={classes.sort}
      onClick={() => onOrder(`${sort}:${here && ascending ? 'desc' : 'asc'}`)}
    >
      {title}
      {arrow}
    </button>
  );
  return (
    <th data-kind={kind} data-leaves={leaves} aria-sort={here ? (ascending ? 'ascending' : 'descending') : undefined}>
      {label || (
        <span className={arrow ? classes.sorted : undefined}>
          {title}
          {arrow}
        </span>
      )}
    </th>
  );
}

/** Bars in the place of rows, of their height, once the wait is felt. */
function Skeletons<Row>({ columns, width, choice }: { columns: Column<Row>[]; width: number; choice: boolean }) {
  const spare = width - columns.length - (choice ? 1 : 0);
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars without a life of their own
    <tr key={line} className={classes.skeleton}>
      {choice && <td />}
      {columns.map(({ title, kind, leaves }) => (
        <td key={title} data-kind={kind} data-leaves={leaves}>
          <span className={classes.bar} />
        </td>
      ))}
      {spare > 0 && <td colSpan={spare} />}
    </tr>
  ));
}

const opens = <Row,>(row: Row, { when }: OpenRow<Row>) => when === undefined || when(row);

type OpenerProps<Row extends Identified> = Pick<RowProps<Row>, 'row' | 'list' | 'through'> & { open: OpenRow<Row> };

function OpenButton<Row extends Identified>({ row, open, list, through }: OpenerProps<Row>) {
  const { name, word = 'Abrir', onOpen, link } = open;
  const label = `${word} ${name(row)}`;
  if (link) {
    return (
      <Button
        size="xs"
        variant="default"
        aria-label={label}
        renderRoot={(props) => <Link {...link(row)} {...props} state={{ list }} data-opens />}
      >
        {word}
      </Button>
    );
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      aria-haspopup="dialog"
      data-opens
      onClick={() => openDrawn(keyOf(row, through), () => onOpen(row))}
    >
      {word}
    </Button>
  );
}

function Lines<Row extends Identified>(props: ViewProps<Row>) {
  const { what, columns, open, actions, choice, tone, through, rows, blank, place, list } = props;
  const ahead = useAheadOf(props);
  if (blank) return blank;
  const placed = columns.filter(({ phone }) => phone);
  if (!rows) {
    return (
      <ul className={classes.lines} aria-label={capital(what)}>
        {Array.from({ length: 6 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without a life of their own
          <li key={line} className={`${classes.line} ${classes.skeleton}`}>
            <span className={classes.bar} />
            <span className={classes.bar} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <AsLines value={true}>
      <ul className={classes.lines} aria-label={capital(what)}>
        {rows.map((row) => (
          <Line
            key={row.id}
            {...{ row, columns: placed, open, actions, choice, tone, list, through, ahead }}
            {...place(row)}
          />
        ))}
      </ul>
    </AsLines>
  );
}

function Line<Row extends Identified>(props: RowProps<Row>) {
  const { row, columns, open, actions, choice, tone, list, through, ahead } = props;
  const state = tone?.(row);
  return (
    <li
      {...rowProps(row, props)}
      className={classes.line}
      data-tone={state?.tone}
      data-choice={choice !== undefined || undefined}
      data-chosen={choice?.chosen.has(row.id) || undefined}
      {...ahead(row)}
    >
      {columns.map((column) => (
        <Part key={column.title} place={column.phone}>
          {column.cell(row)}
        </Part>
      ))}
      {state?.why && <VisuallyHidden>{state.why}</VisuallyHidden>}
      {open && opens(row, open) && <WholeRow {...{ row, open, list, through }} />}
      {choice && <ChooseRow row={row} choice={choice} />}
      {actions && <div className={classes.lineActions}>{actions(row)}</div>}
    </li>
  );
}

function Part({ place, children }: { place: Column<never>['phone']; children: ReactNode }) {
  return (
    <div className={classes.part} data-place={place} title={typeof children === 'string' ? children : undefined}>
      {children}
    </div>
  );
}

/** Lies over the row, so that a finger anywhere on it opens it. */
function WholeRow<Row extends Identified>({ row, open, list, through }: OpenerProps<Row>) {
  const { name, word = 'Abrir', onOpen, link } = open;
  const label = `${word} ${name(row)}`;
  if (link) return <Link {...link(row)} state={{ list }} className={classes.whole} aria-label={label} data-opens />;
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    openDrawn(keyOf(row, through), () => onOpen(row));
  };
  return (
    <button
      type="button"
      className={classes.whole}
      aria-label={label}
      aria-haspopup="dialog"
      data-opens
      onClick={onClick}
    />
  );
}

/** "as faturas" → "Faturas" */
function capital(what: string): string {
  const noun = what.replace(/^(as|os|a|o) /, '');
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}
