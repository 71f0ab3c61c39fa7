import { type Agency, type AgencyUpdate, type AgreementChange, agency, LOGO_UPLOAD } from '@morada/contract/agency';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { usePatch } from '#web/lib/api/use-patch.ts';
import { toast } from '#web/lib/toast.ts';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';

export type AgencyValues = z.input<typeof AgencyUpdate>;
export type AgreementValues = z.input<typeof AgreementChange>;

export const agencyQuery = { ...query(agency.show, {}), ...WHILE_EDITED };

export const useSaveAgency = () => useMutation(recordMutation(agency.update, agencyQuery));
export const useSaveAgreement = () => useMutation(recordMutation(agency.setAgreement, agencyQuery));

/** The logo goes its own way: it is there as soon as it is up, whatever else is being typed. */
export function useLogo() {
  const patch = usePatch<Agency>(agencyQuery);
  const { mutateAsync: setLogo } = useMutation({
    ...mutation(agency.setLogo, { upToDate: agencyQuery }),
    onSuccess: ({ logo }) => patch(() => ({ logo })),
  });
  const { mutateAsync: removeLogo } = useMutation({
    ...mutation(agency.removeLogo, { upToDate: agencyQuery }),
    onSuccess: () => patch(() => ({ logo: null })),
  });
  const sending = useOneFile({
    maxBytes: LOGO_UPLOAD.maxBytes,
    tooLarge: 'O logotipo passa de 2 MB',
    send: (file, options) => setLogo({ file, name: file.name, ...options }),
    onSent: () => toast.success('Logotipo atualizado'),
  });
  async function remove() {
    await removeLogo({});
    toast.success('Logotipo removido');
  }
  return { sending, remove };
}
