import {
  type Owner,
  type PropertyDetail,
  type PropertyRequest,
  type PropertyRow,
  type PropertyUpdate,
  properties,
} from '@morada/contract/properties';
import type { PropertySearch, RequestSearch as Requests } from '@morada/contract/properties.search';
import { formatMoney } from '@morada/domain/base/money';
import { addressLine, PROPERTY_STATUSES } from '@morada/domain/property/property';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api, apiWithVersion } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { useSaveVersioned } from '#web/lib/api/use-save-versioned.ts';

export type Search = z.output<typeof PropertySearch>;
export type Row = z.output<typeof PropertyRow>;
export type Request = z.output<typeof PropertyRequest>;
export type RequestSearch = z.output<typeof Requests>;
export type PropertyOwner = z.output<typeof Owner>;
export type Changes = z.input<typeof PropertyUpdate>;

const LISTS = ['properties', 'list'];

export const propertiesQuery = (search: Search) =>
  queryOptions({
    queryKey: [...LISTS, search],
    queryFn: ({ signal }) => api(properties.list, { query: search }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Properties sent through the public site and not reviewed yet. */
export const requestsQuery = ({ page = 1, query }: RequestSearch) =>
  queryOptions({
    queryKey: [...LISTS, 'requests', page, query],
    queryFn: async ({ signal }) => {
      const found = await api(properties.requests, { query: { page, query } }, { signal });
      return Array.isArray(found) ? { data: found, page: 1, lastPage: 1, total: found.length } : found;
    },
    placeholderData: keepPreviousData,
    meta: { live: ['badges'] },
  });

/** With its version. While it lies open only we ask for it again, so that what is typed is never saved over news. */
export const propertyQuery = (id: number) =>
  queryOptions({
    queryKey: ['properties', id],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Não foi possível retornar os dados do imóvel',
        apiWithVersion(properties.show, { params: { id } }, { signal }),
      ),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const propertyVisitsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['properties', id, 'visits', page],
    queryFn: ({ signal }) => api(properties.visits, { params: { id }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * Picker options by address or id: location, price and status. With `available`, unavailable properties follow the
 * others with the reason why they cannot be chosen.
 */
export const propertyOptions = (text: string, available?: 'AVAILABLE') =>
  queryOptions({
    queryKey: [...LISTS, 'options', text],
    queryFn: ({ signal }) => findOptions(text, signal),
    select: (found) =>
      found
        .map((property) => {
          const taken = available !== undefined && property.status !== available;
          const state = PROPERTY_STATUSES[property.status];
          return {
            value: property.id,
            label: addressLine(property),
            below: `ID ${property.id} · ${formatMoney(property.price)} · ${taken ? `${state}: não pode ser escolhido` : state}`,
            disabled: taken,
            property,
          };
        })
        .toSorted((one, other) => Number(one.disabled) - Number(other.disabled)),
  });

async function findOptions(text: string, signal: AbortSignal): Promise<Row[]> {
  const find = async (search: Search) =>
    (
      await withFailureMessage(
        'Não foi possível buscar as propriedades',
        api(properties.list, { query: { page: 1, ...search } }, { signal }),
      )
    ).data;
  const [numbered, addressed] = await Promise.all([
    /^\d{1,15}$/.test(text) ? find({ id: Number(text) }) : [],
    text.length >= 2 ? find({ query: text }) : [],
  ]);
  return [...numbered, ...addressed.filter(({ id }) => id !== numbered[0]?.id)];
}

export function useCreateProperty() {
  const cache = useQueryClient();
  return async (body: z.input<typeof properties.create.body>) => {
    const { data } = await withFailureMessage(
      'Ocorreu um erro ao tentar fazer cadastro do imóvel, revise as informações',
      api(properties.create, { body }),
    );
    cache.invalidateQueries({ queryKey: LISTS });
    return data;
  };
}

/** Saves one section. */
export function useSaveProperty(id: number) {
  const save = useSaveVersioned<PropertyDetail>(propertyQuery(id), LISTS);
  return (call: Parameters<typeof save>[0]) =>
    withFailureMessage('Não foi possível atualizar os dados do imóvel', save(call));
}

/** Sets the state of the property, with the reason when it is turned down. */
export function useSetSituation(id: number) {
  const save = useSaveVersioned<PropertyDetail>(propertyQuery(id), LISTS);
  return (body: Pick<Changes, 'status' | 'reason'>) =>
    withFailureMessage(
      'Ocorreu um erro ao tentar mudar a situação da propriedade.',
      save((options) => apiWithVersion(properties.update, { params: { id }, body }, options)),
    );
}

export function useDeleteProperty() {
  const cache = useQueryClient();
  return async (id: number) => {
    await withFailureMessage('Não foi possível deletar o imóvel', api(properties.remove, { params: { id } }));
    cache.invalidateQueries({ queryKey: LISTS });
  };
}

/** The copy is unavailable until it is reviewed. */
export function useCloneProperty() {
  const cache = useQueryClient();
  return async (id: number) => {
    const copy = await withFailureMessage(
      'Não foi clonar os dados do imóvel',
      api(properties.clone, { params: { id } }),
    );
    cache.invalidateQueries({ queryKey: LISTS });
    return copy.id;
  };
}

/** Owners come and go at once; the version that the forms hold stays good. */
export function useOwners(id: number) {
  const cache = useQueryClient();
  const { queryKey } = propertyQuery(id);
  const put = (owners: PropertyOwner[]) => {
    cache.setQueryData(queryKey, (held) => held && { ...held, data: { ...held.data, owners } });
    cache.invalidateQueries({ queryKey: LISTS });
  };
  return {
    /** Links a client, or changes the part of one who is linked; without a part all share alike. */
    async link(clientId: number, share: number | null) {
      const call = api(properties.addOwner, { params: { id, clientId }, body: { share } });
      put(await withFailureMessage('Não foi possível adicionar o novo proprietário ao imóvel', call));
    },
    async unlink(clientId: number) {
      const call = api(properties.removeOwner, { params: { id, clientId } });
      await withFailureMessage('Não foi possível remover o proprietário do imóvel', call);
      const owners = api(properties.owners, { params: { id } });
      put(await withFailureMessage('Não foi possível retornar os proprietários do imóvel', owners));
    },
  };
}
