import type { ClientDetail } from '@morada/contract/clients';
import { CLIENT_TYPES } from '@morada/domain/client';
import { CONTRACT_STATUSES, readjustmentState } from '@morada/domain/contract';
import { IconCircleMinus, IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Day, Money } from '#web/ui/figures.tsx';
import { Dot, Status } from '#web/ui/status.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import classes from './client-contracts.module.css';

type Contract = ClientDetail['proposals'][number];

const columns: Column<Contract>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Imóvel', kind: 'main', phone: 'main', cell: (contract) => <Property {...contract} /> },
  { title: 'Como', kind: 'soft', phone: 'below', cell: ({ role }) => CLIENT_TYPES[role] },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ current_price }) => <Money value={current_price} /> },
  { title: 'Reajuste', phone: 'side', cell: Readjustment },
  { title: 'Situação', phone: 'state', cell: ({ status }) => <ContractStatus status={status} /> },
];

/** Every contract in which the client stands, tinted by its readjustment while it is in force. */
export function ClientContracts({ contracts }: { contracts: Contract[] }) {
  return (
    <DataTable
      what="os contratos"
      query={{ data: contracts }}
      columns={columns}
      tone={(contract) => (contract.status === 'APPROVED' ? rowTone(contract) : undefined)}
      open={
        may('PROPOSAL_VIEW')
          ? {
              name: ({ id }) => `contrato ${id}`,
              link: ({ id }) => ({ to: '/contracts/info/$id', params: { id: String(id) } }),
            }
          : undefined
      }
      empty={
        <EmptyState
          icon={IconFileText}
          title="Nenhum contrato"
          below="Aparecem aqui os contratos em que este cliente é inquilino, proprietário ou fiador."
        />
      }
    />
  );
}

function rowTone(contract: Contract) {
  const { tone, text } = readjustmentState(contract, today());
  return { tone: tone === 'plain' ? undefined : tone, why: text };
}

/** On a phone there is no head to say what the day is. */
function Readjustment({ next_readjustment }: Contract) {
  return (
    <>
      <span className={classes.readjustment}>reajuste </span>
      <Day value={next_readjustment} />
    </>
  );
}

/** On a phone the whole line opens the contract. */
function Property({ property, property_id }: Contract) {
  const phone = usePhone();
  if (phone || !may('PROPERTY_VIEW')) return <span className={classes.property}>{property}</span>;
  return (
    <Link
      to="/properties/info/$id"
      params={{ id: String(property_id) }}
      className={classes.property}
      title={property}
      aria-label={`Abrir imóvel ${property}`}
    >
      {property}
    </Link>
  );
}

function ContractStatus({ status }: { status: string }) {
  const inForce = status === 'APPROVED';
  return (
    <Status tone={inForce ? 'green' : 'gray'} icon={inForce ? Dot : IconCircleMinus}>
      {inForce ? CONTRACT_STATUSES.APPROVED : CONTRACT_STATUSES.CLOSED}
    </Status>
  );
}
