import { Button } from '@mantine/core';
import { type DarfRow, withholding } from '@morada/contract/fiscal/fiscal-withholding';
import { formatMoney } from '@morada/domain/base/money';
import { IconReceiptTax } from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, DocumentNumber, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useUndoDarf } from './withholding-queries.ts';

type DarfTableProps = {
  list: Pick<ListPage<DarfRow>, 'table'>;
  onPay: (darf: DarfRow) => void;
};

/** DARFs of a month; those that the agency pays have a button. */
export function DarfTable({ list, onPay }: DarfTableProps) {
  return (
    <DataTable
      what="os DARFs"
      {...list.table}
      columns={columnsOf(onPay)}
      empty={
        <EmptyState
          icon={IconReceiptTax}
          title="Nenhum imposto retido neste mês"
          below="Aparece quando uma empresa paga o aluguel de um proprietário pessoa física. Quem recolhe se escolhe no contrato."
        />
      }
    />
  );
}

const columnsOf = (onPay: (darf: DarfRow) => void): Column<DarfRow>[] => [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant.name },
  {
    title: 'CPF/CNPJ',
    kind: 'soft',
    hideBelow: 1100,
    cell: ({ tenant }) => <DocumentNumber value={tenant.cpf_cnpj} />,
  },
  { title: 'Código', cell: ({ code }) => code },
  { title: 'Retido', kind: 'number', cell: ({ withheld }) => <Money value={withheld} /> },
  {
    title: 'Não descontado',
    kind: 'number',
    hideBelow: 1100,
    cell: ({ undeducted }) => <Money value={undeducted} />,
  },
  { title: 'De meses anteriores', kind: 'number', hideBelow: 1100, cell: ({ carried }) => <Money value={carried} /> },
  { title: 'A recolher', kind: 'number', phone: 'amount', cell: ({ due }) => <Money value={due} /> },
  { title: 'Vencimento', phone: 'below', cell: (darf) => <DueCell darf={darf} /> },
  { title: 'Recolhido', phone: 'side', cell: (darf) => <PaidCell darf={darf} onPay={onPay} /> },
];

function DueCell({ darf: { due, due_on } }: { darf: DarfRow }) {
  if (due === 0) return 'Abaixo do mínimo: passa ao próximo mês';
  return due_on ? <Day value={due_on} /> : 'No dia do pagamento';
}

function PaidCell({ darf, onPay }: { darf: DarfRow; onPay: (darf: DarfRow) => void }) {
  if (darf.payer === 'TENANT') return 'Pelo inquilino';
  if (darf.paid) return <Paid darf={darf} paid={darf.paid} />;
  if (darf.due === 0 || !may(withholding.pay.access)) return 'Pela imobiliária, em aberto';
  return (
    <Button variant="default" size="compact-sm" onClick={() => onPay(darf)}>
      Marcar como pago
    </Button>
  );
}

function Paid({ darf: { tenant, due }, paid }: { darf: DarfRow; paid: NonNullable<DarfRow['paid']> }) {
  const undo = useUndoDarf();
  const confirm = useConfirm();
  async function ask() {
    const undone = await confirm({
      title: 'Desfazer o pagamento do DARF',
      body: `O pagamento de ${formatMoney(paid.amount)} por ${tenant.name} sai do caixa, e o imposto volta a ficar em aberto.`,
      verb: 'Desfazer pagamento',
      danger: true,
      run: () => undo.mutateAsync({ params: { id: paid.id } }),
    });
    if (undone) toast.success('Pagamento desfeito');
  }
  return (
    <>
      <Day value={paid.paid_on} />{' '}
      {due > paid.amount && `Um pagamento veio depois: faltam ${formatMoney(due - paid.amount)}. `}
      {may(withholding.undo.access) && (
        <Button variant="subtle" size="compact-sm" onClick={ask}>
          Desfazer
        </Button>
      )}
    </>
  );
}
