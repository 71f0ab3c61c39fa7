import type { VisitStatus } from '@morada/domain/attendance/visit';
import type { VisitMoment } from '@morada/domain/attendance/visit-mail';
import { VISIT_MINUTES } from '@morada/domain/attendance/visit-slots';

/** Octets of a line, RFC 5545 section 3.1. */
const LINE = 75;

/** Text of a property, RFC 5545 section 3.3.11. */
const escaped = (text: string) => text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n');

/** A line cut into lines of at most 75 octets, none within a character; each further one begins with a blank. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/** Of an event, RFC 5545 section 3.8.1.11. */
const STATUSES: Partial<Record<VisitStatus, string>> = { PENDING: 'TENTATIVE', CANCELED: 'CANCELLED' };

const stampOf = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

/**
 * Calendar file (RFC 5545) of a visit, with its times in UTC. A later one of the same visit replaces it by its `version`.
 */
export function visitCalendar(
  { date, time }: VisitMoment,
  visit: {
    uid: string;
    version: number;
    status: VisitStatus;
    title: string;
    place: string;
    url: string;
    made: Temporal.Instant;
  },
): string {
  const start = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('America/Sao_Paulo');
  const end = start.add({ minutes: VISIT_MINUTES });
  return `${[
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Morada//Visitas//PT-BR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${visit.uid}`,
    `SEQUENCE:${visit.version}`,
    `STATUS:${STATUSES[visit.status] ?? 'CONFIRMED'}`,
    `DTSTAMP:${stampOf(visit.made)}`,
    `DTSTART:${stampOf(start.toInstant())}`,
    `DTEND:${stampOf(end.toInstant())}`,
    `SUMMARY:${escaped(visit.title)}`,
    `LOCATION:${escaped(visit.place)}`,
    `URL:${visit.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')}\r\n`;
}
