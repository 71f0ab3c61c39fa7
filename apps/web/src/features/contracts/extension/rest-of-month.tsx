import { formatShortMonth, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import type { RestOfMonth as Rest } from '@morada/domain/rent/rest-of-month';
import { SwitchField } from '#web/ui/form/fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { ExtensionDraft } from './extension-draft.ts';

/** The last month was billed only up to the old end: this switch adds its other days to the next invoice. */
export function RestOfMonth({ form, rest }: { form: Form<ExtensionDraft>; rest: Rest }) {
  const month = formatShortMonth(shownReference(rest.reference));
  return (
    <SwitchField
      form={form}
      name="charge_rest"
      label={`Cobrar ${formatMoney(rest.amount)} na próxima fatura`}
      help={`A fatura de ${month} foi gerada só até o término de hoje. O restante do mês entra como acréscimo da próxima fatura.`}
    />
  );
}
