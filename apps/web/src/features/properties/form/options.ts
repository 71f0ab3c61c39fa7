import { LOCATIONS, TRANSACTION_TYPES } from '@morada/domain/property/property-words';

export const options = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, 'pt-BR');

export const TYPE_OPTIONS = options(TRANSACTION_TYPES);
export const LOCATION_OPTIONS = options(LOCATIONS).sort(byLabel);
