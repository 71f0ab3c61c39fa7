import { expect, test } from 'vitest';
import { visitCalendar } from './visit-calendar.map.ts';

const VISIT = {
  uid: 'visita-7@serra.example',
  version: 2,
  status: 'PENDING' as const,
  title: 'Visita: Apartamento com 3 quartos, em São Mateus; com varanda e vista para a Igreja da Glória',
  place: 'Rua São Mateus, São Mateus, Juiz de Fora, MG',
  url: 'https://serra.example/visita/7/palavra',
  made: Temporal.Instant.from('2026-11-22T12:00:00Z'),
};

test('a visit of 14h in São Paulo is at 17h UTC, and takes an hour', () => {
  const file = visitCalendar({ date: '2026-11-24', time: '14:00' }, VISIT);
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Morada//Visitas//PT-BR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:visita-7@serra.example',
    'SEQUENCE:2',
    'STATUS:TENTATIVE',
    'DTSTAMP:20261122T120000Z',
    'DTSTART:20261124T170000Z',
    'DTEND:20261124T180000Z',
    'SUMMARY:Visita: Apartamento com 3 quartos\\, em São Mateus\\; com varanda e vista para a Igreja da Glória',
    'LOCATION:Rua São Mateus\\, São Mateus\\, Juiz de Fora\\, MG',
    'URL:https://serra.example/visita/7/palavra',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line has more than 75 octets, and none ends within a character', () => {
  const file = visitCalendar({ date: '2026-11-24', time: '14:00' }, { ...VISIT, title: 'São'.repeat(60) });
  const sizes = file.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'São'.repeat(60)}`);
});
