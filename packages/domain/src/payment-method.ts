/** How an invoice was received. */
export const PAYMENT_METHODS = {
  BOLETO: 'Boleto',
  PIX: 'Pix',
  CARD: 'Cartão de Crédito',
  MANUAL: 'Baixa Manual',
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
