import type { Agency } from '@morada/contract/registry/agency';
import { PartIndex } from '#web/ui/display/part-index.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ChangesBar } from '#web/ui/form/save-bar.tsx';
import { AccessSection } from './access-section.tsx';
import { AddressSection } from './address-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import { DataSection } from './data-section.tsx';
import { DefaultsSection } from './defaults-section.tsx';
import { FirstStepsSection } from './first-steps-section.tsx';
import { ContactsSection, IdentitySection, MeasurementSection, PrivacySection } from './identity-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { OffersSection } from './offers-section.tsx';
import { PixSection } from './pix-section.tsx';
import { PortalsSection } from './portals-section.tsx';
import { TaxesSection } from './taxes-section.tsx';
import { type AgencyForms, useAgency } from './use-agency.ts';

export function AgencyPage() {
  const { query, agency, forms, sections, notice } = useAgency();
  return (
    <>
      <QueryBoundary query={{ ...query, data: agency }} what="os dados da imobiliária" lines={16}>
        {(agency) => <Sections agency={agency} forms={forms} onSave={sections.save} />}
      </QueryBoundary>
      {agency && <ChangesBar of={sections} notice={notice} always />}
    </>
  );
}

type SectionsProps = { agency: Agency; forms: AgencyForms; onSave: () => Promise<boolean> };

const PARTS = [
  ...[
    'Dados da imobiliária',
    'Endereço',
    'Identidade',
    'Atendimento ao público',
    'Aviso de privacidade',
    'Medição do site',
    'Recebimento',
  ],
  ...[
    'Convênio de cobrança',
    'Padrões',
    'Impostos',
    'Notas fiscais',
    'Acesso da equipe',
    'Primeiros passos',
    'Portais',
    'Mais recursos',
  ],
];

/** One `<form>` around both: Enter saves all that was changed. */
function Sections({ agency, forms: { data, agreement }, onSave }: SectionsProps) {
  return (
    <Form form={{ ...data, save: onSave }}>
      <PartIndex titles={PARTS} />
      <DataSection form={data} logo={agency.logo} name={agency.name} />
      <AddressSection form={data} />
      <IdentitySection form={data} agency={agency} />
      <ContactsSection form={data} />
      <PrivacySection form={data} agency={agency} />
      <MeasurementSection form={data} />
      <PixSection form={data} />
      <AgreementSection form={agreement} saved={agency.agreement} note={data} />
      <DefaultsSection form={data} />
      <TaxesSection form={data} />
      <NotesSection form={data} />
      <AccessSection form={data} />
      <FirstStepsSection form={data} />
      <PortalsSection agency={agency} />
      <OffersSection />
    </Form>
  );
}
