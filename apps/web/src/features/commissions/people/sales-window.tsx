import { Button } from '@mantine/core';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { IconHomeDollar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { FormWindow, RecordWindow } from '#web/ui/overlay/windows.tsx';
import { type Sale, salesQuery, useDivideSale, useUndivideSale } from './people-queries.ts';

const COLUMNS: Column<Sale>[] = [
  { title: 'Data', phone: 'side', cell: ({ date }) => <Day value={date} /> },
  { title: 'Descrição', kind: 'main', phone: 'main', cell: ({ description }) => description },
  {
    title: 'Divisão',
    kind: 'soft',
    phone: 'below',
    cell: ({ divided }) =>
      divided ? `${divided.property}: ${formatMoney(divided.people)} das pessoas` : 'Ainda não dividida',
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

/** Commissions of sales that are in the cash, to be divided by the rule of the property that was sold. */
export function SalesWindow({ onClose }: { onClose: () => void }) {
  const sales = useQuery(salesQuery());
  const { mutateAsync: undivide } = useUndivideSale();
  const confirm = useConfirm();
  const [dividing, setDividing] = useState<Sale>();
  async function ask({ id, description, divided }: Sale) {
    const undone = await confirm({
      title: 'Desfazer a divisão',
      body: `As pessoas deixam de ter ${formatMoney(divided?.people ?? 0)} de “${description}”. O que já foi pago é descontado do próximo pagamento.`,
      verb: 'Desfazer divisão',
      danger: true,
      run: () => undivide({ params: { id } }),
    });
    if (undone) toast.success('Divisão desfeita');
  }
  return (
    <>
      <RecordWindow title="Comissões de venda" width={960} onClose={onClose} actions={{ close: 'Fechar' }}>
        <p>As entradas de venda do caixa, dos últimos doze meses.</p>
        <DataTable
          what="as comissões de venda"
          query={{ ...sales, data: sales.data?.data }}
          columns={COLUMNS}
          actions={
            may(peopleCommissions.divideSale.access)
              ? (sale) =>
                  sale.divided ? (
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={`Desfazer a divisão de ${sale.description}`}
                      onClick={() => void ask(sale)}
                    >
                      Desfazer
                    </Button>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Dividir ${sale.description}`}
                      onClick={() => setDividing(sale)}
                    >
                      Dividir
                    </Button>
                  )
              : undefined
          }
          empty={
            <EmptyState
              icon={IconHomeDollar}
              title="Nenhuma comissão de venda"
              below="Lance a comissão no Caixa, em Vendas, quando ela for recebida."
            />
          }
        />
      </RecordWindow>
      {dividing && <DivideWindow sale={dividing} onClose={() => setDividing(undefined)} />}
    </>
  );
}

function DivideWindow({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { mutateAsync: divide } = useDivideSale();
  const form = useForm(peopleCommissions.divideSale.body, {
    defaultValues: { movimentation_id: sale.id },
    submit: (body) => divide({ body }),
    onSaved: () => {
      toast.success('Comissão dividida');
      onClose();
    },
  });
  return (
    <FormWindow title="Dividir comissão de venda" onClose={onClose} form={form} verb="Dividir">
      <Form form={form}>
        <p>
          {sale.description}: {formatMoney(sale.amount)}, recebidos em {formatDate(sale.date)}. A divisão segue a regra
          do imóvel, ou a geral.
        </p>
        <Fields columns={1}>
          <PropertyPicker form={form} name="property_id" label="Imóvel vendido" required />
        </Fields>
      </Form>
    </FormWindow>
  );
}
