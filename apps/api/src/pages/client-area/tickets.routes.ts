import { NewTicket } from '@morada/contract/client-area';
import { TicketReply } from '@morada/contract/support';
import type { FastifyRequest } from 'fastify';
import { present } from '../../base/present.ts';
import { clientOf } from '../../http/client-access.ts';
import * as service from '../../modules/client-area/client-area.service.ts';
import { readValues, takeForm } from '../kit/form-values.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo, pageIn } from './client-area.request.ts';
import { BLANK, type Filled } from './entry.page.ts';
import type { Area } from './layout.part.ts';
import { newTicketPage, ticketPage, ticketsPage } from './ticket.page.ts';

/** The client's tickets and their messages. */
export function ticketRoutes({ deps, clients, show, send, areaOf, spent }: ClientAreaServer) {
  show(PATHS.tickets, async (area, request) =>
    ticketsPage(area, await service.ticketsOf(deps, area.client.id, pageIn(request))),
  );

  const newTicket = async (area: Area, filled: Filled) =>
    newTicketPage(area, filled, await service.placesOf(deps, area.client.id));
  show(PATHS.newTicket, (area) => newTicket(area, BLANK));
  clients.post(PATHS.newTicket, async (request, reply) => {
    const values = readValues(request.body);
    let opened: number | undefined;
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(NewTicket, values, async (input) => {
        opened = await service.openTicket(deps, clientOf(request).id, input);
      }));
    if (isRight(taken)) return onTo(reply, `${PATHS.tickets}/${present(opened, 'the ticket')}`);
    return send(reply, await newTicket(await areaOf(request), { values, errors: taken.errors }), taken.status);
  });

  const ticket = async (area: Area, request: FastifyRequest, filled: Filled) =>
    ticketPage(area, await service.showTicket(deps, area.client.id, idIn(request)), filled);
  show(`${PATHS.tickets}/:id`, (area, request) => ticket(area, request, BLANK));
  clients.post(`${PATHS.tickets}/:id`, async (request, reply) => {
    const values = readValues(request.body);
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(TicketReply, values, ({ message }) =>
        service.askTicket(deps, clientOf(request).id, idIn(request), message),
      ));
    if (isRight(taken)) return onTo(reply, `${PATHS.tickets}/${idIn(request)}`);
    const page = await ticket(await areaOf(request), request, { values, errors: taken.errors });
    return send(reply, page, taken.status);
  });
}
