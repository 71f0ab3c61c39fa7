import { type Agency, type AgencyUpdate, type AgreementChange, agency, LOGO_UPLOAD } from '@morada/contract/agency';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion, type Versioned } from '#web/lib/api/api.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';
import { toast } from '#web/lib/toast.ts';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';

export type AgencyValues = z.input<typeof AgencyUpdate>;
export type AgreementValues = z.input<typeof AgreementChange>;

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const agencyQuery = queryOptions({
  queryKey: ['agency'],
  queryFn: ({ signal }) => apiWithVersion(agency.show, {}, { signal }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** Queries elsewhere that show agency data and become stale with it. */
const SHOWN_ELSEWHERE = ['boletos'];

export function useSaveAgency() {
  const save = useSaveVersioned<Agency>(agencyQuery, SHOWN_ELSEWHERE);
  return {
    update: (body: AgencyValues) => save((options) => apiWithVersion(agency.update, { body }, options)),
    setAgreement: (body: AgreementValues) => save((options) => apiWithVersion(agency.setAgreement, { body }, options)),
  };
}

/** The logo goes its own way: it is there as soon as it is up, whatever else is being typed. */
export function useLogo() {
  const cache = useQueryClient();
  const take = (logo: string | null) =>
    cache.setQueryData<Versioned<Agency>>(
      agencyQuery.queryKey,
      (now) => now && { ...now, data: { ...now.data, logo } },
    );
  const sending = useOneFile({
    maxBytes: LOGO_UPLOAD.maxBytes,
    tooLarge: 'O logotipo passa de 2 MB',
    send: (file, options) => upload(agency.setLogo, { file, name: file.name }, options),
    onSent: (_, { logo }) => {
      take(logo);
      toast.success('Logotipo atualizado');
    },
  });
  async function remove() {
    await api(agency.removeLogo, {});
    take(null);
    toast.success('Logotipo removido');
  }
  return { sending, remove };
}
