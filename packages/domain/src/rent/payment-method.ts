/** How an invoice was received, in the order in which it is asked. */
export const PAYMENT_METHODS = {
  PIX: 'Pix',
  BOLETO: 'Boleto',
  CARD: 'Cartão de Crédito',
  MANUAL: 'Baixa Manual',
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
