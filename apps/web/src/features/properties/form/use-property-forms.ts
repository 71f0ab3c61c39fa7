import {
  type PropertyDetail,
  PropertyFeatures,
  PropertyFees,
  PropertyInformation,
  PropertyUpdate,
} from '@morada/contract/registry/properties';
import * as z from 'zod/mini';
import {
  type Changes,
  useSaveFeatures,
  useSaveFees,
  useSaveInformation,
  useSaveProperty,
} from '#web/entities/property/property-queries.ts';
import { usePropertyPart } from '#web/features/properties/parts/property-parts.ts';
import { useRows } from '#web/features/properties/parts/use-rows.ts';
import { settleRemovals } from '#web/lib/removals.ts';
import { useForm } from '#web/ui/form/use-form.ts';

type Information = z.input<typeof PropertyInformation>;
export type Fee = { name: string; price: number | null; to_owner: boolean };

const isFilledIn = ({ value }: { value: unknown }) => value instanceof Object;
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Fields that the form requires beyond the call, which may also change a single field. */
function asking<V extends object>(
  name: keyof V & string,
  message: string,
  applies: (value: V) => boolean = () => true,
) {
  const holds = (value: V) => !applies(value) || isGiven(value[name]);
  return z.refine<V>(holds, { path: [name], message, when: isFilledIn });
}

type Offer = z.output<typeof PropertyUpdate>;
const isSale = ({ type }: Offer) => type === 'SALE';
const isInBrazil = ({ is_exterior }: Offer) => !is_exterior;

const General = PropertyUpdate.check(
  asking<Offer>('pickup', 'Informe o captador', isSale),
  asking<Offer>('commission', 'Informe a comissão', isSale),
);

const Address = PropertyUpdate.check(
  asking<Offer>('cep', 'Informe o CEP', isInBrazil),
  asking<Offer>('state', 'Informe o Estado', isInBrazil),
);

type Described = z.output<typeof PropertyInformation>;
const Description = PropertyInformation.check(
  asking<Described>('energisa', 'Informe a Energisa'),
  asking<Described>('copasa', 'Informe a Copasa'),
  asking<Described>('land_area', 'Informe a área do terreno'),
  asking<Described>('building_area', 'Informe a área construída'),
);

const FeatureName = z.object({ name: PropertyFeatures.shape.data.def.element });
const FeeRow = PropertyFees.shape.data.def.element as z.ZodMiniType<unknown, Fee>;

const NONE: never[] = [];

/** Forms of a property's sections, each saved by its own request; general and address share one. */
export function usePropertyForms(id: number, property: PropertyDetail | undefined) {
  const save = useSaveProperty(id);
  const saveInformation = useSaveInformation(id);
  const saveFeatures = useSaveFeatures(id);
  const saveFees = useSaveFees(id);
  const featureRows = usePropertyPart(id, 'features');
  const feeRows = usePropertyPart(id, 'fees');
  const params = { id };
  // An import may leave required fields empty. For such a property only changed fields are validated and sent.
  const imported = property?.imported ?? false;
  const update = (body: Changes) => save.mutateAsync({ params, body });

  const general = useForm(imported ? PropertyUpdate : General, {
    values: property && generalValues(property),
    submit: update,
    changesOnly: imported,
  });

  const address = useForm(imported ? PropertyUpdate : Address, {
    values: property && addressValues(property),
    changesOnly: imported,
    submit: (body) => update(body.is_exterior ? { ...body, cep: '', state: '' } : body),
  });

  const taxes = useForm(PropertyUpdate, {
    values: property && taxValues(property),
    changesOnly: true,
    submit: update,
  });

  const information = useForm(imported ? PropertyInformation : Description, {
    values: property && informationValues(property),
    submit: (body) => saveInformation.mutateAsync({ params, body }),
  });

  const features = useRows({
    saved: property?.features ?? NONE,
    toRow: ({ name }) => ({ name }),
    schema: FeatureName,
    submit: async (rows) => {
      await settleRemovals('features:');
      const body = { data: rows.map(({ name }) => name) };
      return saveFeatures.mutateAsync({ params, body });
    },
    sort: featureRows.sort,
    remove: (row, name) => featureRows.remove([row], `Característica removida: ${name}`),
  });

  const fees = useRows({
    saved: property?.fees ?? NONE,
    toRow: ({ name, price, to_owner }): Fee => ({ name, price, to_owner }),
    schema: FeeRow,
    submit: async (data) => {
      await settleRemovals('fees:');
      const body = { data: data.map((fee) => ({ ...fee, price: fee.price ?? 0 })) };
      return saveFees.mutateAsync({ params, body });
    },
    sort: feeRows.sort,
    remove: (row, name) => feeRows.remove([row], `Taxa removida: ${name}`),
  });

  return { general, address, information, taxes, features, fees };
}

export type PropertyForms = ReturnType<typeof usePropertyForms>;

function generalValues(property: PropertyDetail): Changes {
  const { type, location, price, bedrooms, bathrooms, garage, spotlight, exclusivity, pickup, commission } = property;
  return {
    type,
    location,
    price,
    bedrooms,
    bathrooms,
    garage,
    spotlight,
    exclusivity: exclusivity ?? false,
    pickup: pickup ?? '',
    commission,
  };
}

function taxValues({ cib, property_registration, city_code, purpose }: PropertyDetail): Changes {
  return {
    cib: cib ?? '',
    property_registration: property_registration ?? '',
    city_code: city_code ?? '',
    purpose: purpose ?? ('' as Changes['purpose']),
  };
}

function addressValues(property: PropertyDetail): Changes {
  const { cep, street, neighborhood, number, city, state, country, complement } = property;
  const { is_exterior, latitude, longitude } = property;
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
    latitude,
    longitude,
  };
}

function informationValues({ information }: PropertyDetail): Information {
  const { description, energisa, copasa, land_area, building_area, pet, furnished, comercial, floor } = information;
  const { condominium, video_url, contact_name, contact_phone } = information;
  return {
    description: description ?? '',
    energisa: energisa ?? '',
    copasa: copasa ?? '',
    land_area,
    building_area,
    pet: pet ?? false,
    furnished: furnished ?? false,
    comercial: comercial ?? false,
    floor,
    condominium: condominium ?? '',
    video_url: video_url ?? '',
    contact_name: contact_name ?? '',
    contact_phone: contact_phone ?? '',
  };
}
