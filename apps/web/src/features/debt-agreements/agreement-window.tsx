import { type DebtAgreementDetail, debtAgreements } from '@morada/contract/collection/debt-agreements';
import { formatDate, shownReference } from '@morada/domain/base/calendar';
import { formatPercent } from '@morada/domain/base/money';
import { textBlocks } from '@morada/domain/debt-agreement/agreement-text';
import { ACCEPTED_HOW, debtAgreementLife } from '@morada/domain/debt-agreement/debt-agreement';
import { IconCopy, IconFileText, IconRefresh, IconSend, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { InvoiceStatus } from '#web/entities/invoice/invoice-status.tsx';
import { openFile } from '#web/lib/api/files.ts';
import { copy } from '#web/lib/clipboard.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Figure, Moment, Money, Month } from '#web/ui/display/figures.tsx';
import { AmountList, KeyValue } from '#web/ui/display/key-value.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { AcceptanceWindow } from './acceptance-window.tsx';
import { agreementQuery } from './agreement-queries.ts';
import { AgreementStatus } from './agreement-status.tsx';
import classes from './debt-agreements.module.css';
import { Part } from './part.tsx';
import { useAgreementQuestions } from './use-agreement-questions.tsx';

type AgreementWindowProps = {
  id: number;
  /** Its term as it is signed electronically; undefined for those who may not see it. */
  signatures: (() => ReactNode) | undefined;
  onClose: () => void;
};

/** An agreement: its instalments, the invoices that it took in, its text and how it was accepted. */
export function AgreementWindow({ id, signatures, onClose }: AgreementWindowProps) {
  const { record, query, data: agreement } = useRecord({ what: 'este acordo', query: agreementQuery(id) });
  const [accepting, setAccepting] = useState(false);
  const { askCancel, askReinstatement, send } = useAgreementQuestions(id);
  const agrees = may(debtAgreements.create.access);
  const can = (action: 'accept' | 'cancel' | 'reinstate') =>
    agreement !== undefined && agrees && debtAgreementLife.can(agreement.state, action);
  return (
    <>
      <RecordWindow
        title={`Acordo ${id}`}
        width={960}
        record={record}
        forms={[]}
        onClose={onClose}
        actions={{
          close: 'Fechar',
          danger: can('cancel') && { label: 'Cancelar acordo', onClick: askCancel },
          others: [
            can('accept') && {
              label: 'Copiar o texto',
              icon: IconCopy,
              onClick: () => copy(agreement?.message.text ?? '', 'Texto copiado.'),
            },
            can('accept') && agreement?.url ? { label: 'Enviar', icon: IconSend, onClick: send } : false,
            can('reinstate') &&
              agreement?.accepted_at !== null && { label: 'Retomar', icon: IconRefresh, onClick: askReinstatement },
            agreement?.document_id
              ? {
                  label: 'Termo assinado',
                  icon: IconFileText,
                  onClick: () => openFile(`/api/files/${agreement.document_id}`).catch(toast.failure),
                }
              : false,
          ],
          primary: can('accept') && {
            label: 'Registrar aceite em papel',
            icon: IconUpload,
            onClick: () => setAccepting(true),
          },
        }}
      >
        <QueryBoundary query={query} what="o acordo" lines={12}>
          {({ data }) => <Shown agreement={data} signatures={signatures?.()} />}
        </QueryBoundary>
      </RecordWindow>
      {accepting && <AcceptanceWindow id={id} onClose={() => setAccepting(false)} />}
    </>
  );
}

function Shown({ agreement, signatures }: { agreement: DebtAgreementDetail; signatures: ReactNode }) {
  const { user, proposal_id, property, principal, charges, discount, interest, total, paid, ...terms } = agreement;
  return (
    <div className={classes.parts}>
      <KeyValue
        items={[
          { label: 'Inquilino', value: user.name },
          { label: 'Contrato', value: <Figure>{proposal_id}</Figure> },
          { label: 'Imóvel', value: property },
          { label: 'Situação', value: <AgreementStatus agreement={agreement} /> },
          { label: 'Oferecido em', value: <Day value={terms.offered_on} /> },
          { label: 'Desconto', value: discountWords(terms) },
        ]}
      />
      <AmountList
        items={[
          { label: 'Aluguel e taxas', amount: principal },
          { label: `Multa e juros até ${formatDate(terms.offered_on)}`, amount: charges },
          { label: 'Desconto', amount: -discount },
          { label: 'Juros das parcelas', amount: interest },
        ]}
        total={{ label: 'Total', amount: total }}
      />
      <Part title={`Parcelas, ${terms.paid_instalments} de ${terms.instalments} pagas`}>
        <DataTable
          what="as parcelas"
          query={{ data: terms.plan.map(asInstalment) }}
          columns={INSTALMENTS}
          empty={null}
        />
      </Part>
      <Part title="Faturas do acordo">
        <DataTable
          what="as faturas do acordo"
          query={{ data: terms.invoices }}
          columns={terms.invoices.some(({ paid }) => paid !== null) ? [...DEBTS, RETURNED] : DEBTS}
          empty={null}
        />
      </Part>
      {agreement.accepted_at && <Acceptance agreement={agreement} />}
      {agreement.end_reason && <KeyValue items={[{ label: 'Motivo', value: agreement.end_reason }]} />}
      {signatures && <Part title="Assinaturas">{signatures}</Part>}
      <section className={classes.text} aria-label="Termo do acordo">
        {textBlocks(agreement.text).map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
          <Block key={place} block={block} />
        ))}
      </section>
    </div>
  );
}

function Block({ block }: { block: ReturnType<typeof textBlocks>[number] }) {
  if (block.kind !== 'list') return block.kind === 'title' ? <h3>{block.text}</h3> : <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function discountWords({ charges_off, rent_off }: Pick<DebtAgreementDetail, 'charges_off' | 'rent_off'>) {
  const parts = [
    charges_off > 0 && `${formatPercent(charges_off)} nos encargos`,
    rent_off > 0 && `${formatPercent(rent_off)} no aluguel`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'Nenhum';
}

function Acceptance({ agreement }: { agreement: DebtAgreementDetail }) {
  const { accepted_at, accepted_how, accepted_name, accepted_address, document_hash } = agreement;
  return (
    <KeyValue
      items={[
        { label: 'Aceito por', value: accepted_name },
        { label: 'Quando', value: <Moment value={accepted_at ?? ''} /> },
        { label: 'Como', value: accepted_how && ACCEPTED_HOW[accepted_how] },
        ...(accepted_address ? [{ label: 'Endereço de rede', value: accepted_address }] : []),
        { label: 'SHA-256 do termo', value: <span className={classes.hash}>{document_hash}</span> },
      ]}
    />
  );
}

type Instalment = DebtAgreementDetail['plan'][number] & { id: number };
const asInstalment = (instalment: DebtAgreementDetail['plan'][number]): Instalment => ({
  ...instalment,
  id: instalment.number,
});

const INSTALMENTS: Column<Instalment>[] = [
  { title: 'Parcela', kind: 'main', phone: 'main', cell: ({ number }) => `Parcela ${number}` },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Situação', phone: 'state', cell: ({ invoices }) => <InstalmentState invoices={invoices} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

/** State of an instalment: that of the open balance, when it was paid in part. */
function InstalmentState({ invoices }: Pick<Instalment, 'invoices'>) {
  const last = invoices.at(-1);
  return last ? <InvoiceStatus invoice={{ ...last, instalment: 1 }} /> : 'A emitir com o aceite';
}

const DEBTS: Column<DebtAgreementDetail['invoices'][number]>[] = [
  { title: 'Fatura', kind: 'main', phone: 'main', cell: ({ id }) => `Fatura ${id}` },
  { title: 'Mês', phone: 'state', cell: ({ reference }) => <Month value={shownReference(reference)} /> },
  { title: 'Vencimento', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', hideBelow: 1024, cell: ({ amount }) => <Money value={amount} bare /> },
  {
    title: 'Multa e juros',
    kind: 'number',
    hideBelow: 1024,
    cell: ({ fine, interest }) => <Money value={fine + interest} bare />,
  },
  { title: 'No acordo', kind: 'number', phone: 'amount', cell: ({ agreed }) => <Money value={agreed} /> },
];

/** What came back of an invoice when its agreement was undone. */
const RETURNED: Column<DebtAgreementDetail['invoices'][number]> = {
  title: 'Voltou',
  phone: 'below',
  cell: ({ paid, returned_id }) => {
    if (paid === null) return null;
    if (paid === 0) return 'inteira';
    return returned_id === null ? 'nada: foi paga' : `fatura ${returned_id}`;
  },
};
