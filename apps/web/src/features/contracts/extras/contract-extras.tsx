import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { signedExtra } from '@morada/domain/rent/invoice';
import { IconPlus, IconReceiptOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useRemoveExtra } from '#web/features/contracts/list/contract-rows.ts';
import { Money } from '#web/ui/display/figures.tsx';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { focusBeside, removeButtonRef } from '#web/ui/feedback/undo.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './contract-extras.module.css';
import { ExtraUse } from './extra-use.tsx';
import { ExtraWindow } from './extra-window.tsx';
import { destination, EXTRA_TYPES, INFLUENCES } from './extra-words.ts';

type Extra = ProposalDetail['extraValues'][number];

const COLUMNS: Column<Extra>[] = [
  { title: 'Descrição', kind: 'main', phone: 'main', cell: ({ description }) => description },
  { title: 'Tipo', cell: ({ type }) => EXTRA_TYPES[type] },
  { title: 'Influência', hideBelow: 1100, cell: ({ influence }) => INFLUENCES[influence] },
  { title: 'Destino', phone: 'below', cell: destination },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: (extra) => <Money value={signedExtra(extra)} /> },
  { title: 'Uso', phone: 'state', cell: (extra) => <ExtraUse extra={extra} /> },
];

/** Not yet included in an invoice or a transfer; included extras can no longer be changed. */
const isWaiting = ({ invoice_id, transfer_id }: Extra) => invoice_id === null && transfer_id === null;

/** Waiting extras first, in order of their first month, then the included ones, latest first. */
const inOrder = (extras: readonly Extra[]) => [
  ...extras
    .filter(isWaiting)
    .toSorted(
      (one, other) => (one.from_reference ?? '').localeCompare(other.from_reference ?? '') || one.id - other.id,
    ),
  ...extras.filter((extra) => !isWaiting(extra)).toSorted((one, other) => other.id - one.id),
];

export function ContractExtras({ proposal, editable }: { proposal: ProposalDetail; editable: boolean }) {
  const remove = useRemoveExtra(proposal.id);
  const [adding, setAdding] = useState(false);

  const add = (
    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
      Adicionar dedução ou acréscimo
    </Button>
  );
  const none = proposal.extraValues.length === 0;
  return (
    <div className={classes.tab}>
      <Terms of={['extra']} />
      {editable && !none && <div>{add}</div>}
      <DataTable
        what="as deduções e acréscimos"
        query={{ data: inOrder(proposal.extraValues) }}
        columns={COLUMNS}
        actions={
          editable
            ? (extra) =>
                isWaiting(extra) && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconTrash size={14} />}
                    aria-label={`Deletar ${extra.description}`}
                    ref={removeButtonRef}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget);
                      remove(extra);
                    }}
                  >
                    Deletar
                  </Button>
                )
            : undefined
        }
        empty={
          <EmptyState
            icon={IconReceiptOff}
            title="Nenhuma dedução ou acréscimo"
            below="O que for adicionado entra uma vez na próxima fatura, no próximo repasse ou nos dois."
            action={editable && add}
          />
        }
      />
      {adding && <ExtraWindow proposal={proposal} onClose={() => setAdding(false)} />}
    </div>
  );
}
