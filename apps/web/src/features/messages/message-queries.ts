import type { Answer } from '@morada/contract/base/endpoint';
import { messages } from '@morada/contract/collection/messages';
import { MessageSearch } from '@morada/contract/collection/messages.search';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type Search = z.output<typeof MessageSearch>;
export type Settings = Answer<typeof messages.settings>;

/** Filters of the address; invalid codes are left out. */
/** Filters as the address holds them: codes are any string there. */
export type CodeSearch = Partial<Record<Exclude<keyof Search, 'page' | 'client'>, string | undefined>> &
  Pick<Search, 'client'>;

export const readSearch = (search: object): Search => MessageSearch.parse(search);

const LIVE = { live: ['messages'] } as const;

export const messagesQuery = (search: Search) => pageQuery(messages.list, { query: search }, LIVE);
export const summaryQuery = query(messages.summary, {}, LIVE);
export const settingsQuery = query(messages.settings, {}, LIVE);
export const ofClientQuery = (id: number) => query(messages.ofClient, { params: { id } }, LIVE);

export const useCancelMessage = () => useMutation(mutation(messages.cancel, { awaitRefetch: true }));
export const useNoteCopy = () => useMutation(mutation(messages.copied));
export const useSaveSettings = () => useMutation(mutation(messages.saveSettings, { awaitRefetch: true }));
export const useSaveNews = () => useMutation(mutation(messages.saveNews, { awaitRefetch: true }));
export const usePreview = () => useMutation(mutation(messages.preview));
export const useSaveWhatsApp = () => useMutation(mutation(messages.saveWhatsApp, { awaitRefetch: true }));
export const useSaveSms = () => useMutation(mutation(messages.saveSms, { awaitRefetch: true }));
export const useRemoveChannel = () => useMutation(mutation(messages.removeChannel, { awaitRefetch: true }));
export const useTestChannel = () => useMutation(mutation(messages.test, { awaitRefetch: true }));
export const useRefuse = () => useMutation(mutation(messages.refuse, { awaitRefetch: true }));
export const useWithdrawRefusal = () => useMutation(mutation(messages.withdrawRefusal, { awaitRefetch: true }));
export const useConsent = () => useMutation(mutation(messages.consent, { awaitRefetch: true }));
export const useWithdrawConsent = () => useMutation(mutation(messages.withdrawConsent, { awaitRefetch: true }));
