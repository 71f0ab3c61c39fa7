import { Button } from '@mantine/core';
import type { ImportRun } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconHistory,
  IconLoader2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '#web/lib/api/api.ts';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { Missing, Moment } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { runsQuery, useUndoImport } from './import-queries.ts';
import { counted } from './import-words.ts';
import { PhoneWord } from './steps/phone-word.tsx';

const COLUMNS: Column<ImportRun>[] = [
  { title: 'Quando', cell: ({ created_at }) => <Moment value={created_at} />, phone: 'side' },
  {
    title: 'Arquivo',
    kind: 'main',
    cell: ({ file_name }) => <span title={file_name}>{file_name}</span>,
    phone: 'main',
  },
  { title: 'Quem', kind: 'soft', cell: ({ by }) => by ?? <Missing />, phone: 'below' },
  {
    title: 'Novos',
    kind: 'number',
    cell: ({ fresh }) => (
      <>
        {count(fresh)}
        <PhoneWord>{fresh === 1 ? ' novo' : ' novos'}</PhoneWord>
      </>
    ),
    phone: 'amount',
  },
  { title: 'Recusadas', kind: 'number', cell: ({ refused }) => count(refused) },
  { title: 'Situação', cell: ({ status }) => <RunStatus status={status} />, phone: 'state' },
];

type RunHistoryProps = {
  kind: ImportKind;
  onOpen: (id: number) => void;
  /** Why a run can't be taken back. */
  onHeld: (reason: string | undefined) => void;
};

/** The last runs, each with its way back. */
export function RunHistory({ kind, onOpen, onHeld }: RunHistoryProps) {
  const query = useQuery(runsQuery(kind));
  const undo = useUndo(onHeld);
  return (
    <Section title="Importações anteriores">
      <DataTable
        what="as importações"
        query={query}
        columns={COLUMNS}
        open={{ name: ({ file_name }) => `importação de ${file_name}`, onOpen: ({ id }) => onOpen(id) }}
        actions={(run) =>
          run.status === 'DONE' &&
          run.fresh > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={15} />}
              aria-label={`Desfazer importação de ${run.file_name}`}
              onClick={() => undo(run)}
            >
              Desfazer importação
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={IconHistory}
            title="Nenhuma importação ainda"
            below="As que você fizer ficam aqui, e podem ser desfeitas."
          />
        }
      />
    </Section>
  );
}

function useUndo(onHeld: RunHistoryProps['onHeld']) {
  const confirm = useConfirm();
  const undo = useUndoImport();
  return ({ id, kind, fresh, file_name }: ImportRun) => {
    onHeld(undefined);
    return confirm({
      title: 'Desfazer importação',
      body: `${fresh === 1 ? 'Sai do cadastro' : 'Saem do cadastro'} ${counted(kind, fresh)} de ${file_name}. Depois, o mesmo arquivo pode ser importado de novo.`,
      verb: 'Desfazer importação',
      danger: true,
      run: async () => {
        try {
          await undo.mutateAsync({ params: { id } });
          toast.success('A importação foi desfeita.');
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.code !== 'IMPORT_IN_USE') throw error;
          onHeld(error.message);
        }
      },
    });
  };
}

const STATES = {
  RUNNING: { tone: 'blue', icon: IconLoader2, word: 'Importando' },
  DONE: { tone: 'green', icon: IconCircleCheckFilled, word: 'Concluída' },
  FAILED: { tone: 'red', icon: IconAlertTriangleFilled, word: 'Não concluída' },
  UNDONE: { tone: 'gray', icon: IconCircleMinus, word: 'Desfeita' },
  STAGED: { tone: 'gray', icon: IconCircleMinus, word: 'Não iniciada' },
} as const;

function RunStatus({ status }: Pick<ImportRun, 'status'>) {
  const { tone, icon, word } = STATES[status];
  return (
    <Status tone={tone} icon={icon}>
      {word}
    </Status>
  );
}
