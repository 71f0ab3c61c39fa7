import type { AnalysedParty } from '@morada/domain/application/analysis';
import type { ApplicantRole } from '@morada/domain/application/application';
import { type Answers, type ApplicationDocument, FORM_PARTS, missingOf } from '@morada/domain/application/form';

type Filled = { role: ApplicantRole; answers: Answers };
type Party = Filled & Pick<AnalysedParty, 'credit'> & { name: string; state: string; proven_income: number | null };

/** Income and other income, or what a company takes in, as the party says. */
export const declaredIncome = ({ company, income }: Answers) =>
  company?.revenue ?? (income ? income.income + income.other_income : null);

/** A party as the rules look at it. */
export function analysedParty(party: Party, documents: readonly ApplicationDocument[]): AnalysedParty {
  const { role, answers, credit } = party;
  const { company, person, income, property } = answers;
  return {
    ...{ role, credit, name: (company ?? person)?.name ?? party.name, birth_date: person?.birth_date ?? null },
    ...{ declared: declaredIncome(answers), proven: party.proven_income, debts: (company ?? income)?.debts ?? null },
    property: property
      ? { owns: property.owns === 'YES', encumbered: property.encumbered === 'YES', value: property.property_value }
      : null,
    missing: missingOf({ role, answers, documents }, FORM_PARTS),
    isSent: party.state === 'SENT',
  };
}
