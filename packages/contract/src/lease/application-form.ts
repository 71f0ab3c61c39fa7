import {
  FORM_DOCUMENTS,
  type FormDocument,
  HOMES,
  type Home,
  INCOME_KINDS,
  type IncomeKind,
} from '@morada/domain/application/form';
import { MARITAL_STATUSES, type MaritalStatus } from '@morada/domain/people/client';
import * as z from 'zod/mini';
import {
  blank,
  cep,
  cnpj,
  cpf,
  email,
  givenDate,
  nonNegativeMoney,
  optionalText,
  phone,
  positiveMoney,
  state,
  text,
} from '../base/fields.ts';

const oneOf = <T extends string>(words: Readonly<Record<T, string>>, message: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], message);

const amount = (message: string) => nonNegativeMoney(message);

/** Steps of the form by link, each saved as soon as it is right. */
export const FORM_SCHEMAS = {
  person: z.object({
    name: text('Informe seu nome completo', 120),
    cpf: cpf('Informe seu CPF'),
    rg: optionalText(20),
    birth_date: givenDate('Informe sua data de nascimento'),
    marital_status: oneOf<MaritalStatus>(MARITAL_STATUSES, 'Escolha o estado civil'),
    phone: phone('Informe o telefone com DDD'),
    email: blank(email()),
  }),
  company: z.object({
    name: text('Informe a razão social', 120),
    cnpj: cnpj('Informe o CNPJ'),
    revenue: amount('Informe o faturamento por mês; se ainda não houver, escreva 0'),
    debts: amount('Informe as parcelas por mês; se não houver, escreva 0'),
    representative: text('Informe quem assina pela empresa', 120),
    representative_cpf: cpf('Informe o CPF do representante'),
    representative_post: text('Informe o cargo, como sócio-administrador', 60),
    phone: phone('Informe o telefone com DDD'),
    email: blank(email()),
  }),
  home: z.object({
    cep: cep(),
    street: text('Informe a rua'),
    number: text('Informe o número', 20),
    complement: optionalText(100),
    neighborhood: text('Informe o bairro', 100),
    city: text('Informe a cidade', 100),
    state: state(),
    home: oneOf<Home>(HOMES, 'Escolha como é a moradia'),
  }),
  income: z.object({
    income_kind: oneOf<IncomeKind>(INCOME_KINDS, 'Escolha de onde vem a renda'),
    occupation: text('Informe sua profissão', 100),
    employer: optionalText(120),
    income: amount('Informe sua renda por mês; se não tiver, escreva 0'),
    other_income: amount('Informe as outras rendas; se não tiver, escreva 0'),
    debts: amount('Informe as parcelas por mês; se não tiver, escreva 0'),
  }),
  references: z.object({
    reference_name: text('Informe quem pode falar de você', 120),
    reference_phone: phone('Informe o telefone com DDD'),
    other_reference_name: optionalText(120),
    other_reference_phone: blank(phone('Informe o telefone com DDD')),
  }),
  property: z
    .object({
      owns: z.enum(['YES', 'NO'], 'Diga se tem imóvel em seu nome'),
      registration: optionalText(60),
      property_city: optionalText(100),
      property_value: blank(positiveMoney('Informe o valor do imóvel')),
      encumbered: blank(z.enum(['YES', 'NO'], 'Diga se há dívida ou hipoteca sobre o imóvel')),
    })
    .check(
      z.refine(({ owns, property_city }) => owns === 'NO' || Boolean(property_city), {
        path: ['property_city'],
        message: 'Informe a cidade do imóvel',
      }),
      z.refine(({ owns, encumbered }) => owns === 'NO' || encumbered !== undefined, {
        path: ['encumbered'],
        message: 'Diga se há dívida ou hipoteca sobre o imóvel',
      }),
    ),
} as const;

/** The last step. */
export const FormConsent = z.object({
  consent: z.literal(true, 'Para enviar, leia e marque a autorização'),
});

export const FormPaper = oneOf<FormDocument>(FORM_DOCUMENTS, 'Escolha o documento');
