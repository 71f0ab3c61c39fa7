import { namedAgency } from '../base/agency-name.ts';
import { type CalendarDate, formatDate, formatLongDate } from '../base/calendar.ts';
import { formatPhone } from '../base/phone.ts';
import { visitTimeText } from './visit.ts';

/** Agreed day and hour of a visit, `HH:MM`. */
export type VisitMoment = { date: CalendarDate; time: string };
/** A listing as its page names it. */
type Place = { title: string; address: string };
type Mail = { subject: string; body: string };

/** `24 de novembro de 2026, às 14h` */
export const visitMomentText = ({ date, time }: VisitMoment) => `${formatLongDate(date)}, às ${visitTimeText(time)}`;

const whatsappLines = (whatsapp: string | null) => whatsapp && `WhatsApp:\nhttps://wa.me/55${whatsapp}`;

/** What a receipt is of: a request, or another hour for a visit. */
export type ReceiptOf = 'requested' | 'moved';
const RECEIPTS: Record<ReceiptOf, { subject: string; first: string }> = {
  requested: { subject: 'Pedido de visita recebido', first: 'O horário está reservado' },
  moved: { subject: 'Novo horário da visita', first: 'O novo horário está reservado, no lugar do anterior' },
};

/**
 * Receipt of a visitor's request. It goes to an address that nobody confirmed, so it holds nothing that the visitor
 * typed.
 */
export const visitReceiptMail = ({
  of,
  agency,
  place,
  moment,
  page,
  whatsapp,
}: {
  of: ReceiptOf;
  agency: string;
  place: Place;
  moment: VisitMoment;
  /** Address of the visit's own page. */
  page: string;
  whatsapp: string | null;
}): Mail => ({
  subject: `${RECEIPTS[of].subject}: ${formatDate(moment.date)}, às ${visitTimeText(moment.time)}`,
  body: [
    `${RECEIPTS[of].first}, e ${namedAgency(agency)} entra em contato para confirmar.`,
    `${place.title}\n${place.address}\n${visitMomentText(moment)}`,
    `Para guardar na agenda:\n${page}/visita.ics`,
    `Para mudar o horário ou cancelar:\n${page}`,
    whatsappLines(whatsapp),
    'Se não foi você que pediu, cancele por esse mesmo endereço.',
  ]
    .filter(Boolean)
    .join('\n\n'),
});

/** Receipt of a message, without what its writer typed: nobody confirmed the address. `page`: the listing's. */
export const messageReceiptMail = ({
  agency,
  id,
  place,
  page,
  whatsapp,
}: {
  agency: string;
  id: number;
  place: Place;
  page: string;
  whatsapp: string | null;
}): Mail => ({
  subject: `Mensagem recebida sobre o imóvel ${id}`,
  body: [
    `A sua mensagem sobre este imóvel chegou, e ${namedAgency(agency)} responde por e-mail.`,
    `${place.title}\n${place.address}\n${page}`,
    whatsappLines(whatsapp),
    'Se não foi você que escreveu, não precisa fazer nada.',
  ]
    .filter(Boolean)
    .join('\n\n'),
});

/** What became of a visit at the visitor's hands. */
export type VisitNews = 'requested' | 'moved' | 'canceled';

const NEWS: Record<VisitNews, string> = {
  requested: 'Pedido de visita',
  moved: 'Visita mudada pelo visitante',
  canceled: 'Visita cancelada pelo visitante',
};

type Person = { name: string; phone: string | null; email: string | null };

const contactLines = ({ name, phone, email }: Person) =>
  [name, phone && `${formatPhone(phone)}\nhttps://wa.me/55${phone}`, email].filter(Boolean).join('\n');

/** Tells the agency of a visit. `page`: where the staff answers it. */
export const visitNewsMail = (
  news: VisitNews,
  { id, place, moment, person, page }: { id: number; place: Place; moment: VisitMoment; person: Person; page: string },
): Mail => ({
  subject: `${NEWS[news]}: ${formatDate(moment.date)}, às ${visitTimeText(moment.time)}, imóvel ${id}`,
  body: [
    `${NEWS[news]}, imóvel ${id}:\n${place.title}\n${place.address}\n${visitMomentText(moment)}`,
    contactLines(person),
    `Para responder:\n${page}`,
  ].join('\n\n'),
});

/** Tells the agency of a message about a listing. */
export const messageMail = ({
  id,
  place,
  person,
  message,
  page,
}: {
  id: number;
  place: Place;
  person: Person;
  message: string;
  page: string;
}): Mail => ({
  subject: `Mensagem do site sobre o imóvel ${id}`,
  body: [`${place.title}\n${place.address}`, contactLines(person), message, `Para responder:\n${page}`].join('\n\n'),
});

/** Sums up a flood of requests, of which the agency isn't told one by one. `pages`: where all of them are. */
export const manyRequestsMail = ({ count, pages }: { count: number; pages: readonly string[] }): Mail => ({
  subject: `Muitos pedidos pelo site: ${count.toLocaleString('pt-BR')} em 15 minutos`,
  body: [
    `Chegaram ${count.toLocaleString('pt-BR')} pedidos de visita e mensagens pelo site em 15 minutos. Para não encher a sua caixa, os que passam de vinte não são avisados um a um, e este resumo vem no máximo a cada 15 minutos.`,
    `Estão todos aqui:\n${pages.join('\n')}`,
    'Se parecerem falsos, avise quem cuida do servidor.',
  ].join('\n\n'),
});
