import { type TransferDetail, transfers } from '@morada/contract/money/transfers';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { sentence } from '@morada/domain/base/sentence';
import { transferStage, transferStages } from '@morada/domain/rent/transfer-stage';
import { IconCheck, IconTransferOut } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { transferQuery, useConcludeTransfer, useRefundTransfer } from '#web/entities/transfer/transfer-queries.ts';
import { lateness, TransferStatus } from '#web/entities/transfer/transfer-status.tsx';
import { openAnswer } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { isShown, messageOf, toast } from '#web/lib/toast.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { TotalLines } from '#web/ui/display/total-lines.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useDayQuestion } from '#web/ui/overlay/day-question.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { Attachments } from './attachments.tsx';
import { PaymentAccount } from './payment-account.tsx';
import { TransferDue, useDueForm } from './transfer-due.tsx';
import { TransferFacts } from './transfer-facts.tsx';
import { totalLabel, transferLines } from './transfer-lines.ts';
import classes from './transfer-window.module.css';

type TransferWindowProps = {
  id: number;
  onClose: () => void;
  /** The payment at the bank that it was ordered in, where the page can show it. */
  paymentLink?: (id: number) => ReactNode;
};

/** One transfer: what the owner gets and why, where to, until when, and its files. */
export function TransferWindow({ id, onClose, paymentLink }: TransferWindowProps) {
  const { record, query, data: transfer, version } = useRecord({ what: 'este repasse', query: transferQuery(id) });
  const due = useDueForm(transfer, version);
  const actions = useWindowActions(query.data);

  return (
    <RecordWindow
      title={`Repasse ${id}`}
      terms={['repasse', 'administration']}
      width={880}
      status={transfer && <HeadStatus transfer={transfer} />}
      side={
        transfer && (
          <>
            <PaymentAccount transfer={transfer} />
            {transfer.payment_id !== null && paymentLink && (
              <div className={classes.payment}>{paymentLink(transfer.payment_id)}</div>
            )}
            {transfer.paid_by_bank && (
              <Callout tone="known">
                O banco pagou por Pix. Se o dinheiro voltar, marque o Pix como devolvido no pagamento.
              </Callout>
            )}
            {transfer.returned_part !== null && (
              <Callout tone="warning">
                O banco já devolveu {formatMoney(transfer.returned_part)} ao inquilino. Cancele o pagamento: só o resto
                fica por pagar.
              </Callout>
            )}
            {transfer.returned_by_bank && (
              <Callout tone="known">O banco devolveu este valor ao inquilino: não o pague outra vez.</Callout>
            )}
            <TransferDue transfer={transfer} form={due} />
          </>
        )
      }
      actions={actions?.primary || actions?.danger ? actions : undefined}
      record={record}
      forms={[due]}
      onClose={onClose}
    >
      <QueryBoundary
        query={{ ...query, data: transfer }}
        what="o repasse"
        lines={10}
        missing={
          <EmptyState
            icon={IconTransferOut}
            title="Não encontramos esse repasse"
            below="A fatura dele pode ter sido estornada."
          />
        }
      >
        {(found) => <TransferTabs transfer={found} />}
      </QueryBoundary>
    </RecordWindow>
  );
}

function TransferTabs({ transfer }: { transfer: TransferDetail }) {
  const [tab, setTab] = useState('repasse');
  const { lines, amount, files } = transfer;
  return (
    <Tabs
      label="Partes do repasse"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'repasse',
          label: 'Repasse',
          panel: (
            <>
              <TransferFacts transfer={transfer} />
              <div className={classes.lines}>
                <TotalLines lines={transferLines(lines)} total={{ label: totalLabel(transfer), amount }} />
              </div>
            </>
          ),
        },
        {
          value: 'anexos',
          label: 'Anexos',
          count: files.length || undefined,
          panel: <Attachments transfer={transfer} />,
        },
      ]}
    />
  );
}

function HeadStatus({ transfer }: { transfer: TransferDetail }) {
  if (transfer.status === 'DONE') {
    return <TransferStatus status="DONE" note={transfer.done_on ? `em ${formatDate(transfer.done_on)}` : undefined} />;
  }
  const late = lateness(transfer);
  return <TransferStatus status="PENDING" note={late && `prazo vencido ${late}`} />;
}

/** The foot: what the state of the transfer and the session's rights allow. */
function useWindowActions(
  record: { data: TransferDetail; version: string | undefined } | undefined,
): FootActions | undefined {
  const confirm = useConfirm();
  const askDay = useDayQuestion();
  const { mutateAsync: conclude } = useConcludeTransfer();
  const { mutateAsync: refund } = useRefundTransfer();
  if (!record) return undefined;
  const { data: transfer, version } = record;
  const { id, status, amount, user } = transfer;
  const stage = transferStage(transfer);

  const askConclusion = () =>
    askDay({
      title: 'Concluir transfereência',
      body:
        amount < 0
          ? `${sentence(`${formatMoney(-amount)} recebidos de ${user.name}`)} O repasse passa a Efetuado.`
          : `${sentence(`${formatMoney(amount)} pagos a ${user.name}`)} O repasse passa a Efetuado no dia do pagamento.`,
      verb: 'Concluir transfereência',
      run: async (pay_day) => {
        await conclude({ params: { id }, body: { status: 'DONE', pay_day }, version });
        toast.success('O repasse foi efetuado.');
      },
    });

  const askRefund = () =>
    confirm({
      title: 'Estornar repasse',
      body: 'Você tem certeza que deseja estornar essa transação para pendente?',
      verb: 'Estornar',
      danger: true,
      run: async () => {
        try {
          await refund({ params: { id }, version });
          toast.success('A fatura voltou para pendente.');
        } catch (error) {
          if (isShown(error)) throw error;
          toast.warning(messageOf(error));
        }
      },
    });

  if (status === 'DONE') {
    return {
      danger: transferStages.can(stage, 'undo') &&
        may(transfers.refund.access) && { label: 'Estornar', onClick: askRefund },
      primary: may(transfers.receipt.access) && {
        label: 'Recibo',
        onClick: () => openAnswer(transfers.receipt, { params: { id } }).catch(toast.failure),
      },
    };
  }
  return {
    primary: transferStages.can(stage, 'conclude') &&
      may(transfers.update.access) && { label: 'Concluir transfereência', icon: IconCheck, onClick: askConclusion },
  };
}
