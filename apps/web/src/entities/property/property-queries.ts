import { type Owner, type PropertyDetail, type PropertyUpdate, properties } from '@morada/contract/registry/properties';
import type { PropertySearch } from '@morada/contract/registry/properties.search';
import type { PropertyRow } from '@morada/contract/registry/property-rows';
import { formatMoney } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery, pageQuery, query, WHILE_EDITED } from '#web/lib/api/query.ts';
import { usePatch } from '#web/lib/api/use-patch.ts';

export type Search = z.output<typeof PropertySearch>;
export type Row = z.output<typeof PropertyRow>;
export type PropertyOwner = z.output<typeof Owner>;
export type Changes = z.input<typeof PropertyUpdate>;

export const propertiesQuery = (search: Search) => pageQuery(properties.list, { query: search });

export const propertyQuery = (id: number) => ({
  ...query(properties.show, { params: { id } }, { failure: 'Não foi possível retornar os dados do imóvel' }),
  ...WHILE_EDITED,
});

export const propertyVisitsQuery = (id: number, page: number) =>
  pageQuery(properties.visits, { params: { id }, query: { page } });

/**
 * Picker options by address or id: location, price and status. With `available`, unavailable properties follow the
 * others with the reason why they cannot be chosen.
 */
export const propertyOptions = (text: string, available?: 'AVAILABLE') => ({
  ...combinedQuery(
    [properties.list],
    { text },
    async (call) => {
      const find = async (search: Search) => (await call(properties.list, { query: { page: 1, ...search } })).data;
      const [numbered, addressed] = await Promise.all([
        /^\d{1,15}$/.test(text) ? find({ id: Number(text) }) : [],
        text.length >= 2 ? find({ query: text }) : [],
      ]);
      return [...numbered, ...addressed.filter(({ id }) => id !== numbered[0]?.id)];
    },
    { failure: 'Não foi possível buscar as propriedades' },
  ),
  select: (found: Row[]) =>
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

export const useCreateProperty = () =>
  useMutation(
    mutation(properties.create, {
      failure: 'Ocorreu um erro ao tentar fazer cadastro do imóvel, revise as informações',
    }),
  );

/** Of a section of the form. */
const SECTION = { failure: 'Não foi possível atualizar os dados do imóvel' };

export const useSaveProperty = (id: number) =>
  useMutation(recordMutation(properties.update, propertyQuery(id), SECTION));
export const useSaveInformation = (id: number) =>
  useMutation(recordMutation(properties.updateInformation, propertyQuery(id), SECTION));
export const useSaveFeatures = (id: number) =>
  useMutation(recordMutation(properties.setFeatures, propertyQuery(id), SECTION));
export const useSaveFees = (id: number) => useMutation(recordMutation(properties.setFees, propertyQuery(id), SECTION));

/** Sets the state of the property, with the reason when it is turned down. */
export const useSetSituation = (id: number) =>
  useMutation(
    recordMutation(properties.update, propertyQuery(id), {
      failure: 'Ocorreu um erro ao tentar mudar a situação da propriedade.',
    }),
  );

export const useMoveOffer = (id: number) =>
  useMutation(recordMutation(properties.moveOffer, propertyQuery(id), { failure: 'Não foi possível mudar a oferta' }));

/** Makes the offer a property of the agency, with its owner. */
export const useAcceptOffer = (id: number) =>
  useMutation(
    recordMutation(properties.acceptOffer, propertyQuery(id), { failure: 'Não foi possível aceitar o imóvel' }),
  );

export const useRenewOfferLink = (id: number) =>
  useMutation(
    recordMutation(properties.renewOfferLink, propertyQuery(id), { failure: 'Não foi possível criar outro link' }),
  );

/** Its record on the screen is not read again: it is gone. */
export const useDeleteProperty = () =>
  useMutation(
    mutation(properties.remove, {
      failure: 'Não foi possível deletar o imóvel',
      upToDate: ({ params }) => propertyQuery(Number(params.id)),
    }),
  );

/** The copy is unavailable until it is reviewed. */
export const useCloneProperty = () =>
  useMutation(mutation(properties.clone, { failure: 'Não foi clonar os dados do imóvel' }));

const ownersQuery = (id: number) => ({
  ...query(properties.owners, { params: { id } }, { failure: 'Não foi possível retornar os proprietários do imóvel' }),
  staleTime: 0,
});

/** Links a client, or changes the part of one who is linked; without a part all share alike. */
export function useLinkOwner(id: number) {
  const record = propertyQuery(id);
  const patch = usePatch<PropertyDetail>(record);
  return useMutation({
    ...mutation(properties.addOwner, {
      failure: 'Não foi possível adicionar o novo proprietário ao imóvel',
      upToDate: record,
    }),
    onSuccess: (owners) => patch(() => ({ owners })),
  });
}

/** The parts of the others, and the main owner, follow from who is left. */
export function useUnlinkOwner(id: number) {
  const record = propertyQuery(id);
  const patch = usePatch<PropertyDetail>(record);
  return useMutation({
    ...mutation(properties.removeOwner, {
      failure: 'Não foi possível remover o proprietário do imóvel',
      upToDate: record,
    }),
    onSuccess: async (_none, _variables, _shown, { client }) => {
      const owners = await client.fetchQuery(ownersQuery(id));
      patch(() => ({ owners }));
    },
  });
}
