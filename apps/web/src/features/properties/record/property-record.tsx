import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine } from '@morada/domain/property/property';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { PropertyStatus, Reserved } from '#web/entities/property/property-status.tsx';
import { RequestPanel } from '#web/features/properties/list/request-panel.tsx';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { type Tab, Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { ChangesBar } from '#web/ui/form/save-bar.tsx';
import { useConflict } from '#web/ui/overlay/use-record.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { AdvertPanel } from './advert-panel.tsx';
import { PropertyFacts } from './property-facts.tsx';
import { PropertyHead } from './property-head.tsx';
import {
  FeaturesPanel,
  FeesPanel,
  ImagesPanel,
  InformationPanel,
  PrincipalPanel,
  TaxesPanel,
} from './property-panels.tsx';
import classes from './property-record.module.css';
import { type Places, type PropertyRecord as Recorded, usePropertyRecord } from './use-property-record.ts';

const OwnersWindow = lazyWindow(
  () => import('#web/features/properties/parts/owners-window.tsx'),
  ({ OwnersWindow }) => OwnersWindow,
);

const OfferPanel = lazyPanel(
  'a oferta',
  () => import('#web/features/properties/list/offer-panel.tsx'),
  ({ OfferPanel }) => OfferPanel,
);

const PropertyVisits = lazyPanel(
  'as visitas',
  () => import('./property-visits.tsx'),
  ({ PropertyVisits }) => PropertyVisits,
);

const PLACES: Places = {
  general: 'principal',
  address: 'principal',
  information: 'informacoes',
  features: 'caracteristicas',
  fees: 'taxas',
  taxes: 'fiscal',
};

type PropertyRecordProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  /** Shows another property in its place. */
  onOpen: (id: number) => void;
  onDeleted: () => void;
  /** Its papers that are signed electronically; undefined for those who may not see them. */
  signatures: (() => ReactNode) | undefined;
};

/** One property, whole, on a page of its own. */
export function PropertyRecord({ id, tab = 'principal', onTab, onOpen, onDeleted, signatures }: PropertyRecordProps) {
  const record = usePropertyRecord(id, PLACES, onTab);
  const { query, sections, setSituation, readOnly } = record;
  const notice = useConflict(record.record, record.merging);
  const [owners, setOwners] = useState(false);
  usePreloadWhenIdle(OwnersWindow);
  return (
    <div className={classes.page}>
      {!query.data && (
        <PageHead
          title="Imóvel"
          breadcrumbs={may('PROPERTY_VIEW') ? [{ label: 'Imóveis', to: '/properties' }] : undefined}
        />
      )}
      <QueryBoundary query={query} what="o imóvel" lines={12}>
        {(property) => (
          <>
            <PropertyHead property={property} setSituation={setSituation} onCloned={onOpen} onDeleted={onDeleted} />
            {property.offer && record.whole && <OfferPanel property={property} offer={property.offer} />}
            {property.status === 'PENDING' && record.whole && <RequestPanel property={property} />}
            {property.status === 'AVAILABLE' && record.whole && (
              <AdvertPanel property={property} setAdvertised={record.setAdvertised} />
            )}
            <div className={classes.facts}>
              <PropertyFacts
                property={property}
                whole={record.whole}
                onOwners={() => setOwners(true)}
                more={[
                  { label: 'Contrato', value: property.proposal_id && <Contract id={property.proposal_id} /> },
                  {
                    label: 'Situação',
                    value: property.reserved_until ? (
                      <Reserved until={property.reserved_until} />
                    ) : (
                      <PropertyStatus status={property.status} />
                    ),
                  },
                  { label: 'ID', value: property.id },
                ]}
              />
            </div>
            <Tabs
              label="Cadastro do imóvel"
              tabs={tabsOf(property, record, tab === 'assinaturas' ? signatures?.() : signatures && false)}
              value={tab}
              onChange={onTab}
              after="paint"
            />
            {owners && <OwnersWindow property={property} readOnly={readOnly} onClose={() => setOwners(false)} />}
          </>
        )}
      </QueryBoundary>
      <ChangesBar of={sections} notice={notice} />
    </div>
  );
}

/** `signed` is undefined for those who may not see what is signed, and false while it isn't looked at. */
function tabsOf(property: PropertyDetail, record: Recorded, signed: ReactNode): Tab[] {
  const { isDirty } = record.sections;
  const principal = { value: 'principal', label: 'Principal', panel: <PrincipalPanel record={record} /> };
  const images = {
    value: 'imagens',
    label: 'Imagens',
    count: property.images.length,
    panel: <ImagesPanel record={record} images={property.images} of={addressLine(property)} />,
  };
  if (!record.whole) return [principal, images];
  const tabs: Tab[] = [
    principal,
    { value: 'informacoes', label: 'Informações', panel: <InformationPanel record={record} /> },
    {
      value: 'caracteristicas',
      label: 'Características',
      count: property.features.length,
      panel: <FeaturesPanel record={record} />,
    },
    { value: 'taxas', label: 'Taxas', count: property.fees.length, panel: <FeesPanel record={record} /> },
    { value: 'fiscal', label: 'Fiscal', panel: <TaxesPanel record={record} /> },
    images,
  ];
  const visits = {
    value: 'visitas',
    label: 'Visitas',
    panel: <PropertyVisits id={property.id} />,
  };
  const signatures = { value: 'assinaturas', label: 'Assinaturas', panel: signed };
  return [
    ...tabs.map((tab) => ({ ...tab, dirty: isDirty(tab.value) })),
    ...(may('SCHEDULE_VIEW') ? [visits] : []),
    ...(signed === undefined ? [] : [signatures]),
  ];
}

function Contract({ id }: { id: number }): ReactNode {
  if (!may('PROPOSAL_VIEW')) return id;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      Contrato {id}
    </Link>
  );
}
