import { ActionIcon, Button } from '@mantine/core';
import type { ClientDetail } from '@morada/contract/registry/clients';
import { contractState, readjustmentState } from '@morada/domain/lease/contract';
import { CONTRACT_ROLES } from '@morada/domain/lease/parties';
import {
  IconAlertTriangleFilled,
  IconCircleMinus,
  IconFileText,
  IconHome,
  IconInfinity,
  IconReceipt,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { Dot, Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import classes from './client-contracts.module.css';

type Contract = ClientDetail['proposals'][number];

/** The window with a contract's invoices and transfers; the page brings it from the feature that knows contracts. */
export type AccountsSlot = (id: number, onClose: () => void) => ReactNode;

const columns: Column<Contract>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  {
    title: 'Imóvel',
    kind: 'main',
    phone: 'main',
    cell: ({ property, role }) => (
      <>
        <span className={classes.property} title={property}>
          {property}
        </span>
        <span className={classes.role}>{CONTRACT_ROLES[role]}</span>
      </>
    ),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ current_price }) => <Money value={current_price} /> },
  { title: 'Reajuste', phone: 'below', cell: Readjustment },
  { title: 'Situação', phone: 'state', cell: ContractStatus },
];

/** Every contract in which the client stands, tinted by its readjustment while it is in force. */
export function ClientContracts({ contracts, accounts }: { contracts: Contract[]; accounts: AccountsSlot }) {
  const [open, setOpen] = useState<number>();
  return (
    <>
      <DataTable
        what="os contratos"
        query={{ data: contracts }}
        columns={columns}
        tone={(contract) => ({ tone: readjustment(contract)?.tone })}
        actions={(contract) => <Places contract={contract} onAccounts={() => setOpen(contract.id)} />}
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
      {open !== undefined && accounts(open, () => setOpen(undefined))}
    </>
  );
}

function readjustment(contract: Contract) {
  if (contract.status !== 'APPROVED') return undefined;
  const { tone, text } = readjustmentState(contract, today());
  return { tone: tone === 'plain' ? undefined : tone, text };
}

/** The day, and what it means for a contract in force: colour alone would not say it. */
function Readjustment(contract: Contract) {
  const state = readjustment(contract);
  if (contract.next_readjustment === null) return <Missing />;
  return (
    <span className={classes.readjustment}>
      <span>
        <span className={classes.what}>Reajuste </span>
        <Day value={contract.next_readjustment} />
      </span>
      {state && (
        <span className={classes.note} data-tone={state.tone}>
          {state.text}
        </span>
      )}
    </span>
  );
}

const TONES = { running: 'green', indefinite: 'blue', done: 'gray', late: 'red' } as const;
const ICONS = { running: Dot, indefinite: IconInfinity, done: IconCircleMinus, late: IconAlertTriangleFilled };

function ContractStatus({ status, ...term }: Contract) {
  const { word, tone } = contractState({ ...term, status: status === 'APPROVED' ? 'APPROVED' : 'CLOSED' }, today());
  return (
    <Status tone={TONES[tone]} icon={ICONS[tone]}>
      {word}
    </Status>
  );
}

/** Beside the contract itself: its property, and its accounts. */
function Places({ contract, onAccounts }: { contract: Contract; onAccounts: () => void }) {
  const { id, property, property_id } = contract;
  return (
    <>
      {may('PROPERTY_VIEW') && (
        <Place
          icon={IconHome}
          word="Imóvel"
          label={`Abrir imóvel ${property}`}
          link={{ to: '/properties/info/$id', params: { id: String(property_id) } }}
        />
      )}
      {may('PROPOSAL_VIEW') && (
        <Place icon={IconReceipt} word="Contas" label={`Abrir contas do contrato ${id}`} onOpen={onAccounts} />
      )}
    </>
  );
}

type PlaceProps = { icon: ComponentType<{ size?: number }>; word: string; label: string } & (
  | { link: LinkProps; onOpen?: undefined }
  | { link?: undefined; onOpen: () => void }
);

/** An icon in a row; on a phone its word too. */
function Place({ icon: Icon, word, label, link, onOpen }: PlaceProps) {
  const phone = usePhone();
  const leads = link ? { renderRoot: (props: object) => <Link {...link} {...props} /> } : { onClick: onOpen };
  if (phone) {
    return (
      <Button variant="default" leftSection={<Icon size={15} />} aria-label={label} {...leads}>
        {word}
      </Button>
    );
  }
  return (
    <ActionIcon size={28} variant="default" aria-label={label} title={label} {...leads}>
      <Icon size={15} />
    </ActionIcon>
  );
}
