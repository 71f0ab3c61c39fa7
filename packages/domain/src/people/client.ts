import { documentKind, isDocument } from '../base/documents.ts';

export const CLIENT_TYPES = {
  TENANT: 'Inquilino',
  OWNER: 'Proprietário',
  GUARANTOR: 'Fiador',
} as const;
export type ClientType = keyof typeof CLIENT_TYPES;

export const MARITAL_STATUSES = {
  SOLTEIRO: 'Solteiro(a)',
  CASADO: 'Casado(a)',
  DIVORCIADO: 'Divorciado(a)',
  VIUVO: 'Viúvo(a)',
  SEPARADO: 'Separado(a)',
} as const;
export type MaritalStatus = keyof typeof MARITAL_STATUSES;

export const PERSON_TYPES = {
  FISICA: 'Pessoa física',
  JURIDICA: 'Pessoa jurídica',
} as const;
export type PersonType = keyof typeof PERSON_TYPES;

/**
 * Person type implied by a changed document: a CNPJ in place of a CPF makes a person a company, and vice versa.
 * Undefined when the type already fits, the kind is the same, or the new document is incomplete.
 */
export function proposedPersonType(client: {
  before: string;
  after: string;
  person_type: PersonType;
}): PersonType | undefined {
  const { before, after, person_type } = client;
  if (!isDocument(after) || documentKind(before) === documentKind(after)) return undefined;
  const proposed = documentKind(after) === 'CNPJ' ? 'JURIDICA' : 'FISICA';
  return proposed === person_type ? undefined : proposed;
}

/** Every spelling that forms and imports use; two are stored. */
export const PERSON_TYPE_INPUTS = ['FISICA', 'JURIDICA', 'PF', 'PJ', 'JURICA'] as const;

export function personType(input: (typeof PERSON_TYPE_INPUTS)[number]): PersonType {
  return input === 'FISICA' || input === 'PF' ? 'FISICA' : 'JURIDICA';
}

/** People who may sign in to the client area for one company. */
export const MOST_PEOPLE = 10;

/** Whether people besides the client may sign in: a company acts by several. */
export const mayHavePeople = ({ cpf_cnpj }: { cpf_cnpj: string }) => documentKind(cpf_cnpj) === 'CNPJ';
