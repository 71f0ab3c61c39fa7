import type { PropertyDetail } from '@morada/contract/registry/properties';
import { IconPencil, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { Missing, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import classes from './property-facts.module.css';

type PropertyFactsProps = {
  property: PropertyDetail;
  /** Shows the tenant; only for users who may see the whole record. */
  whole: boolean;
  /** Shows all owners. */
  onOwners: () => void;
  /** Further facts, on pages with room for them. */
  more?: { label: string; value: ReactNode }[];
};

/** Summary of a property: owners, tenant and price. */
export function PropertyFacts({ property, whole, onOwners, more = [] }: PropertyFactsProps) {
  const { status, reason, price, owners, relationship } = property;
  const tenant = relationship.find(({ pivot }) => pivot.relationship === 'TENANT');
  return (
    <div className={classes.facts}>
      <KeyValue
        items={[
          {
            label: owners.length > 1 ? 'Proprietários' : 'Proprietário',
            value: <Owners owners={owners} onOwners={onOwners} />,
          },
          ...(whole
            ? [{ label: 'Inquilino', value: tenant ? <Person {...tenant} /> : <Missing>Não possui inquilino</Missing> }]
            : []),
          { label: 'Preço', value: <Money value={price} /> },
          ...more,
        ]}
      />
      {status === 'UNAVAILABLE' && reason && <p className={classes.reason}>Motivo: {reason}</p>}
    </div>
  );
}

function Owners({ owners: [main, ...others], onOwners }: Pick<PropertyDetail, 'owners'> & { onOwners: () => void }) {
  return (
    <span className={classes.owners}>
      <span className={classes.owner}>
        {main ? <Person {...main} /> : <Missing />}
        {others.length > 0 && ` e mais ${others.length}`}
      </span>
      <button
        type="button"
        className={classes.all}
        aria-haspopup="dialog"
        aria-label="Proprietários do imóvel"
        onClick={onOwners}
      >
        {may('PROPERTY_EDIT') ? <IconPencil size={15} /> : <IconUsers size={15} />}
      </button>
    </span>
  );
}

function Person({ id, name }: { id: number; name: string }): ReactNode {
  if (!may('CLIENT_VIEW')) return name;
  return (
    <Link to="/clients/info/$id" params={{ id: String(id) }}>
      {name}
    </Link>
  );
}
