import { type Agreement, agreementProblems, boletoBank } from '@morada/domain/bank/boleto-banks';
import { BOLETO_BANK_CODES } from '@morada/domain/bank/boleto-banks/boleto-bank';
import { readColour } from '@morada/domain/brand/accent';
import { formatDates, formatHours, readDates, readHours } from '@morada/domain/brand/opening-hours';
import { NETWORKS, type Network, readSocial } from '@morada/domain/brand/social';
import { FEE_NOTES, NOTES_LEAVE } from '@morada/domain/fiscal/note-settings';
import { AGENCY_REGIMES, DPS_ENVIRONMENTS } from '@morada/domain/fiscal/taxpayer';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import {
  cep,
  clearable,
  cnpj,
  cpf,
  email,
  instant,
  optionalProse,
  optionalText,
  partOfWhole,
  phone,
  state,
  text,
} from '../base/fields.ts';
import { pixKey } from '../base/pix-key.ts';
import { problems } from '../base/problem.ts';
import { dpsSeries } from './clients.ts';

export const LOGO_UPLOAD = { maxBytes: 2_000_000, accept: 'image/jpeg,image/png,image/webp' } as const;
/** The server resizes it to fit these limits, in pixels. */
export const LOGO_SIZE = { width: 600, height: 200 } as const;

/** Pictures of the agency besides the logo: a logo for dark grounds, a square icon, and the photograph of the home page. */
export const PICTURE_KINDS = ['logo-dark', 'icon', 'cover'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
export const PICTURE_UPLOAD = { maxBytes: 15_000_000, accept: LOGO_UPLOAD.accept } as const;
/** Sides of the icon's square in pixels: app, browser's list of apps, Apple's home screen, tab. */
export const ICON_SIZES = [512, 192, 180, 32] as const;
/** Pictures that the public pages load, each made once from what was uploaded. */
export const PICTURE_VARIANTS = [
  'mark',
  'mark-dark',
  'icon-512',
  'icon-192',
  'icon-180',
  'icon-32',
  /** 1200 × 630, for link previews. */
  'share',
] as const;
export type PictureVariant = (typeof PICTURE_VARIANTS)[number];

/** A text parsed by `rule`: stored in the form that it returns, and refused when it returns undefined. */
const read = (max: number, message: string, rule: (typed: string) => string | undefined) =>
  z.pipe(
    z.string(message).check(z.refine((typed) => typed.length <= max && rule(typed) !== undefined, message)),
    z.transform((typed: string) => rule(typed) ?? typed),
  );

const colour = read(20, 'Informe a cor como #0f606d', readColour);
const hours = read(80, 'Informe como 8h30 às 12h e 13h30 às 18h', (typed) => {
  const spans = readHours(typed);
  return spans && formatHours(spans);
});
const dates = read(3_000, 'Escreva uma data por linha, como 24/12/2026: 8h às 12h, ou 31/12/2026: fechado', (typed) => {
  const found = readDates(typed);
  return found && formatDates(found);
});
const social = (network: Network) =>
  read(200, `Informe o perfil ou o endereço no ${NETWORKS[network].name}`, (typed) => readSocial(network, typed));

const days = (message: string) => z.int(message).check(z.gte(0, message), z.lte(60, message));

const keys = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]];
const AgencyRegime = z.enum(keys(AGENCY_REGIMES), 'Informe o regime');
const DpsEnvironment = z.enum(keys(DPS_ENVIRONMENTS), 'Informe o ambiente');
const NotesLeave = z.enum(keys(NOTES_LEAVE), 'Informe quando as notas saem');
const FeeNotes = z.enum(keys(FEE_NOTES), 'Informe quais notas a taxa tem');
/** A rate of tax, of which nothing is told where it is absent. */
const TAX_RATE = 'De 0,01 a 10%';
const taxRate = partOfWhole(TAX_RATE).check(z.refine((rate) => rate >= 1 && rate <= 1_000, TAX_RATE));
const SERVICE_CODE = 'O código de serviço tem 6 números';
const serviceCode = z.string(SERVICE_CODE).check(z.trim(), z.regex(/^\d{6}$/, SERVICE_CODE));

const measured = (pattern: RegExp, message: string) =>
  z.pipe(
    z.string(message).check(z.trim(), z.toUpperCase(), z.regex(pattern, message)),
    z.transform((code: string) => code),
  );

/** Any part of the form of "Imobiliária". */
export const AgencyUpdate = z.partial(
  z.object({
    name: text('Informe o nome da imobiliária', 100),
    cnpj: clearable(cnpj('Informe o CNPJ')),
    creci: optionalText(20),
    phone: clearable(phone('Informe o telefone')),
    email: clearable(email()),
    cep: clearable(cep()),
    street: optionalText(),
    number: optionalText(20),
    complement: optionalText(100),
    neighborhood: optionalText(100),
    city: optionalText(100),
    state: clearable(state()),
    pix_key: clearable(pixKey()),
    boleto_note: optionalText(160),
    /** Each invoice gets its boleto as it is issued. */
    boletos_with_invoices: z.boolean(),
    /** How many days before its due date an invoice is issued. */
    billing_lead_days: days('De 0 a 60 dias'),
    /** Business days from a payment to the owner's transfer. */
    transfer_business_days: days('De 0 a 60 dias úteis'),
    /** The owner's part of fine and interest. */
    late_to_owner: partOfWhole('De 0 a 100%'),
    /** Late days count from the next business day. */
    late_from_business_day: z.boolean(),
    /** Withheld income tax: the simplified discount is deducted too where it lowers the tax. */
    withholding_discount: z.boolean(),
    /** DIMOB counts the fees passed on to the owners as rent. */
    dimob_obligations: z.boolean(),
    /** CPF of the person who answers for the DIMOB. */
    dimob_responsible: clearable(cpf('Informe o CPF de quem responde pela DIMOB')),
    tax_regime: clearable(AgencyRegime),
    municipal_registration: optionalText(15),
    /** National service codes of the notes for the two fees. */
    administration_code: serviceCode,
    brokerage_code: serviceCode,
    dps_series: dpsSeries,
    dps_environment: DpsEnvironment,
    /** Whether notes wait for a person, or leave as soon as a payment is settled. */
    notes_leave: NotesLeave,
    /** Approximate taxes that a company in Simples tells. */
    simples_rate: partOfWhole('De 0 a 100%'),
    /** Whether the administration fee has a note for each payment, or an owner one of a month's. */
    fee_notes: FeeNotes,
    /** Of the fees, where the municipality does not tell the national system. */
    iss_rate: clearable(taxRate),
    /** PIS and COFINS of the fees, which notes name where both are given. */
    pis_rate: clearable(taxRate),
    cofins_rate: clearable(taxRate),
    /** Staff without a second factor must set one up at their next sign-in. */
    require_second_factor: z.boolean(),
    /** Whether the dashboard shows the first steps, while any of them is left. */
    first_steps: z.boolean(),
    /** One colour of the public pages, as chosen: `accentOf` makes shades that can be read. */
    accent: clearable(colour),
    headline: optionalText(80),
    about: optionalProse(2_000),
    whatsapp: clearable(phone('Informe o WhatsApp')),
    hours_weekdays: clearable(hours),
    hours_saturday: clearable(hours),
    hours_sunday: clearable(hours),
    hours_dates: clearable(dates),
    instagram: clearable(social('instagram')),
    facebook: clearable(social('facebook')),
    youtube: clearable(social('youtube')),
    linkedin: clearable(social('linkedin')),
    analytics_id: clearable(measured(/^G-[A-Z0-9]{4,20}$/, 'O código do Google Analytics começa com G-')),
    ads_id: clearable(measured(/^AW-\d{6,15}$/, 'O código do Google Ads começa com AW-')),
    meta_pixel: clearable(measured(/^\d{8,20}$/, 'O código do pixel da Meta tem só números')),
    /** Null: the text of the template (`privacyText`). */
    privacy: optionalProse(20_000),
    /** Whether the public pages end with a line that names the product. */
    names_product: z.boolean(),
    /** Whether the public pages show the name beside the logo. */
    shows_name: z.boolean(),
  }),
);

const bankCode = z.enum(BOLETO_BANK_CODES, 'Informe o banco');
/** Fields depend on the bank: `BOLETO_BANKS[].fields`. */
const agreementFields = z.record(z.string(), z.string().check(z.trim(), z.maxLength(20, 'Use até 20 caracteres')));

export const BankAgreement = z.object({
  id: z.int(),
  bank: bankCode,
  fields: agreementFields,
  payment_agreement: z.nullable(z.string()),
  /** Number of boletos issued under it. */
  boletos: z.int(),
  /** Its boletos are registered by calls of the bank's API. */
  by_call: z.boolean(),
  last_number: z.int(),
  created_at: instant,
});
export type BankAgreement = z.output<typeof BankAgreement>;

const lastNumber = z.int('Informe um número').check(z.gte(0, 'Informe um número'));

export const AgreementChange = z
  .object({
    bank: bankCode,
    fields: agreementFields,
    payment_agreement: clearable(z.string().check(z.trim(), z.regex(/^\d{1,9}$/, 'Até 9 números'))),
    /** Last nosso número of a previous system: numbering continues from it. Absent: numbering is unchanged. */
    last_number: z.nullish(lastNumber),
  })
  .check(({ value: { bank, fields, last_number }, issues }) => {
    const agreement: Agreement = { ...fields, bank };
    const wrong = agreementProblems(agreement);
    for (const { field, message } of wrong) {
      issues.push({ code: 'custom', input: fields[field], path: ['fields', field], message });
    }
    const last = boletoBank(bank)?.lastNumber(agreement) ?? 0;
    if (wrong.length > 0 || !last_number || last_number < last) return;
    const message = `Neste convênio os números vão até ${last.toLocaleString('pt-BR')}`;
    issues.push({ code: 'custom', input: last_number, path: ['last_number'], message });
  });

export const Agency = z.object({
  name: z.string(),
  cnpj: z.nullable(z.string()),
  creci: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  cep: z.nullable(z.string()),
  street: z.nullable(z.string()),
  number: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  pix_key: z.nullable(z.string()),
  boleto_note: z.nullable(z.string()),
  boletos_with_invoices: z.boolean(),
  billing_lead_days: z.int(),
  transfer_business_days: z.int(),
  late_to_owner: partOfWhole(''),
  late_from_business_day: z.boolean(),
  withholding_discount: z.boolean(),
  dimob_obligations: z.boolean(),
  dimob_responsible: z.nullable(z.string()),
  tax_regime: z.nullable(AgencyRegime),
  municipal_registration: z.nullable(z.string()),
  administration_code: z.string(),
  brokerage_code: z.string(),
  dps_series: z.int(),
  dps_environment: DpsEnvironment,
  notes_leave: NotesLeave,
  simples_rate: partOfWhole(''),
  fee_notes: FeeNotes,
  iss_rate: z.nullable(partOfWhole('')),
  pis_rate: z.nullable(partOfWhole('')),
  cofins_rate: z.nullable(partOfWhole('')),
  require_second_factor: z.boolean(),
  first_steps: z.boolean(),
  accent: z.nullable(z.string()),
  headline: z.nullable(z.string()),
  about: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  hours_weekdays: z.nullable(z.string()),
  hours_saturday: z.nullable(z.string()),
  hours_sunday: z.nullable(z.string()),
  hours_dates: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  facebook: z.nullable(z.string()),
  youtube: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
  analytics_id: z.nullable(z.string()),
  ads_id: z.nullable(z.string()),
  meta_pixel: z.nullable(z.string()),
  privacy: z.nullable(z.string()),
  names_product: z.boolean(),
  shows_name: z.boolean(),
  /** Paths of the pictures; each changes with its picture. */
  logo: z.nullable(z.string()),
  logo_dark: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  agreement: z.nullable(BankAgreement),
});
export type Agency = z.output<typeof Agency>;

/** Calls beyond the specification: the agency's own data and accounts. Only for `*`. */
export const agency = endpoints('agency', {
  show: {
    method: 'GET',
    path: '/agency',
    access: '*',
    summary: 'Dados da imobiliária, convênio bancário e padrões',
    response: Agency,
    versioned: true,
  },
  update: {
    method: 'PATCH',
    path: '/agency',
    access: '*',
    summary: 'Alterar os dados da imobiliária e os padrões',
    body: AgencyUpdate,
    response: Agency,
    versioned: true,
  },
  setAgreement: {
    method: 'PUT',
    path: '/agency/agreement',
    access: '*',
    summary: 'Cadastrar ou trocar o convênio de cobrança; os boletos já emitidos seguem no convênio antigo',
    body: AgreementChange,
    response: Agency,
    versioned: true,
  },
  setLogo: {
    method: 'PUT',
    path: '/agency/logo',
    access: '*',
    summary: 'Enviar o logotipo',
    upload: LOGO_UPLOAD,
    response: Agency,
    status: 201,
  },
  removeLogo: { method: 'DELETE', path: '/agency/logo', access: '*', summary: 'Remover o logotipo' },
  logo: {
    method: 'GET',
    path: '/agency/logo',
    access: 'public',
    summary: 'Logotipo da imobiliária',
    /** Version, so that browsers may cache it. */
    query: z.object({ v: z.catch(z.optional(z.string()), undefined) }),
    file: 'image/png',
  },
  setPicture: {
    method: 'PUT',
    path: '/agency/picture/:kind',
    access: '*',
    summary: 'Enviar o logotipo para fundo escuro, o ícone ou a foto de capa',
    params: z.object({ kind: z.enum(PICTURE_KINDS) }),
    upload: PICTURE_UPLOAD,
    response: Agency,
    status: 201,
  },
  removePicture: {
    method: 'DELETE',
    path: '/agency/picture/:kind',
    access: '*',
    summary: 'Remover o logotipo para fundo escuro, o ícone ou a foto de capa',
    params: z.object({ kind: z.enum(PICTURE_KINDS) }),
  },
  picture: {
    method: 'GET',
    path: '/agency/picture/:variant/:name',
    access: 'public',
    summary: 'Uma figura da imobiliária no tamanho em que as páginas públicas a mostram',
    params: z.object({
      variant: z.enum(PICTURE_VARIANTS),
      name: z.string().check(z.regex(/^[\w-]{22}\.(?:png|jpg)$/)),
    }),
    file: 'application/octet-stream',
  },
});

export const agencyProblems = problems({
  LOGO_NOT_FOUND: [404, 'Esta imobiliária não tem logotipo.'],
  PICTURE_NOT_FOUND: [404, 'Esta imobiliária não tem esta figura.'],
  AGREEMENT_NUMBER_TAKEN: [409, 'Já foram emitidos boletos além deste número', 'last_number'],
});
