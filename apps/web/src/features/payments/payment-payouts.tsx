import { Button, Group } from '@mantine/core';
import type { PayoutRow } from '@morada/contract/bank/payout-tasks';
import { type PaymentApproval, payouts } from '@morada/contract/bank/payouts';
import { payoutLife, payoutStateWords } from '@morada/domain/bank/payouts/payout-state';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './payments.module.css';
import { REFUSALS, reasonsInWords } from './payout-words.ts';
import { useStatement } from './use-deciding.tsx';

/** What a payment waits for, or who decided on it. */
export function ApprovalNotice({ approval }: { approval: PaymentApproval }) {
  const { state, reasons, refusal, not_before, decided_by, decided_at, note } = approval;
  if (state === 'WAITING')
    return (
      <Callout tone="warning">
        {reasonsInWords(reasons)}. {refusal && REFUSALS[refusal]}
      </Callout>
    );
  if (state === 'REJECTED')
    return (
      <Callout tone="failed">
        Recusado por {decided_by} em <Moment value={decided_at} />: {note}
      </Callout>
    );
  const isEarly = not_before !== null && new Date(not_before) > new Date();
  return (
    <>
      {isEarly && (
        <Callout tone="warning">
          Há uma conta nova ou alterada: o pagamento sai depois de <Moment value={not_before} />.
        </Callout>
      )}
      {decided_by && (
        <p className={classes.says}>
          Aprovado por {decided_by} em <Moment value={decided_at} />.
        </p>
      )}
    </>
  );
}

const LOOKS: Readonly<Record<PayoutRow['state'], { tone: 'gray' | 'green' | 'yellow' | 'red'; icon: TablerIcon }>> = {
  WAITING_APPROVAL: { tone: 'yellow', icon: IconCircleDashed },
  APPROVED: { tone: 'yellow', icon: IconCircleDashed },
  SENT: { tone: 'yellow', icon: IconCircleDashed },
  PAID: { tone: 'green', icon: IconCircleCheckFilled },
  RETURN_ASKED: { tone: 'yellow', icon: IconCircleDashed },
  REFUSED: { tone: 'red', icon: IconAlertTriangleFilled },
  RETURNED: { tone: 'red', icon: IconAlertTriangleFilled },
  CANCELED: { tone: 'gray', icon: IconCircleMinus },
};

/** States that ask for an act in the bank's own pages. */
const BANK_WORDS: Readonly<Record<string, string>> = {
  AGUARDANDO_APROVACAO: 'O banco espera a aprovação no Internet Banking.',
};

const askedInWords = ({ return_asked }: PayoutRow) =>
  return_asked ? `Devolvido, segundo ${return_asked.by ?? 'uma pessoa'}: ${return_asked.reason}` : undefined;

const wordsOf = (row: PayoutRow) => askedInWords(row) ?? bankWordsOf(row);

const bankWordsOf = ({ state, problem, bank_state }: PayoutRow) =>
  problem ?? (state === 'SENT' && bank_state ? BANK_WORDS[bank_state] : undefined);

const COLUMNS: Column<PayoutRow>[] = [
  {
    title: 'Para',
    kind: 'main',
    phone: 'main',
    cell: (row) => (
      <span className={classes.payee}>
        <span>{row.owner}</span>
        {wordsOf(row) && <span className={classes.beside}>{wordsOf(row)}</span>}
      </span>
    ),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  {
    title: 'Situação',
    phone: 'state',
    cell: ({ state, answered }) => <Status {...LOOKS[state]}>{payoutStateWords(state, answered)}</Status>,
  },
];

/** Each Pix of a payment, with the last status from the bank. */
export function PaymentPayouts({ rows }: { rows: PayoutRow[] }) {
  const { askPaid, askUnpaid, askReturn, askConfirmation, askKeeping } = useStatement();
  const settles = may(payouts.settle.access);
  const acts = ({ state, answered, problem, return_asked }: PayoutRow) => ({
    asks: settles && state === 'SENT' && (!answered || problem !== null),
    returns: may(payouts.giveBack.access) && payoutLife.can(state, 'askReturn'),
    keeps: may(payouts.keepPaid.access) && payoutLife.can(state, 'keepPaid'),
    confirms: may(payouts.confirmReturn.access) && return_asked !== null && return_asked.refusal === null,
  });
  return (
    <div className={classes.lines}>
      <DataTable
        what="os Pix do pagamento"
        query={{ data: rows }}
        columns={COLUMNS}
        actions={
          rows.some((row) => Object.values(acts(row)).some(Boolean))
            ? (row) => {
                const { asks, returns, keeps, confirms } = acts(row);
                return (
                  <Group gap={8} wrap="nowrap">
                    {asks && (
                      <>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`O banco não pagou o Pix de ${row.owner}`}
                          onClick={() => askUnpaid(row)}
                        >
                          Não pagou
                        </Button>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`O banco pagou o Pix de ${row.owner}`}
                          onClick={() => askPaid(row)}
                        >
                          Pagou
                        </Button>
                      </>
                    )}
                    {returns && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Marcar como devolvido o Pix de ${row.owner}`}
                        onClick={() => askReturn(row)}
                      >
                        Devolvido
                      </Button>
                    )}
                    {keeps && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`O Pix de ${row.owner} não voltou`}
                        onClick={() => askKeeping(row)}
                      >
                        Não voltou
                      </Button>
                    )}
                    {confirms && row.return_asked && (
                      <Button
                        size="xs"
                        aria-label={`Confirmar a devolução do Pix de ${row.owner}`}
                        onClick={() => askConfirmation({ ...row, reason: row.return_asked?.reason ?? '' })}
                      >
                        Confirmar devolução
                      </Button>
                    )}
                  </Group>
                );
              }
            : undefined
        }
        empty={null}
      />
    </div>
  );
}
