/** What a property is let for. SHORT_STAY: furnished, for up to 90 days, taxed as a hotel is. */
export const PROPERTY_PURPOSES = {
  RESIDENTIAL: 'Residencial',
  NON_RESIDENTIAL: 'Não residencial',
  SHORT_STAY: 'Curta temporada, até 90 dias',
} as const;

export type PropertyPurpose = keyof typeof PROPERTY_PURPOSES;
