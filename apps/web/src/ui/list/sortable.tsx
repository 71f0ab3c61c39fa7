import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type HTMLAttributes, type ReactNode, useId } from 'react';

/** A press this long takes the thing up; a shorter one is a click, or the start of a scroll. */
const PRESS = { delay: 200, tolerance: 8 };
const INSTRUCTIONS =
  'Para mudar a ordem, pressione Espaço ou Enter, mova com as setas e pressione Espaço ou Enter de novo para soltar. Esc cancela.';

type SortableProps = {
  /** In their order; the name is for those who listen. */
  items: { id: UniqueIdentifier; name: string }[];
  /** One below another, or in rows that wrap. */
  layout: 'list' | 'grid';
  onMove: (from: number, to: number) => unknown;
  /** The list itself, each of its entries with `useSorting`. */
  children: ReactNode;
};

/** A list that people put in order: by mouse, finger or keyboard. */
export function Sortable({ items, layout, onMove, children }: SortableProps) {
  const sensors = useSensors(
    // Touch has a sensor of its own: with the pointer sensor, scrolling the page would cancel the drag.
    useSensor(MouseSensor, { activationConstraint: PRESS }),
    useSensor(TouchSensor, { activationConstraint: PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  );
  const placeOf = (id: UniqueIdentifier | undefined) => items.findIndex((item) => item.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announce(items), screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragEnd={drop}
    >
      <SortableContext items={items} strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function announce(items: SortableProps['items']): Announcements {
  const place = (id: UniqueIdentifier) => `posição ${items.findIndex((item) => item.id === id) + 1} de ${items.length}`;
  const name = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name ?? '';
  return {
    onDragStart: ({ active: { id } }) => `Movendo ${name(id)}: ${place(id)}.`,
    onDragOver: ({ active, over }) => (over ? `Movendo ${name(active.id)}: ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${name(active.id)}: ${place((over ?? active).id)}.`,
    onDragCancel: ({ active: { id } }) => `Ordem mantida. ${name(id)}: ${place(id)}.`,
  };
}

type Grip = Pick<HTMLAttributes<HTMLElement>, 'onMouseDown' | 'onTouchStart'>;

/** One entry of a `Sortable`: `item` for what moves, `handle` for the button that takes it up. */
export function useSorting(id: UniqueIdentifier) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'ordenável' },
  });
  return {
    item: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragging': isDragging || undefined,
    },
    handle: {
      ...attributes,
      ...listeners,
      ref: setActivatorNodeRef,
      // While it is carried, Escape puts it back and closes no window.
      'data-mantine-stop-propagation': isDragging || undefined,
    },
    /** Takes it up by mouse or finger wherever it is pressed. */
    grip: { onMouseDown: listeners?.onMouseDown, onTouchStart: listeners?.onTouchStart } as Grip,
  };
}
