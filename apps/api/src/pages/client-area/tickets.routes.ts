import { TicketReply } from '@morada/contract/desk/support';
import { NewTicket } from '@morada/contract/doors/client-area';
import { truncate } from '@morada/domain/base/truncate';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { present } from '../../base/present.ts';
import type { Deps } from '../../context.ts';
import { clientOf } from '../../http/client-access.ts';
import { readValues, takeForm } from '../kit/form-values.ts';
import { BLANK, type Filled } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo, pageIn } from './client-area.request.ts';
import type { Area } from './layout.part.ts';
import { newTicketPage, ticketPage, ticketsPage } from './ticket.page.ts';

const MAX_SUBJECT = 120;

/** The client's tickets and their messages. */
export function ticketRoutes({ deps, clients, show, again, draftOf, deskOf, spent }: ClientAreaServer) {
  show(PATHS.tickets, async (area, request) =>
    ticketsPage(
      area,
      await service.ticketsOf(deps, area.client.id, pageIn(request)),
      await service.openMaintenances(deps, area.client.id),
    ),
  );

  const newTicket = async (area: Area, filled: Filled) =>
    newTicketPage(area, filled, await service.placesOf(deps, area.client.id));
  show(PATHS.newTicket, async (area, request, reply) =>
    newTicket(area, (await draftOf(request, reply, PATHS.newTicket)) ?? (await aboutRepair(deps, area, request))),
  );
  clients.post(PATHS.newTicket, async (request, reply) => {
    const values = readValues(request.body);
    let opened: number | undefined;
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(NewTicket, values, async (input) => {
        opened = await service.openTicket(deskOf(request), clientOf(request).id, input);
      }));
    if (isRight(taken)) return onTo(reply, `${PATHS.tickets}/${present(opened, 'the ticket')}`);
    return again(reply, PATHS.newTicket, values, taken);
  });

  const ticket = async (area: Area, request: FastifyRequest, filled: Filled) =>
    ticketPage(area, await service.showTicket(deps, area.client.id, idIn(request)), filled);
  show(`${PATHS.tickets}/:id`, async (area, request, reply) =>
    ticket(area, request, (await draftOf(request, reply, `${PATHS.tickets}/${idIn(request)}`)) ?? BLANK),
  );
  clients.post(`${PATHS.tickets}/:id`, async (request, reply) => {
    const values = readValues(request.body);
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(TicketReply, values, ({ message }) =>
        service.askTicket(deskOf(request), clientOf(request).id, idIn(request), message),
      ));
    if (isRight(taken)) return onTo(reply, `${PATHS.tickets}/${idIn(request)}`);
    return again(reply, `${PATHS.tickets}/${idIn(request)}`, values, taken);
  });
}

/** A ticket about a request for repair begins with its subject and property. */
async function aboutRepair(deps: Deps, { client }: Area, { query }: FastifyRequest): Promise<Filled> {
  const { manutencao } = query as { manutencao?: unknown };
  if (typeof manutencao !== 'string' || !/^[1-9]\d{0,14}$/.test(manutencao)) return BLANK;
  const { id, title, property } = await service.showMaintenance(deps, client.id, Number(manutencao));
  const subject = truncate(`Manutenção nº ${id}: ${title}`, MAX_SUBJECT);
  return { values: { title: subject, property_id: String(property.id) }, errors: {} };
}
