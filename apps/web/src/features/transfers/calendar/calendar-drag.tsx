import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { transfers } from '@morada/contract/money/transfers';
import { addDays, type CalendarDate, formatLongDate, isCalendarDate } from '@morada/domain/base/calendar';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { TransferChip } from './transfer-chip.tsx';

const INSTRUCTIONS =
  'Para reagendar, pressione Espaço, escolha o dia com as setas e pressione Espaço de novo. Esc cancela. Enter abre o repasse.';
const KEYS = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
};
/** Share of the grid's height at each edge where a held chip scrolls it: with more, days in sight run away from the pointer. */
const AUTO_SCROLL = { threshold: { x: 0, y: 0.06 } };
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

type CalendarDragProps = {
  events: readonly TransferEvent[];
  /** The scroll container; days outside its visible area accept no drop. */
  box: RefObject<HTMLElement | null>;
  onMove: (event: TransferEvent, day: CalendarDate) => void;
  children: ReactNode;
};

/** Transfers are carried from one day to another: by mouse, by a finger that presses, or by the keyboard. */
export function CalendarDrag({ events, box, onMove, children }: CalendarDragProps) {
  const [carried, setCarried] = useState<TransferEvent>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextDay, keyboardCodes: KEYS, scrollBehavior: 'auto' }),
  );
  const eventOf = (id: unknown) => events.find((event) => event.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(undefined);
    const event = eventOf(active.id);
    const day = dayOf(over?.id);
    if (event && day && day !== event.date) onMove(event, day);
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={within(box)}
      autoScroll={AUTO_SCROLL}
      accessibility={{ announcements: announce(eventOf), screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragStart={({ active }) => setCarried(eventOf(active.id))}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={drop}
    >
      {children}
      <DragOverlay dropAnimation={null}>{carried && <TransferChip event={carried} />}</DragOverlay>
    </DndContext>
  );
}

type CarriedChipProps = { event: TransferEvent; onOpen: (id: number) => void };

/** Chip that users with the right to reschedule can drag while the transfer is not done. */
export function CarriedChip({ event, onOpen }: CarriedChipProps) {
  const still = event.status === 'DONE' || !may(transfers.reschedule.access);
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: event.id,
    disabled: still,
    attributes: { roleDescription: 'pode ser arrastado' },
  });
  const grip = still ? undefined : { ...attributes, ...listeners };
  return <TransferChip ref={setNodeRef} event={event} grip={grip} gone={isDragging} onOpen={onOpen} />;
}

/** A day that a transfer may be put on. */
export function useDropDay(day: CalendarDate) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return { ref: setNodeRef, 'data-over': isOver || undefined };
}

const dayOf = (id: unknown) => (typeof id === 'string' && isCalendarDate(id) ? id : undefined);

/** Collision by the pointer, within the box; by the dragged chip's rectangle when the keyboard is used. */
const within =
  (box: RefObject<HTMLElement | null>): CollisionDetection =>
  (given) => {
    const { pointerCoordinates: at } = given;
    if (!at) return rectIntersection(given);
    const seen = box.current?.getBoundingClientRect();
    const inside = seen && at.x >= seen.left && at.x <= seen.right && at.y >= seen.top && at.y <= seen.bottom;
    return inside ? pointerWithin(given) : [];
  };

/** A day on or back, a week down or up, as far as the month is shown. */
const nextDay: KeyboardCoordinateGetter = (event, { context: { droppableRects, over } }) => {
  const step = STEPS[event.code];
  const from = dayOf(over?.id);
  if (step === undefined || !from) return undefined;
  event.preventDefault();
  const to = droppableRects.get(addDays(from, step));
  return to && { x: to.left + 4, y: to.top + 32 };
};

function announce(eventOf: (id: unknown) => TransferEvent | undefined): Announcements {
  const name = (id: unknown) => eventOf(id)?.title ?? '';
  const words = (id: unknown) => {
    const day = dayOf(id);
    return day ? formatLongDate(day) : 'fora do calendário';
  };
  return {
    onDragStart: ({ active }) => `Repasse de ${name(active.id)} em mãos.`,
    onDragOver: ({ active, over }) => `Repasse de ${name(active.id)} em mãos: ${words(over?.id)}.`,
    onDragEnd: ({ active, over }) => `Repasse de ${name(active.id)}: ${words(over?.id)}.`,
    onDragCancel: ({ active }) => `Repasse de ${name(active.id)} fica no seu dia.`,
  };
}
