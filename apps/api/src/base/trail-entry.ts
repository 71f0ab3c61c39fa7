import type { TrailAction, TrailRecord } from '@morada/domain/trail/trail';
import type { Actor } from './actor.ts';

/** An action on a record. `changes`: `{ field: [before, after] }`, or the created values. */
export type TrailEntry = {
  [R in TrailRecord]: {
    actor: Actor;
    record: R;
    record_id: number;
    action: TrailAction<R>;
    changes?: Record<string, unknown> | undefined;
  };
}[TrailRecord];
