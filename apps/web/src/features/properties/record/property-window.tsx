import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine } from '@morada/domain/property/property';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { PropertyStatus } from '#web/entities/property/property-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow, usePreloadWhenIdle } from '#web/ui/base/lazy.tsx';
import { type Tab, Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { changesInWords } from '#web/ui/form/use-sections.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { AdvertPanel } from './advert-panel.tsx';
import {
  AddressPanel,
  FeaturesPanel,
  FeesPanel,
  GeneralPanel,
  ImagesPanel,
  InformationPanel,
  TaxesPanel,
} from './property-panels.tsx';
import classes from './property-window.module.css';
import { PropertyWindowHead } from './property-window-head.tsx';
import { usePropertyActions } from './use-property-actions.ts';
import { type Places, type PropertyRecord, usePropertyRecord } from './use-property-record.ts';

const OwnersWindow = lazyWindow(
  () => import('#web/features/properties/parts/owners-window.tsx'),
  ({ OwnersWindow }) => OwnersWindow,
);

const PLACES: Places = {
  general: 'dados',
  address: 'endereco',
  information: 'informacoes',
  features: 'caracteristicas',
  fees: 'taxas',
  taxes: 'fiscal',
};

export type PropertyWindowProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  onClose: () => void;
  /** Shows another property in its place. */
  onOpen: (id: number) => void;
};

/** A property's record over the list. */
export function PropertyWindow({ id, tab = 'dados', onTab, onClose, onOpen }: PropertyWindowProps) {
  const record = usePropertyRecord(id, PLACES, onTab);
  const { query, sections, setSituation } = record;
  const actions = usePropertyActions({ setSituation, onCloned: onOpen, onDeleted: onClose });
  const [owners, setOwners] = useState(false);
  usePreloadWhenIdle(OwnersWindow);
  const property = query.data;
  return (
    <>
      <RecordWindow
        title={`Imóvel ${id}`}
        status={property && <PropertyStatus status={property.status} />}
        width={960}
        onClose={onClose}
        record={record.record}
        forms={record.merging}
        actions={{
          danger: property &&
            may('PROPERTY_REMOVE') && { label: 'Deletar imóvel', onClick: () => actions.remove(property) },
          others: [
            property !== undefined &&
              may({ all: ['PROPERTY_CREATE', 'PROPERTY_VIEW'] }) && {
                label: 'Clonar imóvel',
                icon: IconCopy,
                onClick: () => actions.clone(property),
              },
          ],
          close: 'Fechar',
          note: sections.changes > 0 && changesInWords(sections.changes),
          primary: sections.changes > 0 && {
            label: 'Salvar alterações',
            onClick: sections.save,
            loading: sections.saving,
          },
        }}
      >
        <div className={classes.record}>
          <QueryBoundary query={query} what="o imóvel" lines={12}>
            {(loaded) => (
              <>
                <PropertyWindowHead property={loaded} record={record} onOwners={() => setOwners(true)} />
                {loaded.status === 'AVAILABLE' && record.whole && (
                  <AdvertPanel property={loaded} setAdvertised={record.setAdvertised} />
                )}
                <Tabs
                  label="Cadastro do imóvel"
                  tabs={tabsOf(loaded, record)}
                  value={tab}
                  onChange={onTab}
                  after="paint"
                />
              </>
            )}
          </QueryBoundary>
        </div>
      </RecordWindow>
      {owners && property && (
        <OwnersWindow property={property} readOnly={record.readOnly} onClose={() => setOwners(false)} />
      )}
    </>
  );
}

function tabsOf(property: PropertyDetail, record: PropertyRecord): Tab[] {
  const { isDirty } = record.sections;
  const tabs: Tab[] = [
    { value: 'dados', label: 'Dados gerais', panel: <GeneralPanel record={record} /> },
    { value: 'endereco', label: 'Endereço', panel: <AddressPanel record={record} /> },
    { value: 'informacoes', label: 'Informações', panel: <InformationPanel record={record} /> },
    {
      value: 'caracteristicas',
      label: 'Características',
      count: property.features.length,
      panel: <FeaturesPanel record={record} />,
    },
    { value: 'taxas', label: 'Taxas', count: property.fees.length, panel: <FeesPanel record={record} /> },
    { value: 'fiscal', label: 'Fiscal', panel: <TaxesPanel record={record} /> },
    {
      value: 'imagens',
      label: 'Imagens',
      count: property.images.length,
      panel: <ImagesPanel record={record} images={property.images} of={addressLine(property)} />,
    },
  ];
  return tabs.map((tab) => ({ ...tab, dirty: isDirty(tab.value) }));
}
