import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import { type ComponentType, type ReactNode, useRef } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import classes from './one-file-area.module.css';
import type { OneFile } from './use-one-file.ts';

type OneFileAreaProps = {
  sending: OneFile;
  /** How the chooser is called: "Planilha". */
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  /** Invitation: "Arraste a planilha para cá", and another one for phones, which can't drop files. */
  invites: { wide: string; phone: string };
  /** While the server is at it: "Lendo a planilha". */
  reading: string;
  /** Accepted files, in words. */
  note: string;
  accept: DropzoneProps['accept'];
  /** Message for a file of another type. */
  otherKind: string;
  /** In the place of the line that says why a file was refused. */
  refused?: ReactNode;
};

/** File chooser and drop area for one file, with upload progress. */
export function OneFileArea({ sending, label, icon: Icon, invites, reading, note, ...rest }: OneFileAreaProps) {
  const { accept, otherKind, refused } = rest;
  const { state, choose, refuse, cancel } = sending;
  const open = useRef<() => void>(null);
  const phone = usePhone();
  return (
    <>
      <Dropzone
        className={classes.area}
        accept={accept}
        multiple={false}
        openRef={open}
        // The button is what one presses: a box that can be pressed too would be one more stop for the keyboard.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        disabled={state.status === 'sending'}
        inputProps={{ 'aria-label': label, tabIndex: -1 }}
        onDrop={([file]) => file && choose(file)}
        onReject={() => refuse(otherKind)}
      >
        <div className={classes.inner}>
          <Icon size={28} stroke={1.4} className={classes.icon} aria-hidden="true" />
          {state.status === 'sending' ? (
            <>
              <p className={classes.title}>{state.name}</p>
              <Progress label={`Envio de ${state.name}`} part={state.part < 1 ? state.part : undefined}>
                {state.part < 1 ? `Enviando ${Math.round(state.part * 100)}%` : reading}
              </Progress>
              <Button variant="default" onClick={cancel}>
                Cancelar envio
              </Button>
            </>
          ) : (
            <>
              <p className={classes.title}>{phone ? invites.phone : invites.wide}</p>
              <Button onClick={() => open.current?.()}>Escolher arquivo</Button>
              <p className={classes.note}>{note}</p>
            </>
          )}
        </div>
      </Dropzone>
      {state.status === 'refused' &&
        (refused ?? (
          <p role="alert" className={classes.refused}>
            {state.message}
          </p>
        ))}
    </>
  );
}
