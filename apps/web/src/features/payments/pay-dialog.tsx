import { payments } from '@morada/contract/payments';
import { nextBusinessDay } from '@morada/domain/business-days';
import { formatMoney } from '@morada/domain/money';
import { IconFileExport, IconTransferOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/figures.tsx';
import { DateField } from '#web/ui/form/dates.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { AmountList } from '#web/ui/key-value.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import { asRow, type LineRow, lineColumns } from './line-columns.tsx';
import { type Preview, previewQuery, usePaymentActions } from './payment-queries.ts';
import { transfersInWords, warningsOf } from './payment-words.ts';
import classes from './payments.module.css';

type PayDialogProps = { transfers: number[]; onClose: () => void; onMade: (id: number) => void };

/** What the chosen transfers come to, bank by bank, before anything is ordered. */
export function PayDialog({ transfers, onClose, onMade }: PayDialogProps) {
  const query = useQuery(previewQuery(transfers));
  const { form, make } = useOrder(query.data, onMade);
  const { data: preview } = query;
  return (
    <RecordModal
      title="Pagar repasses"
      terms={['repasse', 'remittance']}
      width={960}
      onClose={onClose}
      side={
        preview && (
          <>
            <Form form={form}>
              <DateField form={form} name="pay_on" label="Data do pagamento" required min={today()} />
            </Form>
            <Totals preview={preview} />
          </>
        )
      }
      actions={{
        close: 'Cancelar',
        primary: {
          label: preview?.bank ? 'Gerar arquivo e planilha' : 'Gerar planilha',
          icon: IconFileExport,
          disabled: !preview || preview.payable === 0,
          loading: form.formState.isSubmitting,
          onClick: make,
        },
      }}
    >
      <Loaded query={query} what="os repasses escolhidos" lines={10}>
        {({ lines, payable }) => (
          <>
            <Says chosen={lines.length} payable={payable} />
            <div className={classes.lines}>
              <DataTable
                what="os repasses escolhidos"
                query={{ data: lines.map(asRow) }}
                columns={COLUMNS}
                tone={toneOf}
                empty={
                  <EmptyState
                    icon={IconTransferOut}
                    title="Nenhum dos repasses existe mais"
                    below="As faturas deles podem ter sido estornadas."
                  />
                }
              />
            </div>
          </>
        )}
      </Loaded>
    </RecordModal>
  );
}

const COLUMNS = lineColumns<LineRow>({
  title: 'Prazo de Repasse',
  phone: 'side',
  cell: ({ due_date }) => <Day value={due_date} />,
});

function toneOf(line: LineRow) {
  if (line.problems.length > 0) return { tone: 'late' as const };
  return warningsOf(line).length > 0 ? { tone: 'soon' as const } : undefined;
}

function Says({ chosen, payable }: { chosen: number; payable: number }) {
  const left = chosen - payable;
  if (left === 0) return <p className={classes.says}>Confira as contas. Nada é pago por aqui: quem paga é o banco.</p>;
  return (
    <p className={classes.says}>
      {transfersInWords(left)} {left === 1 ? 'não pode ser pago assim e fica' : 'não podem ser pagos assim e ficam'} de
      fora; {transfersInWords(payable)} {payable === 1 ? 'entra' : 'entram'} no pagamento.
    </p>
  );
}

function Totals({ preview: { groups, payable, amount, no_file } }: { preview: Preview }) {
  return (
    <>
      <h3 className={classes.sideTitle}>Por banco</h3>
      <AmountList
        items={groups.map(({ name, payments: count, amount }) => ({ label: `${name} (${count})`, amount }))}
        total={{ label: transfersInWords(payable), amount }}
      />
      <h3 className={classes.sideTitle}>O que será gerado</h3>
      <p className={classes.says}>{no_file ?? 'O arquivo CNAB 240, para enviar ao banco.'}</p>
      <p className={classes.says}>Uma planilha por banco, com os totais.</p>
    </>
  );
}

/** Accounts that changed lately are asked about once more. */
function useOrder(preview: Preview | undefined, onMade: (id: number) => void) {
  const confirm = useConfirm();
  const { create } = usePaymentActions();
  const payable = preview?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const form = useForm(payments.create.body, {
    values: { transfers: payable.map((line) => line.transfer_id), pay_on: nextBusinessDay(today()) },
    submit: create,
    onSaved: ({ id, amount }) => {
      toast.success(`Pagamento de ${formatMoney(amount)} montado. Agora envie ao banco.`);
      onMade(id);
    },
  });
  const changed = payable.filter(({ bank_changed }) => bank_changed !== null);
  const make = async () => {
    const sure =
      changed.length === 0 ||
      (await confirm({
        title: 'Conta ou titular alterado há pouco',
        says: `${changed.map(({ user }) => user.name).join(', ')}: ${changed.length === 1 ? 'a conta ou o titular mudou' : 'a conta ou o titular de cada um mudou'} há pouco. Confirme por telefone com quem recebe antes de pagar.`,
        verb: 'Já confirmei, gerar',
      }));
    if (sure) await form.save();
  };
  return { form, make };
}
