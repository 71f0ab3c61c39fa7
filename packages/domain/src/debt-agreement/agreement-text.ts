import { namedAgency } from '../base/agency-name.ts';
import {
  type CalendarDate,
  daysText,
  formatDate,
  formatReference,
  type Reference,
  shownReference,
} from '../base/calendar.ts';
import { documentKind, formatDocument } from '../base/documents.ts';
import { type Cents, formatMoney, formatPercent } from '../base/money.ts';
import { fillText } from '../messages/text.ts';
import type { BreakRule, DebtAgreementTerms } from './debt-agreement.ts';

/** Fields that an agency may use in its text. */
export const AGREEMENT_FIELDS = [
  'imobiliaria',
  'inquilino',
  'documento',
  'contrato',
  'imovel',
  'faturas',
  'divida',
  'desconto',
  'juros',
  'total',
  'parcelas',
  'dias_primeira',
  'dias_parcela',
  'data',
  'validade',
] as const;

/** Text of the product: paragraphs are separated by blank lines, and an item of a list begins with `- `. */
export const DEFAULT_AGREEMENT_TEXT = `Termo de acordo e confissão de dívida

{{inquilino}}, {{documento}}, parte locatária do imóvel {{imovel}} pelo contrato nº {{contrato}}, administrado por {{imobiliaria}}, reconhece dever, em {{data}}, as faturas abaixo, com multa e juros contados até essa data:

{{faturas}}

A dívida soma {{divida}}. {{desconto}} {{juros}} O total de {{total}} será pago assim:

{{parcelas}}

Cada parcela paga a fatura mais antiga ainda em aberto, na proporção entre aluguel, taxas, multa e juros. Uma parcela atrasada tem multa e juros como qualquer fatura do contrato.

O aceite deste termo suspende a cobrança das faturas acima, e o pagamento da primeira parcela o confirma. O acordo se rompe se a primeira parcela passar {{dias_primeira}} do vencimento sem pagamento, ou qualquer outra, {{dias_parcela}}. Rompido, os descontos deixam de valer, e o que falta da dívida volta a ser exigível, com multa e juros desde o vencimento de cada fatura, descontado tudo o que foi pago.

Este acordo não é novação: o contrato e as suas garantias continuam como estão.

Oferta válida até {{validade}}.`;

export type AgreementFacts = {
  agency: string;
  tenant: { name: string; cpf_cnpj: string };
  proposal_id: number;
  property: string;
  day: CalendarDate;
  valid_until: CalendarDate;
  invoices: readonly {
    id: number;
    reference: Reference;
    due_date: CalendarDate;
    amount: Cents;
    fine: Cents;
    interest: Cents;
  }[];
  terms: Pick<DebtAgreementTerms, 'charges_off' | 'rent_off' | 'monthly_interest'>;
  rule: BreakRule;
  plan: {
    principal: Cents;
    charges: Cents;
    discount: Cents;
    interest: Cents;
    total: Cents;
    instalments: readonly { number: number; due_date: CalendarDate; amount: Cents }[];
  };
};

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

function discountWords({ terms, plan }: AgreementFacts): string {
  if (plan.discount === 0) return 'Não há desconto.';
  const parts = [
    terms.charges_off > 0 && `${formatPercent(terms.charges_off)} da multa e dos juros`,
    terms.rent_off > 0 && `${formatPercent(terms.rent_off)} do aluguel`,
  ].filter(Boolean);
  return `O desconto é de ${formatMoney(plan.discount)} (${parts.join(' e ')}).`;
}

const interestWords = ({ terms, plan }: AgreementFacts): string =>
  plan.interest === 0
    ? 'As parcelas não têm juros.'
    : `As parcelas têm juros simples de ${formatPercent(terms.monthly_interest)} ao mês, que somam ${formatMoney(plan.interest)}.`;

/** The text with the values of an agreement. @throws RangeError for a field that does not exist. */
export function agreementText(template: string, facts: AgreementFacts): string {
  const { tenant, plan, rule, invoices } = facts;
  return fillText(template, {
    imobiliaria: facts.agency,
    inquilino: tenant.name,
    documento: `${documentKind(tenant.cpf_cnpj)} ${formatDocument(tenant.cpf_cnpj)}`,
    contrato: String(facts.proposal_id),
    imovel: facts.property,
    faturas: list(
      invoices.map(({ id, reference, due_date, amount, fine, interest }) => {
        const charges = fine + interest === 0 ? '' : `, multa ${formatMoney(fine)}, juros ${formatMoney(interest)}`;
        return `fatura ${id}, ${formatReference(shownReference(reference))}, com vencimento em ${formatDate(due_date)}: ${formatMoney(amount)}${charges}`;
      }),
    ),
    divida: formatMoney(plan.principal + plan.charges),
    desconto: discountWords(facts),
    juros: interestWords(facts),
    total: formatMoney(plan.total),
    parcelas: list(
      plan.instalments.map(
        ({ number, due_date, amount }) => `parcela ${number}, em ${formatDate(due_date)}: ${formatMoney(amount)}`,
      ),
    ),
    dias_primeira: daysText(rule.first_days),
    dias_parcela: daysText(rule.break_days),
    data: formatDate(facts.day),
    validade: formatDate(facts.valid_until),
  });
}

export type TextBlock = { kind: 'title' | 'paragraph'; text: string } | { kind: 'list'; items: string[] };

/** Paragraphs and lists of a text, for a page or a PDF. The first paragraph is the title. */
export const textBlocks = (text: string): TextBlock[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block, index): TextBlock => {
      const lines = block.split('\n').map((line) => line.trim());
      if (lines.every((line) => line.startsWith('- ')))
        return { kind: 'list', items: lines.map((line) => line.slice(2)) };
      return { kind: index === 0 ? 'title' : 'paragraph', text: lines.join(' ') };
    });

/** Message that tells the tenant of an offer. */
export const offerMessage = (offer: {
  agency: string;
  tenant: string;
  total: Cents;
  instalments: number;
  valid_until: CalendarDate;
  url: string;
}) => ({
  subject: 'Proposta de acordo',
  text: `Olá, ${offer.tenant}. ${offer.agency} propõe um acordo: ${formatMoney(offer.total)} em ${offer.instalments === 1 ? '1 parcela' : `${offer.instalments} parcelas`}. Leia e aceite até ${formatDate(offer.valid_until)}: ${offer.url}`,
});

/** Message that tells the tenant that an agreement is about to be broken. */
export const warningMessage = (warned: { agency: string; tenant: string; breaks_on: CalendarDate; url: string }) => ({
  subject: 'Parcela do acordo em atraso',
  text: `Olá, ${warned.tenant}. Há parcela em atraso no seu acordo com ${namedAgency(warned.agency)}. Sem o pagamento, o acordo se rompe em ${formatDate(warned.breaks_on)}, e a dívida volta sem os descontos. Veja e pague: ${warned.url}`,
});
