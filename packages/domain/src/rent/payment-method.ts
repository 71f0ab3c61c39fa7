/** Payment methods of an invoice, in the order of the form. */
export const PAYMENT_METHODS = {
  PIX: 'Pix',
  BOLETO: 'Boleto',
  CARD: 'Cartão de Crédito',
  MANUAL: 'Baixa Manual',
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
