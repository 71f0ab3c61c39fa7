import { Badge, Checkbox, VisuallyHidden } from '@mantine/core';
import { formatMoney } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { IconBath, IconBed, IconCar, IconUser } from '@tabler/icons-react';
import { type ComponentType, memo } from 'react';
import type { Row } from '#web/entities/property/property-queries.ts';
import { PropertyOffer } from '#web/entities/property/property-status.tsx';
import { kindInWords } from '#web/features/properties/property-words.ts';
import { type RowPlace, useOpenerRef, useRowProps } from '#web/ui/list/use-rows.ts';
import type { PrefetchHandlers } from '#web/ui/overlay/prefetch-on-intent.ts';
import classes from './property-card.module.css';
import { PropertyDrawing } from './property-drawing.tsx';

type PropertyCardProps = RowPlace & {
  property: Row;
  chosen: boolean;
  onChoose: (property: Row, chosen: boolean) => void;
  onOpen: (id: number) => unknown;
  prefetchOnIntent: (id: number) => PrefetchHandlers;
};

/**
 * One property of the list. All of it opens the record, but for the box that chooses it. Renders again when its own data
 * or place changes, and not when another record is opened.
 */
export const PropertyCard = memo((props: PropertyCardProps) => {
  const { property, chosen, onChoose, onOpen, prefetchOnIntent } = props;
  const { id, image, location, type, price, neighborhood, city, owner, status } = property;
  const address = addressLine(property);
  const offMarket = status === 'UNAVAILABLE' || status === 'RENTED';
  return (
    <li
      {...useRowProps(property, props)}
      className={classes.card}
      data-chosen={chosen || undefined}
      data-off={offMarket || undefined}
      {...prefetchOnIntent(id)}
    >
      <div className={classes.photo}>
        <div className={classes.picture}>
          {image ? <img src={image} alt="" loading="lazy" /> : <PropertyDrawing location={location} />}
        </div>
        {offMarket && (
          <Badge className={classes.badge} color="gray">
            Indisponível
          </Badge>
        )}
      </div>
      <div className={classes.text}>
        <p className={classes.kind}>
          <span className={classes.cut}>{kindInWords(property)}</span>
          <span className={classes.id}>{id}</span>
        </p>
        <p className={classes.price}>
          {formatMoney(price)}
          {type === 'RENT' && <span className={classes.month}>/mês</span>}
        </p>
        <h2 className={classes.address} title={address}>
          {address}
        </h2>
        <p className={classes.place} title={`${neighborhood}, ${city}`}>
          {neighborhood}, {city}
        </p>
        <ul className={classes.rooms}>
          <Rooms icon={IconBed} count={property.bedrooms} one="quarto" many="quartos" />
          <Rooms icon={IconBath} count={property.bathrooms} one="banheiro" many="banheiros" />
          <Rooms icon={IconCar} count={property.garage} one="vaga" many="vagas" />
        </ul>
        <div className={classes.foot}>
          <span className={classes.owner} title={owner ?? undefined}>
            <IconUser size={15} aria-hidden="true" />
            <span className={classes.cut}>{owner ?? 'Sem proprietário'}</span>
          </span>
          <PropertyOffer {...property} />
        </div>
      </div>
      <button
        ref={useOpenerRef(id)}
        type="button"
        className={classes.whole}
        aria-label={`Abrir ${address}`}
        aria-haspopup="dialog"
        data-opens
        onClick={() => onOpen(id)}
      />
      <Checkbox
        classNames={{ root: classes.choose, input: classes.box }}
        aria-label={`Selecionar ${address}`}
        checked={chosen}
        onChange={({ currentTarget }) => onChoose(property, currentTarget.checked)}
      />
    </li>
  );
});

type RoomsProps = { icon: ComponentType<{ size?: number }>; count: number; one: string; many: string };

function Rooms({ icon: Icon, count, one, many }: RoomsProps) {
  const word = count === 1 ? one : many;
  return (
    <li title={`${count} ${word}`}>
      <Icon size={16} />
      {count}
      <VisuallyHidden> {word}</VisuallyHidden>
    </li>
  );
}
