import { type FirstBilling as Billing, FirstDue } from '@morada/contract/desk/imports';
import { type CalendarDate, formatDate, isCalendarDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { firstDueBounds } from '@morada/domain/rent/invoice';
import { count } from '#web/lib/count.ts';
import { today } from '#web/lib/today.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './first-billing.module.css';

type FirstBillingProps = { billing: Billing; onFirstDue: (day: CalendarDate) => void };

/** From which due date the contracts are billed here, and what that comes to. */
export function FirstBilling({ billing, onFirstDue }: FirstBillingProps) {
  const form = useForm(FirstDue, {
    defaultValues: { first_due: billing.first_due },
    submit: async ({ first_due }) => onFirstDue(first_due),
    asks: true,
  });
  const { from, to } = firstDueBounds(today());
  const bill = (day: unknown) => {
    if (typeof day === 'string' && isCalendarDate(day) && day !== billing.first_due) onFirstDue(day);
  };
  return (
    <section className={classes.billing}>
      <Form form={form}>
        <DateField
          form={form}
          name="first_due"
          label="Cobrar a partir de qual vencimento?"
          min={from}
          max={to}
          onEdit={bill}
        />
      </Form>
      <div role="status" className={classes.says}>
        <p>{amounts(billing)}</p>
        <p className={classes.below}>Nada que venceu antes desse dia é cobrado por aqui.</p>
      </div>
    </section>
  );
}

/** "12 faturas saem em seguida, R$ 18.400,00. 3 já estão vencidas." */
export function amounts({ invoices, total, overdue }: Billing): string {
  if (invoices === 0) return 'Nenhuma fatura sai agora: as primeiras saem quando o vencimento estiver perto.';
  const issued = invoices === 1 ? '1 fatura sai em seguida' : `${count(invoices)} faturas saem em seguida`;
  const late = overdue === 1 ? '1 já está vencida.' : `${count(overdue)} já estão vencidas.`;
  return `${issued}, ${formatMoney(total)}. ${overdue > 0 ? late : 'Nenhuma está vencida.'}`;
}

/** Summary of the first billing, once the contracts are imported. */
export const billedFrom = (billing: Billing) =>
  `Cobrança a partir do vencimento de ${formatDate(billing.first_due)}. ${amounts(billing)}`;
