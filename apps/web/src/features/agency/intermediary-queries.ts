import { intermediary } from '@morada/contract/fiscal/fiscal-intermediary';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';

export const intermediaryQuery = query(intermediary.show, {});

export const useSaveIntermediary = () => useMutation(mutation(intermediary.save));
export const useRemoveIntermediary = () => useMutation(mutation(intermediary.remove));
