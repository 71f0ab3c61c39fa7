import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useSorting } from '#web/ui/sortable.tsx';
import { DragHandle } from './drag-handle.tsx';
import classes from './property-images.module.css';
import type { Picture } from './property-parts.ts';

type ImageTileProps = {
  image: Picture & { alt: string };
  place: number;
  readOnly: boolean;
  onShow: () => void;
  onRemove: () => void;
};

/** One photograph: pressed it opens, held it can be dragged. */
export function ImageTile({ image, place, readOnly, onShow, onRemove }: ImageTileProps) {
  const { item, handle, grip } = useSorting(image.id);
  return (
    <li className={classes.tile} {...item}>
      <button
        type="button"
        className={classes.photo}
        aria-label={`Ampliar foto ${place}`}
        aria-haspopup="dialog"
        onClick={onShow}
        {...(readOnly ? {} : grip)}
      >
        <img src={image.thumbnail} alt={image.alt} title={image.name} loading="lazy" draggable={false} />
      </button>
      {place === 1 && <span className={classes.cover}>Capa</span>}
      {!readOnly && (
        <span className={classes.actions}>
          <DragHandle handle={handle} label={`Ordenar foto ${place}`} size={28} />
          <ActionIcon size={28} aria-label={`Remover foto ${place}`} onClick={onRemove}>
            <IconTrash size={17} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
