import type { EnvelopeState } from './envelope.ts';

// Apart from the other words, so that the first load of the browser has no more than the filters of a list.

/** What is signed. */
export const SIGNATURE_KINDS = {
  LEASE: 'Contrato de locação',
  ADDENDUM: 'Aditivo',
  EXTENSION: 'Prorrogação',
  TERMINATION: 'Distrato',
  SALE: 'Contrato de compra e venda',
  DEBT_AGREEMENT: 'Acordo de dívida',
  INSPECTION: 'Laudo de vistoria',
  KEYS: 'Recibo de chaves',
  CONSENT: 'Autorização de ficha',
  MANDATE: 'Contrato de administração',
  OTHER: 'Outro documento',
} as const;
export type SignatureKind = keyof typeof SIGNATURE_KINDS;

/** Records that a paper is about. */
export const SIGNATURE_SUBJECTS = {
  CONTRACT: 'Contrato',
  AGREEMENT: 'Acordo',
  APPLICATION: 'Ficha',
  PROPERTY: 'Imóvel',
} as const;
export type SignatureSubject = keyof typeof SIGNATURE_SUBJECTS;

export const ENVELOPE_WORDS: Record<EnvelopeState, string> = {
  DRAFT: 'Rascunho',
  OUT: 'Aguarda assinaturas',
  SEALING: 'Assinado, fechando o arquivo',
  SIGNED: 'Assinado',
  REFUSED: 'Recusado',
  EXPIRED: 'Vencido',
  WITHDRAWN: 'Retirado',
};
