import type { PropertyDetail } from '@morada/contract/properties';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session.ts';
import { Missing, Money } from '#web/ui/figures.tsx';
import { KeyValue } from '#web/ui/key-value.tsx';
import classes from './property-facts.module.css';
import { PropertyStatus } from './property-status.tsx';

/** What one wants to know before anything else: its state, whose it is, who lives there. */
export function PropertyFacts({ property }: { property: PropertyDetail }) {
  const { status, reason, price, owners, relationship, proposal_id } = property;
  const [main, ...others] = owners;
  const tenant = relationship.find(({ pivot }) => pivot.relationship === 'TENANT');
  return (
    <div className={classes.facts}>
      <KeyValue
        items={[
          { label: 'Situação', value: <PropertyStatus status={status} /> },
          { label: 'Preço', value: <Money value={price} /> },
          {
            label: owners.length > 1 ? 'Proprietários' : 'Proprietário',
            value: main && (
              <>
                <Person {...main} />
                {others.length > 0 && ` e mais ${others.length}`}
              </>
            ),
          },
          { label: 'Inquilino', value: tenant ? <Person {...tenant} /> : <Missing>Não possui inquilino</Missing> },
          { label: 'Contrato', value: proposal_id && <Contract id={proposal_id} /> },
          { label: 'ID', value: property.id },
        ]}
      />
      {status === 'UNAVAILABLE' && reason && <p className={classes.reason}>Motivo: {reason}</p>}
    </div>
  );
}

function Person({ id, name }: { id: number; name: string }): ReactNode {
  if (!may('CLIENT_VIEW')) return name;
  return (
    <Link to="/clients" search={{ open: id }}>
      {name}
    </Link>
  );
}

function Contract({ id }: { id: number }): ReactNode {
  if (!may('PROPOSAL_VIEW')) return id;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }}>
      Contrato {id}
    </Link>
  );
}
