import { AddressFields } from '#web/ui/address/address-fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';

export function AddressSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection title="Endereço" below="Digite o CEP e o resto vem junto. O boleto precisa dele.">
      <AddressFields form={form} />
    </FormSection>
  );
}
