import { SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { DocumentField } from '#web/ui/input/masked.tsx';
import type { AgencyValues } from './agency-queries.ts';

export function TaxesSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection
      title="Impostos"
      below="Valem para o imposto retido dos proprietários e para a DIMOB."
      terms={['withholding']}
    >
      <DocumentField
        form={form}
        name="dimob_responsible"
        label="CPF do responsável pela DIMOB"
        kind="CPF"
        help="Quem responde pela imobiliária no cadastro do CNPJ."
      />
      <Wide>
        <SwitchField
          form={form}
          name="withholding_discount"
          label="Usar o desconto simplificado no imposto retido"
          help="No lugar das deduções, quando o imposto fica menor. A fatura e o repasse dizem qual foi usado."
        />
      </Wide>
      <Wide>
        <SwitchField
          form={form}
          name="dimob_obligations"
          label="Somar IPTU e condomínio ao aluguel na DIMOB"
          help="As taxas do imóvel que o inquilino paga e seguem para o proprietário. Desligado, só o aluguel e os encargos de atraso."
        />
      </Wide>
    </FormSection>
  );
}
