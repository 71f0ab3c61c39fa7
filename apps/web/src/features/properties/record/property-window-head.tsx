import { Button } from '@mantine/core';
import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine } from '@morada/domain/property/property';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PropertyDrawing } from '#web/features/properties/list/property-drawing.tsx';
import { SituationButton } from '#web/features/properties/list/situation-button.tsx';
import { placeInWords } from '#web/features/properties/property-words.ts';
import { PropertyFacts } from './property-facts.tsx';
import classes from './property-window-head.module.css';
import type { PropertyRecord } from './use-property-record.ts';

type PropertyWindowHeadProps = { property: PropertyDetail; record: PropertyRecord; onOwners: () => void };

/** Which property it is, whose it is and who lives there. */
export function PropertyWindowHead({ property, record, onOwners }: PropertyWindowHeadProps) {
  const [cover] = property.images;
  return (
    <div className={classes.head}>
      <div className={classes.cover}>
        {cover ? <img src={cover.thumbnail} alt="" /> : <PropertyDrawing location={property.location} />}
      </div>
      <div className={classes.what}>
        <h2 className={classes.address}>{addressLine(property)}</h2>
        <p className={classes.place}>{placeInWords(property)}</p>
      </div>
      <div className={classes.actions}>
        {!record.readOnly && <SituationButton property={property} setSituation={record.setSituation} />}
        <Button
          variant="default"
          rightSection={<IconArrowUpRight size={15} />}
          renderRoot={(props) => <Link to="/properties/info/$id" params={{ id: String(property.id) }} {...props} />}
        >
          Abrir página
        </Button>
      </div>
      <div className={classes.facts}>
        <PropertyFacts property={property} whole={record.whole} onOwners={onOwners} />
      </div>
    </div>
  );
}
