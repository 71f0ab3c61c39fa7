import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import type { ApplicantRole } from './application.ts';

export const INCOME_KINDS = {
  EMPLOYEE: 'Empregado com carteira',
  PUBLIC: 'Servidor público',
  SELF_EMPLOYED: 'Autônomo ou profissional liberal',
  BUSINESS: 'Empresário ou MEI',
  RETIRED: 'Aposentado ou pensionista',
  STUDENT: 'Estudante',
  OTHER: 'Outra',
} as const;
export type IncomeKind = keyof typeof INCOME_KINDS;

export const HOMES = {
  RENTED: 'Alugada',
  OWN: 'Própria',
  FAMILY: 'De parentes',
  OTHER: 'Outra',
} as const;
export type Home = keyof typeof HOMES;

/** What a party answers, by step; a step is there once it was saved. A company answers `company` in place of the person's steps. */
export type Answers = {
  company?: {
    name: string;
    cnpj: string;
    /** What it takes in a month, on average. */
    revenue: Cents;
    /** Instalments of loans a month. */
    debts: Cents;
    /** Who signs for it. */
    representative: string;
    representative_cpf: string;
    representative_post: string;
    phone: string;
    email: string | null;
  };
  person?: {
    name: string;
    cpf: string;
    rg: string | null;
    birth_date: CalendarDate;
    marital_status: string;
    phone: string;
    email: string | null;
  };
  home?: {
    cep: string;
    street: string;
    number: string;
    complement: string | null;
    neighborhood: string;
    city: string;
    state: string;
    home: Home;
  };
  income?: {
    income_kind: IncomeKind;
    occupation: string;
    employer: string | null;
    income: Cents;
    other_income: Cents;
    /** Instalments of loans and cards a month. */
    debts: Cents;
  };
  references?: {
    reference_name: string;
    reference_phone: string;
    other_reference_name: string | null;
    other_reference_phone: string | null;
  };
  property?: {
    owns: 'YES' | 'NO';
    registration: string | null;
    property_city: string | null;
    property_value: Cents | null;
    /** Mortgaged, pledged or under a family's protection that was not waived. */
    encumbered: 'YES' | 'NO' | null;
  };
};

export const FORM_STEPS = {
  person: 'Seus dados',
  company: 'Dados da empresa',
  home: 'Onde você mora',
  income: 'Sua renda',
  references: 'Referências',
  property: 'Imóvel em seu nome',
  documents: 'Documentos',
  consent: 'Conferir e enviar',
} as const;
export type FormStep = keyof typeof FORM_STEPS;

/** Their names for who reads the form at the agency. */
export const FORM_PARTS = {
  ...FORM_STEPS,
  person: 'Dados pessoais',
  home: 'Moradia',
  income: 'Renda',
  property: 'Imóvel próprio',
} as const satisfies Record<FormStep, string>;
/** Steps that hold answers. */
export type AnsweredStep = Exclude<FormStep, 'documents' | 'consent'>;

const STEPS: Record<ApplicantRole, readonly FormStep[]> = {
  TENANT: ['person', 'home', 'income', 'references', 'documents', 'consent'],
  CO_TENANT: ['person', 'home', 'income', 'references', 'documents', 'consent'],
  SPOUSE: ['person', 'home', 'income', 'documents', 'consent'],
  GUARANTOR: ['person', 'home', 'income', 'property', 'documents', 'consent'],
};

const OF_COMPANIES: Record<ApplicantRole, readonly FormStep[]> = {
  ...STEPS,
  TENANT: ['company', 'references', 'documents', 'consent'],
  CO_TENANT: ['company', 'references', 'documents', 'consent'],
  GUARANTOR: ['company', 'property', 'documents', 'consent'],
};

/** Whether a party that answers so is a company. */
export const isCompany = ({ company }: Answers): boolean => company !== undefined;

/** Steps of a role's form, in order. A spouse is always a person. */
export const stepsOf = (role: ApplicantRole, answers: Answers): readonly FormStep[] =>
  (isCompany(answers) ? OF_COMPANIES : STEPS)[role];

/** The step by which a form becomes a company's, or a person's again; undefined where it can't. */
export function otherBeginning(role: ApplicantRole, answers: Answers): 'company' | 'person' | undefined {
  if (role === 'SPOUSE') return undefined;
  return isCompany(answers) ? 'person' : 'company';
}

/** Answers with those of a step. A form that becomes a company's, or a person's, keeps what both are asked. */
export function withStep<Step extends AnsweredStep>(
  before: Answers,
  step: Step,
  answers: NonNullable<Answers[Step]>,
): Answers {
  const { company, person, home, income, ...shared } = before;
  if (step === 'company') return { ...shared, [step]: answers };
  return { ...(step === 'person' ? { person, home, income, ...shared } : before), [step]: answers };
}

export const isAnswered = (step: FormStep): step is AnsweredStep => step !== 'documents' && step !== 'consent';

/** Documents that parties send; a credit report is the agency's. */
export const FORM_DOCUMENTS = {
  IDENTITY: 'Documento com foto',
  COMPANY: 'Contrato social',
  ADDRESS: 'Comprovante de endereço',
  INCOME: 'Comprovante de renda',
  PROPERTY: 'Matrícula do imóvel',
  OTHER: 'Outro documento',
} as const;
export type FormDocument = keyof typeof FORM_DOCUMENTS;

export const APPLICATION_DOCUMENTS = { ...FORM_DOCUMENTS, CREDIT_REPORT: 'Consulta de crédito' } as const;
export type ApplicationDocument = keyof typeof APPLICATION_DOCUMENTS;

/** Files of one party. */
export const MOST_FILES = 60;

/** Documents that a form needs. Who owns nothing has no registration to show; a company's identity is its representative's. */
export function neededDocuments(role: ApplicantRole, answers: Answers): FormDocument[] {
  return [
    'IDENTITY',
    ...(isCompany(answers) ? (['COMPANY'] as const) : []),
    'ADDRESS',
    ...(answers.income && answers.income.income + answers.income.other_income === 0 ? [] : (['INCOME'] as const)),
    ...(role === 'GUARANTOR' && answers.property?.owns !== 'NO' ? (['PROPERTY'] as const) : []),
  ];
}

type Filled = { role: ApplicantRole; answers: Answers; documents: readonly ApplicationDocument[] };

/** Steps and documents that a form still lacks, in words for who fills it in, or others, in the order of the form. */
export function missingOf(
  { role, answers, documents }: Filled,
  words: Readonly<Record<FormStep, string>> = FORM_STEPS,
): string[] {
  const steps = stepsOf(role, answers).flatMap((step) =>
    isAnswered(step) && answers[step] === undefined ? [words[step]] : [],
  );
  const papers = neededDocuments(role, answers).flatMap((kind) =>
    documents.includes(kind) ? [] : [FORM_DOCUMENTS[kind]],
  );
  return [...steps, ...papers];
}

/** The step at which a form goes on. */
export const nextStep = ({ role, answers, documents }: Filled): FormStep =>
  stepsOf(role, answers).find((step) =>
    isAnswered(step)
      ? answers[step] === undefined
      : step === 'documents' && neededDocuments(role, answers).some((kind) => !documents.includes(kind)),
  ) ?? 'consent';
