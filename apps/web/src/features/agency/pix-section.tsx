import { useWatch } from 'react-hook-form';
import { TextField } from '#web/ui/form/fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';
import { PixPreview } from './pix-preview.tsx';
import { pixKeyInWords } from './pix-words.ts';

/** Where a tenant's Pix arrives. */
export function PixSection({ form }: { form: Form<AgencyValues> }) {
  const [typed, name, city] = useWatch({ control: form.control, name: ['pix_key', 'name', 'city'] });
  return (
    <FormSection
      title="Recebimento"
      below="Com a chave, cada boleto sai também com um QR Code Pix do valor."
      terms={['pix']}
    >
      <TextField form={form} name="pix_key" label="Chave Pix" maxLength={100} help={pixKeyInWords(typed ?? '')} />
      <PixPreview typed={typed ?? ''} merchant={name ?? ''} city={city ?? ''} />
    </FormSection>
  );
}
