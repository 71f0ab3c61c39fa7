import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStale } from '#web/lib/failure.ts';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SectionForm } from '#web/ui/form/section-form.tsx';
import type { Refusal } from '#web/ui/form/use-form.ts';
import { changesInWords, useSections } from '#web/ui/form/use-sections.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { StaleNotice } from '#web/ui/stale-notice.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { PropertyAddressFields } from './property-address-fields.tsx';
import { PropertyFacts } from './property-facts.tsx';
import { PropertyFees } from './property-fees.tsx';
import { PropertyGeneralFields } from './property-general-fields.tsx';
import { PropertyHead } from './property-head.tsx';
import { PropertyInformationFields } from './property-information-fields.tsx';
import { PropertyOwners } from './property-owners.tsx';
import { propertyQuery, useSetSituation } from './property-queries.ts';
import classes from './property-record.module.css';
import type { OwnerSlot } from './slots.ts';
import { usePropertyForms } from './use-property-forms.ts';

type PropertyRecordProps = {
  id: number;
  tab?: string;
  onTab: (tab: string) => void;
  owner: OwnerSlot;
  onDeleted: () => void;
};

/** One property, whole: what it is, where, what it costs and whose it is. */
export function PropertyRecord({ id, tab = 'dados', onTab, owner, onDeleted }: PropertyRecordProps) {
  const query = useQuery(propertyQuery(id));
  const property = query.data?.data;
  const forms = usePropertyForms(id, property);
  const sections = useSections(
    [
      { tab: 'dados', form: forms.general },
      { tab: 'endereco', form: forms.address },
      { tab: 'informacoes', form: forms.information },
      { tab: 'taxas', form: forms.fees },
    ],
    { show: onTab, onSaved: () => toast.success('Imóvel atualizado!') },
  );
  const changeSituation = useSetSituation(id);
  const [refused, setRefused] = useState<Refusal>();
  const stale = sections.stale ?? refused;
  const readOnly = !may('PROPERTY_EDIT');
  const section = { onSave: sections.save, readOnly, columns: 3 } as const;

  async function setSituation(status: Parameters<typeof changeSituation>[0]['status'], reason?: string) {
    try {
      await changeSituation({ status, reason });
      toast.success('Situação do imóvel atualizado com sucesso!');
    } catch (error) {
      if (isStale(error)) setRefused(error);
      throw error;
    }
  }

  async function reload() {
    await query.refetch();
    sections.settle();
    setRefused(undefined);
  }

  function discard() {
    for (const form of Object.values(forms)) form.reset();
  }

  return (
    <div className={classes.page}>
      {!property && <PageHead title="Imóvel" breadcrumbs={[{ label: 'Imóveis', to: '/properties' }]} />}
      <Loaded query={{ ...query, data: property }} what="o imóvel" lines={12}>
        {(loaded) => (
          <>
            <PropertyHead property={loaded} setSituation={setSituation} onDeleted={onDeleted} />
            <PropertyFacts property={loaded} />
            <Tabs
              label="Cadastro do imóvel"
              value={tab}
              onChange={onTab}
              tabs={[
                {
                  value: 'dados',
                  label: 'Dados gerais',
                  dirty: sections.isDirty('dados'),
                  panel: (
                    <SectionForm form={forms.general} {...section}>
                      <PropertyGeneralFields form={forms.general} />
                    </SectionForm>
                  ),
                },
                {
                  value: 'endereco',
                  label: 'Endereço',
                  dirty: sections.isDirty('endereco'),
                  panel: (
                    <SectionForm form={forms.address} {...section}>
                      <PropertyAddressFields form={forms.address} />
                    </SectionForm>
                  ),
                },
                {
                  value: 'informacoes',
                  label: 'Informações',
                  dirty: sections.isDirty('informacoes'),
                  panel: (
                    <SectionForm form={forms.information} {...section} columns={2}>
                      <PropertyInformationFields form={forms.information} />
                    </SectionForm>
                  ),
                },
                {
                  value: 'taxas',
                  label: 'Taxas',
                  count: loaded.fees.length,
                  dirty: sections.isDirty('taxas'),
                  panel: (
                    <SectionForm form={forms.fees} {...section} columns={1}>
                      <PropertyFees form={forms.fees} readOnly={readOnly} />
                    </SectionForm>
                  ),
                },
                {
                  value: 'proprietarios',
                  label: 'Proprietários',
                  count: loaded.owners.length,
                  panel: <PropertyOwners id={id} owners={loaded.owners} owner={owner} readOnly={readOnly} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
      {(sections.changes > 0 || stale) && (
        <SaveBar
          notice={stale && <StaleNotice what="este cadastro" extra={stale.extra} onReload={reload} />}
          onDiscard={discard}
          note={changesInWords(sections.changes)}
          primary={{ label: 'Salvar alterações', onClick: sections.save, loading: sections.saving }}
        />
      )}
    </div>
  );
}
