import { type CalendarDate, periodBetween } from '../base/calendar.ts';
import { type BasisPoints, type Cents, formatMoney, formatPercent, ratio, sum, WHOLE } from '../base/money.ts';
import { GUARANTEES, type Guarantee, hasTwoGuarantees } from '../lease/contract.ts';
import { APPLICANT_ROLES, type ApplicantRole } from './application.ts';
import { bandOf } from './credit.ts';

/** The agency's rules. Multiples are in hundredths: 300 is three times. */
export type AnalysisRules = {
  /** Income of the tenants, in times the rent with its fees. */
  income_times: number;
  /** Most of the income that instalments of debts may take. */
  debts_share: BasisPoints;
  /** Income of each guarantor, in times the rent with its fees. */
  guarantor_times: number;
  /** A guarantor must own a property that nothing is pledged on. */
  guarantor_property: boolean;
  /** Least score of each party; null: none is asked for. */
  min_score: number | null;
};

export const DEFAULT_RULES: AnalysisRules = {
  income_times: 300,
  debts_share: 3_000,
  guarantor_times: 300,
  guarantor_property: true,
  min_score: null,
};

/** What a report says of a person's debts. */
export const CREDIT_RESULTS = { CLEAR: 'Nada consta', LISTED: 'Com apontamentos' } as const;
export type CreditResult = keyof typeof CREDIT_RESULTS;

export type AnalysedParty = {
  role: ApplicantRole;
  name: string;
  birth_date: CalendarDate | null;
  /** A company has no age. */
  isCompany: boolean;
  /** Income and other income, as the party says; null: not answered. */
  declared: Cents | null;
  /** As the documents show; null: nobody compared them. */
  proven: Cents | null;
  debts: Cents | null;
  property: { owns: boolean; encumbered: boolean; value: Cents | null } | null;
  /** What the form lacks. */
  missing: readonly string[];
  isSent: boolean;
  credit: CreditResult | null;
  /** The bureau's answer; null: nobody asked. Its score is null where the bureau has none. */
  bureau: { score: number | null } | null;
};

export type Outcome = 'MET' | 'NOT_MET' | 'UNKNOWN';
export type AnalysisLine = { rule: string; outcome: Outcome; words: string };

type Analysed = {
  rent: Cents;
  fees: Cents;
  guarantee: Guarantee | null;
  parties: readonly AnalysedParty[];
  rules: AnalysisRules;
  today: CalendarDate;
};

const ADULT_YEARS = 18;
const times = (hundredths: number) =>
  `${(hundredths / 100).toLocaleString('pt-BR', { maximumFractionDigits: 2 })} vezes`;
const incomeOf = ({ proven, declared }: AnalysedParty) => proven ?? declared;
const nameOf = ({ name, role }: AnalysedParty) => `${name} (${APPLICANT_ROLES[role].toLowerCase()})`;
const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** One line for each rule, with the figures that it was computed from. */
export function analysisOf({ rent, fees, guarantee, parties, rules, today }: Analysed): AnalysisLine[] {
  const cost = rent + fees;
  const tenants = parties.filter(({ role }) => role !== 'GUARANTOR');
  const guarantors = parties.filter(({ role }) => role === 'GUARANTOR');
  return [
    formsLine(parties),
    agesLine(parties, today),
    incomeLine('Renda dos locatários', tenants, cost, rules.income_times),
    debtsLine(tenants, rules.debts_share),
    ...(guarantee === 'BONDSMAN' || guarantors.length > 0 ? guarantorLines(guarantors, cost, rules) : []),
    ...(guarantee !== null && hasTwoGuarantees(guarantee, guarantors.length) ? [twoGuaranteesLine(guarantee)] : []),
    creditLine(parties),
    ...(rules.min_score === null ? [] : [scoreLine(parties, rules.min_score)]),
  ];
}

function formsLine(parties: readonly AnalysedParty[]): AnalysisLine {
  const rule = 'Fichas e documentos';
  const lacking = parties.filter(({ isSent, missing }) => !isSent || missing.length > 0);
  if (lacking.length === 0)
    return {
      rule,
      outcome: 'MET',
      words: `As fichas de ${parties.length} de ${parties.length} partes estão completas.`,
    };
  const lines = lacking.map((party) =>
    party.missing.length > 0
      ? `${nameOf(party)}: falta ${listed.format(party.missing)}`
      : `${nameOf(party)}: a ficha ainda não foi enviada`,
  );
  return { rule, outcome: 'UNKNOWN', words: `${lines.join('; ')}.` };
}

function agesLine(parties: readonly AnalysedParty[], today: CalendarDate): AnalysisLine {
  const rule = 'Maioridade';
  const people = parties.filter(({ isCompany }) => !isCompany);
  if (people.length === 0) return { rule, outcome: 'MET', words: 'Nenhuma das partes é uma pessoa física.' };
  const known = people.flatMap((party) => (party.birth_date === null ? [] : [{ party, born: party.birth_date }]));
  const minors = known.filter(({ born }) => born > today || periodBetween(born, today).months < ADULT_YEARS * 12);
  if (minors.length > 0)
    return {
      rule,
      outcome: 'NOT_MET',
      words: `${listed.format(minors.map(({ party }) => nameOf(party)))}: menos de ${ADULT_YEARS} anos.`,
    };
  if (known.length < people.length)
    return { rule, outcome: 'UNKNOWN', words: 'Nem todas as pessoas informaram a data de nascimento.' };
  return { rule, outcome: 'MET', words: `Todas as pessoas têm ${ADULT_YEARS} anos ou mais.` };
}

/** `R$ 6.000,00 (Ana R$ 4.000,00 comprovada, Rui R$ 2.000,00 declarada)` */
function incomeWords(parties: readonly AnalysedParty[]) {
  const parts = parties.flatMap((party) => {
    const income = incomeOf(party);
    return income === null
      ? []
      : `${party.name} ${formatMoney(income)} ${party.proven === null ? 'declarada' : 'comprovada'}`;
  });
  const total = sum(parties.map((party) => incomeOf(party) ?? 0));
  return `${formatMoney(total)} (${parts.join(', ')})`;
}

function incomeLine(rule: string, parties: readonly AnalysedParty[], cost: Cents, wanted: number): AnalysisLine {
  const unknown = parties.filter((party) => incomeOf(party) === null);
  const asked = `a regra pede ${times(wanted)}, ou ${formatMoney(ratio(cost, wanted, 100))}`;
  if (parties.length === unknown.length)
    return { rule, outcome: 'UNKNOWN', words: `Ninguém informou a renda; ${asked}.` };
  const total = sum(parties.map((party) => incomeOf(party) ?? 0));
  const reached = cost === 0 ? 0 : Math.floor((total * 100) / cost);
  const words = `Renda de ${incomeWords(parties)}, ${times(reached)} o aluguel com encargos de ${formatMoney(cost)}; ${asked}.`;
  // Compared in centavos: a multiple cut to two decimals could hide one that is missing.
  if (total * 100 >= wanted * cost) return { rule, outcome: 'MET', words };
  return { rule, outcome: unknown.length > 0 ? 'UNKNOWN' : 'NOT_MET', words };
}

function debtsLine(tenants: readonly AnalysedParty[], share: BasisPoints): AnalysisLine {
  const rule = 'Parcelas de dívidas';
  const known = tenants.filter(({ debts }) => debts !== null);
  const income = sum(tenants.map((party) => incomeOf(party) ?? 0));
  const asked = `a regra aceita até ${formatPercent(share)}`;
  if (known.length < tenants.length || income === 0)
    return { rule, outcome: 'UNKNOWN', words: `Faltam rendas ou parcelas declaradas; ${asked}.` };
  const debts = sum(tenants.map((party) => party.debts ?? 0));
  const taken = Math.ceil((debts * WHOLE) / income);
  const words = `Parcelas declaradas de ${formatMoney(debts)} por mês tomam ${formatPercent(taken)} da renda de ${formatMoney(income)}; ${asked}.`;
  return { rule, outcome: debts * WHOLE <= share * income ? 'MET' : 'NOT_MET', words };
}

function guarantorLines(guarantors: readonly AnalysedParty[], cost: Cents, rules: AnalysisRules): AnalysisLine[] {
  if (guarantors.length === 0)
    return [{ rule: 'Fiador', outcome: 'UNKNOWN', words: 'A garantia é fiador, e nenhum fiador tem ficha.' }];
  const incomes = guarantors.map((guarantor) =>
    incomeLine(`Renda do fiador ${guarantor.name}`, [guarantor], cost, rules.guarantor_times),
  );
  return rules.guarantor_property ? [...incomes, propertyLine(guarantors)] : incomes;
}

function propertyLine(guarantors: readonly AnalysedParty[]): AnalysisLine {
  const rule = 'Imóvel do fiador';
  const free = guarantors.find(({ property }) => property?.owns && !property.encumbered);
  if (free) {
    const value = free.property?.value;
    const worth = value === null || value === undefined ? '' : `, de ${formatMoney(value)}`;
    return { rule, outcome: 'MET', words: `${free.name} tem imóvel sem ônus declarado${worth}. Confira na matrícula.` };
  }
  if (guarantors.some(({ property }) => property === null))
    return { rule, outcome: 'UNKNOWN', words: 'Nenhum fiador informou ainda um imóvel sem ônus.' };
  return { rule, outcome: 'NOT_MET', words: 'Nenhum fiador tem imóvel sem ônus.' };
}

const twoGuaranteesLine = (guarantee: Guarantee): AnalysisLine => ({
  rule: 'Uma só garantia',
  outcome: 'NOT_MET',
  words: `Há fiador e ${GUARANTEES[guarantee].toLowerCase()}. A Lei 8.245, art. 37, aceita uma só garantia no mesmo contrato.`,
});

function creditLine(parties: readonly AnalysedParty[]): AnalysisLine {
  const rule = 'Consulta de crédito';
  const found = parties.filter(({ credit }) => credit === 'LISTED');
  if (found.length > 0)
    return { rule, outcome: 'NOT_MET', words: `Com apontamentos: ${listed.format(found.map(nameOf))}.` };
  const without = parties.filter(({ credit }) => credit === null);
  if (without.length > 0)
    return { rule, outcome: 'UNKNOWN', words: `Sem consulta anexada: ${listed.format(without.map(nameOf))}.` };
  return { rule, outcome: 'MET', words: 'Nada consta para todas as partes.' };
}

function scoreLine(parties: readonly AnalysedParty[], wanted: number): AnalysisLine {
  const rule = 'Score mínimo';
  const scored = parties.flatMap((party) => {
    const score = party.bureau?.score ?? null;
    return score === null ? [] : [{ score, words: `${nameOf(party)} ${score}, ${bandOf(score)}` }];
  });
  const words = [
    ...scored.map((one) => one.words),
    ...parties.flatMap((party) => (party.bureau === null ? `${nameOf(party)}: sem consulta` : [])),
    ...parties.flatMap((party) => (party.bureau?.score === null ? `${nameOf(party)}: o birô não tem score` : [])),
    `a regra pede ${wanted}`,
  ];
  const isBelow = scored.some(({ score }) => score < wanted);
  const outcome = isBelow ? 'NOT_MET' : scored.length < parties.length ? 'UNKNOWN' : 'MET';
  return { rule, outcome, words: `${words.join('; ')}.` };
}

/** What the lines say together. */
export const verdictOf = (lines: readonly AnalysisLine[]): Outcome =>
  lines.some(({ outcome }) => outcome === 'NOT_MET')
    ? 'NOT_MET'
    : lines.some(({ outcome }) => outcome === 'UNKNOWN')
      ? 'UNKNOWN'
      : 'MET';

export const OUTCOMES: Record<Outcome, string> = { MET: 'Atende', NOT_MET: 'Não atende', UNKNOWN: 'A conferir' };

type Approving = {
  cost: Cents;
  /** Up to which one person decides; null: always. */
  limit: Cents | null;
  /** The application is with the second person already. */
  isRecommended: boolean;
  /** Who made the application, and who recommended it. */
  involved: readonly (number | null)[];
  by: number;
};

/** `FIRST`: the decision is a recommendation, and a second person decides. `SECOND`: somebody uninvolved must decide. */
export function approvalOf({
  cost,
  limit,
  isRecommended,
  involved,
  by,
}: Approving): 'ALONE' | 'FIRST' | 'SECOND' | 'SAME_PERSON' {
  if (limit === null || cost <= limit) return 'ALONE';
  if (!isRecommended) return 'FIRST';
  return involved.includes(by) ? 'SAME_PERSON' : 'SECOND';
}
