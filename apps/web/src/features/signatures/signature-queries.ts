import { signatures } from '@morada/contract/desk/signatures';
import type { SignatureSearch } from '@morada/contract/desk/signatures.search';
import type { SignatureSubject } from '@morada/domain/signature/kinds';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type SignatureFilters = Omit<z.output<typeof SignatureSearch>, 'page'>;

const LIVE = { live: ['signatures'] as const };

/** Filters of the request: those that are under way by default. */
const askedOf = <Filters extends SignatureFilters>(filters: Filters): Filters => ({
  ...filters,
  state: filters.state ?? 'OPEN',
});

export const signaturesQuery = ({ page = 1, ...search }: z.output<typeof SignatureSearch>) =>
  pageQuery(signatures.list, { query: { page, ...askedOf(search) } }, LIVE);

/** The record that papers are about, as the list is asked for it. */
export const SUBJECT_FILTERS = {
  CONTRACT: 'contract',
  AGREEMENT: 'agreement',
  APPLICATION: 'application',
  PROPERTY: 'property',
} as const satisfies Record<SignatureSubject, keyof SignatureFilters>;

export const subjectQuery = (subject: SignatureSubject, id: number) =>
  pageQuery(signatures.list, { query: { page: 1, state: 'ALL', [SUBJECT_FILTERS[subject]]: id } }, LIVE);

export const signatureQuery = (id: number) => query(signatures.show, { params: { id } }, LIVE);

export const settingsQuery = () => query(signatures.settings, {});

export const useCreate = () => useMutation(mutation(signatures.create));
export const useUpload = () => useMutation(mutation(signatures.upload));
export const useCorrect = () => useMutation(mutation(signatures.correct));
export const useRemove = (id: number) => useMutation(mutation(signatures.remove, { upToDate: signatureQuery(id) }));
export const useUpdate = (id: number) => useMutation(recordMutation(signatures.update, signatureQuery(id)));
export const useSend = (id: number) => useMutation(recordMutation(signatures.send, signatureQuery(id)));
export const useWithdraw = (id: number) => useMutation(recordMutation(signatures.withdraw, signatureQuery(id)));
export const useSeal = (id: number) => useMutation(recordMutation(signatures.seal, signatureQuery(id)));
export const useRemind = () => useMutation(mutation(signatures.remind, { awaitRefetch: true }));
export const useRenewLink = () => useMutation(mutation(signatures.renewLink, { awaitRefetch: true }));
export const useSaveSettings = () => useMutation(mutation(signatures.saveSettings));
