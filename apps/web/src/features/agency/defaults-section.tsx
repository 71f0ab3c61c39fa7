import {
  addDays,
  addToReference,
  type CalendarDate,
  dueDateIn,
  formatDate,
  referenceOf,
} from '@morada/domain/base/calendar';
import { type BasisPoints, formatMoney, portion, WHOLE } from '@morada/domain/base/money';
import { transferDueDate } from '@morada/domain/rent/transfer';
import { useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { NumberField, PercentField, SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';

const CHARGES = 20_000;

/** Defaults of billing and transfers, each explained by an example with today's dates. */
export function DefaultsSection({ form }: { form: Form<AgencyValues> }) {
  const [lead, transfer, share] = useWatch({
    control: form.control,
    name: ['billing_lead_days', 'transfer_business_days', 'late_to_owner'],
  });
  const day = today();
  return (
    <FormSection title="Padrões" below="Valem do próximo lançamento em diante; o que já foi emitido fica como está.">
      <NumberField
        form={form}
        name="billing_lead_days"
        label="Antecedência da fatura (dias)"
        required
        max={60}
        help={leadExample(day, lead)}
      />
      <NumberField
        form={form}
        name="transfer_business_days"
        label="Prazo do repasse (dias úteis)"
        required
        max={60}
        help={transferExample(day, transfer)}
      />
      <PercentField
        form={form}
        name="late_to_owner"
        label="Parte do proprietário nos encargos"
        required
        help={shareExample(share)}
      />
      <Wide>
        <SwitchField
          form={form}
          name="late_from_business_day"
          label="Contar o atraso do próximo dia útil"
          help="Quando o vencimento cai em sábado, domingo ou feriado. Vencida no sábado e paga na terça: 1 dia de atraso em vez de 3."
        />
      </Wide>
    </FormSection>
  );
}

const isDays = (days: unknown): days is number => Number.isInteger(days) && Number(days) >= 0 && Number(days) <= 60;

function leadExample(day: CalendarDate, days: unknown): string {
  const says = 'Quantos dias antes do vencimento a fatura é emitida.';
  if (!isDays(days)) return says;
  const due = dueDateIn(addToReference(referenceOf(day), 1), 10);
  return `${says} A que vence em ${formatDate(due)} sai em ${formatDate(addDays(due, -days))}.`;
}

function transferExample(day: CalendarDate, days: unknown): string {
  const says = 'Do pagamento do inquilino ao repasse.';
  return isDays(days)
    ? `${says} Pago em ${formatDate(day)}: repasse até ${formatDate(transferDueDate(day, days))}.`
    : says;
}

function shareExample(share: BasisPoints | undefined): string {
  const says = 'Da multa e dos juros recebidos.';
  if (typeof share !== 'number' || share > WHOLE) return says;
  return `${says} De ${formatMoney(CHARGES)}, ${formatMoney(portion(CHARGES, share))} vão para ele.`;
}
