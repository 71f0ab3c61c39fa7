import type { Access } from '@morada/domain/access/permissions';
import { CALL_OUTCOMES, type CallOutcome } from '@morada/domain/collection/stages';
import { MAX_SERIES, TAX_REGIMES, type TaxRegime } from '@morada/domain/fiscal/taxpayer';
import { CONTRACT_ROLES, type ContractRole } from '@morada/domain/lease/parties';
import { PERSON_TYPE_INPUTS, personType } from '@morada/domain/people/client';
import * as z from 'zod/mini';
import { newPassword } from '../access/session.ts';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import {
  blank,
  calendarDate,
  cep,
  clearable,
  cnpj,
  document,
  email,
  givenDate,
  id,
  idParams,
  instant,
  isFilledIn,
  money,
  optionalProse,
  optionalText,
  page,
  pageNumber,
  percent,
  phone,
  recordId,
  reference,
  state,
  text,
} from '../base/fields.ts';
import { pixKey } from '../base/pix-key.ts';
import { problems } from '../base/problem.ts';
import { bankCode, wholeAccount } from './bank-account.ts';
import { ClientSearch } from './clients.search.ts';

export const ClientType = z.enum(['TENANT', 'OWNER', 'GUARANTOR'], 'Informe o tipo');
/** FISICA and JURIDICA are stored; other spellings of the specification are accepted. */
const PersonType = z.pipe(z.enum(PERSON_TYPE_INPUTS, 'Informe o tipo de pessoa'), z.transform(personType));
const MaritalStatus = z.enum(['SOLTEIRO', 'CASADO', 'DIVORCIADO', 'VIUVO', 'SEPARADO'], 'Informe o estado civil');
const coordinate = z.nullish(z.number());
/** The reduced projection has no contact data and masks the document. */
export const ClientRow = z.object({
  id: z.int(),
  name: z.string(),
  type: ClientType,
  cpf_cnpj: z.string(),
  active: z.boolean(),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  created_at: z.optional(instant),
  proposals: z.optional(z.array(z.object({ id: z.int(), status: z.string(), property: z.string() }))),
});

const required = { name: text('Informe o nome'), cpf_cnpj: document('Informe o documento'), type: ClientType };
const address = {
  cep: blank(cep()),
  street: optionalText(),
  neighborhood: optionalText(),
  number: optionalText(20),
  city: optionalText(),
  state: blank(state()),
  complement: optionalText(),
};

/** The page requires a phone, and an e-mail for a rental; the drawer omits `sale_rent` and sends one phone. */
export const ClientCreate = z
  .object({
    ...required,
    ...address,
    document: z.optional(z.enum(['CPF', 'CNPJ', 'PF', 'PJ'])),
    sale_rent: blank(z.enum(['RENT', 'SALE'])),
    email: blank(email()),
    phone: blank(phone('Informe o telefone')),
    cellphone: blank(phone('Informe o telefone')),
    person_type: blank(PersonType),
  })
  .check(
    z.refine((client) => Boolean(client.phone || client.cellphone), {
      path: ['phone'],
      message: 'Informe o telefone',
      when: isFilledIn,
    }),
    z.refine((client) => client.sale_rent !== 'RENT' || Boolean(client.email), {
      path: ['email'],
      message: 'Informe o e-mail',
      when: isFilledIn,
    }),
  );

export const ClientUser = z.object({
  name: z.optional(required.name),
  cpf_cnpj: z.optional(required.cpf_cnpj),
  type: z.optional(required.type),
  email: z.optional(
    z.nullable(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        email(),
      ]),
    ),
  ),
  phone: blank(phone('Informe o telefone')),
  cellphone: blank(phone('Informe o telefone')),
  person_type: z.optional(PersonType),
  password: blank(newPassword('Informe a nova senha')),
  /** An inactive client is not offered for selection and stays in existing records. */
  active: z.optional(z.boolean()),
});

const information = z.object({
  birth_date: blank(givenDate('Informe a data de nascimento')),
  rg: optionalText(30),
  person_type: z.optional(PersonType),
  marital_status: blank(MaritalStatus),
  profession: optionalText(),
  spounce_name: optionalText(),
  spounce_rg: optionalText(30),
  spounce_cpf: blank(document('Informe o CPF')),
  spouse_profession: optionalText(),
  /** Taxed on rents at the rate of non-residents. */
  non_resident: z.optional(z.boolean()),
});
const ofPerson = (field: 'birth_date' | 'rg' | 'marital_status', message: string) =>
  z.refine<z.output<typeof information>>(
    ({ person_type, [field]: value }) => person_type === 'JURIDICA' || Boolean(value),
    { path: [field], message, when: isFilledIn },
  );

/** Birth date, RG and marital status are required of a natural person; a company has none of them. */
export const ClientInformation = information.check(
  ofPerson('birth_date', 'Informe a data de nascimento'),
  ofPerson('rg', 'Informe o RG'),
  ofPerson('marital_status', 'Informe o estado civil'),
);

export const ClientAddress = z.object({
  cep: cep(),
  street: optionalText(),
  neighborhood: optionalText(),
  number: text('Informe o Número', 20),
  city: text('Informe a Cidade'),
  state: state(),
  complement: optionalText(),
  latitude: coordinate,
  longitude: coordinate,
});

const TaxRegimeCode = z.enum(Object.keys(TAX_REGIMES) as [TaxRegime, ...TaxRegime[]], 'Informe o regime');
const SERIES = `Informe uma série de 1 a ${MAX_SERIES}`;
/** Series of the documents that the notes are made from. */
export const dpsSeries = z.int(SERIES).check(z.gte(1, SERIES), z.lte(MAX_SERIES, SERIES));

/** How an owner stands towards IBS and CBS. */
export const ClientTaxes = z
  .object({
    tax_regime: clearable(TaxRegimeCode),
    /** The first day on which the owner pays them. */
    taxpayer_since: clearable(givenDate('Informe desde quando')),
    /** A natural person's CNPJ for the notes; the CPF stays for the declarations. */
    tax_cnpj: clearable(cnpj('Informe o CNPJ')),
    municipal_registration: optionalText(15),
    dps_series: z.nullish(dpsSeries),
  })
  .check(
    z.refine(({ tax_regime, taxpayer_since }) => tax_regime !== 'REGULAR' || Boolean(taxpayer_since), {
      path: ['taxpayer_since'],
      message: 'Informe desde quando',
      when: isFilledIn,
    }),
  );

const Taxes = z.object({
  tax_regime: z.nullable(TaxRegimeCode),
  taxpayer_since: z.nullable(calendarDate()),
  tax_cnpj: z.nullable(z.string()),
  municipal_registration: z.nullable(z.string()),
  dps_series: z.nullable(z.int()),
});

const Information = z.object({
  rg: z.nullable(z.string()),
  birth_date: z.nullable(calendarDate()),
  person_type: z.enum(['FISICA', 'JURIDICA']),
  profession: z.nullable(z.string()),
  marital_status: z.nullable(MaritalStatus),
  spounce_name: z.nullable(z.string()),
  spounce_rg: z.nullable(z.string()),
  spounce_cpf: z.nullable(z.string()),
  spouse_profession: z.nullable(z.string()),
  non_resident: z.boolean(),
});

const Address = z.object({
  cep: z.nullable(z.string()),
  street: z.nullable(z.string()),
  neighborhood: z.nullable(z.string()),
  number: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  complement: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});

/** Bank, agency and account are null for a Pix key alone. */
export const BankAccount = z.object({
  id: z.int(),
  code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  holder_name: z.string(),
  account_number: z.nullable(z.string()),
  account_type: z.enum(['CORRENTE', 'POUPANCA']),
  agency_number: z.nullable(z.string()),
  operation_number: z.nullable(z.string()),
  document: z.string(),
  pix_key: z.nullable(z.string()),
  obs: z.nullable(z.string()),
  created_at: instant,
  version: z.int(),
});

const accountDraft = z.object({
  code: clearable(bankCode),
  holder_name: text('Informe o nome do titular'),
  account_number: optionalText(30),
  account_type: z._default(z.enum(['CORRENTE', 'POUPANCA']), 'CORRENTE'),
  agency_number: optionalText(20),
  operation_number: optionalText(10),
  document: document('Informe o CPF'),
  pix_key: clearable(pixKey()),
  obs: optionalProse(500),
});
const whole = wholeAccount<z.output<typeof accountDraft>>(
  { code: 'code', agency: 'agency_number', account: 'account_number' },
  ({ code, agency_number, account_number, account_type, operation_number, pix_key }) => ({
    ...{ code, agency: agency_number, account: account_number, pix: pix_key },
    ...{ type: account_type, operation: operation_number },
  }),
);
/** Fields of the form: the name follows from the chosen code. */
export const BankAccountDraft = accountDraft.check(whole);

/** The complete account: missing fields are emptied. */
export const BankAccountSave = z.extend(accountDraft, { bank_name: optionalText() }).check(
  whole,
  z.refine(({ code, bank_name }) => !code || Boolean(bank_name), {
    path: ['bank_name'],
    message: 'Informe o banco',
    when: isFilledIn,
  }),
);

export const ClientInvoice = z.object({
  id: z.int(),
  reference: reference(),
  due_date: calendarDate(),
  amount: money,
  status: z.enum(['PENDING', 'PAID', 'REPLACED']),
  property: z.string(),
});

export const ClientTransfer = z.object({
  id: z.int(),
  due_date: calendarDate(),
  amount: money,
  status: z.enum(['PENDING', 'DONE']),
  property: z.string(),
});

export const ClientDetail = z.object({
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.nullish(z.string()),
    phone: z.nullish(z.string()),
    cellphone: z.nullish(z.string()),
    cpf_cnpj: z.string(),
    type: ClientType,
    active: z.boolean(),
    created_at: z.optional(instant),
    anonymised_at: z.nullish(instant),
    deleted_at: z.nullish(instant),
  }),
  /** Counts over all time. */
  statistics: z.object({ invoices: z.int(), messages: z.int() }),
  information: z.nullable(Information),
  address: z.nullable(Address),
  taxes: z.nullable(Taxes),
  bank: z.array(BankAccount),
  properties: z.array(
    z.object({
      id: z.int(),
      address: z.string(),
      status: z.string(),
      type: z.string(),
      price: money,
      share: z.nullable(percent),
    }),
  ),
  proposals: z.array(
    z.object({
      id: z.int(),
      status: z.string(),
      /** `OWNER`: as owner of its property. */
      role: z.enum(Object.keys(CONTRACT_ROLES) as [ContractRole, ...ContractRole[]]),
      property_id: z.int(),
      property: z.string(),
      tenant: z.string(),
      current_price: money,
      start_date: calendarDate(),
      end_date: calendarDate(),
      /** It ends with its term, as a sale does; otherwise the lease runs on past its end. */
      ends_at_term: z.boolean(),
      /** null: a sale, which is never readjusted. */
      next_readjustment: z.nullable(calendarDate()),
      renewed: z.boolean(),
      delayed: z.boolean(),
    }),
  ),
  /** The latest ones; `invoices` and `transfers` of this resource list them all by page. */
  invoices: z.array(ClientInvoice),
  transfers: z.array(ClientTransfer),
});
export type ClientDetail = z.output<typeof ClientDetail>;

const historyRow = {
  id: z.int(),
  at: instant,
  actor: z.string(),
  /** Null for a reply to a message of the site. */
  invoice: z.nullable(z.object({ id: z.int(), reference: reference() })),
};

/** Messages opened for sending to a client, steps of the ruler, and calls about a payment. */
export const ClientHistoryRow = z.discriminatedUnion('kind', [
  z.object({
    ...historyRow,
    kind: z.enum(['BOLETO', 'INVOICE_LINK', 'LATE_MESSAGE', 'SITE_REPLY']),
    channel: z.enum(['WHATSAPP', 'MAIL', 'COPY']),
  }),
  z.object({ ...historyRow, kind: z.literal('COLLECTION_STEP'), days: z.int() }),
  z.object({
    ...historyRow,
    kind: z.literal('COLLECTION_CALL'),
    outcome: z.enum(Object.keys(CALL_OUTCOMES) as [CallOutcome, ...CallOutcome[]]),
    promised_for: z.nullable(calendarDate()),
  }),
]);

export const OwnerRow = z.object({
  id: z.int(),
  name: z.string(),
  cpf_cnpj: z.string(),
  properties: z.array(
    z.object({
      id: z.int(),
      status: z.string(),
      street: z.string(),
      number: z.nullable(z.string()),
      neighborhood: z.string(),
      price: money,
    }),
  ),
});

const ofClient = { params: idParams, query: z.object({ page: z._default(pageNumber, 1) }) };

const reading: Access = {
  any: ['CLIENT_VIEW'],
  ref: [
    'PROPERTY_CREATE',
    'PROPERTY_EDIT',
    'PROPOSAL_CREATE',
    'PROPOSAL_EDIT',
    'PROPOSAL_UPDATE',
    'BOLETO_CREATE',
    'FINANCIAL_INVOICE_CREATE',
  ],
};

export const clients = endpoints('clients', {
  list: {
    method: 'GET',
    path: '/user',
    access: reading,
    summary: 'Clientes: uma página com ?page=, ou todos, cada um com seus contratos, para seleções',
    query: ClientSearch,
    response: z.union([page(ClientRow), z.array(ClientRow)]),
  },
  export: listExport({
    path: '/user/export/:format',
    access: 'CLIENT_VIEW',
    summary: 'Clientes que os filtros encontram, em planilha',
    query: ClientSearch,
  }),
  owners: {
    method: 'GET',
    path: '/user/owners',
    access: ['FINANCIAL_TRANSFER_CREATE', 'CLIENT_VIEW', 'PROPERTY_CREATE', 'PROPERTY_EDIT', 'PROPOSAL_CREATE'],
    summary: 'Proprietários com seus imóveis',
    response: z.array(OwnerRow),
  },
  create: {
    method: 'POST',
    path: '/user/manual',
    access: 'USER_CREATE',
    summary: 'Cadastrar cliente',
    body: ClientCreate,
    response: z.object({ id: z.int() }),
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/user/:id',
    access: { any: ['CLIENT_VIEW'], ref: ['PROPOSAL_VIEW'] },
    summary: 'Cadastro de um cliente',
    params: idParams,
    response: ClientDetail,
    versioned: true,
  },
  updateUser: {
    method: 'PATCH',
    path: '/user/:id/user',
    access: 'CLIENT_EDIT',
    summary: 'Alterar os dados gerais',
    params: idParams,
    body: ClientUser,
    response: ClientDetail,
    versioned: true,
    secrets: ['password'],
  },
  updateInformation: {
    method: 'PATCH',
    path: '/user/:id/information',
    access: 'CLIENT_EDIT',
    summary: 'Alterar os dados pessoais',
    params: idParams,
    body: ClientInformation,
    response: ClientDetail,
    versioned: true,
  },
  updateAddress: {
    method: 'PATCH',
    path: '/user/:id/address',
    access: 'CLIENT_EDIT',
    summary: 'Alterar o endereço',
    params: idParams,
    body: ClientAddress,
    response: ClientDetail,
    versioned: true,
  },
  updateTaxes: {
    method: 'PATCH',
    path: '/user/:id/taxes',
    access: 'CLIENT_EDIT',
    summary: 'Alterar o cadastro fiscal: regime, CNPJ das notas e inscrição municipal',
    params: idParams,
    body: ClientTaxes,
    response: ClientDetail,
    versioned: true,
  },
  updateColumn: {
    method: 'PATCH',
    path: '/user/:id/update/:column',
    access: 'CLIENT_EDIT',
    summary: 'Alterar um campo',
    params: z.object({ id, column: z.enum(['name', 'email', 'cpf_cnpj', 'phone', 'type']) }),
    body: z.object({ value: z.nullable(z.string('Informe o valor')) }),
    response: ClientDetail,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/user/:id/admin',
    access: 'CLIENT_DESTROY',
    summary: 'Deletar cliente',
    params: idParams,
  },
  invoices: {
    method: 'GET',
    path: '/user/:id/invoices',
    access: ['FINANCIAL_INVOICE_VIEW', 'FINANCIAL_VIEW', 'FINANCIAL_SHALL_VIEW', 'PROPOSAL_VIEW'],
    summary: 'Faturas de um cliente, por página',
    ...ofClient,
    response: page(ClientInvoice),
  },
  transfers: {
    method: 'GET',
    path: '/user/:id/transfers',
    access: ['FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_VIEW', 'PROPOSAL_VIEW'],
    summary: 'Repasses de um cliente, por página',
    ...ofClient,
    response: page(ClientTransfer),
  },
  history: {
    method: 'GET',
    path: '/user/:id/history',
    access: 'CLIENT_VIEW',
    summary: 'O que a equipe enviou a um cliente, e os passos e as ligações da cobrança dele, por página',
    ...ofClient,
    response: page(ClientHistoryRow),
  },
  personalData: {
    method: 'GET',
    path: '/user/:id/personal-data',
    access: '*',
    summary: 'Dados do titular (LGPD, art. 18): tudo o que guardamos dele, em JSON e arquivos, num zip',
    params: idParams,
    file: 'application/zip',
  },
  anonymise: {
    method: 'PATCH',
    path: '/user/:id/anonymise',
    access: '*',
    summary: 'Anonimizar (LGPD, art. 18): os dados pessoais saem, os valores ficam',
    changes: 'everything',
    params: idParams,
    response: ClientDetail,
    versioned: true,
  },
  banks: {
    method: 'GET',
    path: '/user/:id/banks',
    access: ['CLIENT_VIEW', 'FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT'],
    summary: 'Contas bancárias de um cliente',
    params: idParams,
    response: z.array(BankAccount),
  },
  addBank: {
    method: 'POST',
    path: '/user/:id/bank',
    access: 'CLIENT_EDIT',
    summary: 'Adicionar conta bancária',
    params: idParams,
    body: BankAccountSave,
    response: BankAccount,
    status: 201,
  },
  updateBank: {
    method: 'PATCH',
    path: '/user/:id/bank/:bankId',
    access: 'CLIENT_EDIT',
    summary: 'Alterar conta bancária, inteira; os contratos que usam a mesma conta a acompanham',
    params: z.object({ id, bankId: id }),
    body: BankAccountSave,
    response: BankAccount,
    versioned: true,
  },
  removeBank: {
    method: 'DELETE',
    path: '/user/:id/bank/:bankId',
    access: 'CLIENT_EDIT',
    summary: 'Remover conta bancária',
    params: z.object({ id, bankId: id }),
  },
});

export const clientId = (message: string) => recordId(message);

export const clientProblems = problems({
  CLIENT_NOT_FOUND: [404, 'Cliente não encontrado'],
  BANK_ACCOUNT_NOT_FOUND: [404, 'Banco não encontrado'],
  DOCUMENT_TAKEN: [409, 'Já existe um cliente com este documento', 'cpf_cnpj'],
  EMAIL_TAKEN: [409, 'Já existe um cliente com este e-mail', 'email'],
  TAXPAYER_WITHOUT_DAY: [422, 'Informe desde quando é contribuinte', 'taxpayer_since'],
  BIRTH_IN_FUTURE: [422, 'A data de nascimento não pode ser futura', 'birth_date'],
  CLIENT_OWNS_PROPERTY: [409, 'Este cliente é proprietário de imóvel e não pode ser deletado.'],
  CLIENT_HAS_CONTRACT: [409, 'Este cliente está em contrato e não pode ser deletado.'],
  CLIENT_HAS_TRANSFER: [409, 'Este cliente tem repasse e não pode ser deletado.'],
  CLIENT_IN_WORK: [409, 'Há trabalho em aberto com este cliente: conclua ou cancele antes de deletar.'],
  CLIENT_HAS_PEOPLE: [
    409,
    'Esta empresa tem pessoas com acesso à área do cliente: tire o acesso delas antes de trocar o CNPJ',
    'cpf_cnpj',
  ],
  CLIENT_HAS_ACTIVE_CONTRACT: [
    409,
    'Este cliente está em contrato em andamento: encerre o contrato antes de anonimizar.',
  ],
  CLIENT_IS_OWED: [409, 'Há fatura ou repasse em aberto com este cliente: quite antes de anonimizar.'],
  CLIENT_IS_LISTED: [
    409,
    'Há negativação, protesto ou ação em aberto com o nome desta pessoa: registre o fim antes de anonimizar.',
  ],
  CLIENT_IN_TAX_YEAR: [409, 'A declaração do ano ainda precisa do nome e do documento desta pessoa.'],
  CLIENT_ANONYMISED: [409, 'Este cadastro foi anonimizado e não muda mais.'],
});
