import type { AnalysedParty } from '@morada/domain/application/analysis';
import { type ApplicantRole, type ApplicationState, applicationLife } from '@morada/domain/application/application';
import { isRecent } from '@morada/domain/application/credit';
import {
  type Answers,
  type ApplicationDocument,
  FORM_PARTS,
  isCompany,
  missingOf,
} from '@morada/domain/application/form';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { FoundInquiry } from './credit.queries.ts';

type Filled = { role: ApplicantRole; answers: Answers };
type Party = Filled &
  Pick<AnalysedParty, 'credit' | 'bureau'> & { name: string; state: string; proven_income: number | null };

/** Income and other income, or what a company takes in, as the party says. */
export const declaredIncome = ({ company, income }: Answers) =>
  company?.revenue ?? (income ? income.income + income.other_income : null);

/** A party as the rules look at it. */
export function analysedParty(party: Party, documents: readonly ApplicationDocument[]): AnalysedParty {
  const { role, answers, credit, bureau } = party;
  const { company, person, income, property } = answers;
  return {
    ...{ role, credit, bureau, name: (company ?? person)?.name ?? party.name, birth_date: person?.birth_date ?? null },
    isCompany: isCompany(answers),
    ...{ declared: declaredIncome(answers), proven: party.proven_income, debts: (company ?? income)?.debts ?? null },
    property: property
      ? { owns: property.owns === 'YES', encumbered: property.encumbered === 'YES', value: property.property_value }
      : null,
    missing: missingOf({ role, answers, documents }, FORM_PARTS),
    isSent: party.state === 'SENT',
  };
}

/** Whether credit may be asked for: while somebody has to decide. */
export const mayAskCredit = (state: ApplicationState) => applicationLife.can(state, 'refuse');

/** The newest answer about a party's document, as the rules look at it. @param inquiries the newest first */
export const standingOf = (inquiries: readonly FoundInquiry[], party: number): AnalysedParty['bureau'] =>
  inquiries.find((one) => one.party_id === party && one.state === 'ANSWERED' && !one.is_of_other) ?? null;

export const shownInquiry = ({ party_id: _, asked_on, ...inquiry }: FoundInquiry, today: CalendarDate) => ({
  ...inquiry,
  // The server stopped between the call and its answer.
  note: inquiry.state === 'LOST' ? (inquiry.note ?? 'A consulta ficou sem resposta.') : inquiry.note,
  is_recent: inquiry.state === 'ANSWERED' && !inquiry.is_of_other && isRecent(asked_on, today),
});
