import { plainHttpNotice } from '#web/lib/plain-http.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';

/** How the staff proves who it is. */
export function AccessSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection title="Acesso da equipe" below="Como quem trabalha aqui entra no sistema.">
      {plainHttpNotice && (
        <Wide>
          <Callout tone="warning">{plainHttpNotice}</Callout>
        </Wide>
      )}
      <Wide>
        <SwitchField
          form={form}
          name="require_second_factor"
          label="Exigir segundo fator"
          help="Quem ainda não usa a verificação em duas etapas terá de ativá-la na próxima vez que entrar, antes de ver qualquer página."
        />
      </Wide>
    </FormSection>
  );
}
