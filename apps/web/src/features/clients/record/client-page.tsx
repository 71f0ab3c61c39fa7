import type { ClientDetail } from '@morada/contract/registry/clients';
import { IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Tab, Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { ChangesBar } from '#web/ui/form/save-bar.tsx';
import { useConflict } from '#web/ui/overlay/use-record.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import type { AccountsSlot } from './client-contracts.tsx';
import { ClientFacts } from './client-facts.tsx';
import { ClientPageHead } from './client-page-head.tsx';
import {
  addressTab,
  banksTab,
  contractsTab,
  historyTab,
  informationTab,
  moneyTabs,
  peopleTab,
  propertiesTab,
  taxesTab,
} from './client-tabs.tsx';
import { Gone } from './gone.tsx';
import { useClientActions } from './use-client-actions.ts';
import { type ClientRecord, useClientRecord } from './use-client-record.ts';

type ClientPageProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  onDeleted: () => unknown;
  accounts: AccountsSlot;
  /** Messages to the client: of another feature. */
  messages: (id: number) => ReactNode;
  /** A tenant's months by the day of payment. */
  punctuality: (id: number) => ReactNode;
};

/** One client, whole, at an address of their own. */
export function ClientPage({
  id,
  tab = 'detalhes',
  onTab,
  onDeleted,
  accounts,
  messages,
  punctuality,
}: ClientPageProps) {
  const record = useClientRecord(id, { show: onTab });
  const { query, client, sections, readOnly } = record;
  const notice = useConflict(record.record, record.merging);
  const actions = useClientActions(client, { onDeleted });

  if (!client) {
    return (
      <>
        <PageHead title="Cliente" breadcrumbs={[{ label: 'Clientes', to: '/clients' }]} />
        <QueryBoundary
          query={query}
          what="o cliente"
          lines={12}
          missing={
            <EmptyState
              icon={IconUserOff}
              title="Cliente não encontrado"
              below="O cadastro foi deletado, ou o endereço está errado."
            />
          }
        >
          {() => null}
        </QueryBoundary>
      </>
    );
  }
  return (
    <>
      <ClientPageHead client={client} record={record} actions={actions} />
      <Gone client={client.user} />
      <ClientFacts client={client} forms={record.columns} readOnly={readOnly} onInvoices={() => onTab('faturas')} />
      <Tabs
        label="Cadastro do Cliente"
        tabs={[
          ...tabsOf(client, record, { accounts, punctuality: tab === 'pontualidade' && punctuality(id) }),
          { value: 'mensagens', label: 'Mensagens', panel: messages(id) },
        ]}
        value={tab}
        onChange={onTab}
        after="paint"
      />
      <ChangesBar of={sections} notice={notice} />
    </>
  );
}

type Slots = { accounts: AccountsSlot; punctuality: ReactNode };

function tabsOf(client: ClientDetail, record: ClientRecord, { accounts, punctuality }: Slots): Tab[] {
  const { id } = client.user;
  const linked = [propertiesTab(client, 'Imóveis'), contractsTab(client, accounts)];
  // An owner may rent a home as well.
  const rents = client.user.type === 'TENANT' || client.proposals.some(({ role }) => role === 'TENANT');
  const punctual: Tab | false = rents && {
    value: 'pontualidade',
    label: 'Pontualidade',
    panel: punctuality,
  };
  return [
    informationTab(record, 3),
    addressTab(record, 3),
    ...taxesTab(record, 3),
    banksTab(client, record.readOnly),
    ...peopleTab(client, record.readOnly),
    ...linked,
    ...moneyTabs(id),
    ...(punctual ? [punctual] : []),
    ...historyTab(id),
  ];
}
