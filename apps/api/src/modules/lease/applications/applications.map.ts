import type { ApplicationParty } from '@morada/contract/lease/applications';
import type { AnalysedParty } from '@morada/domain/application/analysis';
import { APPLICANT_ROLES, type ApplicantRole } from '@morada/domain/application/application';
import {
  type AnsweredStep,
  type Answers,
  type ApplicationDocument,
  FORM_STEPS,
  HOMES,
  INCOME_KINDS,
  isAnswered,
  missingOf,
  stepsOf,
} from '@morada/domain/application/form';
import { formatDate } from '@morada/domain/base/calendar';
import { formatCep } from '@morada/domain/base/cep';
import { formatDocument } from '@morada/domain/base/documents';
import { formatMoney } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import { MARITAL_STATUSES } from '@morada/domain/people/client';

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

/** Steps of a form that were answered, in words. */
export const answersInWords = ({ role, answers }: Filled): ApplicationParty['steps'] =>
  stepsOf(role).flatMap((step) => {
    if (!isAnswered(step)) return [];
    const lines = linesOf(step, answers);
    return lines.length > 0 ? [{ title: FORM_STEPS[step], answers: lines }] : [];
  });

type Party = Filled & Pick<AnalysedParty, 'credit'> & { name: string; state: string; proven_income: number | null };

/** Income and other income, as the party says. */
export const declaredIncome = ({ income }: Answers) => (income ? income.income + income.other_income : null);

/** A party as the rules look at it. */
export function analysedParty(party: Party, documents: readonly ApplicationDocument[]): AnalysedParty {
  const { role, answers, credit } = party;
  const { person, income, property } = answers;
  return {
    ...{ role, credit, name: person?.name ?? party.name, birth_date: person?.birth_date ?? null },
    ...{ declared: declaredIncome(answers), proven: party.proven_income, debts: income?.debts ?? null },
    property: property
      ? { owns: property.owns === 'YES', encumbered: property.encumbered === 'YES', value: property.property_value }
      : null,
    missing: missingOf({ role, answers, documents }),
    isSent: party.state === 'SENT',
  };
}

/** All that is kept of a party, for the subject's file. */
export const formData = (party: Party & { consent_at: string | null; application_id: number }) => ({
  ficha: party.application_id,
  papel: APPLICANT_ROLES[party.role],
  nome: party.name,
  autorizada_em: party.consent_at,
  renda_comprovada: amount(party.proven_income) || null,
  respostas: Object.fromEntries(
    answersInWords(party).map(({ title, answers }) => [
      title,
      Object.fromEntries(answers.map(({ label, value }) => [label, value])),
    ]),
  ),
});
