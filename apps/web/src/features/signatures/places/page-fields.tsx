import { Button, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { type Box, movedByKey, type PageSize, within } from './field-places.ts';
import classes from './page-fields.module.css';

export type Field = Box & {
  /** Tells it from the others while they are moved. */
  key: number;
  /** Whose it is, and what: "Ana Prado, assinatura". */
  name: string;
};

type PageFieldsProps = {
  sizes: readonly PageSize[];
  page: number;
  onPage: (page: number) => void;
  /** Address of the page's picture, and words in its place while there is none. */
  picture: { src: string | undefined; waiting: string };
  /** Of every page. */
  fields: readonly Field[];
  chosen: number | undefined;
  onChoose: (key: number) => void;
  onMove: (key: number, box: Box) => void;
  onRemove: (key: number) => void;
};

/** A page of the paper with the fields that stand on it: dragged, or moved by the arrow keys. */
export function PageFields({ sizes, page, onPage, picture, fields, chosen, ...does }: PageFieldsProps) {
  const size = sizes[page - 1];
  const sheet = useRef<HTMLDivElement>(null);
  const help = useId();
  if (!size) return null;
  return (
    <div className={classes.around}>
      <div className={classes.turn}>
        <Button
          variant="default"
          size="xs"
          disabled={page === 1}
          leftSection={<IconChevronLeft size={15} />}
          onClick={() => onPage(page - 1)}
        >
          Anterior
        </Button>
        <span role="status">
          Página {page} de {sizes.length}
        </span>
        <Button
          variant="default"
          size="xs"
          disabled={page === sizes.length}
          rightSection={<IconChevronRight size={15} />}
          onClick={() => onPage(page + 1)}
        >
          Próxima
        </Button>
      </div>
      <div ref={sheet} className={classes.page} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {picture.src ? (
          <img className={classes.picture} src={picture.src} alt={`Página ${page}`} draggable={false} />
        ) : (
          <div className={classes.empty}>{picture.waiting}</div>
        )}
        {fields
          .filter((field) => field.page === page)
          .map((field) => (
            <PlacedField
              key={field.key}
              field={field}
              size={size}
              help={help}
              isChosen={field.key === chosen}
              widthOf={() => sheet.current?.clientWidth ?? 1}
              {...does}
            />
          ))}
      </div>
      <p id={help} className={classes.note}>
        Arraste cada campo para o lugar, ou mova com as setas do teclado (Shift anda mais, Delete remove).
      </p>
    </div>
  );
}

type PlacedFieldProps = Pick<PageFieldsProps, 'onChoose' | 'onMove' | 'onRemove'> & {
  field: Field;
  size: PageSize;
  help: string;
  isChosen: boolean;
  /** Width of the page on the screen, in pixels. */
  widthOf: () => number;
};

type Drag = { x: number; y: number; moved: Box };

function PlacedField({ field, size, help, isChosen, widthOf, onChoose, onMove, onRemove }: PlacedFieldProps) {
  const [drag, setDrag] = useState<Drag>();
  const shown = drag?.moved ?? field;

  function take(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    onChoose(field.key);
    setDrag({ x: event.clientX, y: event.clientY, moved: field });
  }
  function follow(event: PointerEvent) {
    if (!drag) return;
    const scale = size.width / widthOf();
    const x = field.x + (event.clientX - drag.x) * scale;
    const y = field.y + (event.clientY - drag.y) * scale;
    setDrag({ ...drag, moved: within(size, { ...boxOf(field), x, y }) });
  }
  function drop() {
    if (drag && (drag.moved.x !== field.x || drag.moved.y !== field.y)) onMove(field.key, drag.moved);
    setDrag(undefined);
  }
  function press(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(field.key);
      return;
    }
    const moved = movedByKey(size, boxOf(field), event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    onMove(field.key, moved);
  }

  const part = (length: number, whole: number) => `${(length / whole) * 100}%`;
  return (
    <button
      type="button"
      className={classes.field}
      data-chosen={isChosen || undefined}
      data-moving={drag !== undefined || undefined}
      aria-describedby={help}
      style={{
        left: part(shown.x, size.width),
        top: part(shown.y, size.height),
        width: part(shown.width, size.width),
        height: part(shown.height, size.height),
      }}
      onPointerDown={take}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(undefined)}
      onFocus={() => onChoose(field.key)}
      onKeyDown={press}
    >
      <span className={classes.name}>{field.name}</span>
      <VisuallyHidden>{placeWords(size, shown)}</VisuallyHidden>
    </button>
  );
}

const boxOf = ({ page, x, y, width, height }: Box): Box => ({ page, x, y, width, height });

/** Where it stands, to those who don't see the page. */
function placeWords(size: PageSize, { x, y }: Box) {
  const millimetres = (tenths: number) => Math.round((tenths / 10 / 72) * 25.4);
  return `, a ${millimetres(x)} mm da esquerda e ${millimetres(y)} mm do alto de ${millimetres(size.width)} por ${millimetres(size.height)}`;
}
