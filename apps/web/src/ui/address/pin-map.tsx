import './leaflet.css';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { drawMap } from './leaflet-map.ts';
import classes from './pin-map.module.css';
import { inWords, type Position, positionOf } from './position.ts';

type PinMapProps = {
  tiles: { url: string; attribution: string };
  position: Position | undefined;
  onMove: (position: Position | undefined) => void;
  /** Not one tile came. */
  onFail: () => void;
};

/** A map with a pin, moved by hand, by a click or by the arrow keys. */
export function PinMap({ tiles, position, onMove, onFail }: PinMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<ReturnType<typeof drawMap>>(undefined);
  const moved = useEffectEvent(onMove);
  const failed = useEffectEvent(onFail);

  useEffect(() => {
    if (!box.current) return;
    const drawn = drawMap(box.current, {
      url: tiles.url,
      // The fields around it are to be looked at only.
      fixed: box.current.closest('fieldset:disabled') !== null,
      onMove: (to) => moved(to),
      onFail: () => failed(),
    });
    map.current = drawn;
    return drawn.remove;
  }, [tiles.url]);

  const { latitude, longitude } = position ?? {};
  useEffect(() => map.current?.show(positionOf(latitude, longitude)), [latitude, longitude]);

  return (
    <div>
      <p className={classes.label}>Posição no mapa</p>
      <div className={classes.frame}>
        <div ref={box} className={classes.map} />
        <Attribution text={tiles.attribution} />
      </div>
      <div className={classes.below}>
        <p role="status">{position ? inWords(position) : 'Sem posição. Marque no mapa.'}</p>
        {position ? (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onMove(undefined)}>
            Remover marcador
          </Button>
        ) : (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onMove(map.current?.centre())}>
            Marcar no centro
          </Button>
        )}
      </div>
    </div>
  );
}

const OSM = 'OpenStreetMap';

/** Plain words; those who draw the open map ask for a link to their terms. */
function Attribution({ text }: { text: string }) {
  const [before, ...rest] = text.split(OSM);
  return (
    <p className={classes.attribution}>
      {before}
      {rest.length > 0 && (
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          {OSM}
        </a>
      )}
      {rest.join(OSM)}
    </p>
  );
}
