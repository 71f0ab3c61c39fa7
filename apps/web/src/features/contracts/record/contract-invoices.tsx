import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { invoices as calls } from '@morada/contract/money/invoices';
import { shownReference } from '@morada/domain/base/calendar';
import { invoiceState, leadInWords } from '@morada/domain/rent/invoice';
import { IconReceiptOff } from '@tabler/icons-react';
import { AgreementLinks } from '#web/entities/agreement/agreement-links.tsx';
import { invoiceOver } from '#web/features/contracts/terms/places.ts';
import { openAnswer } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { InvoiceState } from './invoice-state.tsx';
import { Receipt } from './receipt.tsx';

type Invoice = ProposalDetail['invoices'][number];

const COLUMNS: Column<Invoice>[] = [
  {
    title: 'Referência',
    kind: 'main',
    phone: 'main',
    cell: ({ reference }) => <Month value={shownReference(reference)} />,
  },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Situação', phone: 'state', cell: (invoice) => <InvoiceState invoice={invoice} /> },
];

type ContractInvoicesProps = { contract: number; invoices: Invoice[]; leadDays: number };

export function ContractInvoices({ contract, invoices, leadDays }: ContractInvoicesProps) {
  // On a phone a tap anywhere in the row opens it, so the receipt is offered in the opened record.
  const phone = usePhone();
  return (
    <>
      <DataTable
        what="as faturas do contrato"
        query={{ data: invoices }}
        columns={COLUMNS}
        tone={(invoice) => tinted(invoiceState(invoice, today()).tone)}
        open={
          invoiceOver(0) && {
            name: ({ id }) => `fatura ${id}`,
            link: ({ id }) => ({ ...invoiceOver(id) }),
          }
        }
        actions={
          !phone && may(calls.receipt.access)
            ? ({ id, status }) =>
                status === 'PAID' && (
                  <Receipt of={`fatura ${id}`} open={() => openAnswer(calls.receipt, { params: { id } })} />
                )
            : undefined
        }
        empty={
          <EmptyState
            icon={IconReceiptOff}
            title="Ainda não há faturas"
            below={`A fatura de cada mês é gerada ${leadInWords(leadDays)}.`}
          />
        }
      />
      <AgreementLinks contract={contract} open={invoices.some(({ status }) => status === 'PENDING')} />
    </>
  );
}

const tinted = (tone: string) => (tone === 'late' || tone === 'soon' ? ({ tone } as const) : undefined);
