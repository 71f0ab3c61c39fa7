import { Button, Group } from '@mantine/core';
import type { HeldChange } from '@morada/contract/access/held-changes';
import { useQuery } from '@tanstack/react-query';
import { capitalised } from '#web/lib/capitalised.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useReason } from '#web/ui/overlay/reason.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { heldChangesQuery, useConfirmHeldChange, useRejectHeldChange } from './payout-queries.ts';

const REFUSALS = {
  ASKER: 'Você pediu: outro administrador confirma',
  SUBJECT: 'É no seu próprio acesso: outro administrador confirma',
  TIED: 'Quem pediu e você mexeram há pouco no acesso um do outro: outro administrador confirma',
} as const satisfies Record<NonNullable<HeldChange['refusal']>, string>;

const COLUMNS: Column<HeldChange>[] = [
  { title: 'Mudança', kind: 'main', phone: 'main', cell: ({ what }) => capitalised(what) },
  { title: 'Pedido por', kind: 'soft', phone: 'side', cell: ({ by }) => by },
  { title: 'Pedida em', hideBelow: 1100, cell: ({ asked_at }) => <Moment value={asked_at} /> },
  {
    title: 'Espera',
    kind: 'soft',
    phone: 'below',
    cell: ({ not_before, refusal }) =>
      not_before === null ? (
        refusal === null ? (
          'A sua confirmação'
        ) : (
          REFUSALS[refusal]
        )
      ) : (
        <>
          Vale sozinha em <Moment value={not_before} />
        </>
      ),
  },
];

/** Changes of who moves money, and of the safeguards, until another administrator has decided on them. */
export function HeldChanges() {
  const { data = [] } = useQuery(heldChangesQuery);
  const confirm = useConfirm();
  const askReason = useReason();
  const { mutateAsync: agree } = useConfirmHeldChange();
  const { mutateAsync: reject } = useRejectHeldChange();
  if (data.length === 0) return null;

  const askConfirmation = ({ id, what, by }: HeldChange) =>
    confirm({
      title: 'Confirmar mudança',
      body: `${by} pediu para ${what}. Fale com ${by} antes de confirmar: passa a valer na hora.`,
      verb: 'Confirmar mudança',
      run: async () => {
        await agree({ params: { id } });
        toast.success('Mudança confirmada.');
      },
    });
  const askRejection = ({ id, what }: HeldChange) =>
    askReason({
      title: 'Recusar mudança',
      body: `Nada muda: ${what} fica sem efeito.`,
      verb: 'Recusar mudança',
      run: async (note) => {
        await reject({ params: { id }, body: { note } });
        toast.success('Mudança recusada.');
      },
    });

  return (
    <Section title="Mudanças que esperam confirmação">
      <DataTable
        what="as mudanças que esperam"
        query={{ data }}
        columns={COLUMNS}
        actions={(row) => (
          <Group gap={8} wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              aria-label={`Recusar mudança ${row.id}`}
              onClick={() => askRejection(row)}
            >
              Recusar
            </Button>
            {row.refusal === null && (
              <Button size="xs" aria-label={`Confirmar mudança ${row.id}`} onClick={() => askConfirmation(row)}>
                Confirmar
              </Button>
            )}
          </Group>
        )}
        empty={null}
      />
    </Section>
  );
}
