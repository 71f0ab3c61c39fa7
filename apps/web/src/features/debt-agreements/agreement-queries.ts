import type { Sent } from '@morada/contract/base/endpoint';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import type { DebtAgreementSearch } from '@morada/contract/collection/debt-agreements.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type AgreementFilters = Omit<z.output<typeof DebtAgreementSearch>, 'page'>;

export const agreementsQuery = (search: z.output<typeof DebtAgreementSearch>) => ({
  ...pageQuery(debtAgreements.list, { query: search }, { live: ['agreements', 'bank-payments'] }),
  placeholderData: keepPreviousData,
});

export const agreementQuery = (id: number) =>
  query(debtAgreements.show, { params: { id } }, { live: ['agreements', 'bank-payments'] });

export const candidatesQuery = (contract: number) => query(debtAgreements.candidates, { params: { id: contract } });

export const agreementSettingsQuery = query(debtAgreements.settings, {});

/** Computed anew each time: the charges are those of today. */
export const simulationQuery = (body: Sent<typeof debtAgreements.simulate>['body']) => ({
  ...query(debtAgreements.simulate, { body }),
  gcTime: 0,
  retry: false,
});

export const useOffer = () => useMutation(mutation(debtAgreements.create));
export const useSend = () => useMutation(mutation(debtAgreements.send));
export const useAccept = (id: number) => useMutation(recordMutation(debtAgreements.accept, agreementQuery(id)));
export const useCancel = (id: number) => useMutation(recordMutation(debtAgreements.cancel, agreementQuery(id)));
export const useReinstate = (id: number) => useMutation(recordMutation(debtAgreements.reinstate, agreementQuery(id)));
export const useSaveSettings = () => useMutation(mutation(debtAgreements.saveSettings));
