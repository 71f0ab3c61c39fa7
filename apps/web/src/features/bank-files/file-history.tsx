import type { BankFile } from '@morada/contract/bank/bank-files';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count } from '#web/lib/count.ts';
import { RowMore } from '#web/ui/base/actions.tsx';
import { Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { bankFilesQuery, canUndo } from './bank-file-queries.ts';
import { FILE_STATES, kindWords } from './bank-file-words.ts';
import { useFileActions } from './use-file-actions.ts';

const COLUMNS: Column<BankFile>[] = [
  { title: 'Quando', cell: ({ created_at }) => <Moment value={created_at} />, phone: 'side' },
  { title: 'Arquivo', kind: 'main', cell: ({ name }) => <span title={name}>{name}</span>, phone: 'main' },
  {
    title: 'Tipo',
    kind: 'soft',
    cell: kindWords,
    phone: 'below',
  },
  { title: 'Quem', kind: 'soft', hideBelow: 1340, cell: ({ by }) => by ?? <Missing /> },
  { title: 'Liquidados', kind: 'number', cell: ({ settled }) => count(settled) },
  {
    title: 'Valor',
    kind: 'number',
    cell: ({ settled, amount }) => <Money value={settled > 0 ? amount : null} />,
    phone: 'amount',
  },
  { title: 'Situação', cell: ({ status }) => <FileStatus status={status} />, phone: 'state' },
];

/** The bank's files that came before, each with its way back. */
export function FileHistory({ onOpen }: { onOpen: (id: number) => void }) {
  const query = useQuery(bankFilesQuery);
  const { askUndo, askDiscard } = useFileActions();
  return (
    <DataTable
      what="os arquivos do banco"
      query={query}
      columns={COLUMNS}
      open={{ name: ({ name }) => `arquivo ${name}`, onOpen: ({ id }) => onOpen(id) }}
      actions={(file) => {
        const label = `Ações do arquivo ${file.name}`;
        if (canUndo(file))
          return (
            <RowMore
              label={label}
              actions={[{ label: 'Desfazer baixa', danger: true, onClick: () => askUndo(file) }]}
            />
          );
        return (
          file.status === 'STAGED' && (
            <RowMore
              label={label}
              actions={[{ label: 'Descartar arquivo', danger: true, onClick: () => askDiscard(file) }]}
            />
          )
        );
      }}
      empty={
        <EmptyState
          icon={IconHistory}
          title="Nenhum arquivo ainda"
          below="Os que você enviar ficam aqui, e a baixa de cada um pode ser desfeita."
        />
      }
    />
  );
}

export function FileStatus({ status }: Pick<BankFile, 'status'>) {
  const { tone, icon, word } = FILE_STATES[status];
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  );
}
