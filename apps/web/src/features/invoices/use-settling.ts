import { useDebouncedValue } from '@mantine/hooks';
import { type InvoiceDetail, invoices, Settlement } from '@morada/contract/invoices';
import type { Cents } from '@morada/domain/base/money';
import { balanceDueDate, fatesFor, type RestFate } from '@morada/domain/rent/rest-fate';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type Payment, previewQuery, useSettleInvoice } from '#web/entities/invoice/invoice-queries.ts';
import type { Versioned } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { type Form, useForm } from '#web/ui/form/use-form.ts';

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
  /** Undefined where the server's own choice is meant: today, the whole. */
  payment: Payment;
  /** The figures shown are not yet those of what was typed. */
  recalculating: boolean;
  failed: Error | null;
};

/**
 * Form state of a settlement. Charges follow the rule for the chosen day, the amount received follows the total, each
 * until it is edited.
 */
export function useSettling(record: Versioned<InvoiceDetail> | undefined): Settling {
  const invoice = record?.data;
  const { mutateAsync: pay } = useSettleInvoice();
  const form: Form<SettlementValues> = useForm(Settlement, {
    submit: (values) =>
      pay({
        params: { id: invoice?.id ?? 0 },
        body: asEdited(rest === 0 ? { ...values, rest: undefined } : values, form.formState.dirtyFields),
        ifMatch: record?.version,
      }),
  });
  const { dirtyFields } = form.formState;
  const values = useWatch({ control: form.control });
  const fine = values.fine ?? 0;
  const interest = values.interest ?? 0;
  const total = (invoice?.amount ?? 0) + fine + interest;
  const paid = values.paid_amount ?? undefined;
  const rest = paid === undefined ? 0 : total - paid;
  const mayWaive = may(invoices.anticipate.access);
  const fates = fatesFor({ rest, continues: invoice?.proposal.status === 'APPROVED', mayWaive });

  const edited = dirtyFields.paid_amount || dirtyFields.fine || dirtyFields.interest;
  const payment: Payment = {
    payDay: dirtyFields.pay_day ? (values.pay_day as Payment['payDay'] | null) || undefined : undefined,
    paid: edited ? paid : undefined,
  };
  const [payDay] = useDebouncedValue(payment.payDay, PAUSE);
  const [paidAmount] = useDebouncedValue(payment.paid, PAUSE);
  const asks = invoice?.status === 'PENDING' && (payDay !== undefined || paidAmount !== undefined);
  const preview = useQuery({ ...previewQuery(invoice?.id ?? 0, { payDay, paid: paidAmount }), enabled: asks });
  const shown = (asks && preview.data) || invoice;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins anew when it was paid, and when it was refunded
  useEffect(() => {
    if (invoice) form.reset(asOwed(invoice));
  }, [invoice?.status]);

  const follow = (name: 'fine' | 'interest' | 'paid_amount', amount: Cents) => {
    if (invoice && !dirtyFields[name]) form.resetField(name, { defaultValue: amount });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new preview updates the fields
  useEffect(() => {
    follow('fine', shown?.late.fine ?? 0);
    follow('interest', shown?.late.interest ?? 0);
  }, [shown?.late.fine, shown?.late.interest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new difference asks anew
  useEffect(() => {
    const fate = form.getValues('rest.fate');
    if (rest !== 0 && !(fate && fates.includes(fate)))
      form.setValue('rest', { fate: fates[0] ?? 'OPEN_BALANCE', due_date: balanceDueDate(today()) });
  }, [rest, fates.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new total moves the field
  useEffect(() => follow('paid_amount', total), [total]);

  return {
    form,
    shown,
    fine,
    interest,
    total,
    paid,
    rest,
    fates,
    payment,
    recalculating: preview.isFetching || payDay !== payment.payDay || paidAmount !== payment.paid,
    failed: asks ? preview.error : null,
  };
}

const PAUSE = 300;

const asOwed = ({ late }: InvoiceDetail) => ({
  paid_amount: late.total,
  pay_day: today(),
  payment_method: 'MANUAL' as const,
  fine: late.fine,
  interest: late.interest,
});

/** Charges left as the rule has them are the server's to reckon: a payment in part takes less of them. */
function asEdited(values: SettlementValues, edited: { fine?: unknown; interest?: unknown }): SettlementValues {
  const { fine, interest, ...rest } = values;
  return { ...rest, ...(edited.fine ? { fine } : {}), ...(edited.interest ? { interest } : {}) };
}
