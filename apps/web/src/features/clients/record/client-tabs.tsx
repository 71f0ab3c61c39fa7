import { clientPeople } from '@morada/contract/registry/client-people';
import { type ClientDetail, clients } from '@morada/contract/registry/clients';
import { mayHavePeople } from '@morada/domain/people/client';
import { ClientInformationFields } from '#web/features/clients/form/client-information-fields.tsx';
import { may } from '#web/lib/session/session.ts';
import { AddressFields } from '#web/ui/address/address-fields.tsx';
import type { Tab } from '#web/ui/display/tabs/tabs.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { SectionForm } from '#web/ui/form/section-form.tsx';
import type { AccountsSlot } from './client-contracts.tsx';
import type { ClientRecord } from './use-client-record.ts';

const ClientProperties = lazyPanel(
  'os imóveis',
  () => import('#web/features/clients/list/client-properties.tsx'),
  ({ ClientProperties }) => ClientProperties,
);
const ClientContracts = lazyPanel(
  'os contratos',
  () => import('./client-contracts.tsx'),
  ({ ClientContracts }) => ClientContracts,
);

const ClientTaxFields = lazyPanel(
  'os impostos',
  () => import('#web/features/clients/form/client-tax-fields.tsx'),
  ({ ClientTaxFields }) => ClientTaxFields,
);

const ClientPeople = lazyPanel(
  'as pessoas da empresa',
  () => import('#web/features/clients/people/client-people.tsx'),
  ({ ClientPeople }) => ClientPeople,
);

const ClientBanks = lazyPanel(
  'as contas bancárias',
  () => import('#web/features/clients/banks/client-banks.tsx'),
  ({ ClientBanks }) => ClientBanks,
);
const ClientHistory = lazyPanel(
  'o histórico',
  () => import('./client-history.tsx'),
  ({ ClientHistory }) => ClientHistory,
);
const ClientInvoices = lazyPanel(
  'as faturas',
  () => import('./client-invoices.tsx'),
  ({ ClientInvoices }) => ClientInvoices,
);
const ClientTransfers = lazyPanel(
  'os repasses',
  () => import('./client-transfers.tsx'),
  ({ ClientTransfers }) => ClientTransfers,
);

type Columns = 2 | 3;

/** The tabs that the window and the page of a client have in common. */

export const informationTab = ({ forms, sections, readOnly }: ClientRecord, columns: Columns): Tab => ({
  value: 'detalhes',
  label: 'Mais detalhes',
  dirty: sections.isDirty('detalhes'),
  panel: (
    <SectionForm form={forms.information} onSave={sections.save} readOnly={readOnly} columns={columns}>
      <ClientInformationFields form={forms.information} user={forms.user} company={forms.company} />
    </SectionForm>
  ),
});

export const addressTab = ({ forms, sections, readOnly }: ClientRecord, columns: Columns): Tab => ({
  value: 'endereco',
  label: 'Endereço',
  dirty: sections.isDirty('endereco'),
  panel: (
    <SectionForm form={forms.address} onSave={sections.save} readOnly={readOnly} columns={columns}>
      <AddressFields form={forms.address} required={['cep', 'number', 'city', 'state']} />
    </SectionForm>
  ),
});

/** An owner who, as saved, issues notes. */
const issuerOf = (client: ClientDetail | undefined) =>
  client?.taxes?.tax_regime === 'REGULAR' ? client.user.id : undefined;

/** How an owner stands towards IBS and CBS. */
export const taxesTab = ({ client, forms, sections, readOnly }: ClientRecord, columns: Columns): Tab[] =>
  client?.user.type === 'OWNER' || (client?.properties.length ?? 0) > 0
    ? [
        {
          value: 'impostos',
          label: 'Impostos',
          dirty: sections.isDirty('impostos'),
          panel: (
            <SectionForm form={forms.taxes} onSave={sections.save} readOnly={readOnly} columns={columns}>
              <ClientTaxFields form={forms.taxes} company={forms.company} issuer={issuerOf(client)} />
            </SectionForm>
          ),
        },
      ]
    : [];

export const propertiesTab = (client: ClientDetail, label: string): Tab => ({
  value: 'imoveis',
  label,
  panel: <ClientProperties properties={client.properties} />,
});

/** Of a company alone, for those who may see its people. */
export const peopleTab = ({ user }: ClientDetail, readOnly: boolean): Tab[] =>
  mayHavePeople(user) && may(clientPeople.list.access)
    ? [{ value: 'pessoas', label: 'Pessoas', panel: <ClientPeople client={user} readOnly={readOnly} /> }]
    : [];

export const contractsTab = (client: ClientDetail, accounts: AccountsSlot): Tab => ({
  value: 'contratos',
  label: 'Contratos',
  panel: <ClientContracts contracts={client.proposals} accounts={accounts} />,
});

export const banksTab = (client: ClientDetail, readOnly: boolean): Tab => ({
  value: 'contas',
  label: 'Contas bancárias',
  panel: <ClientBanks client={client.user} readOnly={readOnly} />,
});

/** Invoices and transfers, for those who may see them. */
export function moneyTabs(id: number): Tab[] {
  const tabs: (Tab | false)[] = [
    may(clients.invoices.access) && { value: 'faturas', label: 'Faturas', panel: <ClientInvoices id={id} /> },
    may(clients.transfers.access) && { value: 'repasses', label: 'Repasses', panel: <ClientTransfers id={id} /> },
  ];
  return tabs.filter((tab) => tab !== false);
}

export const historyTab = (id: number): Tab[] =>
  may(clients.history.access) ? [{ value: 'historico', label: 'Histórico', panel: <ClientHistory id={id} /> }] : [];
