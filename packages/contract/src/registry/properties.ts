import { visitLife } from '@morada/domain/attendance/visit';
import { WHOLE } from '@morada/domain/base/money';
import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  cep,
  clearable,
  givenDate,
  id,
  idParams,
  instant,
  isFilledIn,
  money,
  nonNegativeMoney,
  optionalProse,
  optionalText,
  page,
  pageNumber,
  percent,
  phone,
  positiveMoney,
  recordId,
  state,
  text,
} from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { IMAGE_UPLOAD } from './images.ts';
import { PropertyLocation, PropertySearch } from './properties.search.ts';
import { OfferState, PropertyRow, PropertyStatus, PropertyType } from './property-rows.ts';

const keys = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]];

const PropertyPurposeCode = z.enum(keys(PROPERTY_PURPOSES), 'Informe a finalidade');
const CIB = 'O CIB tem 8 letras ou números';
const CITY_CODE = 'O código do IBGE tem 7 números';
const count = (message: string) => z.int(message).check(z.gte(0, message), z.lte(999, message));
/** A percentage of a whole. */
const part = percent.check(z.refine((value) => value >= 0 && value <= WHOLE, 'Use de 0 a 100%'));
const coordinate = z.nullish(z.number());
const area = z.nullish(z.number().check(z.gte(0), z.lte(99_999_999)));

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
    // Exterior properties have no CEP, the others have one.
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
    reason: optionalProse(500),
    type: PropertyType,
    location: PropertyLocation,
    price: positiveMoney('Informe o preço'),
    bedrooms: count('Informe os quartos'),
    bathrooms: count('Informe os banheiros'),
    garage: count('Informe as vagas'),
    spotlight: z.boolean(),
    /** Shown on site and portals while it is available and complete. */
    advertised: z.boolean(),
    exclusivity: z.nullable(z.boolean()),
    pickup: optionalText(),
    commission: z.nullable(part),
    platform: optionalText(),
    external_id: optionalText(),
    /** Cadastro Imobiliário Brasileiro: eight characters, written with or without the hyphen. */
    cib: clearable(
      z.pipe(
        z.string(CIB).check(z.trim(), z.regex(/^[0-9A-Za-z]{7}-?[0-9A-Za-z]$/, CIB)),
        z.transform((typed: string) => typed.replace('-', '').toUpperCase()),
      ),
    ),
    /** Inscrição imobiliária: the property's number at its municipality. */
    property_registration: optionalText(30),
    /** Of the IBGE; null: that of the city. */
    city_code: clearable(z.string(CITY_CODE).check(z.trim(), z.regex(/^\d{7}$/, CITY_CODE))),
    /** Null: as its kind suggests. */
    purpose: clearable(PropertyPurposeCode),
  }),
);

const FLOOR = 'Informe o andar, de -9 a 199';
const VIDEO = 'Informe um endereço que começa com https://';

export const PropertyInformation = z
  .partial(
    z.object({
      description: optionalProse(5_000),
      energisa: optionalText(40),
      copasa: optionalText(40),
      land_area: area,
      building_area: area,
      pet: z.nullable(z.boolean()),
      furnished: z.nullable(z.boolean()),
      comercial: z.nullable(z.boolean()),
      /** Zero: the ground floor. */
      floor: z.nullish(z.int(FLOOR).check(z.gte(-9, FLOOR), z.lte(199, FLOOR))),
      condominium: optionalText(120),
      video_url: clearable(
        z.string(VIDEO).check(z.trim(), z.maxLength(500, VIDEO), z.regex(/^https:\/\/[^\s<>"]+$/, VIDEO)),
      ),
      contact_name: optionalText(120),
      contact_phone: clearable(phone('Informe o telefone de quem atende')),
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

export const PropertyFeature = z.object({ id: z.int(), name: z.string() });

export const PropertyFeatures = z.object({
  data: z.array(text('Informe o nome', 80)).check(z.maxLength(100, 'Use até 100 características')),
});

export const PropertyImage = z.object({
  id: z.int(),
  /** Original file name. */
  name: z.string(),
  /** Paths of the two sizes; `source` repeats `url` under the specification's other name. */
  url: z.string(),
  source: z.string(),
  thumbnail: z.string(),
  width: z.int(),
  height: z.int(),
});

/** All ids of the list in the wanted order; rows are accepted too. */
export const Positions = z.object({
  data: z
    .array(
      z.union([
        recordId('Informe a ordem'),
        z.pipe(
          z.object({ id: recordId('Informe a ordem') }),
          z.transform((row) => row.id),
        ),
      ]),
      'Informe a ordem',
    )
    .check(z.maxLength(200, 'Use até 200 itens')),
});

export const PropertySchedule = z.object({
  id: z.int(),
  name: z.string(),
  phone: z.nullable(z.string()),
  date: calendarDate(),
  shift: z.string(),
  /** `HH:MM`; null for a visit that was agreed for a shift. */
  time: z.nullable(z.string()),
  status: z.enum(visitLife.states),
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
  cib: z.nullable(z.string()),
  property_registration: z.nullable(z.string()),
  city_code: z.nullable(z.string()),
  purpose: z.nullable(PropertyPurposeCode),
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
    floor: z.nullable(z.int()),
    condominium: z.nullable(z.string()),
    video_url: z.nullable(z.string()),
    contact_name: z.nullable(z.string()),
    contact_phone: z.nullable(z.string()),
  }),
  fees: z.array(PropertyFee),
  features: z.array(PropertyFeature),
  images: z.array(PropertyImage),
  /** The latest visits; empty without the right to see them. */
  schedules: z.array(PropertySchedule),
  proposal_id: z.nullable(z.int()),
  /** Visitors who opened WhatsApp from the listing's page, each once a day. */
  whatsapp_openings: z.int(),
  /** Last day for which the property is kept for a bid. */
  reserved_until: z.nullable(calendarDate()),
  /** Imported: it can be saved without fields that only the forms require. */
  imported: z.boolean(),
  /** Requester on the site, and addressee of the answer; null for users who may not judge requests. */
  requester: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      agency: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
    }),
  ),
  /** The requester's offer and its progress; null where `requester` is. */
  offer: z.nullable(
    z.object({
      state: OfferState,
      visit_on: z.nullable(calendarDate()),
      decided_at: z.nullable(instant),
      /** Path and last day of the owner's link; null once it has expired, and for callers who may not judge. */
      link: z.nullable(z.object({ path: z.string(), until: calendarDate() })),
      /** Client with the requester's e-mail, who becomes the owner; for callers who register clients. */
      client: z.nullable(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
});
export type PropertyDetail = z.output<typeof PropertyDetail>;

/** Papers of a listing: the sheet for a client, and the sheets for the shop window. */
export const LISTING_SHEETS = [
  'folha',
  'vitrine-a4',
  'vitrine-a4-paisagem',
  'vitrine-a3',
  'vitrine-a3-paisagem',
] as const;
export type ListingSheet = (typeof LISTING_SHEETS)[number];

/** A step of an offer before its acceptance. Only a visit has a day, only a refusal a reason. */
export const OfferStep = z
  .object({
    action: z.enum(['review', 'schedule', 'refuse'], 'Informe o que fazer'),
    visit_on: z.optional(givenDate('Informe o dia da visita')),
    reason: optionalProse(500),
  })
  .check(
    z.refine(({ action, visit_on }) => action !== 'schedule' || Boolean(visit_on), {
      path: ['visit_on'],
      message: 'Informe o dia da visita',
      when: isFilledIn,
    }),
    z.refine(({ action, reason }) => action !== 'refuse' || Boolean(reason), {
      path: ['reason'],
      message: 'Informe o motivo',
      when: isFilledIn,
    }),
  );

const sorting = <const K extends 'features' | 'fees' | 'images'>(kind: K, summary: string) =>
  ({
    method: 'PATCH',
    path: `/property/:id/${kind}/position`,
    access: 'PROPERTY_EDIT',
    summary,
    params: idParams,
    body: Positions,
    response: PropertyDetail,
  }) as const;

/** `:id` is the item's id here, not the property's. */
const removing = <const K extends 'features' | 'fees' | 'images'>(kind: K, summary: string) =>
  ({
    method: 'DELETE',
    path: `/property/:id/${kind}`,
    access: 'PROPERTY_EDIT',
    summary,
    params: idParams,
  }) as const;

export const properties = endpoints('properties', {
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
  export: listExport({
    path: '/property/export/:format',
    access: 'PROPERTY_VIEW',
    summary: 'Imóveis que os filtros encontram, em planilha',
    query: PropertySearch,
  }),
  sheet: {
    method: 'GET',
    path: '/property/:id/sheet/:kind',
    access: 'PROPERTY_VIEW',
    summary: 'Um imóvel anunciado em papel: a folha para o cliente, ou o cartaz da vitrine',
    params: z.object({ id, kind: z.enum(LISTING_SHEETS) }),
    file: 'application/pdf',
  },
  moveOffer: {
    method: 'PATCH',
    path: '/property/:id/request',
    access: 'PROPERTY_EDIT',
    summary: 'Colocar em análise, marcar a visita ou recusar um imóvel oferecido pelo site',
    params: idParams,
    body: OfferStep,
    response: PropertyDetail,
    versioned: true,
  },
  acceptOffer: {
    method: 'POST',
    path: '/property/:id/request/accept',
    access: { all: ['PROPERTY_EDIT', 'USER_CREATE'] },
    summary: 'Aceitar um imóvel oferecido: vira um imóvel disponível, fora do site, com o cliente como proprietário',
    params: idParams,
    response: PropertyDetail,
    versioned: true,
    changes: ['clients'],
  },
  renewOfferLink: {
    method: 'POST',
    path: '/property/:id/request/link',
    access: 'PROPERTY_EDIT',
    summary: 'Criar outro link para quem ofereceu o imóvel: o anterior deixa de abrir',
    params: idParams,
    response: PropertyDetail,
    versioned: true,
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
    access: { any: ['PROPERTY_VIEW', 'PROPERTY_REQUEST_VIEW'], ref: ['PROPOSAL_VIEW'] },
    summary: 'Cadastro de um imóvel',
    params: idParams,
    response: PropertyDetail,
    versioned: true,
  },
  visits: {
    method: 'GET',
    path: '/property/:id/schedules',
    access: { all: ['PROPERTY_VIEW', 'SCHEDULE_VIEW'] },
    summary: 'Visitas de um imóvel, a última primeiro, por página',
    params: idParams,
    query: z.object({ page: z._default(pageNumber, 1) }),
    response: page(PropertySchedule),
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
  setFeatures: {
    method: 'PUT',
    path: '/property/:id/features',
    access: 'PROPERTY_EDIT',
    summary: 'Definir as características do imóvel',
    params: idParams,
    body: PropertyFeatures,
    response: PropertyDetail,
    versioned: true,
  },
  addImage: {
    method: 'PUT',
    path: '/property/:id/images',
    access: 'PROPERTY_EDIT',
    summary: 'Enviar uma fotografia do imóvel',
    params: idParams,
    upload: IMAGE_UPLOAD,
    response: PropertyImage,
    status: 201,
  },
  sortFeatures: sorting('features', 'Ordenar as características'),
  sortFees: sorting('fees', 'Ordenar as taxas'),
  sortImages: sorting('images', 'Ordenar as fotografias'),
  removeFeature: removing('features', 'Remover uma característica, pelo seu próprio número'),
  removeFee: removing('fees', 'Remover uma taxa, pelo seu próprio número'),
  removeImage: removing('images', 'Remover uma fotografia, pelo seu próprio número'),
  clone: {
    method: 'POST',
    path: '/property/:id/clone',
    access: { all: ['PROPERTY_CREATE', 'PROPERTY_VIEW'] },
    summary: 'Clonar imóvel: a cópia fica indisponível até que alguém a veja',
    params: idParams,
    response: PropertyDetail,
    status: 201,
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
          /** First day of the change, up to today; absent: today. Transfers that were made stay. */
          from: blank(givenDate('Informe a partir de quando')),
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
    query: z.object({ from: blank(givenDate('Informe a partir de quando')) }),
  },
});

export const propertyProblems = problems({
  PROPERTY_NOT_FOUND: [404, 'Não foi possível retornar os dados do imóvel'],
  OWNER_NOT_FOUND: [422, 'Informe o proprietário', 'owner_id'],
  PROPERTY_HAS_CONTRACT: [409, 'Este imóvel tem contrato e não pode ser deletado.'],
  PROPERTY_IN_WORK: [409, 'Há trabalho em aberto neste imóvel: conclua ou cancele antes de deletar.'],
  CONTRACT_IN_FORCE: [409, 'Este imóvel tem um contrato em andamento: encerre-o antes de mudar a transação', 'type'],
  OWNER_GONE: [409, 'Um proprietário deste imóvel foi anonimizado: troque-o antes de anunciar', 'status'],
  NOT_AVAILABLE: [409, 'Só um imóvel disponível pode ser anunciado', 'advertised'],
  LISTING_LACKS: [422, 'Complete o imóvel antes de anunciar', 'advertised'],
  FACTS_LACKING: [422, 'Complete os dados do imóvel antes de anunciar', 'advertised'],
  LAST_OWNER: [409, 'Um imóvel alugado precisa de ao menos um proprietário.'],
  FEATURE_NOT_FOUND: [404, 'Não foi possível remover a característica'],
  FEE_NOT_FOUND: [404, 'Não foi possível remover a taxa'],
  IMAGE_NOT_FOUND: [404, 'Não foi possível remover a imagem'],
  WRONG_ORDER: [422, 'A lista mudou: recarregue e ordene de novo', 'data'],
  TOO_MANY_IMAGES: [422, 'Use até 60 fotografias por imóvel', 'file'],
  NOT_LISTED: [409, 'Este imóvel não está anunciado: o QR code do papel não abriria nada.'],
  OFFER_NOT_FOUND: [404, 'Este imóvel não foi oferecido pelo site.'],
  OFFER_OF_PERSON: [
    409,
    'O e-mail desta oferta é de uma pessoa que entra na área do cliente por uma empresa. Vincule o proprietário ao imóvel antes de aceitar.',
  ],
  OFFER_DECIDED: [409, 'Esta oferta já foi respondida: recarregue a página.'],
  OFFER_VISIT_PAST: [422, 'Escolha um dia a partir de hoje', 'visit_on'],
  OFFER_FULL: [422, 'Esta oferta já tem 20 fotografias'],
  OWNERS_DAY_TO_COME: [422, 'Informe um dia até hoje', 'from'],
  OWNERS_DAY_BEFORE: [
    409,
    'Os proprietários já mudaram depois deste dia. Informe o dia da última mudança ou um depois dele.',
    'from',
  ],
  NOT_AN_OWNER: [404, 'Este cliente não é proprietário do imóvel.'],
});
