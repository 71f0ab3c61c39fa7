import { SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';

/** Switch that brings dismissed first steps back to the dashboard. */
export function FirstStepsSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection title="Primeiros passos" below="O que falta para a imobiliária começar, no Dashboard.">
      <Wide>
        <SwitchField
          form={form}
          name="first_steps"
          label="Mostrar os primeiros passos"
          help="Cada pessoa vê os que pode dar. Some sozinho quando todos estão feitos."
        />
      </Wide>
    </FormSection>
  );
}
