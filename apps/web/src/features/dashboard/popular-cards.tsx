import { VisuallyHidden } from '@mantine/core';
import type { PopularProperty } from '@morada/contract/desk/dashboard';
import { formatMoney } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { LOCATIONS, type PropertyLocation } from '@morada/domain/property/property-words';
import { IconEye, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Section } from '#web/ui/page/page.tsx';
import classes from './popular-cards.module.css';

/** In the place of a photograph. */
export type Drawing = (location: PropertyLocation) => ReactNode;

type PopularCardsProps = { popular: readonly PopularProperty[]; drawing: Drawing };

/** Most viewed available properties, linked to the record when the user may open it. */
export function PopularCards({ popular, drawing }: PopularCardsProps) {
  const opens = may('PROPERTY_VIEW');
  return (
    <Section
      title="Alta possibilidade de locação"
      action={
        opens && (
          <Link to="/properties" search={{ transaction: 'RENT', available: 'AVAILABLE' }} className={classes.all}>
            Ver imóveis
          </Link>
        )
      }
    >
      {popular.length === 0 ? (
        <EmptyState
          icon={IconHome}
          title="Nenhum imóvel disponível para alugar"
          below="Os mais vistos no site aparecem aqui."
        />
      ) : (
        <ul className={classes.cards} aria-label="Alta possibilidade de locação">
          {popular.map((property) => (
            <Card key={property.id} property={property} drawing={drawing} opens={opens} />
          ))}
        </ul>
      )}
    </Section>
  );
}

type CardProps = { property: PopularProperty; drawing: Drawing; opens: boolean };

function Card({ property, drawing, opens }: CardProps) {
  const { id, image, location, price, neighborhood, city, views } = property;
  const address = addressLine(property);
  return (
    <li className={classes.card}>
      <div className={classes.picture}>{image ? <img src={image} alt="" loading="lazy" /> : drawing(location)}</div>
      <div className={classes.text}>
        <p className={classes.first}>
          <span className={classes.price}>
            {formatMoney(price)} <span className={classes.month}>/mês</span>
          </span>
          <span className={classes.views}>
            <IconEye size={15} aria-hidden="true" />
            {views.toLocaleString('pt-BR')}
            <VisuallyHidden> {views === 1 ? 'visualização' : 'visualizações'}</VisuallyHidden>
          </span>
        </p>
        <h3 className={classes.address} title={address}>
          {opens ? (
            <Link to="/properties/info/$id" params={{ id: String(id) }} className={classes.whole}>
              {address}
            </Link>
          ) : (
            address
          )}
        </h3>
        <p className={classes.place} title={`${neighborhood}, ${city}`}>
          {LOCATIONS[location]}, {neighborhood}, {city}
        </p>
      </div>
    </li>
  );
}
