import type { ClientDetail } from '@morada/contract/registry/clients';
import { ClientUserFields } from '#web/features/clients/form/client-user-fields.tsx';
import { ClientHead } from '#web/features/clients/list/client-head.tsx';
import { type Tab, Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { SectionForm } from '#web/ui/form/section-form.tsx';
import { changesInWords } from '#web/ui/form/use-sections.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import type { AccountsSlot } from './client-contracts.tsx';
import { ClientSummary } from './client-summary.tsx';
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
import classes from './client-window.module.css';
import { Gone } from './gone.tsx';
import { useClientActions } from './use-client-actions.ts';
import { type ClientRecord, useClientRecord } from './use-client-record.ts';

export type ClientWindowProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  onClose: () => void;
  accounts: AccountsSlot;
};

/** A client's whole record over whatever page one is on. */
export function ClientWindow({ id, tab = 'dados', onTab, onClose, accounts }: ClientWindowProps) {
  const record = useClientRecord(id, { show: onTab });
  const { query, client, forms, sections, record: shared, merging, readOnly } = record;
  const { removal, more } = useClientActions(client, { onDeleted: onClose });
  return (
    <RecordWindow
      title="Cadastro do Cliente"
      flush
      onClose={onClose}
      record={shared}
      forms={merging}
      actions={{
        danger: removal,
        more,
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
        <QueryBoundary query={{ ...query, data: client }} what="o cliente" lines={10}>
          {(loaded) => (
            <>
              <ClientHead client={loaded} form={forms.user} readOnly={readOnly} />
              <Gone client={loaded.user} />
              <Tabs
                label="Cadastro do Cliente"
                tabs={tabsOf(loaded, record, accounts)}
                value={tab}
                onChange={onTab}
                after="paint"
              />
            </>
          )}
        </QueryBoundary>
      </div>
    </RecordWindow>
  );
}

function tabsOf(client: ClientDetail, record: ClientRecord, accounts: AccountsSlot): Tab[] {
  const { forms, sections, reduced, readOnly } = record;
  const general = { value: 'dados', label: 'Dados gerais' };
  const linked = [propertiesTab(client, 'Imóveis vinculados'), contractsTab(client, accounts)];
  if (reduced) return [{ ...general, panel: <ClientSummary user={client.user} /> }, ...linked];
  return [
    {
      ...general,
      dirty: sections.isDirty('dados'),
      panel: (
        <SectionForm form={forms.user} onSave={sections.save} readOnly={readOnly}>
          <ClientUserFields
            form={forms.user}
            saved={client.user.cpf_cnpj}
            company={forms.company}
            hasPhone={Boolean(client.user.phone)}
          />
        </SectionForm>
      ),
    },
    informationTab(record, 2),
    addressTab(record, 2),
    ...taxesTab(record, 2),
    banksTab(client, readOnly),
    ...peopleTab(client, readOnly),
    ...linked,
    ...moneyTabs(client.user.id),
    ...historyTab(client.user.id),
  ];
}
