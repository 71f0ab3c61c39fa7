import type { Duty } from '@morada/contract/access/session';

export type Actor = {
  /** null: the system, in a command or a job. */
  id: number | null;
  name: string;
  permissions: readonly string[];
  /** Whether the password was given within the last ten minutes; absent without a session. */
  confirmed?: boolean;
  /** Hash of the session's token; absent without a session. */
  session?: Buffer;
  /** Person of a company who acts in the client area, and the client; absent for all others. */
  person?: { name: string; client_id: number };
  /** Duty that must be completed before other calls are served. */
  duty?: Duty;
};
