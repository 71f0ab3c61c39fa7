import type { PropertyDetail } from '@morada/contract/registry/properties';
import { LISTING_PARTS, listingChecklist, listingGaps } from '@morada/domain/property/property';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { PhoneLink } from '#web/ui/display/phone-link.tsx';
import classes from './request-panel.module.css';

const listingOf = ({ information, owners, images, ...property }: PropertyDetail) => ({
  ...{ ...property, ...information },
  owners: owners.length,
  photographs: images.length,
});

/** `proprietário e fotografia`: what is missing before the property may be advertised; undefined when nothing is. */
export const gapsInWords = (property: PropertyDetail) => listingGaps(listingOf(property));

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
      <ListingChecks property={property} />
    </section>
  );
}

/** What the advertisement needs, filled in or not. */
export function ListingChecks({ property }: { property: PropertyDetail }) {
  return (
    <ul className={classes.list} aria-label="O que o anúncio precisa">
      {listingChecklist(listingOf(property)).map(({ part, filled }) => (
        <li key={part} data-filled={filled || undefined}>
          {filled ? (
            <IconCircleCheckFilled size={16} aria-hidden="true" />
          ) : (
            <IconCircleDashed size={16} aria-hidden="true" />
          )}
          <span className={classes.part}>{LISTING_PARTS[part]}</span>
          {!filled && <span className={classes.missing}>falta</span>}
        </li>
      ))}
    </ul>
  );
}
