import { TextField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import type { AgencyValues } from './agency-queries.ts';
import { PictureField } from './picture-field.tsx';

type DataSectionProps = { form: Form<AgencyValues>; logo: string | null; name: string };

export function DataSection({ form, logo, name }: DataSectionProps) {
  return (
    <FormSection
      title="Dados da imobiliária"
      below="No alto de recibos, extratos e boletos, e nos contratos feitos de modelos."
    >
      <TextField form={form} name="name" label="Nome" required maxLength={100} />
      <DocumentField form={form} name="cnpj" label="CNPJ" kind="CNPJ" />
      <TextField form={form} name="creci" label="CRECI" maxLength={20} placeholder="MG-PJ 1234" />
      <PhoneField form={form} name="phone" label="Telefone" />
      <TextField form={form} name="email" label="E-mail" type="email" maxLength={254} />
      <Wide>
        <PictureField
          kind="logo"
          picture={logo}
          name={name}
          body="PNG, JPEG ou WebP de até 2 MB; fica bem com fundo claro e largura maior que a altura."
          without="Os próximos documentos e as páginas do site saem com o nome da imobiliária no lugar dele."
        />
      </Wide>
    </FormSection>
  );
}
