import { Button } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { type FieldProps, useField } from '#web/ui/input/field.ts';
import { ReadText } from '#web/ui/input/read-text.tsx';
import { CoordinateInput } from './coordinate-input.tsx';
import { type Position, positionOf } from './position.ts';
import classes from './position-fields.module.css';

const Waiting = () => <div className={classes.waiting} aria-busy="true" />;
const PinMap = lazyPart(
  () => import('./pin-map.tsx'),
  ({ PinMap }) => PinMap,
  Waiting,
);

type PositionFieldsProps<V extends FieldValues> = Pick<FieldProps<V>, 'form'> & {
  /** Tile server; null when no map is configured. */
  map: { url: string; attribution: string } | null;
};

/** Coordinates of an address: a pin on a map or, without a map, two number fields. */
export function PositionFields<V extends FieldValues>({ form, map }: PositionFieldsProps<V>) {
  const latitude = useField({ form, name: 'latitude' as Path<V>, label: 'Latitude' });
  const longitude = useField({ form, name: 'longitude' as Path<V>, label: 'Longitude' });
  const [failed, setFailed] = useState(false);
  const own = !(latitude.read && longitude.read) && <OwnPosition onMove={move} />;

  function move(position: Position | undefined) {
    latitude.change(position?.latitude ?? null);
    longitude.change(position?.longitude ?? null);
  }

  if (map && !failed) {
    const position = positionOf(latitude.value, longitude.value);
    return (
      <>
        <Seen>
          <PinMap tiles={map} position={position} onMove={move} onFail={() => setFailed(true)} />
        </Seen>
        {own}
      </>
    );
  }
  if (latitude.read && longitude.read)
    return (
      <Fields columns={3}>
        <ReadText {...latitude.read} />
        <ReadText {...longitude.read} />
      </Fields>
    );
  return (
    <>
      <Fields columns={3}>
        <CoordinateInput {...latitude} most={90} onPair={move} />
        <CoordinateInput {...longitude} most={180} onPair={move} />
      </Fields>
      {own}
      {failed && (
        <p className={classes.failed} role="status">
          Não foi possível carregar o mapa. A posição pode ser digitada.
        </p>
      )}
    </>
  );
}

const DEGREES = 6;
const rounded = (degrees: number) => Number(degrees.toFixed(DEGREES));

/** Button that takes the coordinates from the device, for a person in front of the property. */
function OwnPosition({ onMove }: { onMove: (position: Position) => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  if (!('geolocation' in navigator)) return null;
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onMove({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <div className={classes.own}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCurrentLocation size={15} />}
        loading={state === 'asking'}
        onClick={ask}
      >
        Usar a minha localização
      </Button>
      {state === 'failed' && (
        <p className={classes.failed} role="status">
          Não foi possível ler a localização deste aparelho. Permita o acesso no navegador ou digite a posição.
        </p>
      )}
    </div>
  );
}

/** The map's code comes once its place is in sight: it lies in tabs that few open. */
function Seen({ children }: { children: ReactNode }) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [seen, setSeen] = useState(false);
  if (inViewport && !seen) setSeen(true);
  return <div ref={ref}>{seen ? children : <Waiting />}</div>;
}
