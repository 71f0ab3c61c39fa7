import { Button } from '@mantine/core';
import { type AccountingFile, accounting } from '@morada/contract/fiscal/fiscal-accounting';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { download } from '#web/lib/api/files.ts';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { Figure, FileSize, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

const COLUMNS: Column<AccountingFile>[] = [
  { title: 'Arquivo', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'Gerado em', phone: 'side', cell: ({ created_at }) => <Moment value={created_at} /> },
  { title: 'Criado por', kind: 'soft', phone: 'below', cell: ({ by }) => by ?? 'Sistema' },
  { title: 'Lançamentos', kind: 'number', hideBelow: 1100, cell: ({ entries }) => <Figure>{count(entries)}</Figure> },
  { title: 'Tamanho', kind: 'number', hideBelow: 1340, cell: ({ bytes }) => <FileSize bytes={bytes} /> },
  { title: 'Débitos', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total} /> },
  {
    title: 'Mês',
    phone: 'state',
    cell: ({ is_current }) => (is_current ? 'Igual ao arquivo' : 'Mudou depois: gere de novo'),
  },
];

/** Files of a month that were made, with their author, newest first. */
export function AccountingFiles({ files }: { files: AccountingFile[] }) {
  return (
    <DataTable
      what="os arquivos gerados"
      query={{ data: files }}
      columns={COLUMNS}
      actions={(file) => <SaveButton file={file} />}
      empty={<EmptyState icon={IconFileText} title="Nenhum arquivo gerado neste mês" />}
    />
  );
}

function SaveButton({ file: { id, name } }: { file: AccountingFile }) {
  const saving = useMutation({
    mutationFn: () => download(accounting.file, { params: { id } }),
    onError: toast.failure,
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} />}
      aria-label={`Baixar ${name}, arquivo ${id}`}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      Baixar
    </Button>
  );
}
