import { useWatch } from 'react-hook-form';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { PixKeyField } from '#web/ui/input/pix-key-field.tsx';
import type { AgencyValues } from './agency-queries.ts';
import { PixPreview } from './pix-preview.tsx';

/** Pix key that receives the tenants' payments. */
export function PixSection({ form }: { form: Form<AgencyValues> }) {
  const [typed, name, city] = useWatch({ control: form.control, name: ['pix_key', 'name', 'city'] });
  return (
    <FormSection
      title="Recebimento"
      below="Com a chave, cada boleto sai também com um QR Code Pix do valor."
      terms={['pix']}
    >
      <PixKeyField form={form} name="pix_key" label="Chave Pix" />
      <PixPreview typed={typed ?? ''} merchant={name ?? ''} city={city ?? ''} />
    </FormSection>
  );
}
