import { Button } from '@mantine/core';
import { type ImportRefusal, imports } from '@morada/contract/imports';
import { IMPORT_FIELDS } from '@morada/contract/imports.fields';
import type { ImportKind } from '@morada/contract/imports.search';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { count } from '#web/lib/count.ts';
import { download } from '#web/lib/files.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { PhoneWord } from './phone-word.tsx';
import classes from './refusal-table.module.css';

type Row = ImportRefusal & { id: number; label: string };

const COLUMNS: Column<Row>[] = [
  {
    title: 'Linha',
    kind: 'id',
    cell: ({ line }) => (
      <>
        <PhoneWord>Linha </PhoneWord>
        {count(line)}
      </>
    ),
    phone: 'amount',
  },
  { title: 'Campo', kind: 'main', cell: ({ label }) => label, phone: 'main' },
  { title: 'Motivo', cell: ({ reason }) => inWords(reason), phone: 'below' },
];

type RefusalTableProps = { run: number; kind: ImportKind; refusals: ImportRefusal[]; total: number };

/** Each refused line with the first field that is wrong, and why. */
export function RefusalTable({ run, kind, refusals, total }: RefusalTableProps) {
  const labels = new Map(IMPORT_FIELDS[kind].map(({ name, label }) => [name, label]));
  const rows = refusals.map((refusal) => ({
    ...refusal,
    id: refusal.line,
    label: labels.get(refusal.field) ?? refusal.field,
  }));
  return (
    <>
      {total > 0 && (
        <div className={classes.head}>
          <p className={classes.says}>
            {total > rows.length
              ? `As ${count(rows.length)} primeiras de ${count(total)}. O arquivo tem todas.`
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
      <DataTable
        what="as linhas recusadas"
        query={{ data: rows }}
        columns={COLUMNS}
        empty={<EmptyState icon={IconCircleCheck} title="Nenhuma linha recusada" />}
      />
    </>
  );
}

/** The report's own words are fit for a column; on their own they want a little more. */
const inWords = (reason: string) => (reason === 'formato' ? 'formato inválido' : reason);
