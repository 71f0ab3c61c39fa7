import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Button } from '@mantine/core';
import type { LeadRow } from '@morada/contract/registry/lead-row';
import { leads } from '@morada/contract/registry/leads';
import { leadLife } from '@morada/domain/attendance/lead';
import { LEAD_KINDS, LEAD_STAGES, type LeadStage } from '@morada/domain/attendance/lead-words';
import { useQuery } from '@tanstack/react-query';
import { type ButtonHTMLAttributes, type Ref, useId, useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import classes from './lead-board.module.css';
import { boardQuery, type LeadFilters } from './lead-queries.ts';
import { LeadWaiting } from './lead-waiting.tsx';

const STAGES = Object.keys(LEAD_STAGES) as LeadStage[];
const INSTRUCTIONS =
  'Para mudar de etapa, pressione Espaço, escolha a etapa com as setas para os lados e pressione Espaço de novo. Esc cancela. Enter abre o lead.';
const KEYS = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
};
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

type LeadBoardProps = {
  filters: LeadFilters;
  onOpen: (id: number) => void;
  /** A card was put into another column. */
  onMove: (lead: LeadRow, to: LeadStage) => void;
  /** Shows all leads of a stage, where a column holds only the newest. */
  onAll: (stage: LeadStage) => void;
};

/** The funnel: a column for each stage; cards are carried by mouse, by a finger that presses, or by the keyboard. */
export function LeadBoard({ filters: { stage: _, ...filters }, ...acts }: LeadBoardProps) {
  const board = useQuery(boardQuery(filters));
  return (
    <QueryBoundary query={board} what="o funil" lines={8}>
      {({ columns }) => <Columns columns={columns} {...acts} />}
    </QueryBoundary>
  );
}

type Column = { stage: LeadStage; total: number; data: LeadRow[] };

function Columns({ columns, onOpen, onMove, onAll }: { columns: Column[] } & Omit<LeadBoardProps, 'filters'>) {
  const [carried, setCarried] = useState<LeadRow>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextColumn, keyboardCodes: KEYS }),
  );
  const leadOf = (id: unknown) => columns.flatMap(({ data }) => data).find((lead) => lead.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(undefined);
    const lead = leadOf(active.id);
    const to = stageOf(over?.id);
    if (lead && to && to !== lead.stage) onMove(lead, to);
  };
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={within}
      accessibility={{ announcements: announce(leadOf), screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragStart={({ active }) => setCarried(leadOf(active.id))}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={drop}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.box} tabIndex={0} aria-label="Funil">
        {columns.map((column) => (
          <StageColumn key={column.stage} {...column} onOpen={onOpen} onAll={onAll} />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>{carried && <Card lead={carried} />}</DragOverlay>
    </DndContext>
  );
}

function StageColumn({ stage, total, data, onOpen, onAll }: Column & Pick<LeadBoardProps, 'onOpen' | 'onAll'>) {
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-over={isOver || undefined}
      aria-label={LEAD_STAGES[stage]}
    >
      <h2 className={classes.title}>
        <span>{LEAD_STAGES[stage]}</span>
        <span>{total.toLocaleString('pt-BR')}</span>
      </h2>
      <ul className={classes.cards}>
        {data.map((lead) => (
          <li key={lead.id}>
            <CarriedCard lead={lead} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {total > data.length && (
        <Button variant="subtle" size="xs" onClick={() => onAll(stage)}>
          Ver todos de {LEAD_STAGES[stage]}
        </Button>
      )}
    </section>
  );
}

function CarriedCard({ lead, onOpen }: { lead: LeadRow; onOpen: (id: number) => void }) {
  const still = !may(leads.put.access) || !leadLife.can(lead.stage, 'LOST');
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: lead.id,
    disabled: still,
    attributes: { roleDescription: 'pode ser arrastado' },
  });
  return (
    <Card
      ref={setNodeRef}
      lead={lead}
      grip={still ? undefined : { ...attributes, ...listeners }}
      gone={isDragging}
      onOpen={onOpen}
    />
  );
}

type CardProps = {
  lead: LeadRow;
  onOpen?: (id: number) => void;
  grip?: ButtonHTMLAttributes<HTMLButtonElement> | undefined;
  gone?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

function Card({ lead, onOpen, grip, gone, ref }: CardProps) {
  return (
    <button
      {...grip}
      ref={ref}
      type="button"
      className={classes.card}
      data-grip={grip !== undefined || undefined}
      data-gone={gone || undefined}
      aria-haspopup="dialog"
      onClick={() => !gone && onOpen?.(lead.id)}
    >
      <span className={classes.name} title={lead.name}>
        {lead.name}
      </span>
      <Soft words={lead.property?.label ?? LEAD_KINDS[lead.kind]} />
      <Soft words={lead.owner?.name ?? 'Sem responsável'} />
      <LeadWaiting {...lead} />
    </button>
  );
}

/** A line that may be cut, and is told whole under the pointer. */
const Soft = ({ words }: { words: string }) => (
  <span className={classes.soft} title={words}>
    {words}
  </span>
);

const stageOf = (id: unknown) => STAGES.find((stage) => stage === id);

/** The column under the pointer; by the keyboard, the nearest one. */
const within: CollisionDetection = (given) => (given.pointerCoordinates ? pointerWithin(given) : closestCenter(given));

/** A column to the left or right. */
const nextColumn: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, active } }) => {
  const step = STEPS[event.code];
  const from = stageOf(over?.id);
  if (step === undefined || !from || !active) return undefined;
  event.preventDefault();
  const to = droppableRects.get(STAGES[STAGES.indexOf(from) + step] ?? '');
  return to && { x: to.left + 8, y: to.top + 32 };
};

function announce(leadOf: (id: unknown) => LeadRow | undefined): Announcements {
  const name = (id: unknown) => leadOf(id)?.name ?? '';
  const words = (id: unknown) => {
    const stage = stageOf(id);
    return stage ? LEAD_STAGES[stage] : 'fora do funil';
  };
  return {
    onDragStart: ({ active }) => `Lead de ${name(active.id)} em mãos.`,
    onDragOver: ({ active, over }) => `Lead de ${name(active.id)} em mãos: ${words(over?.id)}.`,
    onDragEnd: ({ active, over }) => `Lead de ${name(active.id)}: ${words(over?.id)}.`,
    onDragCancel: ({ active }) => `Lead de ${name(active.id)} fica na sua etapa.`,
  };
}
