import { Button } from '@mantine/core';
import type { Visit } from '@morada/contract/desk/schedules';
import { VISIT_RESULTS } from '@morada/domain/attendance/visit';
import { formatPhone } from '@morada/domain/base/phone';
import { Link } from '@tanstack/react-router';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { mapsLink, wazeLink } from '#web/lib/route-links.ts';
import { may } from '#web/lib/session/session.ts';
import { dayAt } from '#web/lib/today.ts';
import { Missing, Moment } from '#web/ui/display/figures.tsx';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import type { VisitActions } from './use-visit-actions.ts';
import classes from './visit-table.module.css';

export function Place({ property_id, property }: Visit) {
  return (
    <span className={classes.place} title={property}>
      {may('PROPERTY_VIEW') ? (
        <Link to="/properties/info/$id" params={{ id: String(property_id) }}>
          {property}
        </Link>
      ) : (
        property
      )}
    </span>
  );
}

/** Ways to the property and to the visitor, while the visit is to come. */
export function VisitLinks({ place, property, user: { name, phone }, status }: Visit) {
  if (status === 'CANCELED' || status === 'RETURNED') return null;
  const links = [
    { words: 'Maps', label: `Rota até ${property} no Maps`, href: mapsLink(place) },
    { words: 'Waze', label: `Rota até ${property} no Waze`, href: wazeLink(place) },
    phone && { words: 'WhatsApp', label: `WhatsApp de ${name}`, href: whatsAppLink(phone, '') },
  ].filter((link) => typeof link === 'object' && link !== null);
  return (
    <span className={classes.links}>
      {links.map(({ words, label, href }) => (
        <a key={words} href={href} target="_blank" rel="noreferrer" aria-label={label}>
          {words}
        </a>
      ))}
    </span>
  );
}

/** Visitor, phone and note. */
export function Visitor({ user: { id, name, phone }, note, cancel_reason, result, result_note, campaign }: Visit) {
  const end = [result && VISIT_RESULTS[result], result_note].filter(Boolean).join(': ');
  const words = cancel_reason ?? (end || (note ?? (campaign && `Campanha: ${campaign}`)));
  return (
    <span className={classes.visitor} title={name}>
      {id !== null && may('CLIENT_VIEW') ? (
        <Link to="/clients/info/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      ) : (
        name
      )}
      <span
        className={classes.below}
        title={[phone && formatPhone(phone), words].filter(Boolean).join(' · ') || undefined}
      >
        {phone && <PhoneLink value={phone} />}
        {phone && words && ' · '}
        {words}
      </span>
    </span>
  );
}

type StampProps = { visit: Visit; moment: 'checkIn' | 'checkOut'; actions: VisitActions };

/** When it happened, the button that says it does, or that it is still to come. */
export function Stamp({ visit, moment, actions }: StampProps) {
  const at = visit[moment];
  if (at) return <Moment value={at} timeOnly={dayAt(at) === visit.date} />;
  if (visit.status === 'CANCELED' || visit.status === 'RETURNED') return <Missing />;
  if (actions.can(visit, moment)) return <StampButton visit={visit} moment={moment} actions={actions} />;
  return <Missing>Aguarde</Missing>;
}

const WORDS = { checkIn: 'Check-in', checkOut: 'Check-out' };

export function StampButton({ visit, moment, actions }: StampProps) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${WORDS[moment]} de ${visit.user.name}`}
      loading={actions.isRunning(visit, moment)}
      onClick={() => actions.run(visit, moment)}
    >
      {WORDS[moment]}
    </Button>
  );
}
