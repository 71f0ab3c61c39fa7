import { readPixKey } from '@morada/domain/bank/pix/pix-key';
import * as z from 'zod/mini';

// Kept out of `fields.ts`, which the sign-in page loads.

export const PIX_KEY_UNREADABLE = 'Chave Pix inválida. Use CPF, CNPJ, telefone, e-mail ou chave aleatória.';
/** As typed by users; normalized to the Central Bank's form in the code. */
export const pixKey = (message = PIX_KEY_UNREADABLE) =>
  z.pipe(
    z.string(message).check(
      z.maxLength(100, message),
      z.refine((typed) => readPixKey(typed) !== undefined, message),
    ),
    z.transform((typed: string) => readPixKey(typed)?.key ?? typed),
  );
