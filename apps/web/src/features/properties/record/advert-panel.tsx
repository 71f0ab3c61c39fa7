import { Switch } from '@mantine/core';
import type { PropertyDetail } from '@morada/contract/registry/properties';
import { useState } from 'react';
import panel from '#web/features/properties/list/request-panel.module.css';
import { gapsInWords, ListingChecks } from '#web/features/properties/list/request-panel.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { PropertyRecord } from './use-property-record.ts';

type AdvertPanelProps = { property: PropertyDetail; setAdvertised: PropertyRecord['setAdvertised'] };

/** Whether an available property is on the site: the switch that puts it there, or what it lacks first. */
export function AdvertPanel({ property, setAdvertised }: AdvertPanelProps) {
  const [running, setRunning] = useState(false);
  const { advertised } = property;
  const gaps = advertised ? undefined : gapsInWords(property);
  const turn = (wanted: boolean) => {
    setRunning(true);
    return setAdvertised(wanted)
      .catch(toast.failure)
      .finally(() => setRunning(false));
  };
  return (
    <section className={panel.panel} aria-label="Anúncio">
      {gaps || !may('PROPERTY_EDIT') ? (
        <p className={panel.who}>
          <strong>{advertised ? 'No site' : 'Fora do site'}</strong>
          {gaps && <span className={panel.label}>antes de anunciar, falta: {gaps}</span>}
        </p>
      ) : (
        <Switch
          label="Anunciar"
          description={advertised ? 'Está no site e nos portais.' : 'Fora do site e dos portais.'}
          checked={advertised}
          disabled={running}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
        />
      )}
      <p className={panel.label}>{visitsInWords(property)}</p>
      <ListingChecks property={property} />
    </section>
  );
}

const times = (count: number, one: string, many: string) =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

/** What visitors did with the listing, each counted once a day. */
const visitsInWords = ({ views, whatsapp_openings }: PropertyDetail) =>
  `${times(views, 'visualização', 'visualizações')} no site, WhatsApp aberto ${times(whatsapp_openings, 'vez', 'vezes')}`;
