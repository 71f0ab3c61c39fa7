import { parties } from '@morada/contract/lease/parties';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';

/** Changes of the parties of a contract, which is read again after each. */
export const useAddParty = () => useMutation(mutation(parties.add, { awaitRefetch: true }));
export const useEndParty = () => useMutation(mutation(parties.end, { awaitRefetch: true }));
export const useSetPrincipal = () => useMutation(mutation(parties.setPrincipal, { awaitRefetch: true }));

export const useReopenParty = () =>
  useMutation(mutation(parties.reopen, { failure: 'Não foi possível reabrir a participação', awaitRefetch: true }));

export const useDiscardParty = () =>
  useMutation(mutation(parties.discard, { failure: 'Não foi possível remover a parte', awaitRefetch: true }));
