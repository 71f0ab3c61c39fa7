import { Button } from '@mantine/core';
import { type BankMovement, reconciliation } from '@morada/contract/bank/reconciliation';
import { IconAlertTriangleFilled, IconCheck, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { MOVEMENT_STATES } from './movement-states.ts';
import classes from './movement-table.module.css';
import { useExplain, useUndo } from './reconciliation-queries.ts';
import { belowMovement, movementName, taking } from './reconciliation-words.ts';

type MovementTableProps = {
  list: Pick<ListPage<BankMovement>, 'table'>;
  onExplain: (movement: BankMovement) => void;
  empty: ReactNode;
};

/** Movements of the bank; an unexplained one with a single candidate is explained with one press. */
export function MovementTable({ list, onExplain, empty }: MovementTableProps) {
  const edits = may(reconciliation.explain.access);
  return (
    <DataTable
      what="os movimentos do banco"
      {...list.table}
      columns={COLUMNS}
      open={
        edits
          ? { word: 'Identificar', name: movementName, when: ({ state }) => state === 'OPEN', onOpen: onExplain }
          : undefined
      }
      actions={edits ? (movement) => <Decision movement={movement} /> : undefined}
      empty={empty}
    />
  );
}

function Decision({ movement }: { movement: BankMovement }) {
  const undo = useUndo();
  const { mutateAsync: explain, isPending } = useExplain();
  const { id, explanation, candidates } = movement;
  const [only, ...more] = candidates;
  if (explanation)
    return (
      <Button
        size="xs"
        variant="default"
        aria-label={`Desfazer ${movementName(movement)}`}
        onClick={() => undo(explanation.id)}
      >
        Desfazer
      </Button>
    );
  if (!only || more.length > 0) return null;
  const accept = () =>
    explain({ params: { id }, body: taking(only) }).then(() => toast.success('Movimento conciliado.'), toast.failure);
  return (
    <Button size="xs" loading={isPending} aria-label={`Aceitar ${movementName(movement)}`} onClick={accept}>
      Aceitar
    </Button>
  );
}

const LOOKS = {
  OPEN: { tone: 'yellow', icon: IconAlertTriangleFilled },
  EXPLAINED: { tone: 'green', icon: IconCheck },
  MARKED: { tone: 'gray', icon: IconNote },
} as const;

const COLUMNS: Column<BankMovement>[] = [
  { title: 'Data', phone: 'side', cell: ({ day }) => <Day value={day} /> },
  {
    title: 'Movimento',
    kind: 'main',
    phone: 'main',
    cell: (movement) => (
      <span className={classes.two} title={`${movement.memo}, ${belowMovement(movement)}`}>
        <span>{movement.memo || 'Sem texto do banco'}</span>
        <span className={classes.below}>{belowMovement(movement)}</span>
      </span>
    ),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ state, explanation }) => (
      <Status {...LOOKS[state]} note={explanation?.is_automatic ? 'automático' : explanation?.by}>
        {MOVEMENT_STATES[state]}
      </Status>
    ),
  },
];
