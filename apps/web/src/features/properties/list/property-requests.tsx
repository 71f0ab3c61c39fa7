import { Button } from '@mantine/core';
import { formatPhone } from '@morada/domain/base/phone';
import { OFFER_STATES } from '@morada/domain/property/offer';
import { addressLine } from '@morada/domain/property/property';
import { IconHomeCheck, IconHomeOff } from '@tabler/icons-react';
import { OfferState } from '#web/entities/property/offer-state.tsx';
import type { Request, RequestSearch } from '#web/entities/property/request-queries.ts';
import { kindInWords } from '#web/features/properties/property-words.ts';
import { may } from '#web/lib/session/session.ts';
import { Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import classes from './property-requests.module.css';

const columns: Column<Request>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Imóvel', kind: 'main', phone: 'main', cell: (request) => <Place {...request} /> },
  { title: 'Tipo', kind: 'soft', hideBelow: 1340, cell: kindInWords },
  { title: 'Proprietário', kind: 'soft', phone: 'below', cell: (request) => <Who {...request} /> },
  { title: 'Preço', kind: 'number', phone: 'amount', cell: ({ price }) => <Money value={price} /> },
  {
    title: 'Situação',
    phone: 'side',
    cell: ({ offer }) => (offer ? <OfferState {...offer} /> : <Missing />),
  },
  { title: 'Solicitado em', phone: 'state', cell: ({ created_at }) => <Moment value={created_at} /> },
];

function Place(request: Request) {
  return (
    <span className={classes.place} title={addressLine(request)}>
      {addressLine(request)}
      <span className={classes.below} title={`${request.neighborhood}, ${request.city}`}>
        {request.neighborhood}, {request.city}
      </span>
    </span>
  );
}

/** The owner or, until one is registered, the person who offered the property on the site. */
function Who({ owner, requester }: Request) {
  if (owner) return <span title={owner}>{owner}</span>;
  if (!requester) return <Missing />;
  const { name, phone, email } = requester;
  return (
    <span className={classes.place} title={`${name}, ${formatPhone(phone)} · ${email}`}>
      {name}
      <span className={classes.below}>
        {formatPhone(phone)} · {email}
      </span>
    </span>
  );
}

const WAITING = 'WAITING';
const STATES = [
  { value: WAITING, label: 'À espera de resposta' },
  ...Object.entries(OFFER_STATES).map(([value, label]) => ({ value, label })),
];
/** Offers already decided are properties like others: callers who may not see those find none. */
const states = () => (may('PROPERTY_VIEW') ? STATES : STATES.filter(({ value }) => !DECIDED.includes(value)));
const DECIDED = ['ACCEPTED', 'REFUSED', 'WITHDRAWN'];

/** Properties offered on the public site, by default those that wait for an answer. */
export function PropertyRequests({ list }: { list: ListPage<Request, RequestSearch> }) {
  const { filters, filter } = list;
  return (
    <>
      <ToolBar
        search={{
          label: 'Endereço ou proprietário',
          value: filters.query,
          onSearch: (query) => filter({ query }),
        }}
      />
      <Select
        className={classes.states}
        aria-label="Situação da oferta"
        data={states()}
        value={filters.state ?? WAITING}
        allowDeselect={false}
        onChange={(state) => filter({ state: state === WAITING ? undefined : (state as RequestSearch['state']) })}
      />
      <DataTable
        what="as solicitações"
        cards
        {...list.table}
        columns={columns}
        open={{
          word: 'Mais detalhes',
          name: (request) => `de ${addressLine(request)}`,
          link: ({ id }) => ({ to: '/properties/info/$id', params: { id: String(id) } }),
        }}
        empty={
          filters.query || filters.state ? (
            <NothingFound onClear={() => filter({ query: undefined, state: undefined })} />
          ) : (
            <NothingPending />
          )
        }
      />
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconHomeOff}
      title="Nenhum imóvel com esta busca"
      action={
        <Button variant="default" onClick={onClear}>
          Limpar busca
        </Button>
      }
    />
  );
}

function NothingPending() {
  return (
    <EmptyState
      icon={IconHomeCheck}
      title="Nenhum imóvel pendente"
      below="O que for anunciado pelo site aparece aqui, à espera de aprovação."
    />
  );
}
