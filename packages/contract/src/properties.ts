import { TRANSACTION_TYPES } from '@morada/domain/property';
import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import {
  blank,
  cep,
  id,
  idParams,
  instant,
  money,
  nonNegativeMoney,
  optionalText,
  page,
  percent,
  positiveMoney,
  recordId,
  state,
  text,
} from './fields.ts';
import { problems } from './problem.ts';
import { PropertyLocation, PropertySearch } from './properties.search.ts';

const keys = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]];

export const PropertyStatus = z.enum(['PENDING', 'AVAILABLE', 'SOLD', 'RENTED', 'UNAVAILABLE'], 'Informe a situação');
export const PropertyType = z.enum(keys(TRANSACTION_TYPES), 'Informe o tipo');
const count = (message: string) => z.int(message).check(z.gte(0, message), z.lte(999, message));
/** A check across fields also speaks while a field is wrong, so that people read everything at once. */
const isFilledIn = ({ value }: { value: unknown }) => value instanceof Object;
/** A part of a whole. */
const part = percent.check(z.refine((value) => value >= 0 && value <= 10_000, 'Use de 0 a 100%'));
const coordinate = z.nullish(z.number());
const area = z.nullish(z.number().check(z.gte(0), z.lte(99_999_999)));

export const PropertyRow = z.object({
  id: z.int(),
  status: PropertyStatus,
  type: PropertyType,
  location: PropertyLocation,
  price: money,
  street: z.string(),
  number: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  neighborhood: z.string(),
  city: z.string(),
  state: z.nullable(z.string()),
  bedrooms: z.int(),
  bathrooms: z.int(),
  garage: z.int(),
  views: z.int(),
  owner: z.nullable(z.string()),
});

const address = {
  street: text('Informe a rua'),
  neighborhood: text('Informe o bairro'),
  number: text('Informe o Número', 20),
  city: text('Informe a Cidade'),
  state: blank(state()),
  country: z._default(text('Informe o país'), 'Brasil'),
  complement: optionalText(),
  cep: blank(cep()),
  latitude: coordinate,
  longitude: coordinate,
};

export const PropertyCreate = z
  .object({
    ...address,
    is_exterior: z.optional(z.boolean()),
    type: PropertyType,
    location: PropertyLocation,
    price: positiveMoney('Informe o preço'),
    owner_id: recordId('Informe o proprietário'),
  })
  .check(
    // Spec part 1 section 5: exterior properties have no CEP, the others have one.
    z.refine((property) => Boolean(property.is_exterior || property.cep), {
      path: ['cep'],
      message: 'Informe o CEP',
      when: isFilledIn,
    }),
    z.refine((property) => Boolean(property.is_exterior || property.state), {
      path: ['state'],
      message: 'Informe o Estado',
      when: isFilledIn,
    }),
  );

export const PropertyUpdate = z.partial(
  z.object({
    ...address,
    country: text('Informe o país'),
    is_exterior: z.boolean(),
    status: PropertyStatus,
    reason: optionalText(500),
    type: PropertyType,
    location: PropertyLocation,
    price: positiveMoney('Informe o preço'),
    bedrooms: count('Informe os quartos'),
    bathrooms: count('Informe os banheiros'),
    garage: count('Informe as vagas'),
    spotlight: z.boolean(),
    exclusivity: z.nullable(z.boolean()),
    pickup: optionalText(),
    commission: z.nullable(part),
    platform: optionalText(),
    external_id: optionalText(),
  }),
);

export const PropertyInformation = z
  .partial(
    z.object({
      description: optionalText(5_000),
      energisa: optionalText(40),
      copasa: optionalText(40),
      land_area: area,
      building_area: area,
      pet: z.nullable(z.boolean()),
      furnished: z.nullable(z.boolean()),
      comercial: z.nullable(z.boolean()),
    }),
  )
  .check(
    z.refine(({ description }) => Boolean(description), {
      path: ['description'],
      message: 'Informe a descrição',
      when: isFilledIn,
    }),
  );

export const PropertyFee = z.object({ id: z.int(), name: z.string(), price: money, to_owner: z.boolean() });

export const PropertyFees = z.object({
  data: z
    .array(
      z.object({
        name: text('Informe o nome'),
        price: nonNegativeMoney('Informe o valor'),
        to_owner: z._default(z.boolean(), false),
      }),
    )
    .check(z.maxLength(50, 'Use até 50 taxas')),
});

export const Owner = z.object({ id: z.int(), name: z.string(), main: z.boolean(), share: percent });

export const PropertyDetail = z.object({
  ...PropertyRow.shape,
  is_exterior: z.boolean(),
  spotlight: z.boolean(),
  exclusivity: z.nullable(z.boolean()),
  pickup: z.nullable(z.string()),
  commission: z.nullable(percent),
  cep: z.nullable(z.string()),
  country: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  platform: z.nullable(z.string()),
  external_id: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  owner_id: z.nullable(z.int()),
  owners: z.array(Owner),
  relationship: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      pivot: z.object({ relationship: z.enum(['OWNER', 'TENANT', 'GUARANTOR']), user_id: z.int() }),
    }),
  ),
  information: z.object({
    description: z.nullable(z.string()),
    energisa: z.nullable(z.string()),
    copasa: z.nullable(z.string()),
    land_area: z.nullable(z.number()),
    building_area: z.nullable(z.number()),
    pet: z.nullable(z.boolean()),
    furnished: z.nullable(z.boolean()),
    comercial: z.nullable(z.boolean()),
  }),
  fees: z.array(PropertyFee),
  proposal_id: z.nullable(z.int()),
});
export type PropertyDetail = z.output<typeof PropertyDetail>;

export const properties = endpoints({
  list: {
    method: 'GET',
    path: '/property',
    access: {
      any: ['PROPERTY_VIEW'],
      ref: ['PROPOSAL_CREATE', 'PROPOSAL_EDIT', 'PROPOSAL_UPDATE', 'FINANCIAL_TRANSFER_CREATE'],
    },
    summary: 'Imóveis, por página',
    query: PropertySearch,
    response: page(PropertyRow),
  },
  create: {
    method: 'POST',
    path: '/property',
    access: 'PROPERTY_CREATE',
    summary: 'Cadastrar imóvel',
    body: PropertyCreate,
    response: z.object({ data: z.object({ id: z.int() }) }),
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/property/:id/admin',
    access: ['PROPERTY_VIEW', 'PROPERTY_REQUEST_VIEW', 'PROPOSAL_VIEW'],
    summary: 'Cadastro de um imóvel',
    params: idParams,
    response: PropertyDetail,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/property/:id',
    access: 'PROPERTY_EDIT',
    summary: 'Alterar o imóvel, ou só a situação',
    params: idParams,
    body: PropertyUpdate,
    response: PropertyDetail,
    versioned: true,
  },
  updateInformation: {
    method: 'PUT',
    path: '/property/:id/information',
    access: 'PROPERTY_EDIT',
    summary: 'Alterar as informações do imóvel',
    params: idParams,
    body: PropertyInformation,
    response: PropertyDetail,
    versioned: true,
  },
  setFees: {
    method: 'PUT',
    path: '/property/:id/fees',
    access: 'PROPERTY_EDIT',
    summary: 'Definir as taxas do imóvel',
    params: idParams,
    body: PropertyFees,
    response: PropertyDetail,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/property/:id',
    access: 'PROPERTY_REMOVE',
    summary: 'Deletar imóvel',
    params: idParams,
  },
  owners: {
    method: 'GET',
    path: '/property/:id/members/OWNER',
    access: ['PROPERTY_VIEW', 'PROPOSAL_VIEW', 'PROPOSAL_CREATE'],
    summary: 'Proprietários do imóvel, o principal primeiro',
    params: idParams,
    response: z.array(Owner),
  },
  addOwner: {
    method: 'PUT',
    path: '/property/:id/member/OWNER/:clientId',
    access: 'PROPERTY_EDIT',
    summary: 'Vincular proprietário, ou mudar sua parte',
    params: z.object({ id, clientId: id }),
    body: z.optional(
      z.nullable(
        z.object({
          share: z.nullish(part),
        }),
      ),
    ),
    response: z.array(Owner),
    status: 201,
  },
  removeOwner: {
    method: 'DELETE',
    path: '/property/:id/member/:clientId',
    access: 'PROPERTY_EDIT',
    summary: 'Desvincular proprietário',
    params: z.object({ id, clientId: id }),
  },
});

export const propertyProblems = problems({
  PROPERTY_NOT_FOUND: [404, 'Não foi possível retornar os dados do imóvel'],
  OWNER_NOT_FOUND: [422, 'Informe o proprietário', 'owner_id'],
  PROPERTY_HAS_CONTRACT: [409, 'Este imóvel tem contrato e não pode ser deletado.'],
  LAST_OWNER: [409, 'Um imóvel alugado precisa de ao menos um proprietário.'],
  NOT_AN_OWNER: [404, 'Este cliente não é proprietário do imóvel.'],
});
