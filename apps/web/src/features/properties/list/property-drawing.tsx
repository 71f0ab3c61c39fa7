import type { PropertyLocation } from '@morada/domain/property/property-words';
import type { ReactNode } from 'react';
import classes from './property-drawing.module.css';

/** Placeholder for a missing photograph: the kind of building in muted colours. */
export function PropertyDrawing({ location }: { location: PropertyLocation }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 160 120"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={classes.sun} cx="122" cy="34" r="13" />
      <path className={classes.hill} d="M-40 96c34-20 62-22 92-12s60 6 148-16v60H-40z" />
      {DRAWINGS[KINDS[location]]}
      <path className={classes.ground} d="M-40 104h240v16H-40z" />
    </svg>
  );
}

type Kind = 'tower' | 'house' | 'shop' | 'land';

const KINDS: Record<PropertyLocation, Kind> = {
  APARTMENT: 'tower',
  ROOF: 'tower',
  KITNET: 'tower',
  HOUSE: 'house',
  FARM: 'land',
  SITE: 'land',
  CHACARA: 'land',
  LOT: 'land',
  CLINIC: 'shop',
  SHED: 'shop',
  GARAGE: 'shop',
  STORE: 'shop',
  COMERCIAL: 'tower',
  INDUSTRIA: 'shop',
  COMERCIO: 'shop',
  GALPAO: 'shop',
};

const DRAWINGS: Record<Kind, ReactNode> = {
  tower: (
    <>
      <path className={classes.far} d="M38 58h28v46H38z" />
      <path className={classes.near} d="M62 34h36v70H62z" />
      <path
        className={classes.light}
        d="M69 42h8v7h-8zM83 42h8v7h-8zM69 56h8v7h-8zM83 56h8v7h-8zM69 70h8v7h-8zM83 70h8v7h-8z"
      />
      <path className={classes.warm} d="M76 86h8v18h-8z" />
      <path className={classes.far} d="M98 66h24v38H98z" />
    </>
  ),
  house: (
    <>
      <path className={classes.near} d="M52 70h56v34H52z" />
      <path className={classes.roof} d="M44 72 80 44l36 28z" />
      <path className={classes.light} d="M60 80h12v11H60z" />
      <path className={classes.warm} d="M86 82h12v22H86z" />
      <circle className={classes.far} cx="126" cy="88" r="11" />
      <path className={classes.far} d="M125 92h2v12h-2z" />
    </>
  ),
  shop: (
    <>
      <path className={classes.near} d="M46 58h68v46H46z" />
      <path
        className={classes.roof}
        d="M42 58h76v9a6 6 0 0 1-12.7 0 6 6 0 0 1-12.6 0 6 6 0 0 1-12.7 0 6 6 0 0 1-12.7 0 6 6 0 0 1-12.6 0A6 6 0 0 1 42 67z"
      />
      <path className={classes.light} d="M54 80h26v16H54z" />
      <path className={classes.warm} d="M90 80h14v24H90z" />
    </>
  ),
  land: (
    <>
      <circle className={classes.near} cx="58" cy="78" r="16" />
      <path className={classes.near} d="M56.5 84h3v20h-3z" />
      <circle className={classes.far} cx="88" cy="86" r="12" />
      <path className={classes.far} d="M86.8 90h2.4v14h-2.4z" />
      <path className={classes.fence} d="M102 90v14M112 90v14M122 90v14M132 90v14M98 94h40M98 99h40" />
    </>
  ),
};
