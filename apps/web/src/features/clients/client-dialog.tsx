import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { SectionForm } from '#web/ui/form/section-form.tsx';
import { changesInWords, useSections } from '#web/ui/form/use-sections.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { StaleNotice } from '#web/ui/stale-notice.tsx';
import { type Tab, Tabs } from '#web/ui/tabs.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import { ClientBanks } from './client-banks.tsx';
import { ClientContracts } from './client-contracts.tsx';
import classes from './client-dialog.module.css';
import { ClientHead } from './client-head.tsx';
import { ClientInformationFields } from './client-information-fields.tsx';
import { ClientProperties } from './client-properties.tsx';
import { clientQuery, useDeleteClient } from './client-queries.ts';
import { ClientSummary } from './client-summary.tsx';
import { ClientUserFields } from './client-user-fields.tsx';
import { useClientForms } from './use-client-forms.ts';

type ClientDialogProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  onClose: () => void;
  /** How the state of a property looks. */
  propertyStatus: (status: string) => ReactNode;
};

/** A client's whole record over whatever page one is on. */
export function ClientDialog({ id, tab = 'dados', onTab, onClose, propertyStatus }: ClientDialogProps) {
  const query = useQuery(clientQuery(id));
  const client = query.data?.data;
  const forms = useClientForms(id, client);
  const sections = useSections(
    [
      { tab: 'dados', form: forms.user },
      { tab: 'detalhes', form: forms.information },
      { tab: 'endereco', form: forms.address },
    ],
    { show: onTab, onSaved: () => toast.success('Dados atualizados') },
  );
  const confirm = useConfirm();
  const deleteClient = useDeleteClient();
  const readOnly = !may('CLIENT_EDIT');
  /** Without the right to the register itself only the name and what is linked come. */
  const reduced = client?.information === null;

  async function remove() {
    const done = await confirm({
      title: 'Deletar cadastro',
      says: `Tem certeza que deseja deletar o cadastro de ${client?.user.name}? Esta ação não poderá ser desfeita`,
      verb: 'Deletar cadastro',
      danger: true,
      run: () => deleteClient(id),
    });
    if (!done) return;
    toast.success('O usuário foi deletado');
    onClose();
  }

  async function reload() {
    await query.refetch();
    sections.settle();
  }

  const section = { onSave: sections.save, readOnly };
  const tabs = (): Tab[] => {
    if (!client) return [];
    const linked = [
      {
        value: 'imoveis',
        label: 'Imóveis vinculados',
        panel: <ClientProperties properties={client.properties} status={propertyStatus} />,
      },
      { value: 'contratos', label: 'Contratos', panel: <ClientContracts contracts={client.proposals} /> },
    ];
    if (reduced)
      return [{ value: 'dados', label: 'Dados gerais', panel: <ClientSummary user={client.user} /> }, ...linked];
    return [
      {
        value: 'dados',
        label: 'Dados gerais',
        dirty: sections.isDirty('dados'),
        panel: (
          <SectionForm form={forms.user} {...section}>
            <ClientUserFields form={forms.user} company={forms.company} hasPhone={Boolean(client.user.phone)} />
          </SectionForm>
        ),
      },
      {
        value: 'detalhes',
        label: 'Mais detalhes',
        dirty: sections.isDirty('detalhes'),
        panel: (
          <SectionForm form={forms.information} {...section}>
            <ClientInformationFields form={forms.information} company={forms.company} />
          </SectionForm>
        ),
      },
      {
        value: 'endereco',
        label: 'Endereço',
        dirty: sections.isDirty('endereco'),
        panel: (
          <SectionForm form={forms.address} {...section}>
            <AddressFields form={forms.address} required={['cep', 'number', 'city', 'state']} />
          </SectionForm>
        ),
      },
      { value: 'contas', label: 'Contas bancárias', panel: <ClientBanks client={client.user} readOnly={readOnly} /> },
      ...linked,
    ];
  };

  return (
    <RecordModal
      title="Cadastro do Cliente"
      onClose={onClose}
      notice={sections.stale && <StaleNotice what="este cadastro" extra={sections.stale.extra} onReload={reload} />}
      actions={{
        danger: client !== undefined && may('CLIENT_DESTROY') && { label: 'Deletar cadastro', onClick: remove },
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
        <Loaded query={{ ...query, data: client }} what="o cliente" lines={10}>
          {(loaded) => (
            <>
              <ClientHead client={loaded} form={forms.user} readOnly={readOnly || reduced} />
              <Tabs label="Cadastro do Cliente" tabs={tabs()} value={tab} onChange={onTab} />
            </>
          )}
        </Loaded>
      </div>
    </RecordModal>
  );
}
