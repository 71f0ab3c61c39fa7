import { PropertyAddressFields } from '#web/features/properties/form/property-address-fields.tsx';
import { PropertyGeneralFields } from '#web/features/properties/form/property-general-fields.tsx';
import type { Picture } from '#web/features/properties/parts/property-parts.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import { SectionForm } from '#web/ui/form/section-form.tsx';
import classes from './property-panels.module.css';
import type { PropertyRecord } from './use-property-record.ts';

const PropertyInformationFields = lazyPanel(
  'as informações',
  () => import('#web/features/properties/form/property-information-fields.tsx'),
  ({ PropertyInformationFields }) => PropertyInformationFields,
);
const PropertyTaxFields = lazyPanel(
  'os dados fiscais',
  () => import('#web/features/properties/form/property-tax-fields.tsx'),
  ({ PropertyTaxFields }) => PropertyTaxFields,
);
const PropertyFeatures = lazyPanel(
  'as características',
  () => import('#web/features/properties/parts/property-features.tsx'),
  ({ default: PropertyFeatures }) => PropertyFeatures,
);
const PropertyFees = lazyPanel(
  'as taxas',
  () => import('#web/features/properties/parts/property-fees.tsx'),
  ({ default: PropertyFees }) => PropertyFees,
);
const PropertyImages = lazyPanel(
  'as imagens',
  () => import('#web/features/properties/parts/property-images.tsx'),
  ({ default: PropertyImages }) => PropertyImages,
);

type PanelProps = { record: PropertyRecord };

/** The page's first tab: what it is and where, with a sentence beside each part. */
export function PrincipalPanel({ record }: PanelProps) {
  const { forms, sections, readOnly, query } = record;
  const imported = query.data?.imported ?? false;
  const section = { onSave: sections.save, readOnly, columns: 1 } as const;
  return (
    <div className={classes.principal}>
      <SectionForm form={forms.general} {...section}>
        <FormSection title="Dados gerais" below="O que é, para que serve e quanto custa." terms={['exclusivity']}>
          <PropertyGeneralFields form={forms.general} imported={imported} />
        </FormSection>
      </SectionForm>
      <SectionForm form={forms.address} {...section}>
        <FormSection title="Endereço" below="Imóveis no exterior não têm CEP nem estado.">
          <PropertyAddressFields form={forms.address} imported={imported} />
        </FormSection>
      </SectionForm>
    </div>
  );
}

export function GeneralPanel({ record: { forms, sections, readOnly, query } }: PanelProps) {
  const imported = query.data?.imported ?? false;
  return (
    <SectionForm form={forms.general} onSave={sections.save} readOnly={readOnly} columns={3}>
      <PropertyGeneralFields form={forms.general} imported={imported} />
    </SectionForm>
  );
}

export function AddressPanel({ record: { forms, sections, readOnly, query } }: PanelProps) {
  const imported = query.data?.imported ?? false;
  return (
    <SectionForm form={forms.address} onSave={sections.save} readOnly={readOnly} columns={2}>
      <PropertyAddressFields form={forms.address} imported={imported} />
    </SectionForm>
  );
}

export function InformationPanel({ record: { forms, sections, readOnly, query } }: PanelProps) {
  return (
    <SectionForm form={forms.information} onSave={sections.save} readOnly={readOnly} columns={2}>
      <PropertyInformationFields form={forms.information} imported={query.data?.imported ?? false} />
    </SectionForm>
  );
}

export function TaxesPanel({ record: { forms, sections, readOnly } }: PanelProps) {
  return (
    <SectionForm form={forms.taxes} onSave={sections.save} readOnly={readOnly} columns={2}>
      <PropertyTaxFields form={forms.taxes} />
    </SectionForm>
  );
}

export function FeaturesPanel({ record: { forms, readOnly } }: PanelProps) {
  return <PropertyFeatures features={forms.features} readOnly={readOnly} />;
}

export function FeesPanel({ record: { forms, sections, readOnly } }: PanelProps) {
  return <PropertyFees fees={forms.fees} onSave={sections.save} readOnly={readOnly} />;
}

export function ImagesPanel({ record, images, of }: PanelProps & { images: Picture[]; of: string }) {
  return <PropertyImages id={record.id} images={images} of={of} readOnly={record.readOnly} />;
}
