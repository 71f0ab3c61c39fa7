import type { NewsKind } from './kinds.ts';

/** Fields of a text, with what they are and how they may look. */
export const MESSAGE_FIELDS = {
  nome: { label: 'Primeiro nome', example: 'Ana' },
  nome_completo: { label: 'Nome completo', example: 'Ana Prado' },
  imobiliaria: { label: 'Nome da imobiliária', example: 'Morada Imóveis' },
  telefone: { label: 'Telefone da imobiliária', example: '(32) 3539-7164' },
  imovel: { label: 'Endereço do imóvel', example: 'Rua Halfeld, 414, apto 302' },
  contrato: { label: 'Número do contrato', example: '12' },
  referencia: { label: 'Mês de referência', example: '10/2026' },
  valor: { label: 'Valor', example: 'R$ 1.500,00' },
  valor_anterior: { label: 'Aluguel anterior', example: 'R$ 1.420,00' },
  reajuste: { label: 'Percentual do reajuste e índice', example: '5,63% (IPCA)' },
  vencimento: { label: 'Vencimento', example: '05/12/2026' },
  pago_em: { label: 'Dia do pagamento', example: '04/12/2026' },
  repassado_em: { label: 'Dia do repasse', example: '10/12/2026' },
  assunto: { label: 'Assunto do atendimento ou do reparo', example: 'Vazamento na pia' },
  data: { label: 'Dia da visita', example: '28/11/2026' },
  turno: { label: 'Turno da visita', example: 'manhã' },
  nota: { label: 'O que a nota fiscal cobra', example: 'taxa de administração' },
  numero_nota: { label: 'Número da nota fiscal', example: '42' },
  termino: { label: 'Término do contrato', example: '31/01/2027' },
  dias: { label: 'Dias até lá', example: '60' },
  link: { label: 'Link', example: 'https://imobiliaria.exemplo/cliente' },
} as const satisfies Record<string, { label: string; example: string }>;

export type MessageField = keyof typeof MESSAGE_FIELDS;

const PERSON = ['nome', 'nome_completo', 'imobiliaria', 'telefone'] as const;
const LEASE = [...PERSON, 'imovel', 'contrato'] as const;
const INVOICE = [...LEASE, 'referencia', 'valor', 'vencimento', 'link'] as const;

type NewsFacts = {
  fields: readonly MessageField[];
  subject: string;
  body: string;
  /** Hour at which it is sent; null: as soon as it happens. */
  hour: number | null;
  /** Days before the announced event; null for news of a past event. */
  days: number | null;
};

/** Fields that each kind of news may use, and its text until the agency changes it. */
export const NEWS: Readonly<Record<NewsKind, NewsFacts>> = {
  INVOICE_ISSUED: {
    fields: INVOICE,
    subject: 'Sua fatura de {{referencia}} está disponível',
    body: 'Olá, {{nome}}. A fatura de {{referencia}} do imóvel {{imovel}} está disponível: {{valor}}, com vencimento em {{vencimento}}. Veja como pagar: {{link}}. {{imobiliaria}}.',
    hour: 9,
    days: null,
  },
  DUE_SOON: {
    fields: [...INVOICE, 'dias'],
    subject: 'Sua fatura vence em {{vencimento}}',
    body: 'Olá, {{nome}}. A fatura de {{valor}} do imóvel {{imovel}} vence em {{vencimento}}. Veja como pagar: {{link}}. Se já pagou, desconsidere. {{imobiliaria}}.',
    hour: 9,
    days: 3,
  },
  PAID: {
    fields: [...INVOICE, 'pago_em'],
    subject: 'Recebemos o seu pagamento',
    body: 'Olá, {{nome}}. Recebemos {{valor}} em {{pago_em}}, da fatura de {{referencia}} do imóvel {{imovel}}. O recibo está aqui: {{link}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  TRANSFERRED: {
    fields: [...LEASE, 'valor', 'repassado_em', 'link'],
    subject: 'Repasse de {{valor}} efetuado',
    body: 'Olá, {{nome}}. O repasse de {{valor}} do imóvel {{imovel}} foi efetuado em {{repassado_em}}. O demonstrativo está na sua área: {{link}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  TICKET_ANSWERED: {
    fields: [...PERSON, 'assunto', 'link'],
    subject: 'Respondemos ao seu atendimento',
    body: 'Olá, {{nome}}. Respondemos ao seu atendimento “{{assunto}}”. Leia a resposta: {{link}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  MAINTENANCE_QUOTED: {
    fields: [...PERSON, 'imovel', 'assunto', 'link'],
    subject: 'Orçamento para aprovar: {{imovel}}',
    body: 'Olá, {{nome}}. Há um orçamento de reparo do imóvel {{imovel}} para você aprovar ou recusar: “{{assunto}}”. Veja os valores: {{link}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  VISIT_CONFIRMED: {
    fields: [...PERSON, 'imovel', 'data', 'turno', 'link'],
    subject: 'Sua visita está confirmada',
    body: 'Olá, {{nome}}. Sua visita ao imóvel {{imovel}} está confirmada para {{data}}, {{turno}}. Veja o imóvel: {{link}}. Se não puder ir, avise: {{telefone}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  READJUSTED: {
    fields: [...LEASE, 'valor', 'valor_anterior', 'reajuste', 'link'],
    subject: 'Reajuste do seu aluguel',
    body: 'Olá, {{nome}}. O aluguel do imóvel {{imovel}}, contrato {{contrato}}, foi reajustado em {{reajuste}}: de {{valor_anterior}} para {{valor}}, nas próximas faturas. Dúvidas: {{telefone}}. {{imobiliaria}}.',
    hour: 9,
    days: null,
  },
  NOTE_ISSUED: {
    fields: [...PERSON, 'nota', 'numero_nota', 'valor', 'link'],
    subject: 'Sua nota fiscal foi emitida',
    body: 'Olá, {{nome}}. A nota fiscal {{numero_nota}} ({{nota}}), de {{valor}}, foi emitida. O PDF e o XML estão na sua área: {{link}}. {{imobiliaria}}.',
    hour: null,
    days: null,
  },
  CONTRACT_ENDING: {
    fields: [...LEASE, 'termino', 'dias', 'link'],
    subject: 'Seu contrato termina em {{termino}}',
    body: 'Olá, {{nome}}. O contrato {{contrato}} do imóvel {{imovel}} termina em {{termino}}. Vamos conversar sobre a renovação? {{telefone}}. {{imobiliaria}}.',
    hour: 9,
    days: 60,
  },
  CONTRACT_ENDING_OWNER: {
    fields: [...LEASE, 'termino', 'dias', 'link'],
    subject: 'O contrato do seu imóvel termina em {{termino}}',
    body: 'Olá, {{nome}}. O contrato {{contrato}} do seu imóvel {{imovel}} termina em {{termino}}. Vamos conversar sobre a renovação ou uma nova locação? {{telefone}}. {{imobiliaria}}.',
    hour: 9,
    days: 60,
  },
  CONTRACT_ENDING_GUARANTOR: {
    fields: [...LEASE, 'termino', 'dias'],
    subject: 'O contrato com a sua garantia termina em {{termino}}',
    body: 'Olá, {{nome}}. O contrato {{contrato}} do imóvel {{imovel}}, que tem a sua garantia, termina em {{termino}}. Se tiver dúvidas, fale conosco: {{telefone}}. {{imobiliaria}}.',
    hour: 9,
    days: 60,
  },
};

/** Made-up values, for the preview of a text while there is no real case. */
export const EXAMPLE_VALUES: Readonly<Record<MessageField, string>> = Object.fromEntries(
  Object.entries(MESSAGE_FIELDS).map(([name, { example }]) => [name, example]),
) as Record<MessageField, string>;

/** First word of a person's name; a company keeps the whole. */
export const firstName = (name: string, isCompany: boolean): string =>
  isCompany ? name : (name.trim().split(/\s+/)[0] ?? name);
