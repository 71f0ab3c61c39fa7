import * as z from 'zod/mini';

// Bodies of «Cobrança Bancária» of Sicoob, version 3, as its description states them: required fields, types and limits.

const day = z.iso.date();
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const digits = (most: number) => z.string().check(z.regex(new RegExp(`^\\d{1,${most}}$`)));
const int32 = z.int().check(z.gte(0), z.lte(2_147_483_647));
/** Reais, with two decimals. */
const money = z.number().check(
  z.gte(0),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
);
const oneOf = (...codes: number[]) => z.int().check(z.refine((value) => codes.includes(value)));

export const newBoleto = z.strictObject({
  numeroCliente: int32,
  codigoModalidade: oneOf(1),
  numeroContaCorrente: int32,
  codigoEspecieDocumento: text(3),
  dataEmissao: day,
  nossoNumero: z.optional(int32),
  seuNumero: text(18),
  identificacaoBoletoEmpresa: z.optional(text(25)),
  identificacaoEmissaoBoleto: oneOf(1, 2),
  identificacaoDistribuicaoBoleto: oneOf(1, 2),
  valor: money,
  dataVencimento: day,
  dataLimitePagamento: z.optional(day),
  valorAbatimento: z.optional(money),
  tipoDesconto: oneOf(0, 1, 2, 3, 4),
  tipoMulta: oneOf(0, 1, 2),
  dataMulta: z.optional(day),
  valorMulta: z.optional(money),
  tipoJurosMora: oneOf(1, 2, 3),
  dataJurosMora: z.optional(day),
  valorJurosMora: z.optional(money),
  numeroParcela: z.int().check(z.gte(1), z.lte(99)),
  aceite: z.optional(z.boolean()),
  codigoNegativacao: z.optional(oneOf(2, 3)),
  numeroDiasNegativacao: z.optional(z.int()),
  codigoProtesto: z.optional(oneOf(1, 2, 3)),
  numeroDiasProtesto: z.optional(z.int()),
  pagador: z.strictObject({
    numeroCpfCnpj: digits(14),
    nome: text(50),
    endereco: text(40),
    bairro: text(30),
    cidade: text(40),
    cep: digits(8),
    uf: text(2),
    email: z.optional(z.string()),
  }),
  mensagensInstrucao: z.optional(z.array(z.string()).check(z.maxLength(5))),
  gerarPdf: z.optional(z.boolean()),
  codigoCadastrarPIX: z.optional(oneOf(0, 1, 2)),
  numeroContratoCobranca: z.optional(z.int()),
});
export type NewBoleto = z.output<typeof newBoleto>;

export const writeOff = z.strictObject({ numeroCliente: int32, codigoModalidade: int32 });

export const movementRequest = z.strictObject({
  numeroCliente: int32,
  tipoMovimento: oneOf(1, 2, 3, 4, 5, 6, 7),
  dataInicial: day,
  dataFinal: day,
});

export const newWebhook = z.strictObject({
  url: z.url(),
  codigoTipoMovimento: oneOf(7),
  codigoPeriodoMovimento: oneOf(1),
  email: z.optional(z.string()),
});

export const changedWebhook = z.strictObject({ url: z.url(), email: z.optional(z.string()) });
