import type { CalendarDate } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { hundredths } from './pix-amounts.ts';

/**
 * Bodies of the Pix API v2 that the server takes, by the Central Bank's public description. Unlike it they refuse
 * unknown fields, so that a misspelt name is noticed.
 */

const upTo = (length: number) => z.string().check(z.maxLength(length));
const oneTo = (last: number) => z.int().check(z.minimum(1), z.maximum(last));
const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));
const day = z.iso.date();
const cpf = z.string().check(z.regex(/^\d{11}$/));
const cnpj = z.string().check(z.regex(/^[0-9A-Z]{14}$/));

const person = { nome: upTo(200) };
const address = {
  email: z.optional(z.string()),
  logradouro: z.optional(upTo(200)),
  cidade: z.optional(upTo(200)),
  uf: z.optional(upTo(2)),
  cep: z.optional(upTo(8)),
};
const payer = z.union([z.strictObject({ cpf, ...person }), z.strictObject({ cnpj, ...person })]);
const debtor = z.union([
  z.strictObject({ cpf, ...person, ...address }),
  z.strictObject({ cnpj, ...person, ...address }),
]);

const loc = z.strictObject({ id: z.int(), tipoCob: z.optional(z.enum(['cob', 'cobv'])) });
const base = {
  chave: upTo(77),
  loc: z.optional(loc),
  solicitacaoPagador: z.optional(upTo(140)),
  infoAdicionais: z.optional(z.array(z.strictObject({ nome: upTo(50), valor: upTo(200) })).check(z.maxLength(50))),
};

const rule = (last: number) => z.optional(z.strictObject({ modalidade: oneTo(last), valorPerc: money }));
const fixedDates = z.array(z.strictObject({ data: day, valorPerc: money })).check(z.minLength(1), z.maxLength(3));
const dueValue = {
  original: money,
  multa: rule(2),
  juros: rule(8),
  abatimento: rule(2),
  desconto: z.optional(
    z.strictObject({
      modalidade: oneTo(6),
      valorPerc: z.optional(money),
      descontoDataFixa: z.optional(fixedDates),
    }),
  ),
};
const dueCalendar = z.strictObject({ dataDeVencimento: day, validadeAposVencimento: z.optional(z.int()) });
const value = { original: money, modalidadeAlteracao: z.optional(z.int().check(z.minimum(0), z.maximum(1))) };
const calendar = z.strictObject({ expiracao: z.optional(z.int()) });
const status = z.optional(z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR'));

export const newCobv = z.strictObject({
  ...base,
  calendario: dueCalendar,
  devedor: debtor,
  valor: z.strictObject(dueValue),
});
export const newCob = z.strictObject({
  ...base,
  calendario: calendar,
  devedor: z.optional(payer),
  valor: z.strictObject(value),
});
export const changedCobv = z.partial(
  z.strictObject({
    ...base,
    calendario: dueCalendar,
    devedor: debtor,
    valor: z.partial(z.strictObject(dueValue)),
    status,
  }),
);
export const changedCob = z.partial(
  z.strictObject({ ...base, calendario: calendar, devedor: payer, valor: z.partial(z.strictObject(value)), status }),
);
export const newWebhook = z.strictObject({ webhookUrl: z.url({ protocol: /^https?$/ }) });
export const newRefund = z.strictObject({
  valor: money,
  natureza: z.optional(z.enum(['ORIGINAL', 'RETIRADA'])),
  descricao: z.optional(upTo(140)),
});

export type Violation = { razao: string; propriedade: string; valor?: string };

/** Violations of a schema, named as the standard does: `cobv.valor.original`. */
export function schemaViolations(name: string, issues: readonly z.core.$ZodIssue[], body: unknown): Violation[] {
  return issues.flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => {
      const propriedade = [name, ...path].join('.');
      const valor = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], body);
      const isPlain = typeof valor === 'string' || typeof valor === 'number';
      return {
        razao: `O campo ${propriedade} não respeita o schema.`,
        propriedade,
        ...(isPlain && { valor: String(valor) }),
      };
    });
  });
}

type DueBody = z.infer<typeof newCobv>;

/** Violations that the standard lists for a charge with a due date, beyond its schema. */
export function cobvViolations({ calendario, valor }: Pick<DueBody, 'calendario' | 'valor'>, created: CalendarDate) {
  const found: Violation[] = [];
  const refuse = (propriedade: string, razao: string) => found.push({ razao, propriedade: `cobv.${propriedade}` });
  const original = hundredths(valor.original);
  const isWhole = (modalidade: number, valorPerc: string) =>
    hundredths(valorPerc) >= (modalidade === 1 || modalidade === 3 || modalidade === 4 ? original : 100_00);
  if (calendario.dataDeVencimento < created) {
    refuse(
      'calendario.dataDeVencimento',
      'O campo cobv.calendario.dataDeVencimento é anterior à data de criação da cobrança.',
    );
  }
  if ((calendario.validadeAposVencimento ?? 0) < 0) {
    refuse('calendario.validadeAposVencimento', 'O campo cobv.calendario.validadeAposVencimento é menor do que zero.');
  }
  if (original === 0) refuse('valor.original', 'O campo cobv.valor.original apresenta o valor zero.');
  const { abatimento, desconto } = valor;
  if (abatimento && isWhole(abatimento.modalidade, abatimento.valorPerc)) {
    refuse(
      'valor.abatimento',
      'O objeto cobv.valor.abatimento representa um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%.',
    );
  }
  if (!desconto) return found;
  const { modalidade, valorPerc, descontoDataFixa } = desconto;
  const at = 'valor.desconto';
  if (modalidade <= 2) {
    if (valorPerc !== undefined) {
      refuse(
        at,
        'O objeto cobv.valor.desconto apresenta modalidade no valor 1 ou 2, porém cobv.valor.desconto.valorPerc encontra-se preenchido.',
      );
    }
    if (!descontoDataFixa) {
      refuse(
        at,
        'O objeto cobv.valor.desconto apresenta modalidade no valor 1 ou 2, porém o array cobv.valor.desconto.descontoDataFixa está vazio ou nulo.',
      );
    }
  } else {
    if (valorPerc === undefined) {
      refuse(
        at,
        'O objeto cobv.valor.desconto apresenta modalidade nos valores de 3 a 6, porém o elemento cobv.valor.desconto.valorPerc não está preenchido.',
      );
    }
    if (descontoDataFixa) {
      refuse(
        at,
        'O objeto cobv.valor.desconto apresenta modalidade nos valores de 3 a 6, porém o elemento cobv.valor.desconto.descontoDataFixa está preenchido ou não nulo.',
      );
    }
  }
  const amounts = [
    ...(descontoDataFixa ?? []).map((one) => one.valorPerc),
    ...(valorPerc === undefined ? [] : [valorPerc]),
  ];
  if (amounts.some((amount) => isWhole(modalidade, amount))) {
    refuse(
      at,
      'O objeto cobv.valor.desconto apresenta algum elemento de desconto que representa um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%.',
    );
  }
  if (descontoDataFixa?.some(({ data }) => data > calendario.dataDeVencimento)) {
    refuse(
      at,
      'O objeto cobv.valor.desconto apresenta algum elemento cuja data seja posterior à data de vencimento representada por calendario.dataDeVencimento.',
    );
  }
  return found;
}

type Body = z.infer<typeof newCob>;

/** Violations that the standard lists for an immediate charge, beyond its schema. */
export function cobViolations({ calendario, valor }: Pick<Body, 'calendario' | 'valor'>) {
  const found: Violation[] = [];
  if (calendario.expiracao !== undefined && calendario.expiracao <= 0) {
    found.push({
      razao: 'O campo cob.calendario.expiracao é igual ou menor que zero.',
      propriedade: 'cob.calendario.expiracao',
    });
  }
  if (hundredths(valor.original) === 0 && valor.modalidadeAlteracao !== 1) {
    found.push({ razao: 'O campo cob.valor.original é zero.', propriedade: 'cob.valor.original' });
  }
  return found;
}
