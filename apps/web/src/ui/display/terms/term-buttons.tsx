import { Popover, VisuallyHidden } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { usePopup } from '#web/ui/base/use-popup.tsx';
import { useStacked } from '#web/ui/base/use-window.ts';
import { GLOSSARY, type TermName } from './glossary.ts';
import classes from './terms.module.css';

/** A "?" that explains the odd terms of a page or part, all in one popup. */
export default function TermButtons({ of }: { of: readonly TermName[] }) {
  const phone = usePhone();
  const heading = useId();
  const { mounted, button, popup, target } = usePopup('dialog');
  const names = new Intl.ListFormat('pt-BR').format(of.map((term) => GLOSSARY[term].name));
  return (
    <>
      <button {...button} type="button" className={classes.ask} title={`O que é: ${names}`}>
        <IconHelpCircle size={17} aria-hidden="true" />
        <VisuallyHidden>O que é: {names}</VisuallyHidden>
      </button>
      {mounted && (
        <Popover
          {...popup}
          position={phone ? 'bottom' : 'bottom-start'}
          width={phone ? 340 : 380}
          offset={6}
          middlewares={{ flip: true, shift: { padding: 8 } }}
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown className={classes.because} aria-labelledby={heading}>
            <Above />
            <p id={heading} className={classes.title}>
              O que é
            </p>
            <dl className={classes.words}>
              {of.map((term) => (
                <div key={term}>
                  <dt>{GLOSSARY[term].name}</dt>
                  <dd>{GLOSSARY[term].body}</dd>
                </div>
              ))}
            </dl>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

/** Takes Escape from the window around the popup, wherever the focus is in it. */
function Above() {
  useStacked();
  return null;
}
