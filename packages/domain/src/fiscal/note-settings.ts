/** When notes leave. */
export const NOTES_LEAVE = {
  BATCH: 'Quando alguém mandar',
  SETTLEMENT: 'Assim que o pagamento é baixado',
} as const;

export type NotesLeave = keyof typeof NOTES_LEAVE;

/** Which notes the administration fee has. */
export const FEE_NOTES = {
  RECEIPT: 'Uma por pagamento',
  MONTH: 'Uma por mês para cada proprietário',
} as const;

export type FeeNotes = keyof typeof FEE_NOTES;
