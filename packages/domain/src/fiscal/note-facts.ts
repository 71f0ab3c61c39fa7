import { isCnpj, isCpf, isDocument } from '../base/documents.ts';
import type { BasisPoints } from '../base/money.ts';
import type { PropertyPurpose } from '../lease/lease-purposes.ts';
import type { TaxRegime } from './taxpayer.ts';

/** Something that a note needs and a record lacks, with the part of the record that mends it. */
export type NoteFinding = {
  /** A note without it is refused, or its tax would be wrong; a warning deserves a look. */
  kind: 'BLOCKING' | 'WARNING';
  subject: 'AGENCY' | 'PERSON' | 'PROPERTY' | 'CONTRACT';
  /** Null: the agency. */
  id: number | null;
  place: 'REGISTER' | 'ADDRESS' | 'TAXES';
  message: string;
};

type Place = {
  cep: string | null;
  street: string | null;
  number: string | null;
  neighborhood: string | null;
  /** Of the IBGE; empty where the city is not known. */
  city_code: string;
};

type Person = Place & { id: number; name: string; document: string };

export type NoteAgency = Pick<NoteOwner, 'municipal_registration' | 'tax_regime' | 'city_code'> & {
  cnpj: string | null;
  /** Approximate taxes of Simples. */
  simples_rate: BasisPoints;
};

export type NoteOwner = Person & {
  tax_regime: TaxRegime | null;
  tax_cnpj: string | null;
  municipal_registration: string | null;
};

export type NoteLease = {
  id: number;
  purpose: PropertyPurpose;
  property: Place & { id: number; cib: string | null; property_registration: string | null };
  owners: readonly NoteOwner[];
  tenant: Person;
};

/** What the agency lacks to issue notes of its fees. */
export function* agencyFindings(agency: NoteAgency): Generator<NoteFinding> {
  const of = (kind: NoteFinding['kind'], message: string): NoteFinding => ({
    ...{ kind, subject: 'AGENCY', id: null, place: 'TAXES', message },
  });
  if (!isCnpj(agency.cnpj ?? '')) yield of('BLOCKING', 'O CNPJ da imobiliária falta ou não é válido');
  if (agency.tax_regime === null) yield of('BLOCKING', 'Falta o regime tributário da imobiliária');
  if (agency.tax_regime === 'SIMPLES' && agency.simples_rate === 0)
    yield of('BLOCKING', 'Falta o percentual aproximado dos tributos do Simples, que vai escrito em cada nota');
  if (agency.city_code === '') yield of('BLOCKING', 'A cidade da imobiliária não tem o código do IBGE');
  if (agency.municipal_registration === null)
    yield of('WARNING', 'Falta a inscrição municipal da imobiliária, que alguns municípios exigem');
}

/**
 * What a contract lacks: the note of the agency's fee, from the agency to each owner, and that of the lease, from each
 * owner who pays IBS and CBS to the tenant.
 */
export function* leaseFindings(lease: NoteLease): Generator<NoteFinding> {
  const issues = lease.owners.some(({ tax_regime }) => tax_regime === 'REGULAR');
  for (const owner of lease.owners) {
    yield* takerFindings(owner, 'proprietário');
    yield* issuerFindings(owner);
  }
  if (issues) yield* takerFindings(lease.tenant, 'inquilino');
  yield* propertyFindings(lease, issues);
  if (issues && lease.purpose === 'SHORT_STAY') {
    const message = `Contrato ${lease.id}: a curta temporada é tributada como hospedagem; confira o imposto com o contador`;
    yield { kind: 'BLOCKING', subject: 'CONTRACT', id: lease.id, place: 'TAXES', message };
  }
}

/** A company is named with its address; a natural person by the document alone. */
function* takerFindings(person: Person, role: string): Generator<NoteFinding> {
  const of = found('PERSON', person.id);
  const who = `${person.name}, ${role}`;
  if (!isDocument(person.document)) yield of('REGISTER', `${who}: o CPF ou CNPJ falta ou não é válido`);
  if (isCnpj(person.document) && lacksPlace(person))
    yield of('ADDRESS', `${who}: o endereço da empresa está incompleto, ou a cidade não existe`);
}

function* issuerFindings(owner: NoteOwner): Generator<NoteFinding> {
  const of = found('PERSON', owner.id);
  const { name, document, tax_regime, tax_cnpj } = owner;
  if (isCnpj(document) && tax_regime === null)
    yield of('TAXES', `${name}, proprietário: falta dizer se a empresa é contribuinte de IBS e CBS ou do Simples`);
  if (tax_regime !== 'REGULAR') return;
  if (isCpf(document) && !isCnpj(tax_cnpj ?? ''))
    yield of('TAXES', `${name}, proprietário: falta o CNPJ que a pessoa física contribuinte usa nas notas`);
  if (owner.city_code === '') yield of('ADDRESS', `${name}, proprietário: a cidade falta ou não existe`);
}

/** `issues`: an owner issues a note of the lease, which names the property. */
function* propertyFindings({ id: contract, property }: NoteLease, issues: boolean): Generator<NoteFinding> {
  const of = found('PROPERTY', property.id);
  const which = `Imóvel ${property.id}, do contrato ${contract}`;
  if (property.city_code === '') yield of('ADDRESS', `${which}: a cidade não tem o código do IBGE`);
  if (!issues) return;
  if (property.cib === null && lacksPlace(property))
    yield of('ADDRESS', `${which}: sem o CIB, a nota pede CEP, rua, número e bairro`);
  if (property.cib === null)
    yield { ...of('TAXES', `${which}: falta o CIB, que a prefeitura e o Sinter informam`), kind: 'WARNING' };
  if (property.property_registration === null)
    yield { ...of('TAXES', `${which}: falta a inscrição imobiliária`), kind: 'WARNING' };
}

const found =
  (subject: NoteFinding['subject'], id: number) =>
  (place: NoteFinding['place'], message: string): NoteFinding => ({ kind: 'BLOCKING', subject, id, place, message });

const lacksPlace = ({ cep, street, number, neighborhood, city_code }: Place) =>
  !cep || !street || !number || !neighborhood || city_code === '';
