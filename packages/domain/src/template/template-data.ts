import { addDays, type CalendarDate, formatDate, formatLongDate, periodBetween, periodText } from '../base/calendar.ts';
import { formatCep } from '../base/cep.ts';
import { documentKind, formatDocument } from '../base/documents.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent } from '../base/money.ts';
import { formatPhone } from '../base/phone.ts';
import { amountInWords, dateInWords, numberInWords, periodInWords } from '../base/words.ts';
import { GUARANTEES, type Guarantee } from '../lease/contract.ts';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '../lease/lease-tax-modes.ts';
import type { AgreedPenalty } from '../lease/penalty.ts';
import { PRICE_INDICES, type PriceIndex } from '../lease/readjustment.ts';
import { MARITAL_STATUSES, type MaritalStatus } from '../people/client.ts';
import { type Address, addressLine, fullAddress } from '../property/property.ts';
import { LOCATIONS, type PropertyLocation } from '../property/property-words.ts';
import type { TemplateData } from './template.ts';

type Maybe<T> = T | null | undefined;

export type TemplatePerson = Address & {
  name: string;
  cpf_cnpj: string;
  rg?: Maybe<string>;
  birth_date?: Maybe<CalendarDate>;
  profession?: Maybe<string>;
  marital_status?: Maybe<MaritalStatus>;
  email?: Maybe<string>;
  phone?: Maybe<string>;
  spounce_name?: Maybe<string>;
  spounce_rg?: Maybe<string>;
  spounce_cpf?: Maybe<string>;
  spouse_profession?: Maybe<string>;
  /** The spouse as a party of the contract, in place of the four fields above. */
  spouse?: Maybe<{ name: string; cpf_cnpj: string; rg?: Maybe<string>; profession?: Maybe<string> }>;
};

/** Facts available to a contract template, as stored. */
export type TemplateFacts = {
  agency: Address & {
    name: string;
    cnpj?: Maybe<string>;
    creci?: Maybe<string>;
    phone?: Maybe<string>;
    email?: Maybe<string>;
  };
  /** The principal one first. */
  tenants: readonly [TemplatePerson, ...TemplatePerson[]];
  /** The main one first. */
  owners: readonly TemplatePerson[];
  guarantors: readonly TemplatePerson[];
  /** Each with the name of whom they act for. */
  procurators: readonly (TemplatePerson & { of: string })[];
  usufructuaries: readonly TemplatePerson[];
  property: Address & { location: PropertyLocation; energisa?: Maybe<string>; copasa?: Maybe<string> };
  contract: {
    id: number;
    current_price: Cents;
    discount: Cents;
    commission: BasisPoints;
    transfer_date: number;
    start_date: CalendarDate;
    end_date: CalendarDate;
    next_readjustment: CalendarDate;
    guarantee: Guarantee;
    index?: Maybe<PriceIndex>;
    penalty?: Maybe<AgreedPenalty>;
    deposit?: Maybe<Cents>;
    bank_name?: Maybe<string>;
    bank_agency?: Maybe<string>;
    bank_account?: Maybe<string>;
    bank_full_name?: Maybe<string>;
    bank_cpf?: Maybe<string>;
    bank_pix?: Maybe<string>;
    lease_tax: LeaseTaxMode;
  };
  today: CalendarDate;
};

/** The facts as template variables: figures also in words, documents masked, unknown values left out. */
export function templateData(facts: TemplateFacts) {
  const { tenants, guarantors, procurators, usufructuaries, contract } = facts;
  const [tenant] = tenants;
  return {
    ...propertyData(facts),
    inquilino: person(tenant),
    conjuge: spouse(tenant),
    inquilinos: tenants.map((one) => ({ inquilino: person(one) })),
    fiadores: guarantors.map((guarantor) => ({ fiador: person(guarantor) })),
    procuradores: procurators.map((one) => ({ procurador: { ...person(one), representado: one.of } })),
    usufrutuarios: usufructuaries.map((one) => ({ usufrutuario: person(one) })),
    contrato: contractData(contract),
  } satisfies TemplateData;
}

/** The facts of a property and its owners, without a contract. */
export function propertyData({
  agency,
  owners,
  property,
  today,
}: Pick<TemplateFacts, 'agency' | 'owners' | 'property' | 'today'>) {
  const people = owners.map(person);
  return {
    imobiliaria: {
      nome: agency.name,
      cnpj: formatted(agency.cnpj, formatDocument),
      creci: formatted(agency.creci),
      endereco: fullAddress(agency),
      cidade: formatted(agency.city),
      telefone: formatted(agency.phone, formatPhone),
      email: formatted(agency.email),
    },
    proprietario: people[0],
    proprietarios: people.map((proprietario) => ({ proprietario })),
    imovel: {
      tipo: LOCATIONS[property.location],
      endereco: fullAddress(property),
      rua: addressLine(property),
      bairro: formatted(property.neighborhood),
      cidade: formatted(property.city),
      estado: formatted(property.state),
      cep: formatted(property.cep, formatCep),
      energia: formatted(property.energisa),
      agua: formatted(property.copasa),
    },
    hoje: { data: formatDate(today), longa: formatLongDate(today), extenso: dateInWords(today) },
  } satisfies TemplateData;
}

/** A formatted value; undefined when unknown or blank. */
function formatted<T>(value: Maybe<T>, words: (value: T) => string = String): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : words(value);
}

function person(client: TemplatePerson): TemplateData {
  return {
    nome: client.name,
    documento: formatted(client.cpf_cnpj, formatDocument),
    documento_tipo: formatted(client.cpf_cnpj, documentKind),
    rg: formatted(client.rg),
    nascimento: formatted(client.birth_date, formatDate),
    profissao: formatted(client.profession),
    estado_civil: formatted(client.marital_status, (status) => MARITAL_STATUSES[status].toLowerCase()),
    email: formatted(client.email),
    telefone: formatted(client.phone, formatPhone),
    endereco: fullAddress(client),
    cidade: formatted(client.city),
    conjuge: spouse(client),
  };
}

/** The spouse who is a party, or else as the register tells. A married person has a spouse even while the name is unknown, so that the check asks for it. */
function spouse(client: TemplatePerson): TemplateData | undefined {
  if (client.spouse)
    return {
      nome: client.spouse.name,
      cpf: formatted(client.spouse.cpf_cnpj, formatDocument),
      rg: formatted(client.spouse.rg),
      profissao: formatted(client.spouse.profession),
    };
  if (client.marital_status !== 'CASADO' && !client.spounce_name) return undefined;
  return {
    nome: formatted(client.spounce_name),
    cpf: formatted(client.spounce_cpf, formatDocument),
    rg: formatted(client.spounce_rg),
    profissao: formatted(client.spouse_profession),
  };
}

function contractData(contract: TemplateFacts['contract']): TemplateData {
  const { current_price, discount, start_date, end_date, next_readjustment, transfer_date, penalty, deposit } =
    contract;
  const term = periodBetween(start_date, addDays(end_date, 1));
  // What is nothing is not agreed: its part of a text is passed over.
  const charged = discount > 0 ? discount : undefined;
  const owed = penalty && ('amount' in penalty ? penalty.amount : penalty.rents) > 0 ? penalty : undefined;
  const given = deposit && deposit > 0 ? deposit : undefined;
  return {
    numero: String(contract.id),
    aluguel: formatMoney(current_price),
    aluguel_extenso: amountInWords(current_price),
    desconto: formatted(charged, formatMoney),
    desconto_extenso: formatted(charged, amountInWords),
    taxa_administracao: formatPercent(contract.commission),
    dia_pagamento: String(transfer_date),
    dia_pagamento_extenso: numberInWords(transfer_date),
    inicio: formatDate(start_date),
    inicio_longa: formatLongDate(start_date),
    inicio_extenso: dateInWords(start_date),
    termino: formatDate(end_date),
    termino_longa: formatLongDate(end_date),
    termino_extenso: dateInWords(end_date),
    prazo: periodText(term),
    prazo_extenso: periodInWords(term),
    proximo_reajuste: formatDate(next_readjustment),
    indice: formatted(contract.index, (index) => PRICE_INDICES[index]),
    garantia: GUARANTEES[contract.guarantee],
    caucao: formatted(given, formatMoney),
    caucao_extenso: formatted(given, amountInWords),
    multa: formatted(owed, (agreed) => penaltyText(agreed, String, formatMoney)),
    multa_extenso: formatted(owed, (agreed) => penaltyText(agreed, numberInWords, amountInWords)),
    banco: formatted(contract.bank_name),
    agencia: formatted(contract.bank_agency),
    conta: formatted(contract.bank_account),
    titular: formatted(contract.bank_full_name),
    titular_documento: formatted(contract.bank_cpf, formatDocument),
    pix: formatted(contract.bank_pix),
    imposto: LEASE_TAX_MODES[contract.lease_tax].name.toLowerCase(),
    imposto_por_fora: contract.lease_tax === 'ON_TOP' ? {} : undefined,
    imposto_incluido: contract.lease_tax === 'INCLUDED' ? {} : undefined,
  };
}

function penaltyText(
  agreed: AgreedPenalty,
  count: (rents: number) => string,
  money: (amount: Cents) => string,
): string {
  if ('amount' in agreed) return money(agreed.amount);
  return `${count(agreed.rents)} ${agreed.rents === 1 ? 'aluguel' : 'aluguéis'}`;
}
