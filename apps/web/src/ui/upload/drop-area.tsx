import '@mantine/dropzone/styles.layer.css';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './drop-area.module.css';

type DropAreaProps = {
  /** On the button: "Escolher fotos". */
  label: string;
  /** Beside it: what may be sent. */
  body: string;
  /** As a file chooser takes it: `image/*`. */
  accept: string[];
  onFiles: (files: File[]) => void;
  /** Some were of another kind. */
  onReject: () => void;
};

/** File chooser and drop area for several files. On a phone it offers the camera and the gallery. */
export function DropArea({ label, body, accept, onFiles, onReject }: DropAreaProps) {
  const choose = useRef<() => void>(null);
  return (
    <Dropzone
      className={classes.area}
      accept={accept}
      openRef={choose}
      // The button is what one presses: a box that can be pressed too would be one more stop for the keyboard.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': label, tabIndex: -1 }}
      onDrop={onFiles}
      onReject={onReject}
    >
      <div className={classes.inner}>
        <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => choose.current?.()}>
          {label}
        </Button>
        <span className={classes.says}>
          <span className={classes.drop}>ou solte aqui. </span>
          {body}
        </span>
      </div>
    </Dropzone>
  );
}
