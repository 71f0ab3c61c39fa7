import { Button } from '@mantine/core';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { firstDay, formatMonth, lastDay, type Reference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { PAYMENT_PAPERS } from '@morada/domain/rent/people/share';
import { IconFileDescription, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { PayPersonWindow } from './pay-person-window.tsx';
import {
  openPersonPdf,
  type Payment,
  type PersonStatement,
  personQuery,
  savePersonSheet,
  useUndoPayment,
} from './people-queries.ts';
import { StatementEvents } from './statement-events.tsx';

/** A person's commissions: the account of the month, what is to be paid, and the payments. */
export function PersonWindow({ id, month, onClose }: { id: number; month: Reference; onClose: () => void }) {
  const span = { start: firstDay(month), end: lastDay(month) };
  const statement = useQuery(personQuery(id, span));
  const [paying, setPaying] = useState(false);
  const { data } = statement;
  const pays = may(peopleCommissions.pay.access) && (data?.payable ?? 0) > 0;
  return (
    <>
      <RecordWindow
        title={data ? data.person.name : 'Comissões'}
        width={960}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          others: data
            ? [
                {
                  label: 'Baixar planilha',
                  icon: IconTable,
                  onClick: () => savePersonSheet(id, span).catch(toast.failure),
                },
                {
                  label: 'Abrir PDF',
                  icon: IconFileTypePdf,
                  onClick: () => openPersonPdf(id, span).catch(toast.failure),
                },
              ]
            : [],
          primary: pays && { label: 'Registrar pagamento', onClick: () => setPaying(true) },
        }}
      >
        <QueryBoundary query={statement} what="o extrato">
          {(shown) => <Statement statement={shown} month={month} />}
        </QueryBoundary>
      </RecordWindow>
      {paying && data && <PayPersonWindow statement={data} onClose={() => setPaying(false)} />}
    </>
  );
}

function Statement({ statement, month }: { statement: PersonStatement; month: Reference }) {
  const { due, debit, payable, payments, open } = statement;
  const owed = open.filter(({ state }) => state === 'OWED');
  return (
    <>
      <KeyValue
        items={[
          { label: 'A receber', value: formatMoney(due) },
          { label: 'A descontar', value: formatMoney(debit) },
          { label: 'A pagar hoje', value: formatMoney(payable) },
        ]}
      />
      {debit > 0 && (
        <p>
          {owed.length > 0
            ? 'Comissões que já tinham sido pagas foram desfeitas: o próximo pagamento as desconta.'
            : 'Um contrato acabou e devolveu aluguel: o próximo pagamento desconta a parte correspondente.'}
        </p>
      )}
      <Section title={`Extrato de ${formatMonth(month)}`}>
        <StatementEvents statement={statement} />
      </Section>
      <Section title="Pagamentos do mês">
        <Payments payments={payments} name={statement.person.name} />
      </Section>
    </>
  );
}

const PAYMENTS: Column<Payment>[] = [
  { title: 'Pago em', phone: 'side', cell: ({ paid_on }) => <Day value={paid_on} /> },
  {
    title: 'Documento',
    kind: 'main',
    phone: 'main',
    cell: ({ paper, paper_number }) => `${PAYMENT_PAPERS[paper]} ${paper_number}`,
  },
  { title: 'Bruto', kind: 'number', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Retido', kind: 'number', phone: 'below', cell: ({ amount, net }) => <Money value={amount - net} /> },
  { title: 'Líquido', kind: 'number', phone: 'amount', cell: ({ net }) => <Money value={net} /> },
];

function Payments({ payments, name }: { payments: Payment[]; name: string }) {
  const undo = useUndoPayment();
  const confirm = useConfirm();
  async function ask({ id, amount, net }: Payment) {
    const undone = await confirm({
      title: 'Desfazer o pagamento',
      body: `A saída de ${formatMoney(net)} é estornada no caixa, e as comissões de ${formatMoney(amount)} de ${name} voltam a ficar a pagar.`,
      verb: 'Desfazer pagamento',
      danger: true,
      run: () => undo.mutateAsync({ params: { id } }),
    });
    if (undone) toast.success('Pagamento desfeito');
  }
  return (
    <DataTable
      what="os pagamentos"
      query={{ data: payments }}
      columns={PAYMENTS}
      actions={
        may(peopleCommissions.undo.access)
          ? (payment) => (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Desfazer ${PAYMENT_PAPERS[payment.paper]} ${payment.paper_number}`}
                onClick={() => void ask(payment)}
              >
                Desfazer
              </Button>
            )
          : undefined
      }
      empty={<EmptyState icon={IconFileDescription} title="Nenhum pagamento neste mês" />}
    />
  );
}
