import { Button } from '@mantine/core';
import { type FiscalFile, fiscal } from '@morada/contract/fiscal/fiscal';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { download } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Figure, FileSize, Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

type DimobFilesProps = { files: FiscalFile[]; onNote: (file: FiscalFile) => void };

const COLUMNS: Column<FiscalFile>[] = [
  {
    title: 'Arquivo',
    kind: 'main',
    phone: 'main',
    cell: ({ name, rectifies }) => (rectifies ? `${name}, retifica ${rectifies}` : name),
  },
  { title: 'Gerado em', phone: 'side', cell: ({ created_at }) => <Moment value={created_at} /> },
  { title: 'Criado por', kind: 'soft', phone: 'below', cell: ({ by }) => by ?? 'Sistema' },
  { title: 'Linhas', kind: 'number', hideBelow: 1024, cell: ({ rents, sales }) => <Figure>{rents + sales}</Figure> },
  { title: 'Tamanho', kind: 'number', hideBelow: 1340, cell: ({ bytes }) => <FileSize bytes={bytes} /> },
  { title: 'Aluguéis', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total} /> },
  {
    title: 'Recibo',
    phone: 'state',
    cell: ({ receipt }) => (receipt ? <Figure>{receipt}</Figure> : <Missing>sem recibo</Missing>),
  },
];

/** Files that were made, with their author, newest first. */
export function DimobFiles({ files, onNote }: DimobFilesProps) {
  return (
    <DataTable
      what="os arquivos gerados"
      query={{ data: files }}
      columns={COLUMNS}
      actions={(file) => <FileButtons file={file} onNote={onNote} />}
      empty={<EmptyState icon={IconFileText} title="Nenhum arquivo gerado neste ano" />}
    />
  );
}

function FileButtons({ file, onNote }: { file: FiscalFile; onNote: (file: FiscalFile) => void }) {
  const saving = useMutation({
    mutationFn: () => download(fiscal.file, { params: { id: file.id } }),
    onError: toast.failure,
  });
  return (
    <>
      {may(fiscal.receipt.access) && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Registrar o recibo do arquivo ${file.id}`}
          onClick={() => onNote(file)}
        >
          Recibo
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        aria-label={`Baixar o arquivo ${file.id}`}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        Baixar
      </Button>
    </>
  );
}
