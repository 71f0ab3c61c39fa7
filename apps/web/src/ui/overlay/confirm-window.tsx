import { Button, FocusTrap, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isShown, toast } from '#web/lib/toast.ts';
import { PrimaryButton } from '#web/ui/base/actions.tsx';
import { useWindow, WindowContext } from '#web/ui/base/use-window.ts';
import classes from './confirm-window.module.css';

export type Question = {
  title: string;
  /** Consequence of the action. */
  body: ReactNode;
  /** The verb of the button that was pressed, repeated: "Deletar cadastro", never "OK". */
  verb: string;
  danger?: boolean;
  /** The button that does nothing, where "Cancelar" would say the same as the verb. */
  back?: string;
  /** Done before the dialog closes, its button loading meanwhile; a failure leaves it open, unless what it is about shows it. */
  run?: () => Promise<unknown>;
  /** Follow-up question when the server refuses: the reason and the alternatives. */
  otherwise?: (error: unknown) => Question | undefined;
};

type ConfirmWindowProps = Question & {
  answer: (yes: boolean) => void;
  onClose: () => void;
};

export default function ConfirmWindow({ answer, onClose, ...asked }: ConfirmWindowProps) {
  const [instead, setInstead] = useState<Question>();
  const [running, setRunning] = useState(false);
  const { title, body, verb, danger, back = 'Cancelar', run, otherwise } = instead ?? asked;
  const { window } = useWindow();

  async function confirm() {
    setRunning(true);
    try {
      if (run) await run();
      answer(true);
    } catch (error) {
      refused(error);
    }
  }

  function refused(error: unknown) {
    if (isShown(error)) return answer(false);
    const next = otherwise?.(error);
    if (next) setInstead(next);
    else toast.failure(error);
    setRunning(false);
  }

  return (
    <Modal
      opened
      centered
      size={440}
      title={title}
      zIndex={250}
      returnFocus={false}
      withCloseButton={false}
      closeOnEscape={!running}
      closeOnClickOutside={!running}
      onClose={onClose}
    >
      <WindowContext value={window}>
        <FocusTrap.InitialFocus />
        <div className={classes.says} role={instead && 'alert'}>
          {body}
        </div>
        <div className={classes.foot}>
          <Button variant="default" disabled={running} onClick={onClose}>
            {back}
          </Button>
          {danger ? (
            <Button color="red" loading={running} onClick={confirm}>
              {verb}
            </Button>
          ) : (
            <PrimaryButton loading={running} onClick={confirm}>
              {verb}
            </PrimaryButton>
          )}
        </div>
      </WindowContext>
    </Modal>
  );
}
