import type { RoomStage } from '@morada/domain/signature/room';

/** What of a room is shown: the paper as pictures of its pages, the same as text, or signing. */
export const ROOM_VIEWS = ['documento', 'texto', 'assinar'] as const;
export type RoomView = (typeof ROOM_VIEWS)[number];

/** The view that an address asks for, where the stage has it; else the one that is next. */
export function viewOf(stage: RoomStage, asked: unknown): RoomView | undefined {
  const named = ROOM_VIEWS.find((view) => view === asked);
  if (named !== undefined && named !== 'assinar') return named;
  if (stage === 'SIGN') return 'assinar';
  return stage === 'READ' ? 'documento' : undefined;
}

/** Forms that stand below what is read: whoever sent one is led back to it, and not to the top of its page. */
const FORM_VIEWS = { ler: 'documento', codigo: 'assinar' } as const;
export const formPath = (path: string, form: keyof typeof FORM_VIEWS) => `${viewPath(path, FORM_VIEWS[form])}#${form}`;

export const viewPath = (path: string, view: RoomView) => `${path}?ver=${view}`;
export const picturePath = (path: string, page: number) => `${path}/pagina/${page}`;
