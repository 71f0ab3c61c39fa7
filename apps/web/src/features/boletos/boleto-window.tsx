import type { BoletoDetail } from '@morada/contract/bank/boletos';
import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { shownReference } from '@morada/domain/base/calendar';
import { IconBarcodeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { boletoQuery } from '#web/entities/boleto/boleto-queries.ts';
import { BoletoStatus, Registration } from '#web/entities/boleto/boleto-status.tsx';
import { may } from '#web/lib/session/session.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { Day, Figure, Moment, Month } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { TotalLines } from '#web/ui/display/total-lines.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './boleto-window.module.css';
import { useBoletoActions } from './use-boleto-actions.ts';
import { WaysToPay } from './ways-to-pay.tsx';

/** One boleto: what it charges, its state at the bank, and the ways to pay it. */
export function BoletoWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(boletoQuery(id));
  const boleto = query.data;
  const actions = useWindowActions(boleto);
  const open = boleto?.state === 'OPEN' || boleto?.state === 'LATE';
  return (
    <RecordWindow
      title={boleto?.nosso_numero ? `Boleto ${boleto.nosso_numero}` : 'Boleto'}
      terms={['boleto', 'ourNumber']}
      width={880}
      status={boleto && <BoletoStatus boleto={boleto} />}
      side={
        boleto &&
        open && (
          <>
            <h3 className={classes.sideTitle}>Como pagar</h3>
            <WaysToPay boleto={boleto} code />
          </>
        )
      }
      actions={actions}
      onClose={onClose}
    >
      <QueryBoundary
        query={query}
        what="o boleto"
        lines={8}
        missing={<EmptyState icon={IconBarcodeOff} title="Não encontramos este boleto" />}
      >
        {(found) => (
          <>
            <Facts boleto={found} />
            <div className={classes.lines}>
              <TotalLines lines={found.lines.map(asLine)} total={{ label: 'Valor do boleto', amount: found.amount }} />
            </div>
          </>
        )}
      </QueryBoundary>
    </RecordWindow>
  );
}

const asLine = ({ name, note, amount }: BoletoDetail['lines'][number]) => ({ label: name, note, amount });

function useWindowActions(boleto: BoletoDetail | undefined): FootActions | undefined {
  const actions = useBoletoActions();
  if (!boleto) return undefined;
  const { pdf, page, whatsApp, newLink, retry, cancel } = actions(boleto);
  return { danger: cancel, more: [newLink], others: [page, whatsApp, retry], primary: pdf };
}

function Facts({ boleto }: { boleto: BoletoDetail }) {
  const { user, property, proposal_id, invoice_id, reference, due_date, bank, created_at } = boleto;
  return (
    <KeyValue
      items={[
        { label: 'Inquilino', value: user.name },
        { label: 'Imóvel', value: <span title={property}>{property}</span> },
        { label: 'Contrato', value: <ContractLink id={proposal_id} /> },
        { label: 'Referência', value: <Month value={shownReference(reference)} /> },
        { label: 'Vencimento', value: <Day value={due_date} /> },
        { label: 'Fatura', value: <InvoiceLink id={invoice_id} /> },
        { label: 'Banco', value: bank },
        { label: 'Registro no banco', value: <Registration boleto={boleto} /> },
        { label: 'Gerado em', value: <Moment value={created_at} /> },
      ]}
    />
  );
}

function ContractLink({ id }: { id: number }) {
  const number = <Figure>{id}</Figure>;
  if (!may(proposals.show.access)) return number;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      {number}
    </Link>
  );
}

function InvoiceLink({ id }: { id: number }) {
  const number = <Figure>{id}</Figure>;
  if (!may(invoices.list.access)) return number;
  return (
    <Link to="/financial/invoices" search={{ open: id }}>
      {number}
    </Link>
  );
}
