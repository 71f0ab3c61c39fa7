import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { capitalised } from '#web/lib/capitalised.ts';
import { AsLines, useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type PrefetchHandlers, usePrefetchOnIntent } from '#web/ui/overlay/prefetch-on-intent.ts';
import classes from './data-table.module.css';
import { Pages } from './pages.tsx';
import { Refetching } from './refetching.tsx';
import { ChooseAll, ChooseRow, type RowChoice, toggle } from './row-choice.tsx';
import type { RowPage, SequenceOptions } from './sequence/record-sequence.ts';
import { type RowPlace, RowsContext, useOpenerRef, useRowProps, useRows } from './use-rows.ts';

type Identified = { id: number | string };

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** `id` dimmed · `main` who it is about · `soft` beside the point, cut when long · `number` at the right. */
  kind?: 'id' | 'main' | 'soft' | 'number';
  /** Width of the window, in pixels, under which the column is hidden. */
  hideBelow?: 1340 | 1100 | 1024;
  /** Its place in a row of the phone; a column without one is not shown there. */
  phone?: 'main' | 'amount' | 'below' | 'state' | 'side';
  /** Sorts by this name: `id` in `id:desc`. */
  sort?: string;
};

export type { RowPage } from './sequence/record-sequence.ts';

type OpenRow<Row> = {
  /** Accessible name of the row: "fatura 10431". */
  name: (row: Row) => string;
  word?: string;
  /** Prefetches the record and its code, when the pointer or the focus rests on the row. */
  prefetch?: (row: Row) => unknown;
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
  /** The list is the page's own, and its records are opened one after another. */
  sequence?: Omit<SequenceOptions<Row>, 'link'>;
};

/** Rows of a list: a table, or on a phone lines that open with a tap anywhere. Also loading, empty and error states. */
export function DataTable<Row extends Identified>(props: DataTableProps<Row>) {
  const { query, what, empty, onPage, total, open, choice, cards } = props;
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
  const asLines = phone || (cards && narrow);
  const sequence = props.sequence && { ...props.sequence, link: open?.link };
  const {
    around,
    row: place,
    list,
    elements,
  } = useRows<Row>({
    what,
    rows,
    page,
    total,
    onPage,
    focuses: !asLines && Boolean(open || choice || onPage),
    onToggle: choice && ((row) => toggle(row, choice)),
    sequence,
  });
  const prefetch = usePrefetchOnIntent(open?.prefetch);
  const View = asLines ? Lines : Grid;
  return (
    <div {...around} className={classes.table} aria-busy={query.isFetching && !failed}>
      {rows && query.isFetching && <Refetching at="head" />}
      <RowsContext value={elements}>
        <View {...props} rows={rows} blank={blank} place={place} list={list} prefetch={prefetch} />
      </RowsContext>
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
  prefetch: (row: Row) => PrefetchHandlers;
};

function Grid<Row extends Identified>(props: ViewProps<Row>) {
  const { what, columns, open, actions, choice, tone, order, onOrder, rows, blank, place, list, prefetch } = props;
  const walked = Boolean(open || choice || props.onPage);
  const width = columns.length + (open || actions ? 1 : 0) + (choice ? 1 : 0);
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
            {(open || actions) && <th>Ações</th>}
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
            <GridRow key={row.id} {...{ row, columns, open, actions, choice, tone, list, prefetch }} {...place(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Row extends Identified> = RowPlace &
  Pick<ViewProps<Row>, 'columns' | 'open' | 'actions' | 'choice' | 'tone' | 'list' | 'prefetch'> & { row: Row };

/** Renders again when its own data or place changes, and not when another record is opened. */
const GridRow = memo(function GridRow<Row extends Identified>(props: RowProps<Row>) {
  const { row, columns, open, actions, choice, tone, list, prefetch } = props;
  const state = tone?.(row);
  return (
    <tr
      {...useRowProps(row, props)}
      data-tone={state?.tone}
      data-chosen={choice?.chosen.has(row.id) || undefined}
      title={state?.why}
      {...prefetch(row)}
    >
      {choice && (
        <td className={classes.choose}>
          <ChooseRow row={row} choice={choice} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.title} data-kind={column.kind} data-hide-below={column.hideBelow}>
          <Cell kind={column.kind}>{column.cell(row)}</Cell>
          {index === 0 && state?.why && <VisuallyHidden>{state.why}</VisuallyHidden>}
        </td>
      ))}
      {(open || actions) && (
        <td>
          <div className={classes.actions}>
            {actions?.(row)}
            {open && opens(row, open) && <OpenButton {...{ row, open, list }} />}
          </div>
        </td>
      )}
    </tr>
  );
}) as <Row extends Identified>(props: RowProps<Row>) => ReactNode;

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
  const { title, kind, hideBelow, sort } = column;
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
    <th
      data-kind={kind}
      data-hide-below={hideBelow}
      aria-sort={here ? (ascending ? 'ascending' : 'descending') : undefined}
    >
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
      {columns.map(({ title, kind, hideBelow }) => (
        <td key={title} data-kind={kind} data-hide-below={hideBelow}>
          <span className={classes.bar} />
        </td>
      ))}
      {spare > 0 && <td colSpan={spare} />}
    </tr>
  ));
}

const opens = <Row,>(row: Row, { when }: OpenRow<Row>) => when === undefined || when(row);

type OpenerProps<Row extends Identified> = Pick<RowProps<Row>, 'row' | 'list'> & { open: OpenRow<Row> };

function OpenButton<Row extends Identified>({ row, open, list }: OpenerProps<Row>) {
  const ref = useOpenerRef(row.id);
  const { name, word = 'Abrir', onOpen, link } = open;
  const label = `${word} ${name(row)}`;
  if (link) {
    return (
      <Button
        size="xs"
        variant="default"
        aria-label={label}
        renderRoot={(props) => <Link {...link(row)} {...props} ref={ref} state={{ list }} data-opens />}
      >
        {word}
      </Button>
    );
  }
  return (
    <Button
      ref={ref}
      size="xs"
      variant="default"
      aria-label={label}
      aria-haspopup="dialog"
      data-opens
      onClick={() => onOpen(row)}
    >
      {word}
    </Button>
  );
}

function Lines<Row extends Identified>(props: ViewProps<Row>) {
  const { what, columns, open, actions, choice, tone, rows, blank, place, list, prefetch } = props;
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
            {...{ row, columns: placed, open, actions, choice, tone, list, prefetch }}
            {...place(row)}
          />
        ))}
      </ul>
    </AsLines>
  );
}

function Line<Row extends Identified>(props: RowProps<Row>) {
  const { row, columns, open, actions, choice, tone, list, prefetch } = props;
  const state = tone?.(row);
  return (
    <li
      {...useRowProps(row, props)}
      className={classes.line}
      data-tone={state?.tone}
      data-choice={choice !== undefined || undefined}
      data-chosen={choice?.chosen.has(row.id) || undefined}
      {...prefetch(row)}
    >
      {columns.map((column) => (
        <Part key={column.title} place={column.phone}>
          {column.cell(row)}
        </Part>
      ))}
      {state?.why && <VisuallyHidden>{state.why}</VisuallyHidden>}
      {open && opens(row, open) && <WholeRow {...{ row, open, list }} />}
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
function WholeRow<Row extends Identified>({ row, open, list }: OpenerProps<Row>) {
  const ref = useOpenerRef(row.id);
  const { name, word = 'Abrir', onOpen, link } = open;
  const label = `${word} ${name(row)}`;
  if (link)
    return <Link {...link(row)} ref={ref} state={{ list }} className={classes.whole} aria-label={label} data-opens />;
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onOpen(row);
  };
  return (
    <button
      ref={ref}
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
const capital = (what: string) => capitalised(what.replace(/^(as|os|a|o) /, ''));
