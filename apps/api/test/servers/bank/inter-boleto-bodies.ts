import * as z from 'zod/mini';

/**
 * Bodies of Inter's cobrança v3 that the server takes, by the bank's public client. Unlike the bank they refuse unknown fields,
 * so that a misspelt name is noticed.
 */

const upTo = (length: number) => z.string().check(z.maxLength(length));
const oneTo = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));
/** Reais with two decimals at most. */
const reais = z.number().check(z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6));
const percent = reais.check(z.minimum(0), z.maximum(100));

const payer = z.strictObject({
  cpfCnpj: z.string().check(z.regex(/^(\d{11}|[0-9A-Z]{14})$/)),
  tipoPessoa: z.enum(['FISICA', 'JURIDICA']),
  nome: oneTo(100),
  endereco: oneTo(100),
  numero: z.optional(upTo(10)),
  complemento: z.optional(upTo(30)),
  bairro: z.optional(upTo(60)),
  cidade: oneTo(60),
  uf: z.string().check(z.regex(/^[A-Z]{2}$/)),
  cep: z.string().check(z.regex(/^\d{8}$/)),
  email: z.optional(upTo(50)),
  ddd: z.optional(upTo(2)),
  telefone: z.optional(upTo(9)),
});

const fine = z.discriminatedUnion('codigo', [
  z.strictObject({ codigo: z.literal('PERCENTUAL'), taxa: percent }),
  z.strictObject({ codigo: z.literal('VALORFIXO'), valor: reais }),
]);
const interest = z.discriminatedUnion('codigo', [
  z.strictObject({ codigo: z.literal('TAXAMENSAL'), taxa: percent }),
  z.strictObject({ codigo: z.literal('VALORDIA'), valor: reais }),
]);
const line = z.optional(upTo(78));

export const newCharge = z.strictObject({
  seuNumero: oneTo(15),
  valorNominal: reais.check(z.minimum(2.5), z.maximum(99_999_999.99)),
  dataVencimento: z.iso.date(),
  numDiasAgenda: z.int().check(z.minimum(0), z.maximum(60)),
  pagador: payer,
  multa: z.optional(fine),
  mora: z.optional(interest),
  mensagem: z.optional(z.strictObject({ linha1: line, linha2: line, linha3: line, linha4: line, linha5: line })),
  formasRecebimento: z.optional(z.array(z.enum(['BOLETO', 'PIX'])).check(z.minLength(1))),
});

export const cancellation = z.strictObject({ motivoCancelamento: oneTo(50) });
export const newWebhook = z.strictObject({ webhookUrl: z.url({ protocol: /^https?$/ }) });
