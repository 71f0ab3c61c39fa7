import type { TicketPriority, TicketStatus } from '@morada/domain/attendance/ticket';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { person } from './people.ts';
import { type Random, seeded } from './random.ts';
import type { Staff } from './staff.ts';

const MESSAGES = [
  'Boa tarde! O imóvel aceita animais de pequeno porte? Temos um cachorro de 6 kg.',
  'Gostaria de saber se o condomínio está incluído no valor anunciado e se há vaga de garagem coberta.',
  'Olá, vi o anúncio no site. É possível visitar no sábado de manhã?',
  'Qual a garantia pedida? Posso usar seguro-fiança?',
  'Tenho um apartamento em São Mateus e quero colocá-lo para alugar com vocês. Como funciona a administração?',
  'O imóvel fica disponível a partir de quando? Preciso me mudar até o fim do mês que vem.',
];

type Chat = { title: string; level: TicketPriority; status: TicketStatus; said: [client: string, ...rest: string[]] };

/** Client and staff alternate, the client first. */
const CHATS: Chat[] = [
  {
    title: 'Vazamento embaixo da pia da cozinha',
    level: 'HIGH',
    status: 'OPENED',
    said: ['Bom dia. Começou a vazar água embaixo da pia da cozinha, já fechei o registro. Podem mandar alguém hoje?'],
  },
  {
    title: 'Segunda via do boleto',
    level: 'MEDIUM',
    status: 'AWAITING',
    said: [
      'Não recebi o boleto deste mês.',
      'Bom dia! Enviamos agora para o seu e-mail. Chegou?',
      'Chegou, mas o vencimento já passou. Vou pagar multa?',
    ],
  },
  {
    title: 'Troca do chuveiro',
    level: 'LOW',
    status: 'REPLIED',
    said: [
      'O chuveiro queimou. A troca é por minha conta?',
      'Se ele é o original do imóvel, a troca é do proprietário. Mande uma foto que autorizamos o serviço.',
    ],
  },
  {
    title: 'Data do repasse',
    level: 'LOW',
    status: 'CLOSED',
    said: [
      'Quando sai o repasse deste mês?',
      'Cinco dias úteis depois do pagamento do inquilino: está previsto para sexta-feira.',
      'Perfeito, obrigado!',
    ],
  },
  {
    title: 'Interfone sem som',
    level: 'MEDIUM',
    status: 'CLOSED',
    said: ['O interfone parou de tocar.', 'Já avisamos o síndico; o conserto do condomínio ficou para amanhã cedo.'],
  },
];

/** Messages from the site and tickets of clients that wait for an answer. */
export async function addMessagesAndTickets(ctx: Context, staff: Staff) {
  const random = seeded(20_261_122);
  await receiveMessages(ctx, random, staff);
  await holdChats(ctx, random, staff);
}

const hoursAgo = (hours: number) => sql<string>`now() - make_interval(mins => ${Math.round(hours * 60)})`;

async function receiveMessages({ db }: Context, random: Random, { id: reader }: Staff) {
  const listed = await db
    .selectFrom('property')
    .select('id')
    .where('status', '=', 'AVAILABLE')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MESSAGES.length)
    .execute();
  const rows = MESSAGES.map((message, number) => {
    const { name, email, phone } = person(random, 6_000 + number);
    // The oldest are read.
    const isRead = number < 3;
    // One or two a day, each at its own time.
    const sent = (MESSAGES.length - number) * 17 - random.between(0, 900) / 60;
    return {
      ...{ name, phone, message, email: email ?? 'visitante@exemplo.invalid' },
      property_id: number === 4 ? null : (listed[number]?.id ?? null),
      created_at: hoursAgo(sent),
      consented_at: hoursAgo(sent),
      read_at: isRead ? hoursAgo(sent - random.between(20, 300) / 60) : null,
      read_by: isRead ? reader : null,
    };
  });
  await db.insertInto('contact_message').values(rows).execute();
}

async function holdChats({ db }: Context, random: Random, { id: admin_user_id }: Staff) {
  const clients = await db
    .selectFrom('proposal')
    .select(['user_id', 'property_id'])
    .where('status', '=', 'APPROVED')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(40)
    .execute();
  for (const [number, { said, ...chat }] of CHATS.entries()) {
    const client = clients[(number * 7 + random.between(0, 3)) % clients.length];
    if (!client) return;
    const begun = (number + 1) * 26 - random.between(0, 600) / 60;
    const pace = random.between(35, 140) / 60;
    const last = hoursAgo(begun - (said.length - 1) * pace);
    const { id } = await db
      .insertInto('ticket')
      .values({
        ...{ ...chat, ...client, created_at: hoursAgo(begun), updated_at: last },
        closed_at: chat.status === 'CLOSED' ? last : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const messages = said.map((data, turn) => {
      const ours = turn % 2 === 1;
      return {
        ...{ ticket_id: id, data, created_at: hoursAgo(begun - turn * pace) },
        ...(ours ? { author: 'STAFF' as const, admin_user_id } : { author: 'CLIENT' as const }),
      };
    });
    await db.insertInto('ticket_message').values(messages).execute();
  }
}
