import { Button } from '@mantine/core';
import { formatDate } from '@morada/domain/base/calendar';
import { readjustmentState } from '@morada/domain/lease/contract';
import { IconFileOff, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProposalStatus } from '#web/entities/contract/contract-status.tsx';
import { AddContract } from '#web/features/contracts/add-contract.tsx';
import {
  askedOf,
  type ContractFilters,
  type ContractLine,
  contractQuery,
  contractsQuery,
} from '#web/features/contracts/contract-queries.ts';
import { ContractId } from '#web/features/contracts/record/contract-id.tsx';
import { awaitsReadjustment, ReadjustmentNote } from '#web/features/contracts/record/readjustment-note.tsx';
import { propertyPage } from '#web/features/contracts/terms/places.ts';
import { today } from '#web/lib/today.ts';
import { useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import { ContractFilterFields } from './contract-filter-fields.tsx';
import classes from './contract-list.module.css';
import { ContractRowActions } from './contract-row-actions.tsx';

type ContractListProps = {
  /** `show` opens the tenant's register. */
  list: ListPage<ContractLine, ContractFilters>;
  /** Opens the accounts of a contract. */
  onAccounts: (id: number) => void;
};

export function ContractList({ list, onAccounts }: ContractListProps) {
  const { filters, filter } = list;
  const phone = useCards(); // There the whole row leads to the contract, which has them all.
  const prefetch = usePrefetch();
  const router = useRouter();
  const all = () => filter({ status: 'ALL' });
  const clear = () =>
    filter({
      ...{ query: undefined, id: undefined, readjustment: undefined, ending: undefined },
      ...{ transaction: undefined, start: undefined, end: undefined, status: 'ALL' },
    });
  const filtered = Object.values(filters).some((value) => value !== undefined && value !== 'ALL');
  return (
    <>
      <ToolBar
        search={{
          label: 'Inquilino, proprietário ou imóvel',
          value: filters.query,
          onSearch: (text) => filter({ query: text }),
        }}
        id={{ value: filters.id, onSearch: (id) => filter({ id }) }}
        filters={<ContractFilterFields search={filters} onSearch={filter} />}
      />
      {!filtered && <IndefiniteLine onShow={() => filter({ ending: 'INDEFINITE' })} />}
      <DataTable
        what="os contratos"
        cards
        {...list.table}
        columns={columns(list.show)}
        tone={(row) => (row.status === 'APPROVED' ? warning(row) : undefined)}
        open={{
          name: ({ id }) => `do contrato ${id}`,
          word: 'Mais detalhes',
          prefetch: ({ id }) => {
            prefetch(contractQuery(id));
            router.preloadRoute({ to: '/contracts/info/$id', params: { id: String(id) } });
          },
          link: ({ id }) => ({ to: '/contracts/info/$id', params: { id: String(id) } }),
        }}
        actions={phone ? undefined : ({ id }) => <ContractRowActions id={id} onAccounts={() => onAccounts(id)} />}
        empty={
          <NothingInForce search={filters} searched={filtered} onAll={all}>
            {filtered ? (
              <NoneFound
                icon={IconFileOff}
                title="Nenhum contrato com estes filtros"
                below="Mude a busca ou veja todos os contratos."
                onClear={clear}
              />
            ) : (
              <NothingYet />
            )}
          </NothingInForce>
        }
      />
    </>
  );
}

/** How many leases run on past their end, and the way to them. */
function IndefiniteLine({ onShow }: { onShow: () => void }) {
  const count = useQuery(contractsQuery({ ending: 'INDEFINITE' })).data?.total ?? 0;
  if (count === 0) return null;
  return (
    <p className={classes.indefinite}>
      {count === 1 ? '1 contrato com prazo indeterminado.' : `${count} contratos com prazo indeterminado.`}
      <Button variant="subtle" size="compact-sm" onClick={onShow}>
        Mostrar
      </Button>
    </p>
  );
}

function warning(row: ContractLine) {
  const { tone, text } = readjustmentState(row, today());
  return { tone: tone === 'plain' ? undefined : tone, why: text };
}

function columns(onTenant: (clientId: number) => void): Column<ContractLine>[] {
  return [
    { title: 'ID', kind: 'id', cell: (row) => <ContractId proposal={row} /> },
    { title: 'Inquilino', kind: 'main', phone: 'main', cell: (row) => <Tenant row={row} onOpen={onTenant} /> },
    { title: 'Imóvel', kind: 'soft', phone: 'below', cell: (row) => <Property row={row} /> },
    {
      title: 'Valor atual',
      kind: 'number',
      phone: 'amount',
      cell: ({ current_price }) => <Money value={current_price} />,
    },
    { title: 'Início', cell: ({ start_date }) => <Day value={start_date} /> },
    { title: 'Término', phone: 'side', cell: (row) => <End row={row} /> },
    {
      title: 'Situação',
      phone: 'state',
      cell: (row) => <Situation row={row} />,
    },
  ];
}

function Tenant({ row, onOpen }: { row: ContractLine; onOpen: (clientId: number) => void }) {
  const phone = usePhone(); // There the whole row leads to the contract.
  if (phone) return <span title={row.tenant}>{row.tenant}</span>;
  return (
    <button type="button" className={classes.name} title={row.tenant} onClick={() => onOpen(row.user_id)}>
      {row.tenant}
    </button>
  );
}

function Property({ row }: { row: ContractLine }) {
  const phone = usePhone();
  const page = phone ? undefined : propertyPage(row.property_id);
  return (
    <>
      <span className={classes.place} title={row.property}>
        {page ? <Link {...page}>{row.property}</Link> : row.property}
      </span>
      {!phone && row.owner && (
        <span className={classes.owner} title={row.owner}>
          de {row.owner}
        </span>
      )}
    </>
  );
}

/** A phone has room for one day only: the end, or the readjustment where that is what matters. */
function End({ row }: { row: ContractLine }) {
  const phone = usePhone();
  if (!phone) return <Day value={row.end_date} />;
  if (awaitsReadjustment(row)) return <ReadjustmentNote proposal={row} />;
  return <span>{`${formatDate(row.start_date)} a ${formatDate(row.end_date)}`}</span>;
}

function Situation({ row }: { row: ContractLine }) {
  const phone = usePhone();
  const note = !phone && awaitsReadjustment(row) && <ReadjustmentNote proposal={row} />;
  return <ProposalStatus proposal={row} note={note} brief={!phone} />;
}

type NothingInForceProps = { search: ContractFilters; searched: boolean; onAll: () => void; children: ReactNode };

/** Where no contract in force answers the search, says how many others do and offers them. */
function NothingInForce({ search, searched, onAll, children }: NothingInForceProps) {
  const inForce = askedOf(search).status === 'APPROVED';
  const others = useQuery({ ...contractsQuery({ ...search, page: 1, status: 'ALL' }), enabled: inForce });
  const count = others.data?.total ?? 0;
  if (inForce && others.isPending) return null;
  if (!inForce || count === 0) return children;
  const found = count === 1 ? 'Há 1 contrato encerrado' : `Há ${count} contratos encerrados`;
  return (
    <EmptyState
      icon={IconFileOff}
      title="Nenhum contrato em andamento"
      below={searched ? `${found} nesta busca.` : `${found}.`}
      action={
        <Button variant="default" onClick={onAll}>
          Todos
        </Button>
      }
    />
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={IconFileText}
      title="Ainda não há contratos"
      below="Os contratos de locação e de venda aparecem aqui."
      action={<AddContract />}
    />
  );
}
