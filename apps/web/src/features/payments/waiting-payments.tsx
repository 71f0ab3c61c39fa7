import { Button, Group } from '@mantine/core';
import { payouts } from '@morada/contract/bank/payouts';
import type { Answer } from '@morada/contract/base/endpoint';
import { count } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Section } from '#web/ui/page/page.tsx';
import classes from './payments.module.css';
import { dayInWords, REFUSALS, reasonsInWords } from './payout-words.ts';
import { useDeciding } from './use-deciding.tsx';

type Waiting = Answer<typeof payouts.waiting>;
type Row = Waiting['data'][number];

/** `Ana Prado, Rui Leal e mais 3` */
const namesOf = ({ owners, accounts }: Row) =>
  accounts > owners.length ? `${owners.join(', ')} e mais ${count(accounts - owners.length)}` : owners.join(', ');

const COLUMNS: Column<Row>[] = [
  {
    title: 'Para',
    kind: 'main',
    phone: 'main',
    cell: (row) => (
      <span className={classes.payee}>
        <span>{namesOf(row)}</span>
        <span className={classes.beside}>{row.refusal ? REFUSALS[row.refusal] : reasonsInWords(row.reasons)}</span>
      </span>
    ),
  },
  { title: 'Forma', phone: 'state', cell: ({ means }) => (means === 'PIX' ? 'Pix pelo banco' : 'Arquivo ou planilha') },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Montado em', hideBelow: 1100, cell: ({ created_at }) => <Moment value={created_at} /> },
  { title: 'Criado por', kind: 'soft', hideBelow: 1100, cell: ({ by }) => by ?? <Missing /> },
];

/** Payments that wait for another person's approval, with the rest of the daily limit. */
export function WaitingPayments({ waiting, onOpen }: { waiting: Waiting; onOpen: (id: number) => void }) {
  const { askApproval, askRejection } = useDeciding();
  if (waiting.data.length === 0) return null;
  return (
    <Section title="Aguardando aprovação">
      <p className={classes.day}>{dayInWords(waiting.today, waiting.daily_limit)}</p>
      <DataTable
        what="os pagamentos que esperam"
        query={{ data: waiting.data }}
        columns={COLUMNS}
        open={{ name: ({ id }) => `pagamento ${id}, que espera`, onOpen: ({ id }) => onOpen(id) }}
        actions={
          may(payouts.approve.access)
            ? (row) => (
                <Group gap={8} wrap="nowrap">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Recusar pagamento ${row.id}`}
                    onClick={() => askRejection(row)}
                  >
                    Recusar
                  </Button>
                  {row.refusal === null && (
                    <Button size="xs" aria-label={`Aprovar pagamento ${row.id}`} onClick={() => askApproval(row)}>
                      Aprovar
                    </Button>
                  )}
                </Group>
              )
            : undefined
        }
        empty={null}
      />
    </Section>
  );
}
