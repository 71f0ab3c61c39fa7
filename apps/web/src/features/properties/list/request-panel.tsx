import type { PropertyDetail } from '@morada/contract/registry/properties';
import { type ListingPart, listingChecklist } from '@morada/domain/property/property';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import classes from './request-panel.module.css';

const WORDS: Record<ListingPart, string> = {
  owner: 'Proprietário',
  photograph: 'Fotografia',
  price: 'Preço',
  rooms: 'Quartos e banheiros',
  description: 'Descrição',
};

const checklist = (property: PropertyDetail) =>
  listingChecklist({
    ...property,
    owners: property.owners.length,
    photographs: property.images.length,
    description: property.information.description,
  });

/** `proprietário, fotografia`: what is missing before the listing is published; empty when nothing is. */
export const missingInWords = (property: PropertyDetail) =>
  checklist(property)
    .filter(({ filled }) => !filled)
    .map(({ part }) => WORDS[part].toLowerCase())
    .join(', ');

/** Person who offered the property on the site, and the data that its listing lacks. */
export function RequestPanel({ property }: { property: PropertyDetail }) {
  const { requester } = property;
  return (
    <section className={classes.panel} aria-label="Solicitação">
      {requester && (
        <p className={classes.who}>
          <span className={classes.label}>Anunciado por</span>
          <strong>{requester.name}</strong>
          <PhoneLink value={requester.phone} />
        </p>
      )}
      <ul className={classes.list} aria-label="O que o anúncio precisa">
        {checklist(property).map(({ part, filled }) => (
          <li key={part} data-filled={filled || undefined}>
            {filled ? (
              <IconCircleCheckFilled size={16} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={16} aria-hidden="true" />
            )}
            {WORDS[part]}
            {!filled && <span className={classes.missing}>falta</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
