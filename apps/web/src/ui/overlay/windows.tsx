import { Drawer, FocusTrap, Modal } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { Foot, type FootActions } from '#web/ui/base/actions.tsx';
import { Boundary } from '#web/ui/base/boundary.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { useWindow, WindowContext } from '#web/ui/base/use-window.ts';
import type { TermName } from '#web/ui/display/terms/glossary.ts';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import { useMayLeave } from './may-leave.ts';
import { ConflictNotice, type MergingForm, type SharedRecord } from './use-record.tsx';
import classes from './windows.module.css';

/** Shown at the top of the first window over a page: the way to the next record of its list. */
export const WindowTop = createContext<ReactNode>(null);

type Frame = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: FootActions;
  /** Notice above the footer. */
  notice?: ReactNode;
  /** Glossary terms of this window; last in tab order. */
  terms?: readonly TermName[];
};

type WindowProps = Frame & (OfRecord | { record?: undefined; forms?: undefined });

type OfRecord = {
  /** The record of `useRecord` that is shown: a conflict of two users (412) is resolved above the foot. */
  record: SharedRecord | undefined;
  /** Every form over it in this window. */
  forms: readonly MergingForm[];
};

type RecordWindowProps = WindowProps & {
  /** Beside the title, a `Status`. */
  status?: ReactNode;
  /** Client 820, invoice 880, property 960. */
  width?: number;
  /** A sunken panel at the right; under the rest on a phone. */
  side?: ReactNode;
  /** On a phone the panel comes first: the rest follows from what is filled in there. */
  sideFirst?: boolean;
  /** The record begins by saying who or what it is: no line between the title and it. */
  flush?: boolean;
};

/** One record, read or changed without leaving the list. It is open while it is rendered. */
export function RecordWindow({
  title,
  status,
  width = 820,
  side,
  sideFirst,
  flush,
  record,
  forms,
  notice,
  terms,
  actions,
  onClose,
  children,
}: RecordWindowProps) {
  const phone = usePhone();
  const { window, level, ...closing } = useClosing(onClose);
  const top = useContext(WindowTop);
  return (
    <Modal
      {...closing}
      opened
      centered
      fullScreen={phone}
      size={width}
      title={<Title status={status}>{title}</Title>}
      classNames={flush ? FLUSH : WINDOW}
    >
      <WindowContext value={window}>
        {level === 1 && top}
        <FocusTrap.InitialFocus />
        <div
          className={classes.scroll}
          data-split={side !== undefined || undefined}
          data-side-first={sideFirst || undefined}
        >
          <Main terms={terms}>{children}</Main>
          {side && (
            <aside className={classes.side}>
              <Boundary fallback={(error, retry) => <ErrorState what="esta parte" error={error} onRetry={retry} />}>
                {side}
              </Boundary>
            </aside>
          )}
        </div>
        {record && <ConflictNotice record={record} forms={forms ?? []} />}
        {notice}
        {actions && <Foot {...actions} onClose={closing.onClose} />}
      </WindowContext>
    </Modal>
  );
}

/** The one form of the window, which `verb` saves: "Cadastrar cliente". Without a verb it is only read. */
type FormWindowProps = Frame & { verb?: string | false } & (
    | { record: SharedRecord | undefined; form: WindowForm }
    | { record?: undefined; form?: WindowForm }
  );

type WindowForm = MergingForm & {
  save: () => unknown;
  formState: { isDirty: boolean; isSubmitting: boolean };
};

/** A form, at the right. It is open while it is rendered. The button of a record's form is there while something is changed. */
export function FormWindow({ title, record, form, verb, notice, terms, actions, onClose, children }: FormWindowProps) {
  const foot = form ? { ...footOf(form, verb, record !== undefined), ...actions } : actions;
  const phone = usePhone();
  const { window, level, ...closing } = useClosing(onClose);
  const top = useContext(WindowTop);
  return (
    <Drawer {...closing} opened size={phone ? '100%' : 480} title={title} classNames={WINDOW}>
      <WindowContext value={window}>
        {level === 1 && top}
        <FocusTrap.InitialFocus />
        <div className={classes.scroll}>
          <Main terms={terms}>{children}</Main>
        </div>
        {record && form && <ConflictNotice record={record} forms={[form]} />}
        {notice}
        {foot && <Foot {...foot} onClose={closing.onClose} />}
      </WindowContext>
    </Drawer>
  );
}

function footOf({ save, formState }: WindowForm, verb: string | false | undefined, existing: boolean): FootActions {
  if (!verb) return { close: 'Fechar' };
  const primary = { label: verb, onClick: save, loading: formState.isSubmitting };
  return existing ? { close: 'Fechar', primary: formState.isDirty && primary } : { close: 'Cancelar', primary };
}

const Main = ({ terms, children }: Pick<WindowProps, 'terms' | 'children'>) => (
  <div className={classes.main}>
    <Boundary fallback={(error, retry) => <ErrorState what="o conteúdo desta janela" error={error} onRetry={retry} />}>
      {children}
    </Boundary>
    {terms && (
      <div className={classes.terms}>
        <Terms of={terms} />
      </div>
    )}
  </div>
);

const WINDOW = { content: classes.window, header: classes.header, body: classes.body };
const FLUSH = { ...WINDOW, content: `${classes.window} ${classes.flush}` };

function Title({ children, status }: { children: string; status?: ReactNode }) {
  return (
    <span className={classes.title}>
      {children}
      {status}
    </span>
  );
}

/**
 * Closes a window, after a question if it has unsaved changes. Only the topmost window closes on Escape. The focus trap
 * stays on under another window: turned on again, it would move the focus to the window's beginning.
 */
function useClosing(onClose: () => void) {
  const { window, level, topmost } = useWindow();
  const mayLeave = useMayLeave(level);
  return {
    window,
    level,
    ref: window.root,
    onClose: async () => {
      if (await mayLeave()) onClose();
    },
    returnFocus: false,
    closeOnEscape: topmost,
  };
}
