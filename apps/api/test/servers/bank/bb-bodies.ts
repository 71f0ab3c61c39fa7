import * as z from 'zod/mini';

/**
 * Bodies of Banco do Brasil's cobranças v2 that the server takes, by public transcriptions of its schema. Unlike the bank they
 * refuse unknown fields, so that a misspelt name is noticed.
 */

const upTo = (length: number) => z.string().check(z.maxLength(length));
/** Reais with two decimals at most. */
const reais = z.number().check(
  z.minimum(0),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
);
/** `dd.mm.aaaa` */
const day = z.string().check(z.regex(/^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}$/));
const yesNo = z.enum(['S', 'N']);

const payer = z.strictObject({
  tipoInscricao: z.literal([1, 2]),
  numeroInscricao: z.int().check(z.minimum(1)),
  nome: z.string().check(z.minLength(1)),
  endereco: z.optional(z.string()),
  cep: z.optional(z.int().check(z.minimum(1), z.maximum(99_999_999))),
  cidade: z.optional(z.string()),
  bairro: z.optional(z.string()),
  uf: z.optional(upTo(2)),
  telefone: z.optional(z.string()),
  email: z.optional(z.string()),
});

export const newBoleto = z.strictObject({
  numeroConvenio: z.int(),
  numeroCarteira: z.int(),
  numeroVariacaoCarteira: z.int(),
  codigoModalidade: z.literal([1, 4]),
  dataEmissao: day,
  dataVencimento: day,
  valorOriginal: reais.check(z.minimum(0.01)),
  valorAbatimento: z.optional(reais),
  indicadorAceiteTituloVencido: z.optional(yesNo),
  numeroDiasLimiteRecebimento: z.optional(z.int().check(z.minimum(1))),
  codigoAceite: z.optional(z.enum(['A', 'N'])),
  codigoTipoTitulo: z.literal([2, 4, 12, 17, 18, 19, 32, 99]),
  descricaoTipoTitulo: z.optional(z.string()),
  indicadorPermissaoRecebimentoParcial: z.optional(yesNo),
  numeroTituloBeneficiario: z.optional(z.string().check(z.regex(/^[A-Z0-9' -]{1,15}$/))),
  campoUtilizacaoBeneficiario: z.optional(upTo(30)),
  numeroTituloCliente: z.string().check(z.regex(/^000\d{17}$/)),
  mensagemBloquetoOcorrencia: z.optional(z.string().check(z.regex(/^[^\r\n]{0,165}$/))),
  jurosMora: z.optional(
    z.discriminatedUnion('tipo', [
      z.strictObject({ tipo: z.literal(1), valor: reais }),
      z.strictObject({ tipo: z.literal(2), porcentagem: reais }),
      z.strictObject({ tipo: z.literal([0, 3]) }),
    ]),
  ),
  multa: z.optional(
    z.discriminatedUnion('tipo', [
      z.strictObject({ tipo: z.literal(0) }),
      z.strictObject({ tipo: z.literal(1), data: day, valor: reais }),
      z.strictObject({ tipo: z.literal(2), data: day, porcentagem: reais }),
    ]),
  ),
  pagador: payer,
  indicadorPix: z.optional(yesNo),
});

export const ofAgreement = z.strictObject({ numeroConvenio: z.int() });
