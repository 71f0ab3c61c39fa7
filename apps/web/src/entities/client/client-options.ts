import { CLIENT_TYPES, MARITAL_STATUSES } from '@morada/domain/people/client';

export const ACCOUNT_TYPES = { CORRENTE: 'Corrente', POUPANCA: 'Poupança' } as const;

export const options = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const PERSON_TYPE_OPTIONS = [
  { value: 'FISICA', label: 'Física' },
  { value: 'JURIDICA', label: 'Jurídica' },
];

export const CLIENT_TYPE_OPTIONS = options(CLIENT_TYPES);
export const MARITAL_OPTIONS = options(MARITAL_STATUSES);
