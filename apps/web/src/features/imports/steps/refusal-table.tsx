import { Button } from '@mantine/core';
import { type ImportRefusal, imports, type RefusedCell } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { download } from '#web/lib/api/files.ts';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { LineNumber } from './line-number.tsx';
import classes from './refusal-table.module.css';

/** After the import the cells are gone: only where and why is left. */
type Cell = ImportRefusal & Partial<Pick<RefusedCell, 'name' | 'value' | 'mendable'>>;
type Row = Cell & { id: string; label: string };

const LINE: Column<Row> = {
  title: 'Linha',
  kind: 'id',
  cell: ({ line }) => <LineNumber line={line} />,
  phone: 'amount',
};
const FIELD: Column<Row> = { title: 'Campo', kind: 'main', cell: ({ label }) => label, phone: 'main' };
const REASON: Column<Row> = { title: 'Motivo', cell: ({ reason }) => inWords(reason), phone: 'below' };
const NAME: Column<Row> = { title: 'Nome', cell: ({ name }) => name || '—', phone: 'side' };
const VALUE: Column<Row> = { title: 'Valor', cell: ({ value }) => value || '—', phone: 'state' };

type Mend = (cell: RefusedCell) => void;
type CellTableProps = { kind: ImportKind; cells: Cell[]; onMend?: Mend };

/** Cells of the file, with whose they are and what they hold while that is known. */
export function CellTable({ kind, cells, onMend }: CellTableProps) {
  const labels = new Map(IMPORT_FIELDS[kind].map(({ name, label }) => [name, label]));
  const rows = cells.map(
    (cell): Row => ({
      ...cell,
      id: `${cell.line} ${cell.field}`,
      label: labels.get(cell.field) ?? cell.field,
    }),
  );
  const said = rows.some(({ name, value }) => name || value);
  return (
    <DataTable<Row>
      what="as linhas recusadas"
      query={{ data: rows }}
      columns={said ? [LINE, NAME, FIELD, VALUE, REASON] : [LINE, FIELD, REASON]}
      actions={
        onMend &&
        ((row) =>
          row.mendable && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Corrigir ${row.label} da linha ${row.line}`}
              onClick={() => onMend({ name: '', value: '', mendable: true, ...row })}
            >
              Corrigir
            </Button>
          ))
      }
      empty={<EmptyState icon={IconCircleCheck} title="Nenhuma linha recusada" />}
    />
  );
}

type RefusalTableProps = {
  run: number;
  kind: ImportKind;
  refusals: Cell[];
  total: number;
  onMend?: Mend;
};

/** Each refused line with the first field that is wrong, and why. */
export function RefusalTable({ run, kind, refusals, total, onMend }: RefusalTableProps) {
  return (
    <>
      {total > 0 && (
        <div className={classes.head}>
          <p className={classes.says}>
            {total > refusals.length
              ? `As ${count(refusals.length)} primeiras de ${count(total)}. O arquivo tem todas.`
              : onMend
                ? 'Corrija aqui, ou na planilha e importe de novo: o que já entrou não entra duas vezes.'
                : 'Corrija na planilha e importe de novo: o que já entrou não entra duas vezes.'}
          </p>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => download(imports.refusals, { params: { id: run } }).catch(toast.failure)}
          >
            Baixar linhas recusadas
          </Button>
        </div>
      )}
      <CellTable kind={kind} cells={refusals} onMend={onMend} />
    </>
  );
}

/** The server's reasons are worded for the report's column; shown alone, one needs another word. */
const inWords = (reason: string) => (reason === 'formato' ? 'formato inválido' : reason);
