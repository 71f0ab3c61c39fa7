import { Button } from '@mantine/core';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { PropertyAddressFields } from './property-address-fields.tsx';
import classes from './property-form.module.css';
import { PropertyOfferFields } from './property-offer-fields.tsx';
import type { OwnerSlot } from './slots.ts';
import { useNewProperty } from './use-new-property.ts';

type PropertyFormProps = { owner: OwnerSlot; onCreated: (id: number) => void };

/** The register of a new property, on a page of its own. */
export function PropertyForm({ owner, onCreated }: PropertyFormProps) {
  const form = useNewProperty(onCreated);
  return (
    <Form form={form}>
      <FormSection title="Oferta" below="Para que serve, quanto custa e de quem é.">
        <PropertyOfferFields form={form} />
        {owner({ form, name: 'owner_id', label: 'Proprietário', required: true })}
      </FormSection>
      <FormSection title="Endereço" below="Imóveis no exterior não têm CEP nem estado.">
        <PropertyAddressFields form={form} />
      </FormSection>
      <div className={classes.actions}>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Cadastrar imóvel
        </Button>
      </div>
    </Form>
  );
}
