import {
  type PropertyDetail,
  PropertyFees,
  PropertyInformation,
  PropertyUpdate,
  properties,
} from '@morada/contract/properties';
import { centsToReais } from '@morada/domain/money';
import type * as z from 'zod/mini';
import { apiWithVersion } from '#web/lib/api.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { type Changes, useSaveProperty } from './property-queries.ts';

/** The sections of the page; the first two go by the same call, each with its own fields. */
export function usePropertyForms(id: number, property: PropertyDetail | undefined) {
  const save = useSaveProperty(id);
  const params = { id };
  const update = (body: Changes) => save((options) => apiWithVersion(properties.update, { params, body }, options));

  const general = useForm(PropertyUpdate, { values: property && generalValues(property), submit: update });

  const address = useForm(PropertyUpdate, {
    values: property && addressValues(property),
    submit: (body) => update(body.is_exterior ? { ...body, cep: '', state: '' } : body),
  });

  const information = useForm(PropertyInformation, {
    values: property && informationValues(property),
    submit: (body) => save((options) => apiWithVersion(properties.updateInformation, { params, body }, options)),
  });

  const fees = useForm(PropertyFees, {
    values: property && feeValues(property),
    submit: (body) => save((options) => apiWithVersion(properties.setFees, { params, body }, options)),
  });

  return { general, address, information, fees };
}

export type PropertyForms = ReturnType<typeof usePropertyForms>;
export type Fee = z.input<typeof PropertyFees>['data'][number];

function generalValues(property: PropertyDetail): Changes {
  const { type, location, price, bedrooms, bathrooms, garage, spotlight, exclusivity, pickup, commission } = property;
  return {
    type,
    location,
    price: centsToReais(price),
    bedrooms,
    bathrooms,
    garage,
    spotlight,
    exclusivity: exclusivity ?? false,
    pickup: pickup ?? '',
    commission: commission === null ? null : commission / 100,
  };
}

function addressValues(property: PropertyDetail): Changes {
  const { cep, street, neighborhood, number, city, state, country, complement, is_exterior } = property;
  return {
    cep: cep ?? '',
    street,
    neighborhood,
    number: number ?? '',
    city,
    state: (state ?? '') as Changes['state'],
    country,
    complement: complement ?? '',
    is_exterior,
  };
}

function informationValues({ information }: PropertyDetail): z.input<typeof PropertyInformation> {
  const { description, energisa, copasa, land_area, building_area, pet, furnished, comercial } = information;
  return {
    description: description ?? '',
    energisa: energisa ?? '',
    copasa: copasa ?? '',
    land_area,
    building_area,
    pet: pet ?? false,
    furnished: furnished ?? false,
    comercial: comercial ?? false,
  };
}

function feeValues({ fees }: PropertyDetail): z.input<typeof PropertyFees> {
  return { data: fees.map(({ name, price, to_owner }) => ({ name, price: centsToReais(price), to_owner })) };
}
