import { certificates } from '@morada/contract/fiscal/fiscal-certificates';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

/** The certificate of an owner; null: the agency's. */
export const certificateQuery = (client: number | null) =>
  queryOptions({
    ...query(certificates.list, {}),
    select: (found) => ({ kept: found.certificates.find((one) => (one.client?.id ?? null) === client) ?? null }),
  });

/** Saving and removing, for an owner or for the agency. */
export function useCertificate(client: number | null) {
  const saveAgency = useMutation(mutation(certificates.saveAgency));
  const saveOwner = useMutation(mutation(certificates.saveOwner));
  const removeAgency = useMutation(mutation(certificates.removeAgency));
  const removeOwner = useMutation(mutation(certificates.removeOwner));
  type Given = Parameters<typeof saveAgency.mutateAsync>[0];
  return {
    save: (given: Given) =>
      client === null ? saveAgency.mutateAsync(given) : saveOwner.mutateAsync({ ...given, params: { id: client } }),
    remove: () =>
      client === null ? removeAgency.mutateAsync({}) : removeOwner.mutateAsync({ params: { id: client } }),
  };
}
