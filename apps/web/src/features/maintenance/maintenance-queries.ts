import { maintenance } from '@morada/contract/desk/maintenance';
import type { MaintenanceSearch } from '@morada/contract/desk/maintenance.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation } from '#web/lib/api/mutation.ts';
import { pageQuery, query } from '#web/lib/api/query.ts';

export type MaintenanceFilters = Omit<z.output<typeof MaintenanceSearch>, 'page'>;

export const maintenancesQuery = (search: z.output<typeof MaintenanceSearch>) => ({
  ...pageQuery(maintenance.list, { query: search }, { live: ['maintenance'] }),
  placeholderData: keepPreviousData,
});

export const maintenanceQuery = (id: number) => query(maintenance.show, { params: { id } }, { live: ['maintenance'] });

export const useOpen = () => useMutation(mutation(maintenance.create));
export const useAddPhoto = () => useMutation(mutation(maintenance.addPhoto, { awaitRefetch: true }));
export const useAddQuote = () => useMutation(mutation(maintenance.addQuote, { awaitRefetch: true }));
export const useAttachQuote = () => useMutation(mutation(maintenance.attachQuote, { awaitRefetch: true }));
export const useRemoveQuote = () => useMutation(mutation(maintenance.removeQuote, { awaitRefetch: true }));
export const useSubmit = () => useMutation(mutation(maintenance.submit, { awaitRefetch: true }));
export const useDecide = () => useMutation(mutation(maintenance.decide, { awaitRefetch: true }));
export const useStart = () => useMutation(mutation(maintenance.start, { awaitRefetch: true }));
export const useConclude = () => useMutation(mutation(maintenance.conclude, { awaitRefetch: true }));
export const useCharge = () => useMutation(mutation(maintenance.charge, { awaitRefetch: true }));
export const useCancelMaintenance = () => useMutation(mutation(maintenance.cancel, { awaitRefetch: true }));
