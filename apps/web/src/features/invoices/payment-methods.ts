import type { PaymentMethod } from '@morada/contract/invoices';
import type * as z from 'zod/mini';

/** In the order in which they are offered. */
export const PAYMENT_METHODS = {
  PIX: 'Pix',
  BOLETO: 'Boleto',
  CARD: 'Cartão de Crédito',
  MANUAL: 'Baixa Manual',
} as const satisfies Record<z.output<typeof PaymentMethod>, string>;
