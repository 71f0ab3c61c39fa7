import { useDebouncedValue } from '@mantine/hooks';
import { type InvoiceDetail, invoices, Settlement } from '@morada/contract/money/invoices';
import type { Cents } from '@morada/domain/base/money';
import { fatesFor, type RestFate } from '@morada/domain/rent/rest-fate';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type Payment, previewQuery, useSettleInvoice } from '#web/entities/invoice/invoice-queries.ts';
import { offeredFate, restChoice } from '#web/entities/invoice/rest-choice.ts';
import type { Versioned } from '#web/lib/api/api.ts';
import { present } from '#web/lib/present.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { orProposed } from '#web/ui/input/field.ts';

export type SettlementValues = z.input<typeof Settlement>;

export type Settling = {
  form: Form<SettlementValues>;
  /** The invoice as of the chosen day and amount: charges by the rule, transfers that would follow. */
  shown: InvoiceDetail | undefined;
  fine: Cents;
  interest: Cents;
  /** Price, fees and both charges. */
  total: Cents;
  paid: Cents | undefined;
  /** Owed less received, and what may become of it, the proposed one first. */
  rest: Cents;
  fates: RestFate[];
  /** Day and amount if edited; undefined leaves them to the server: today, the full amount. */
  payment: Payment;
  /** The figures shown do not reflect the latest input yet. */
  recalculating: boolean;
  failed: Error | null;
};

/**
 * Form state of a settlement. Charges follow the rule for the chosen day and amount, the amount received follows the
 * total, each until it is edited: the form holds undefined for those.
 */
export function useSettling(record: Versioned<InvoiceDetail> | undefined): Settling {
  const invoice = record?.data;
  const { mutateAsync: pay } = useSettleInvoice();
  const form: Form<SettlementValues> = useForm(Settlement, {
    defaultValues: unedited(),
    // Charges that were not edited are left out: the server reckons them, and a payment in part takes less of them.
    complete: (held) => ({
      ...held,
      paid_amount: orProposed(held.paid_amount, total),
      rest: rest === 0 ? undefined : restChoice(held.rest, fates, today()),
    }),
    submit: (body) => pay({ params: { id: present(invoice, 'the invoice').id }, body, version: record?.version }),
    onSaved: () => form.reset(unedited()),
    neverEmpty: () => ({
      pay_day: 'Informe a data do pagamento',
      ...(balances && { 'rest.due_date': 'Informe o vencimento do saldo' }),
    }),
    // An invoice settled elsewhere meanwhile: what was typed for its settlement is not worth a question.
    asks: invoice?.status === 'PAID',
  });
  const values = useWatch({ control: form.control });
  const amount = invoice?.amount ?? 0;

  const editedDay: Payment['payDay'] = form.formState.dirtyFields.pay_day ? values.pay_day || undefined : undefined;
  const [payDay] = useDebouncedValue(editedDay, PAUSE);
  const pending = invoice?.status === 'PENDING';
  const ofDay = useQuery({
    ...previewQuery(invoice?.id ?? 0, { payDay, paid: undefined }),
    enabled: pending && payDay !== undefined,
  });
  const rule = ((pending && ofDay.data) || invoice)?.late;

  const chargesEdited = values.fine !== undefined || values.interest !== undefined;
  const whole = amount + charge(values.fine, rule?.fine) + charge(values.interest, rule?.interest);
  const editedPaid = orProposed(values.paid_amount, chargesEdited ? whole : undefined) ?? undefined;
  const [paidAmount] = useDebouncedValue(editedPaid, PAUSE);
  const asks = pending && (payDay !== undefined || paidAmount !== undefined);
  const preview = useQuery({ ...previewQuery(invoice?.id ?? 0, { payDay, paid: paidAmount }), enabled: asks });
  const shown = (asks && preview.data) || invoice;

  const fine = charge(values.fine, shown?.late.fine);
  const interest = charge(values.interest, shown?.late.interest);
  const total = amount + fine + interest;
  const paid = orProposed(values.paid_amount, total) ?? undefined;
  const rest = paid === undefined ? 0 : total - paid;
  const mayWaive = may(invoices.anticipate.access);
  const fates = fatesFor({ rest, continues: invoice?.proposal.continues ?? false, mayWaive });

  const balances = rest !== 0 && offeredFate(values.rest?.fate, fates) === 'OPEN_BALANCE';

  return {
    form,
    shown,
    fine,
    interest,
    total,
    paid,
    rest,
    fates,
    payment: { payDay: editedDay, paid: editedPaid },
    recalculating: preview.isFetching || payDay !== editedDay || paidAmount !== editedPaid,
    failed: asks ? preview.error : null,
  };
}

const PAUSE = 300;

const unedited = () => ({
  paid_amount: undefined,
  pay_day: today(),
  payment_method: 'MANUAL' as const,
  fine: undefined,
  interest: undefined,
});

/** An emptied charge is zero. */
const charge = (held: Cents | null | undefined, proposed: Cents | undefined): Cents => orProposed(held, proposed) ?? 0;
