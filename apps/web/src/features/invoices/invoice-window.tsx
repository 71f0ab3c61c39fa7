import { type InvoiceDetail, invoices } from '@morada/contract/money/invoices';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { invoiceLife, invoiceStateOf } from '@morada/domain/rent/invoice';
import { IconBrandWhatsapp, IconCheck, IconExternalLink, IconReceiptOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  invoiceLinkQuery,
  invoiceQuery,
  type Payment,
  previewQuery,
  useRefundInvoice,
  useRemoveInvoice,
} from '#web/entities/invoice/invoice-queries.ts';
import { InvoiceDetailStatus } from '#web/entities/invoice/invoice-status.tsx';
import { LinkAndPix } from '#web/entities/invoice/link-and-pix.tsx';
import { PaymentChecked } from '#web/entities/invoice/payment-checked.tsx';
import { wholeAddress } from '#web/lib/address.ts';
import { isMissing } from '#web/lib/api/failure.ts';
import { openAnswer, openLink } from '#web/lib/api/files.ts';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePainted } from '#web/lib/use-painted.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { TotalLines } from '#web/ui/display/total-lines.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary, Waiting } from '#web/ui/feedback/query-boundary.tsx';
import { MoneyField } from '#web/ui/form/fields.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { InvoiceFacts } from './invoice-facts.tsx';
import { chargedLines, lateLines, takenLines } from './invoice-lines.ts';
import classes from './invoice-window.module.css';
import { OwnerTransfers } from './owner-transfers.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { SettlementPanel } from './settlement-panel.tsx';
import { SettlementQuestion } from './settlement-question.tsx';
import { type Settling, useSettling } from './use-settling.ts';

type InvoiceWindowProps = {
  id: number;
  /** The invoice's boleto, which another feature shows. */
  boleto: (invoice: InvoiceDetail) => ReactNode;
  onClose: () => unknown;
};

/** An invoice: its lines, and its settlement or the result of it. */
export function InvoiceWindow({ id, boleto, onClose }: InvoiceWindowProps) {
  const { record, query, data: invoice } = useRecord({ what: 'esta fatura', query: invoiceQuery(id) });
  const settling = useSettling(query.data);
  const month = invoice && formatReference(shownReference(invoice.reference));
  useRemember('invoices', id, invoice?.user.name, `Fatura ${id} · ${month}`);
  const pays = invoice !== undefined && invoiceLife.can(invoice.status, 'pay') && may(invoices.pay.access);
  const { failure } = settling.form;
  const missing = isMissing(query.error) || isMissing(failure);
  const actions = useWindowActions({ id, query, settling, onClose });

  return (
    <RecordWindow
      title={`Fatura ${id}`}
      terms={['reference', 'late', 'administration']}
      width={880}
      status={invoice && <InvoiceDetailStatus invoice={invoice} />}
      side={invoice && !missing && <Side invoice={invoice} settling={pays ? settling : undefined} />}
      actions={missing || !(actions?.primary || actions?.danger || actions?.others) ? undefined : actions}
      record={record}
      forms={pays ? [settling.form] : []}
      onClose={onClose}
    >
      {missing ? (
        <EmptyState icon={IconReceiptOff} title="Não encontramos a fatura" below="Ela pode ter sido deletada." />
      ) : (
        <QueryBoundary query={{ ...query, data: invoice }} what="a fatura" lines={10}>
          {(found) => (
            <>
              <InvoiceFacts invoice={found} />
              {found.waiting && <PaymentChecked waiting={found.waiting} />}
              <div className={classes.lines}>
                <Composition invoice={found} settling={settling} editable={pays} />
              </div>
              {boleto(found)}
              {found.status === 'PENDING' && <LinkSection invoiceId={found.id} />}
            </>
          )}
        </QueryBoundary>
      )}
    </RecordWindow>
  );
}

/** Mounted after the first paint: the lines above it are shown sooner without it. */
function LinkSection({ invoiceId }: { invoiceId: number }) {
  const painted = usePainted();
  return (
    <section className={classes.link} aria-labelledby="invoice-link">
      <h3 id="invoice-link">Link e Pix</h3>
      {painted ? <LinkAndPix invoiceId={invoiceId} /> : <Waiting what="o link e o Pix" lines={4} />}
    </section>
  );
}

function Side({ invoice, settling }: { invoice: InvoiceDetail; settling: Settling | undefined }) {
  if (settling) return <SettlementPanel settling={settling} />;
  return invoice.status === 'PAID' ? <ReceiptPanel invoice={invoice} /> : <OwnerTransfers invoice={invoice} />;
}

function Composition({
  invoice,
  settling,
  editable,
}: {
  invoice: InvoiceDetail;
  settling: Settling;
  editable: boolean;
}) {
  const { form, shown = invoice, fine, interest, total } = settling;
  const charged = chargedLines(invoice);
  if (invoice.status === 'PAID') {
    return (
      <TotalLines lines={[...charged, ...takenLines(invoice)]} total={{ label: 'Total', amount: invoice.late.total }} />
    );
  }
  const { late } = shown;
  const fields = editable
    ? {
        fine: <MoneyField bare form={form} name="fine" label="Multa" proposed={late.fine} />,
        interest: <MoneyField bare form={form} name="interest" label="Juros" proposed={late.interest} />,
      }
    : undefined;
  const now = editable ? { fine, interest } : late;
  return (
    <TotalLines
      lines={[...charged, ...lateLines(invoice.amount, late, now, fields)]}
      total={{ label: 'Total a pagar', amount: editable ? total : late.total }}
    />
  );
}

/** The foot: what the state of the invoice and the session's rights allow. */
function useWindowActions({
  id,
  query,
  settling,
  onClose,
}: {
  id: number;
  query: { data?: { data: InvoiceDetail; version: string | undefined } };
  settling: Settling;
  onClose: () => unknown;
}): FootActions | undefined {
  const confirm = useConfirm();
  const cache = useQueryClient();
  const preview = useMutation({
    mutationFn: (payment: Payment) => cache.fetchQuery({ ...previewQuery(id, payment), staleTime: 0 }),
  });
  const keepSent = useKeepSent();
  const { mutateAsync: refund } = useRefundInvoice();
  const { mutateAsync: remove } = useRemoveInvoice(id);
  if (!query.data) return undefined;
  const { data: invoice, version } = query.data;
  const { status } = invoice;

  const linkQuery = { ...invoiceLinkQuery(id), staleTime: 0 };
  /** The message to the tenant, which the user sends by WhatsApp. */
  async function charge() {
    const link = await cache.fetchQuery(linkQuery);
    keepSent.ofInvoice(id, { kind: 'INVOICE_LINK', channel: 'WHATSAPP' });
    // Without a configured public address the server sends a relative link; the browser completes it.
    return { url: whatsAppLink(link.user.phone, link.message.text.replace(link.url, wholeAddress(link.url))) };
  }

  async function settle() {
    const { form, payment } = settling;
    const values = await form.check();
    if (!values) return;
    // Current figures from the server, for the confirmation.
    const reckoned = await preview.mutateAsync(payment).catch(toast.failure);
    if (!reckoned) return;
    await confirm({
      title: 'Tem certeza?',
      body: <SettlementQuestion invoice={reckoned} values={values} left={settling.rest} />,
      verb: 'Sim, foi pago',
      run: async () => {
        if (await form.save()) toast.success('A fatura foi marcada como paga.');
      },
    });
  }

  const askRefund = () =>
    confirm({
      title: 'Estornar fatura',
      body: 'Você tem certeza que deseja estornar essa transação para pendente? Os repasses pendentes desta fatura são retirados.',
      verb: 'Estornar',
      danger: true,
      run: async () => {
        await refund({ params: { id }, version });
        toast.success('A fatura foi estornada.');
      },
    });

  async function askRemoval() {
    const removed = await confirm({
      title: 'Deletar fatura',
      body: `Tem certeza que deseja deletar a fatura ${id}, de ${invoice.user.name}? Esta ação não poderá ser desfeita.`,
      verb: 'Deletar fatura',
      danger: true,
      run: () => remove({ params: { id }, version }),
    });
    if (!removed) return;
    toast.success('A fatura foi deletada');
    settling.form.reset();
    await onClose();
    cache.removeQueries({ ...invoiceQuery(id), exact: true });
  }

  if (status === 'PAID') {
    return {
      danger: invoiceLife.can(status, 'refund') &&
        may(invoices.refund.access) && { label: 'Estornar', onClick: askRefund },
      primary: may(invoices.receipt.access) && {
        label: 'Recibo',
        onClick: () => openAnswer(invoices.receipt, { params: { id } }).catch(toast.failure),
      },
    };
  }
  const collects = invoiceLife.can(status, 'pay') && may(invoices.link.access);
  return {
    others: collects
      ? [
          {
            label: 'Ver boleto',
            icon: IconExternalLink,
            onClick: () => openLink(() => cache.fetchQuery(linkQuery)).catch(toast.failure),
          },
          { label: 'Enviar cobrança', icon: IconBrandWhatsapp, onClick: () => openLink(charge).catch(toast.failure) },
        ]
      : undefined,
    danger: invoiceLife.can(invoiceStateOf(invoice), 'remove') &&
      may(invoices.remove.access) && { label: 'Deletar fatura', onClick: askRemoval },
    primary: invoiceLife.can(status, 'pay') &&
      may(invoices.pay.access) && {
        label: 'Marcar como pago',
        icon: IconCheck,
        loading: preview.isPending,
        onClick: settle,
      },
  };
}
