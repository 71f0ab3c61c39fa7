import { payouts } from '@morada/contract/bank/payouts';
import { payments } from '@morada/contract/money/payments';
import { nextBusinessDay } from '@morada/domain/base/business-days';
import { isCalendarDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { IconBolt, IconFileExport, IconTransferOut } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { AmountList } from '#web/ui/display/key-value.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SegmentedField, SwitchField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { asRow, type LineRow, lineColumns } from './line-columns.tsx';
import { type Preview, previewQuery, useCreatePayment } from './payment-queries.ts';
import { transfersInWords, warningsOf } from './payment-words.ts';
import classes from './payments.module.css';
import { safeguardsQuery, useCreatePayout } from './payout-queries.ts';
import { dayInWords, moneyInWords } from './payout-words.ts';

type PayWindowProps = {
  /** Transfers to pay; all pending ones when absent. */
  transfers?: number[] | undefined;
  onClose: () => void;
  onMade: (id: number) => void;
};

const Choice = z.object({
  due_from: z.nullable(z.string()),
  due_to: z.nullable(z.string()),
  per_owner: z.boolean(),
  means: z.enum(['PIX', 'FILE']),
});

/** A day that is typed only half narrows nothing. */
const dayOf = (text: string | null | undefined) => (text && isCalendarDate(text) ? text : undefined);

const MEANS = [
  { value: 'PIX', label: 'Pix pelo banco' },
  { value: 'FILE', label: 'Arquivo ou planilha' },
] as const;

/** Totals of the chosen transfers by bank, before anything is ordered. */
export function PayWindow({ transfers, onClose, onMade }: PayWindowProps) {
  const choice = useForm(Choice, {
    defaultValues: { due_from: '', due_to: '', per_owner: false, means: 'PIX' },
    submit: async () => undefined,
    asks: true,
  });
  const { due_from, due_to, per_owner = false, means: wanted = 'PIX' } = useWatch({ control: choice.control });
  const safeguards = useQuery({ ...safeguardsQuery, enabled: may(payouts.create.access) });
  const linked = safeguards.data?.linked === true;
  const orders = may(payments.create.access);
  const means = linked && (wanted === 'PIX' || !orders) ? 'PIX' : 'FILE';
  const due = { due_from: dayOf(due_from), due_to: dayOf(due_to) };
  const query = useQuery({
    ...previewQuery({ transfers, ...due, per_owner, means }),
    placeholderData: keepPreviousData,
  });
  const { form, make } = useOrder(query.data, per_owner, onMade);
  const { pay, paying } = usePaying(query.data, per_owner, onMade);
  const { data: preview } = query;
  return (
    <RecordWindow
      title="Pagar repasses"
      terms={['repasse', 'remittance']}
      width={960}
      onClose={onClose}
      side={
        preview && (
          <>
            {linked && orders && (
              <Form form={choice}>
                <SegmentedField form={choice} name="means" label="Como pagar" options={MEANS} />
              </Form>
            )}
            {means === 'FILE' && (
              <div className={classes.choice}>
                <Form form={form}>
                  <DateField form={form} name="pay_on" label="Data do pagamento" required min={today()} />
                </Form>
              </div>
            )}
            <div className={classes.choice}>
              <Form form={choice}>
                <Fields columns={1}>
                  <DateField form={choice} name="due_from" label="Prazo de" />
                  <DateField form={choice} name="due_to" label="Prazo até" />
                  <SwitchField form={choice} name="per_owner" label="Um pagamento por proprietário" />
                </Fields>
              </Form>
            </div>
            <Totals preview={preview} means={means} />
            {means === 'PIX' && safeguards.data && (
              <p className={classes.says}>{dayInWords(safeguards.data.today, safeguards.data.daily_limit)}</p>
            )}
            {safeguards.data?.proposed && (
              <Callout tone="warning">
                Nenhuma proteção está ligada: uma pessoa sozinha pode pagar qualquer valor, a qualquer conta. Um
                administrador liga as propostas em Configurações, Pagar repasses.
              </Callout>
            )}
          </>
        )
      }
      actions={{
        close: 'Cancelar',
        primary:
          means === 'PIX'
            ? {
                label: 'Pagar por Pix',
                icon: IconBolt,
                disabled: !preview || preview.payable === 0 || query.isFetching,
                loading: paying,
                onClick: pay,
              }
            : {
                label: preview?.bank ? 'Gerar arquivo e planilha' : 'Gerar planilha',
                icon: IconFileExport,
                disabled: !preview || preview.payable === 0 || query.isFetching,
                loading: form.formState.isSubmitting,
                onClick: make,
              },
      }}
    >
      <QueryBoundary query={query} what="os repasses escolhidos" lines={10}>
        {({ lines, payable }) => (
          <>
            <Says chosen={lines.length} payable={payable} means={means} />
            <div className={classes.lines}>
              <DataTable
                what="os repasses escolhidos"
                query={{ data: lines.map(asRow) }}
                columns={COLUMNS}
                tone={toneOf}
                empty={
                  <EmptyState
                    icon={IconTransferOut}
                    title="Nenhum repasse a pagar"
                    below="Nenhum tem prazo nestes dias, ou as faturas foram estornadas."
                  />
                }
              />
            </div>
          </>
        )}
      </QueryBoundary>
    </RecordWindow>
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

type Means = 'PIX' | 'FILE';

function Says({ chosen, payable, means }: { chosen: number; payable: number; means: Means }) {
  const left = chosen - payable;
  const checks =
    means === 'PIX'
      ? 'Confira as contas. O banco paga assim que as regras permitirem, e os repasses são concluídos com a resposta dele.'
      : 'Confira as contas. Nada é pago por aqui: quem paga é o banco.';
  if (left === 0) return <p className={classes.says}>{checks}</p>;
  return (
    <p className={classes.says}>
      {transfersInWords(left)} {left === 1 ? 'não pode ser pago assim e fica' : 'não podem ser pagos assim e ficam'} de
      fora; {transfersInWords(payable)} {payable === 1 ? 'entra' : 'entram'} no pagamento.
    </p>
  );
}

type TotalsProps = { preview: Preview; means: Means };

function Totals({ preview: { groups, payable, payments: count, amount, no_file }, means }: TotalsProps) {
  return (
    <>
      <h3 className={classes.sideTitle}>Por banco</h3>
      <AmountList
        items={groups.map(({ name, payments: count, amount }) => ({ label: `${name} (${count})`, amount }))}
        total={{ label: transfersInWords(payable), amount }}
      />
      {count < payable && (
        <p className={classes.says}>
          {transfersInWords(payable)} em {count === 1 ? '1 pagamento' : `${count} pagamentos`}.
        </p>
      )}
      {means === 'FILE' && (
        <>
          <h3 className={classes.sideTitle}>O que será gerado</h3>
          <p className={classes.says}>{no_file ?? 'O arquivo CNAB 240, para enviar ao banco.'}</p>
          <p className={classes.says}>Uma planilha por banco, com os totais.</p>
        </>
      )}
    </>
  );
}

/** An order by Pix, after a question that says the amount in words. */
function usePaying(preview: Preview | undefined, per_owner: boolean, onMade: (id: number) => void) {
  const confirm = useConfirm();
  const { mutateAsync: create, isPending: paying } = useCreatePayout();
  const payable = preview?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const names = payable.filter(({ bank_changed }) => bank_changed !== null).map(({ user }) => user.name);
  const warning =
    names.length > 0 && ` Conta ou titular alterado há pouco: ${names.join(', ')}. Confirme por telefone.`;

  const pay = () =>
    preview &&
    confirm({
      title: 'Pagar por Pix',
      body: `${transfersInWords(preview.payable)}, ${moneyInWords(preview.amount)}, saem da conta da imobiliária.${warning || ''}`,
      verb: 'Pagar por Pix',
      run: async () => {
        const { id, approval } = await create({
          body: { transfers: payable.map(({ transfer_id }) => transfer_id), per_owner },
        });
        toast.success(
          approval === 'WAITING' ? 'O pagamento espera a aprovação de outra pessoa.' : 'Pagamento a caminho do banco.',
        );
        onMade(id);
      },
    });
  return { pay, paying };
}

/** Accounts that changed lately are asked about once more. */
function useOrder(preview: Preview | undefined, per_owner: boolean, onMade: (id: number) => void) {
  const confirm = useConfirm();
  const { mutateAsync: create } = useCreatePayment();
  const payable = preview?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const form = useForm(payments.create.body, {
    values: { transfers: payable.map((line) => line.transfer_id), pay_on: nextBusinessDay(today()), per_owner },
    submit: (body) => create({ body }),
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
        body: `${changed.map(({ user }) => user.name).join(', ')}: ${changed.length === 1 ? 'a conta ou o titular mudou' : 'a conta ou o titular de cada um mudou'} há pouco. Confirme por telefone com quem recebe antes de pagar.`,
        verb: 'Já confirmei, gerar',
      }));
    if (sure) await form.save();
  };
  return { form, make };
}
