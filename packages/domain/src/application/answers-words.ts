import { formatDate } from '../base/calendar.ts';
import { formatCep } from '../base/cep.ts';
import { formatDocument } from '../base/documents.ts';
import { formatMoney } from '../base/money.ts';
import { formatPhone } from '../base/phone.ts';
import { MARITAL_STATUSES } from '../people/client.ts';
import { APPLICANT_ROLES, type ApplicantRole } from './application.ts';
import { bandOf } from './credit.ts';
import { type AnsweredStep, type Answers, FORM_PARTS, HOMES, INCOME_KINDS, isAnswered, stepsOf } from './form.ts';

type Line = readonly [string, string | null | undefined | false];

const amount = (value: number | null | undefined) => value !== null && value !== undefined && formatMoney(value);
const YES_NO = { YES: 'Sim', NO: 'Não' } as const;

/** Answers of a step in words, without those that were left out. */
const WORDS: { [Step in AnsweredStep]: (answers: NonNullable<Answers[Step]>) => readonly Line[] } = {
  person: (found) => [
    ['Nome', found.name],
    ['CPF', formatDocument(found.cpf)],
    ['RG', found.rg],
    ['Nascimento', formatDate(found.birth_date)],
    ['Estado civil', Object.entries(MARITAL_STATUSES).find(([code]) => code === found.marital_status)?.[1]],
    ['Telefone', formatPhone(found.phone)],
    ['E-mail', found.email],
  ],
  company: (found) => [
    ['Razão social', found.name],
    ['CNPJ', formatDocument(found.cnpj)],
    ['Faturamento por mês', formatMoney(found.revenue)],
    ['Parcelas de dívidas por mês', formatMoney(found.debts)],
    ['Representante', `${found.representative}, ${found.representative_post}`],
    ['CPF do representante', formatDocument(found.representative_cpf)],
    ['Telefone', formatPhone(found.phone)],
    ['E-mail', found.email],
  ],
  home: (found) => [
    ['Endereço', [found.street, found.number, found.complement].filter(Boolean).join(', ')],
    ['Bairro', found.neighborhood],
    ['Cidade', `${found.city}, ${found.state}`],
    ['CEP', formatCep(found.cep)],
    ['Moradia', HOMES[found.home]],
  ],
  income: (found) => [
    ['Origem da renda', INCOME_KINDS[found.income_kind]],
    ['Profissão', found.occupation],
    ['Onde trabalha', found.employer],
    ['Renda por mês', amount(found.income)],
    ['Outras rendas', amount(found.other_income)],
    ['Parcelas de dívidas por mês', amount(found.debts)],
  ],
  references: (found) => [
    ['Referência', `${found.reference_name}, ${formatPhone(found.reference_phone)}`],
    [
      'Outra referência',
      [found.other_reference_name, found.other_reference_phone && formatPhone(found.other_reference_phone)]
        .filter(Boolean)
        .join(', '),
    ],
  ],
  property: (found) => [
    ['Tem imóvel em seu nome', YES_NO[found.owns]],
    ['Matrícula', found.registration],
    ['Cidade do imóvel', found.property_city],
    ['Valor', amount(found.property_value)],
    ['Dívida ou hipoteca sobre ele', found.encumbered && YES_NO[found.encumbered]],
  ],
};

type Filled = { role: ApplicantRole; answers: Answers };

function linesOf<Step extends AnsweredStep>(step: Step, answers: Answers) {
  const found = answers[step];
  if (found === undefined) return [];
  const words = WORDS[step] as (answers: NonNullable<Answers[Step]>) => readonly Line[];
  return words(found as NonNullable<Answers[Step]>).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

type Answered = { title: string; answers: { label: string; value: string }[] };

/** Steps of a form that were answered, in words. */
export const answersInWords = ({ role, answers }: Filled): Answered[] =>
  stepsOf(role, answers).flatMap((step) => {
    if (!isAnswered(step)) return [];
    const lines = linesOf(step, answers);
    return lines.length > 0 ? [{ title: FORM_PARTS[step], answers: lines }] : [];
  });

type Kept = Filled & {
  application_id: number;
  name: string;
  consent_at: string | null;
  proven_income: number | null;
  /** Answers of a credit bureau about the person. */
  inquiries: readonly {
    asked_at: string;
    score: number | null;
    commitment: number | null;
    capacity: number | null;
    reasons: readonly string[];
    query_id: string | null;
    note: string | null;
  }[];
};

/** All that is kept of a party, for the subject's file. */
export const formData = (party: Kept) => ({
  ficha: party.application_id,
  papel: APPLICANT_ROLES[party.role],
  nome: party.name,
  autorizada_em: party.consent_at,
  renda_comprovada: amount(party.proven_income) || null,
  consultas_de_credito: party.inquiries.map((inquiry) => ({
    consultada_em: inquiry.asked_at,
    score: inquiry.score,
    faixa: inquiry.score === null ? null : bandOf(inquiry.score),
    comprometimento: inquiry.commitment,
    capacidade_de_pagamento: inquiry.capacity,
    motivos: inquiry.reasons,
    numero_da_consulta: inquiry.query_id,
    observacao: inquiry.note,
  })),
  respostas: Object.fromEntries(
    answersInWords(party).map(({ title, answers }) => [
      title,
      Object.fromEntries(answers.map(({ label, value }) => [label, value])),
    ]),
  ),
});
