import { Button } from '@mantine/core';
import { readjustments } from '@morada/contract/lease/readjustments';
import { formatMonth } from '@morada/domain/base/calendar';
import { IconArrowBackUp, IconCircleCheckFilled, IconCircleMinus, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment, Month } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type Batch, batchesQuery, useUndoBatch } from './readjustment-queries.ts';
import { contractsInWords } from './words.ts';

const COLUMNS: Column<Batch>[] = [
  { title: 'Lote', kind: 'id', cell: ({ id }) => id },
  { title: 'Mês', phone: 'main', cell: ({ month }) => <Month value={month} /> },
  { title: 'Contratos', phone: 'amount', cell: ({ contracts }) => contractsInWords(contracts) },
  { title: 'Aplicado em', phone: 'side', cell: ({ created_at }) => <Moment value={created_at} /> },
  { title: 'Aplicado por', kind: 'soft', phone: 'below', cell: ({ actor }) => actor },
  { title: 'Situação', phone: 'state', cell: (batch) => <BatchStatus batch={batch} /> },
];

/** Batches, the last first; one that nothing uses yet can be undone. */
type BatchTableProps = { page: number; onPage: (page: number) => void; onOpen: (id: number) => void };

export function BatchTable({ page, onPage, onOpen }: BatchTableProps) {
  const query = useQuery(batchesQuery(page));
  const undo = useUndo();
  return (
    <DataTable
      what="os lotes de reajustes"
      query={query}
      columns={COLUMNS}
      open={{ word: 'Abrir', name: ({ id }) => `lote ${id}`, onOpen: ({ id }) => onOpen(id) }}
      actions={
        may(readjustments.undo.access)
          ? (batch) =>
              !batch.undone_at && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconArrowBackUp size={15} />}
                  aria-label={`Desfazer o lote ${batch.id}`}
                  onClick={() => undo(batch)}
                >
                  Desfazer
                </Button>
              )
          : undefined
      }
      onPage={onPage}
      empty={
        <EmptyState
          icon={IconHistory}
          title="Nenhum lote aplicado"
          below="Os reajustes aplicados de uma vez ficam aqui, e podem ser desfeitos enquanto nenhuma fatura os usar."
        />
      }
    />
  );
}

function BatchStatus({ batch: { undone_at } }: { batch: Batch }) {
  return undone_at ? (
    <Status tone="gray" icon={IconCircleMinus} note={<Moment value={undone_at} />}>
      Desfeito
    </Status>
  ) : (
    <Status tone="green" icon={IconCircleCheckFilled}>
      Aplicado
    </Status>
  );
}

function useUndo() {
  const confirm = useConfirm();
  const undo = useUndoBatch();
  return async ({ id, month, contracts }: Batch) => {
    const one = contracts === 1;
    const done = await confirm({
      title: `Desfazer o lote ${id}`,
      body: `${contractsInWords(contracts)} de ${formatMonth(month)} ${
        one ? 'volta' : 'voltam'
      } ao aluguel e à data de reajuste que ${one ? 'tinha' : 'tinham'} antes. Se uma fatura já usar ${
        one ? 'o novo valor' : 'um dos novos valores'
      }, nada muda.`,
      verb: 'Desfazer lote',
      danger: true,
      run: () => undo.mutateAsync({ params: { id } }),
    });
    if (done) toast.success(one ? 'O aluguel voltou ao valor de antes' : 'Os aluguéis voltaram aos valores de antes');
  };
}
