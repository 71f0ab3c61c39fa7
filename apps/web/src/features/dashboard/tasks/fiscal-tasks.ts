import type { Answer } from '@morada/contract/base/endpoint';
import type { fiscalTasks as calls } from '@morada/contract/fiscal/fiscal-tasks';
import { daysBetween, daysText, formatDate } from '@morada/domain/base/calendar';
import { today } from '#web/lib/today.ts';
import { allOf, type Task } from '../today-queue.tsx';

/** What blocks DIMOB, as of the last check, the fiscal dates that are near, owners to ask about the reform, invoices that wait for a rate, and certificates that end. */
export const fiscalTasks = (agenda: Answer<typeof calls.agenda>) => allOf(tasksOf(agenda));

function tasksOf({ blocked, dates, reform, held, certificates }: Answer<typeof calls.agenda>): Task[] {
  const link = { to: '/fiscal' } as const;
  const blocking: Task[] = blocked
    ? [
        {
          title: `DIMOB de ${blocked.year}`,
          who: blocked.blocking === 1 ? 'Uma pendência a impede' : `${blocked.blocking} pendências a impedem`,
          when: 'na última conferência',
          late: false,
          verb: 'Resolver',
          link,
        },
      ]
    : [];
  const asked: Task[] = reform
    ? [
        {
          title: `Radar da reforma de ${reform.year}`,
          who:
            reform.to_ask === 1
              ? '1 proprietário perto do limite ou contribuinte'
              : `${reform.to_ask} proprietários perto do limite ou contribuintes`,
          when: 'sem declaração',
          late: false,
          verb: 'Consultar',
          link: { to: '/fiscal/reform', search: { declaration: 'MISSING' } },
        },
      ]
    : [];
  const near = dates.map(({ date, name, who }): Task => {
    const days = daysBetween(today(), date);
    return {
      title: name,
      who,
      when: days === 0 ? 'vence hoje' : `em ${daysText(days)}`,
      late: false,
      verb: 'Abrir',
      link,
    };
  });
  const waiting: Task[] =
    held > 0
      ? [
          {
            title: 'Alíquota oficial de IBS e CBS',
            who:
              held === 1 ? 'A fatura de 1 contrato espera por ela' : `As faturas de ${held} contratos esperam por ela`,
            when: 'nas tabelas fiscais',
            late: true,
            verb: 'Ver quais',
            link: { to: '/fiscal/notes' },
          },
        ]
      : [];
  const ending = certificates.map(({ client, until, days, within }): Task => {
    const end = days === 0 ? 'vence hoje' : `vence em ${daysText(days)}`;
    return {
      title: 'Certificado digital das notas',
      who: client?.name ?? 'Imobiliária',
      when: within === 0 ? `venceu em ${formatDate(until)}` : end,
      late: within <= 5,
      verb: 'Trocar',
      link: client ? { to: '/clients', search: { open: client.id, tab: 'impostos' } } : { to: '/settings/agency' },
    };
  });
  return [...ending, ...waiting, ...blocking, ...near, ...asked];
}
