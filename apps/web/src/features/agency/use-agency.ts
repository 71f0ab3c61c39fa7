import { AgencyUpdate, AgreementChange } from '@morada/contract/agency';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { agencyQuery, useSaveAgency, useSaveAgreement } from './agency-queries.ts';
import { agencyValues, agreementValues } from './agency-values.ts';

/** The agency's data and its agreement, saved by calls of their own and by one button. */
export function useAgency() {
  const query = useQuery(agencyQuery);
  const agency = query.data?.data;
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
  const stale = useStale({ what: 'estes dados', forms: [data, agreement], reload: query.refetch });
  return { query, agency, forms: { data, agreement }, sections, notice: stale.notice };
}

export type AgencyForms = ReturnType<typeof useAgency>['forms'];
