import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { useSorting } from '#web/ui/list/sortable.tsx';
import classes from './parts.module.css';

type DragHandleProps = { handle: ReturnType<typeof useSorting>['handle']; label: string; size?: number };

/** Takes a row up: held by mouse or finger, or by the keyboard. */
export function DragHandle({ handle, label, size = 32 }: DragHandleProps) {
  return (
    <ActionIcon size={size} className={classes.handle} aria-label={label} {...handle}>
      <IconGripVertical size={17} />
    </ActionIcon>
  );
}
