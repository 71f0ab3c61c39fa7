import { ActionIcon, Checkbox } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { focusBeside, removeButtonRef } from '#web/ui/feedback/undo.tsx';
import { useSorting } from '#web/ui/list/sortable.tsx';
import { DragHandle } from './drag-handle.tsx';
import classes from './property-images.module.css';
import type { Picture } from './property-parts.ts';

type ImageTileProps = {
  image: Picture & { alt: string };
  place: number;
  readOnly: boolean;
  chosen: boolean;
  onChoose: (yes: boolean) => void;
  onShow: () => void;
  onRemove: () => void;
};

/** One photograph: pressed it opens, held it can be dragged. */
export function ImageTile({ image, place, readOnly, chosen, onChoose, onShow, onRemove }: ImageTileProps) {
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
        // biome-ignore lint/a11y/noLabelWithoutControl: it only makes room around the box, which has its own name
        <label className={classes.choose} data-chosen={chosen || undefined}>
          <Checkbox
            size="sm"
            aria-label={`Escolher foto ${place}`}
            checked={chosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </label>
      )}
      {!readOnly && (
        <span className={classes.actions}>
          <DragHandle handle={handle} label={`Ordenar foto ${place}`} size={28} />
          <ActionIcon
            size={28}
            aria-label={`Remover foto ${place}`}
            ref={removeButtonRef}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onRemove();
            }}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
