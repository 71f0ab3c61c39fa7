import type { BankLine } from '@morada/contract/bank/bank-files';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import { lineName, type Row } from './line-columns.tsx';

const PAGE = 50;

type LineTableProps = {
  what: string;
  lines: readonly BankLine[];
  columns: Column<Row>[];
  choice?: Pick<RowChoice<Row>, 'chosen' | 'onChoose'>;
  /** Actions of one line. */
  actions?: (line: BankLine) => ReactNode;
  open?: { word: string; onOpen: (line: BankLine) => void };
  empty: Parameters<typeof EmptyState>[0];
};

/** Lines of a bank's file, a page at a time: a file may have thousands. */
export function LineTable({ what, lines, columns, choice, actions, open, empty }: LineTableProps) {
  const [page, setPage] = useState(1);
  const lastPage = Math.max(1, Math.ceil(lines.length / PAGE));
  const here = Math.min(page, lastPage);
  const shown = lines.slice((here - 1) * PAGE, here * PAGE).map((line) => ({ ...line, id: line.line }));
  return (
    <DataTable<Row>
      what={what}
      query={{ data: { data: shown, page: here, lastPage, total: lines.length } }}
      columns={columns}
      choice={choice && { ...choice, name: lineName, can: ({ payable }) => payable }}
      open={open && { ...open, name: lineName }}
      actions={actions}
      onPage={setPage}
      empty={<EmptyState {...empty} />}
    />
  );
}
