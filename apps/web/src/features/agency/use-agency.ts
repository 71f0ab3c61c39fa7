import { AgencyUpdate, AgreementChange } from '@morada/contract/registry/agency';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useConflict, useRecord } from '#web/ui/overlay/use-record.tsx';
import { agencyQuery, useSaveAgency, useSaveAgreement } from './agency-queries.ts';
import { agencyValues, agreementValues } from './agency-values.ts';

/** The agency's data and its agreement, saved by calls of their own and by one button. */
export function useAgency() {
  const { record, query, data: agency } = useRecord({ what: 'estes dados', query: agencyQuery });
  const saved = agency?.agreement ?? null;
  const save = useSaveAgency();
  const saveAgreement = useSaveAgreement();
  const data = useForm(AgencyUpdate, {
    values: agency && agencyValues(agency),
    changesOnly: true,
    submit: (body) => save.mutateAsync({ body }),
  });
  const agreement = useForm(AgreementChange, {
    values: agency && agreementValues(saved?.bank ?? '', saved),
    // An unedited last number is not sent: boletos issued meanwhile may have raised it.
    submit: ({ last_number, ...body }) =>
      saveAgreement.mutateAsync({
        body: { ...body, last_number: last_number === saved?.last_number ? undefined : last_number },
      }),
  });
  const sections = useSections(
    [
      { tab: 'dados', form: data },
      { tab: 'convenio', form: agreement },
    ],
    // Both sections are always visible.
    { show: () => undefined, onSaved: () => toast.success('Dados atualizados') },
  );
  const notice = useConflict(record, [data, agreement]);
  return { query, agency, forms: { data, agreement }, sections, notice };
}

export type AgencyForms = ReturnType<typeof useAgency>['forms'];
