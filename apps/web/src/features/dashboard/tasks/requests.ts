import type { Today } from '@morada/contract/desk/today';
import { properties } from '@morada/contract/registry/properties';
import type { PropertyRequest } from '@morada/contract/registry/property-rows';
import { daysBetween, daysText, formatDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { may } from '#web/lib/session/session.ts';
import { dayAt, today } from '#web/lib/today.ts';
import type { Found, Task } from '../today-queue.tsx';

/** Properties offered on the site and not reviewed yet. */
export const requestTasks = ({ data, total }: NonNullable<Today['requests']>): Found => ({
  tasks: data.map(asTask),
  count: total,
});

function asTask(request: z.output<typeof PropertyRequest>): Task {
  const { id, price, created_at, offer } = request;
  const days = daysBetween(dayAt(created_at), today());
  return {
    title: `Imóvel ${id}`,
    who: addressLine(request),
    when:
      offer?.state === 'VISIT' && offer.visit_on
        ? `visita em ${formatDate(offer.visit_on)}`
        : days > 0
          ? `aguarda há ${daysText(days)}`
          : 'chegou hoje',
    late: false,
    amount: price,
    verb: may(properties.update.access) ? 'Analisar' : 'Abrir',
    link: { to: '/properties/info/$id', params: { id: String(id) } },
  };
}
