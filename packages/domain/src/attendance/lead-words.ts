// Kept out of the rules: the browser's lists need only these labels.

export const LEAD_STAGES = {
  NEW: 'Novo',
  CONTACT: 'Em contato',
  VISIT: 'Visita',
  BID: 'Proposta',
  ANALYSIS: 'Em análise',
  CONTRACT: 'Contrato',
  WON: 'Ganho',
  LOST: 'Perdido',
} as const;
export type LeadStage = keyof typeof LEAD_STAGES;

export const LEAD_KINDS = { RENT: 'Locação', SALE: 'Compra', OFFER: 'Oferta de imóvel' } as const;
export type LeadKind = keyof typeof LEAD_KINDS;

export const LEAD_SOURCES = {
  SITE_FORM: 'Formulário do site',
  WHATSAPP: 'WhatsApp do site',
  OFFER: 'Oferta pelo site',
  VISIT: 'Pedido de visita',
  ALERT: 'Alerta do site',
  OLX: 'Grupo OLX',
  PORTAL_MAIL: 'E-mail de portal',
  TYPED: 'Cadastro manual',
  IMPORT: 'Importação',
} as const;
export type LeadSource = keyof typeof LEAD_SOURCES;

/** Reasons that a person may choose; the others are given by what happened. */
export const LOSS_CHOICES = {
  PRICE: 'Preço',
  PLACE: 'O imóvel não servia',
  OTHER_AGENCY: 'Fechou com outra imobiliária',
  GAVE_UP: 'Desistiu',
  NO_ANSWER: 'Parou de responder',
  REFUSED: 'Não aprovado',
  TAKEN: 'O imóvel não está mais disponível',
  OTHER: 'Outro motivo',
} as const;
export type LossChoice = keyof typeof LOSS_CHOICES;

export const LOSS_REASONS = {
  ...LOSS_CHOICES,
  DUPLICATE: 'Repetido, juntado a outro',
  ERASED: 'Dados apagados a pedido',
} as const;
export type LossReason = keyof typeof LOSS_REASONS;
