import { addDays } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

const CONSENT =
  'Autorizo o envio de avisos sobre o contrato por WhatsApp. Posso sair a qualquer momento respondendo SAIR.';

/** Messages of the last weeks in every state, with what people agreed to and one who refused. */
export async function addOutbox({ db, today }: Context) {
  const day = today();
  await sql`insert into message_consent (client_id, channel, given_on, source, body)
    select id, 'WHATSAPP', ${addDays(day, -200)}::date, 'Cláusula do contrato', ${CONSENT}
    from client where type = 'TENANT' and deleted_at is null and id % 3 <> 0
    on conflict do nothing`.execute(db);
  // One message for each person, about the latest invoice of the tenant.
  await sql`with latest as (
      select distinct on (i.user_id) i.id, i.user_id, i.proposal_id, i.status, i.amount, i.due_date, c.email, c.name,
        '55' || coalesce(c.cellphone, c.phone) as mobile, c.person_type
      from invoice i join client c on c.id = i.user_id
      where i.deleted_at is null and c.email is not null order by i.user_id, i.id desc),
    numbered as (select *, row_number() over (order by user_id desc) as number from latest),
    told as (
      select *, (array['READ', 'DELIVERED', 'SENT', 'READ', 'FAILED', 'QUEUED'])[1 + number % 6] as state,
        (array['WHATSAPP', 'WHATSAPP', 'EMAIL', 'WHATSAPP', 'WHATSAPP', 'WHATSAPP'])[1 + number % 6] as channel,
        -- Within the hours of messages, and on no Sunday.
        (past - case when extract(dow from past) = 0 then 1 else 0 end + time '09:10' + (number % 9) * interval '65 minutes')
          at time zone 'America/Sao_Paulo' as moment
      from (select *, ${day}::date - number::integer as past from numbered) dated)
    insert into message (key, kind, client_id, contract_id, invoice_id, subject, body, state, send_at, last_day, channel,
      recipient, reason, cost, created_at, sent_at, delivered_at, read_at, closed_at, tried)
    select 'demo:' || id, case when status = 'PAID' then 'PAID' else 'DUE_SOON' end, user_id, proposal_id, id,
      case when status = 'PAID' then 'Recebemos o seu pagamento' else 'Sua fatura está perto do vencimento' end,
      'Olá, ' || case when person_type = 'JURIDICA' then rtrim(name, '.') else split_part(name, ' ', 1) end
        || case when status = 'PAID' then '. Recebemos o pagamento de ' else '. A fatura de ' end
        || 'R$ ' || translate(to_char(amount / 100.0, 'FM999,990.00'), ',.', '.,')
        || case when status = 'PAID' then ', da fatura com vencimento em ' else ' vence em ' end || to_char(due_date, 'DD/MM/YYYY')
        || case when status = 'PAID' then '. O recibo está na sua área do cliente.' else '. Veja como pagar na sua área do cliente.' end,
      state, case when state = 'QUEUED' then (${addDays(day, 1)}::date + time '10:00') at time zone 'America/Sao_Paulo' else moment end,
      ${addDays(day, 5)}::date, case when state <> 'QUEUED' then channel end,
      case when state <> 'QUEUED' then case channel when 'WHATSAPP' then mobile else email end end, case when state = 'FAILED' then 'REJECTED' end,
      case when state in ('QUEUED', 'FAILED') then null when channel = 'WHATSAPP' then 4 else 0 end,
      case when state = 'QUEUED' then (${day}::date + time '00:05') at time zone 'America/Sao_Paulo' else moment - interval '1 hour' end,
      case when state in ('SENT', 'DELIVERED', 'READ') then moment end,
      case when state in ('DELIVERED', 'READ') then moment + interval '1 minute' end,
      case when state = 'READ' then moment + interval '9 minutes' end,
      case when state = 'FAILED' then moment end,
      case when state = 'FAILED' then array[channel] else '{}' end
    from told order by state = 'QUEUED', moment on conflict do nothing`.execute(db);
  await sql`insert into message_refusal (client_id, source, refused_at)
    select id, 'WHATSAPP', now() - interval '12 days' from client
    where type = 'TENANT' and deleted_at is null order by id desc limit 1
    on conflict do nothing`.execute(db);
}
